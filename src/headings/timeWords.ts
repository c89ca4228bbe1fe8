/** Reads the words of a time as a whole, such as "Jan–Apr 2026", "Q1 and Q2" or "9 months to Sep 26". Pure. */
import { FIRST_YEAR, LAST_YEAR, monthNamed, type PeriodParts } from "../insights";
import { BASES } from "../language/bases";
import { readWrittenParts } from "../language/periods";
import { LANGUAGES, monthCalled } from "../language/languages";
import { monthName } from "../sheet/monthsLabel";
import { firstOfYear, monthsFrom, shiftMonth, type FiscalYear } from "../sheet/months";
import { CURRENT } from "../reports/timeCells";
import { periodOfMonth } from "../tables/periods";

/** Stands for the year of a period that names none. */
export const NO_YEAR = "?";

/** What words of time mean together. */
export interface TimeMeaning {
  /** A period's code, such as "2026-03", "?-01:?-04" or "2026-Q1". Undefined if only a basis is named. */
  readonly period?: string | undefined;
  readonly basis?: string | undefined;
}

/** A year is a fiscal one, unless it is called the calendar's. */
type Unit = "month" | "period" | "quarter" | "half" | "year" | "calendar";

interface Part {
  readonly unit: Unit;
  /** The month of the calendar, the month ("period"), quarter or half of the fiscal year, from 1; 0 for a year. */
  readonly number: number;
  readonly year?: number | undefined;
}

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\byear[- ]to[- ]date\b/gi, "ytd"],
  [/\bquarter[- ]to[- ]date\b/gi, "qtd"],
  [/\byear[- ]to[- ]go\b/gi, "ytg"],
  [/\bquarter[- ]to[- ]go\b/gi, "qtg"],
  [/\b(?:first|1st) half\b/gi, "h1"],
  [/\b(?:second|2nd) half\b/gi, "h2"],
  [/\b(?:first|1st) quarter\b/gi, "q1"],
  [/\b(?:second|2nd) quarter\b/gi, "q2"],
  [/\b(?:third|3rd) quarter\b/gi, "q3"],
  [/\b(?:fourth|4th) quarter\b/gi, "q4"],
  [/\b(?:full|total) year\b/gi, "fy"],
  [/\b(?:current month|this month|month[- ]to[- ]date|mtd)\b/gi, "current"],
];
/** Words of other languages, as English says them. */
const TIMES_CALLED: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap(({ yearToDate, fullYear }) => [
    ...yearToDate.map((word) => [word, "ytd"] as const),
    ...fullYear.map((word) => [word, "fy"] as const),
  ]),
);

function monthInEnglish(word: string): string {
  const month = monthNamed(word.toLowerCase()) > 0 ? 0 : monthCalled(word.toLowerCase());
  return month > 0 ? monthName(periodOfMonth(FIRST_YEAR, month)) : word;
}

const JOINERS = ["-", "to", "through", "thru", "until", "bis"];
const PLUS = ["+", "and", "&", "und"];
const MONTHS_WORDS = ["month", "months", "mths", "mth"];
const ROLLING_WORDS = ["rolling", "last", "past", "trailing"];
const ENDING_WORDS = ["ending", "ended", "end"];
/** "Plan year 2026" names a year, "the year in review" none. */
const YEAR_WORD = "year";
const CONNECTORS = [YEAR_WORD, ...JOINERS, ...PLUS, ...MONTHS_WORDS, ...ROLLING_WORDS, ...ENDING_WORDS];

/** Writes times of several words as one: "year to date" as "ytd". */
export function withTimeCodes(text: string): string {
  const said = PHRASES.reduce((each, [phrase, word]) => each.replace(phrase, word), text);
  return said.replace(/[\p{L}]+/gu, (word) => TIMES_CALLED.get(word.toLowerCase()) ?? monthInEnglish(word));
}

/** Splits a text into words, with each joiner of two times as a word of its own. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,;·|()[\]]+/).filter((word) => /[^:/]/.test(word));
}

/** True for a word that names a time by itself, such as "Mar-26", "Q1–Q2" or "YTD". */
export function isTimeWord(word: string): boolean {
  const said = tokensOf(word);
  return said.length > 0 && said.some(namesTime) && said.every((token) => namesTime(token) || isConnector(token));
}

/** True for a word that belongs to a time which it stands beside: a joiner, a number, or a word such as "months". */
export function isBesideTime(word: string): boolean {
  const clean = word.toLowerCase().replace(/[–—−]/g, "-");
  return isConnector(clean) || /^['’]?\d+$/.test(clean);
}

/** True for words that end with a joiner, or begin with one, so half of a time is missing. */
export function isHalf(words: readonly string[]): boolean {
  return [words[0], words.at(-1)].some((word) => JOINERS.includes(word ?? "") || PLUS.includes(word ?? ""));
}

/** Returns what all the words mean together; undefined if any of them is left over. */
export function readTimes(text: string): TimeMeaning | undefined {
  const tokens = tokensOf(text);
  const bases = tokens.filter(isBasis);
  const rest = tokens.filter((token) => !isBasis(token));
  if (bases.length > 1 || tokens.length === 0) return undefined;
  const [basis] = bases;
  if (basis !== undefined) return readBasis(basis, rest);
  return readMonthsCount(rest) ?? readPeriod(rest);
}

function tokensOf(text: string): string[] {
  const said = withTimeCodes(text.replace(/[–—−]/g, " - ")).toLowerCase();
  return wordsOf(said).flatMap(splitRange);
}

/** "Jan-Apr" and "Q1+Q2" are two times and a joiner; "Jan-26" and "2026-03" are one time. */
function splitRange(word: string): string[] {
  if (partOf(word) || !/.[-+&]./.test(word)) return [word];
  const pieces = word.split(/([-+&])/);
  const times = pieces.filter((_, at) => at % 2 === 0);
  return times.length === 2 && times.every((piece) => partOf(piece)) ? pieces : [word];
}

function isBasis(token: string): boolean {
  return BASES.some((basis) => basis.toLowerCase() === token);
}

function isConnector(token: string): boolean {
  return CONNECTORS.includes(token);
}

function namesTime(token: string): boolean {
  return (
    isBasis(token) ||
    (token !== YEAR_WORD && partOf(token) !== undefined) ||
    /^\d{1,2}m$/.test(token) ||
    token === CURRENT
  );
}

const BASIS_CONNECTORS = ["to", "through", "thru", "until", "-", "bis", ...ENDING_WORDS];

/** "YTD Mar 2026", "YTD to Mar 2026", "R12 ending Mar 26". */
function readBasis(basis: string, rest: readonly string[]): TimeMeaning | undefined {
  const proper = basis.toUpperCase();
  if (rest.length === 0) return { basis: proper };
  const [first = ""] = rest;
  const said = BASIS_CONNECTORS.includes(first) ? rest.slice(1) : rest;
  const time = readSingle(said);
  // A calendar year is not a period of the fiscal one.
  return time && time.unit !== "calendar" ? { period: codeOf(time), basis: proper } : undefined;
}

/** "9M 2026", "9 months to Sep 2026", "Rolling 12 months to Mar 26". */
function readMonthsCount(tokens: readonly string[]): TimeMeaning | undefined {
  const isRolling = tokens.some((token) => ROLLING_WORDS.includes(token));
  const others = tokens.filter((token) => !ROLLING_WORDS.includes(token));
  const [first = "", second = "", ...more] = others;
  const [, short] = /^(\d{1,2})m$/.exec(first) ?? [];
  const isLong = /^\d{1,2}$/.test(first) && MONTHS_WORDS.includes(second);
  const count = Number(short ?? (isLong ? first : 0));
  if (count < 1 || count > 12) return undefined;
  let rest = short !== undefined ? others.slice(1) : more;
  const isEnding = BASIS_CONNECTORS.includes(rest[0] ?? "");
  if (isEnding) rest = rest.slice(BASIS_CONNECTORS.includes(rest[1] ?? "") ? 2 : 1);
  const end = rest.length > 0 ? readSingle(rest) : undefined;
  if (rest.length > 0 && !end) return undefined;
  if (isEnding || isRolling) return endingWith(count, end, isRolling);
  return end && end.unit !== "year" ? undefined : fromYearsBegin(count, end?.year);
}

/** The last months of an end that is named; of the current month if none is. */
function endingWith(count: number, end: Part | undefined, isRolling: boolean): TimeMeaning | undefined {
  const basis = { 3: "R3", 12: "R12" }[count];
  if (!end) return isRolling && basis ? { basis } : undefined;
  if (end.unit !== "month") return undefined;
  if (basis) return { period: codeOf(end), basis };
  if (end.year !== undefined) {
    const last = periodOfMonth(end.year, end.number);
    return { period: rangeCode(shiftMonth(last, 1 - count), last) };
  }
  const first = end.number - count + 1;
  return first < 1 ? undefined : { period: rangeCode(monthCode(first), monthCode(end.number)) };
}

/** The first months of a fiscal year. */
function fromYearsBegin(count: number, year: number | undefined): TimeMeaning {
  const name = String(year ?? NO_YEAR);
  return { period: count === 12 ? name : rangeCode(fiscalCode(1, name), fiscalCode(count, name)) };
}

/** A month of the fiscal year, counted from 1. */
function fiscalCode(number: number, year: string): string {
  return `${year}-P${String(number).padStart(2, "0")}`;
}

function readPeriod(tokens: readonly string[]): TimeMeaning | undefined {
  if (tokens.join(" ") === CURRENT) return { period: CURRENT };
  const single = readSingle(tokens);
  if (single) return { period: codeOf(single) };
  const joiners = tokens.filter((token) => JOINERS.includes(token) || PLUS.includes(token));
  const [joiner] = joiners;
  if (joiner === undefined || joiners.length > 1) return undefined;
  const at = tokens.indexOf(joiner);
  const [from, to] = [readSingle(tokens.slice(0, at)), readSingle(tokens.slice(at + 1))];
  return from && to ? readRange(from, to, PLUS.includes(joiner)) : undefined;
}

/** @param isSum True if the words name two times rather than a stretch. */
function readRange(from: Part, to: Part, isSum: boolean): TimeMeaning | undefined {
  if (from.unit !== to.unit || from.unit === "year" || from.unit === "calendar") return undefined;
  const years = [from.year ?? to.year, to.year ?? from.year];
  if (isSum && (years[0] !== years[1] || to.number !== from.number + 1)) return undefined;
  const [first, last] = years;
  if (first === last && from.number >= to.number) return undefined;
  if (from.unit === "month") {
    if ((first ?? 0) > (last ?? 0)) return undefined;
    return { period: rangeCode(monthCode(from.number, first), monthCode(to.number, last)) };
  }
  if (first !== last) return undefined;
  const [year, length] = [String(first ?? NO_YEAR), { half: 6, quarter: 3, period: 1 }[from.unit]];
  const [begin, end] = [(from.number - 1) * length + 1, to.number * length];
  return { period: end - begin === 11 ? year : rangeCode(fiscalCode(begin, year), fiscalCode(end, year)) };
}

function rangeCode(first: string, last: string): string {
  return first === last ? first : `${first}:${last}`;
}

function monthCode(number: number, year?: number): string {
  return periodOfMonth(year ?? NO_YEAR, number);
}

function codeOf({ unit, number, year: named }: Part): string {
  const year = named ?? NO_YEAR;
  if (unit === "year") return String(year);
  if (unit === "period") return fiscalCode(number, String(year));
  if (unit === "calendar") return `${year}-01:${year}-12`;
  return unit === "month" ? periodOfMonth(year, number) : `${year}-${unit === "quarter" ? "Q" : "H"}${number}`;
}

/** One month, quarter, half or year, perhaps with its year beside it. */
function readSingle(tokens: readonly string[]): Part | undefined {
  if (tokens.length === 0 || tokens.length > 2) return undefined;
  const [first = "", second = ""] = tokens;
  const part = partOf(first);
  if (tokens.length === 1) return part;
  const other = partOf(second) ?? yearOfTwoDigits(second);
  if (!part || !other) return undefined;
  if (isBareYear(first) && other.unit === "year" && other.year !== undefined && part.year === undefined) return other;
  if (part.unit !== "year" && part.year === undefined && other.unit === "year" && other.year !== undefined)
    return { ...part, year: other.year };
  // The year has four digits: "26 Mar" is a day.
  if (part.unit === "year" && part.year !== undefined && other.unit !== "year" && other.year === undefined)
    return { ...other, year: part.year };
  return undefined;
}

/** "FY", whose year follows. */
function isBareYear(token: string): boolean {
  return token === "fy" || token === YEAR_WORD;
}

function yearOfTwoDigits(token: string): Part | undefined {
  const [, digits] = /^['’]?(\d{2})$/.exec(token) ?? [];
  return digits === undefined ? undefined : { unit: "year", number: 0, year: 2000 + Number(digits) };
}

/** Reads one word, such as "mar", "mar-26", "q1", "1q26", "2026-q1", "fy26" or "2026-03". */
function partOf(word: string): Part | undefined {
  if (isBareYear(word)) return { unit: "year", number: 0 };
  const month = /^\p{L}{3,9}\.?$/u.test(word) ? monthNamed(word.replace(".", "")) : 0;
  if (month > 0) return { unit: "month", number: month };
  const [, before = "", letter, after = ""] = /^([1-4]?)([qh])([1-4]?)$/.exec(word) ?? [];
  if (letter && (before === "") !== (after === "")) return numbered(letter, Number(before || after));
  const [, period] = /^p(0?[1-9]|1[0-2])$/.exec(word) ?? [];
  if (period) return { unit: "period", number: Number(period) };
  const [, calendar] = /^cy['’]?(\d{4}|\d{2})$/.exec(word) ?? [];
  if (calendar) return inBounds({ unit: "calendar", number: 0, year: Number(calendar.padStart(4, "20")) });
  return writtenPart(readWrittenParts(word.replace("fy’", "fy").replace("fy'", "fy")));
}

function writtenPart(parts: PeriodParts | undefined): Part | undefined {
  if (!parts || parts.day !== undefined) return undefined;
  const { year, month, quarter, half } = parts;
  if (month !== undefined)
    return month >= 1 && month <= 12 ? inBounds({ unit: "month", number: month, year }) : undefined;
  const part = quarter ? numbered("q", quarter) : half ? numbered("h", half) : ({ unit: "year", number: 0 } as const);
  return part && inBounds({ ...part, year });
}

function numbered(letter: string, number: number): Part | undefined {
  if (letter === "h" && number > 2) return undefined;
  return { unit: letter === "q" ? "quarter" : "half", number };
}

function inBounds(part: Part): Part | undefined {
  return (part.year ?? 0) >= FIRST_YEAR && (part.year ?? 0) <= LAST_YEAR ? part : undefined;
}

/**
 * Returns the code of a period that the functions read. A fiscal year names its months, whichever calendar year they lie in.
 * @param year Of a code that names none.
 */
export function codeInYear(code: string, year: string, fiscalYear: FiscalYear): string {
  const monthsOf = (name: string) =>
    /^\d{4}$/.test(name) ? monthsFrom(firstOfYear(Number(name), fiscalYear), 12) : [];
  return code
    .replace(/\?(-\d{2})(?!\d)/g, (said, own: string) => monthsOf(year).find((month) => month.endsWith(own)) ?? said)
    .replaceAll(NO_YEAR, year)
    .replace(/(\d{4})-P(\d{2})/g, (said, name: string, number: string) => monthsOf(name)[Number(number) - 1] ?? said);
}
