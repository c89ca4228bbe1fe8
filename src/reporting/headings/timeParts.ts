/** One time, such as "Mar-26", "1Q26" or "2026": its parts, and its code. Pure. */
import { FIRST_YEAR, LAST_YEAR, monthNamed, type PeriodParts } from "../../insights";
import { wordsFor } from "../../numbers/language/languages";
import { monthsOf, parsePeriod, readWrittenParts } from "../../numbers/language/periods";
import type { DateSystem } from "../../spreadsheet/cells/dateSerial";
import { firstOfYear, type FiscalYear } from "../../numbers/language/fiscalYear";
import { monthsFrom } from "../../numbers/language/months";
import { periodOfMonth } from "../tables/periods";

/** Stands for the year of a period that names none. */
export const NO_YEAR = "?";

/** A year is a fiscal one, unless it is called the calendar's. */
type Unit = "month" | "period" | "quarter" | "half" | "year" | "calendar";

export interface TimePart {
  readonly unit: Unit;
  /** The month of the calendar, the month ("period"), quarter or half of the fiscal year, from 1; 0 for a year. */
  readonly number: number;
  readonly year?: number | undefined;
}

/** "Plan year 2026" names a year, "the year in review" none. */
const YEAR_WORDS = wordsFor("year");

/** One month, quarter, half or year, perhaps with its year beside it. */
export function readTimePart(tokens: readonly string[]): TimePart | undefined {
  if (tokens.length === 0 || tokens.length > 2) return undefined;
  const [first = "", second = ""] = tokens;
  const part = partOfWord(first);
  if (tokens.length === 1) return part;
  const other = partOfWord(second) ?? yearOfTwoDigits(second);
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
  return token === "fy" || isYearWord(token);
}

function yearOfTwoDigits(token: string): TimePart | undefined {
  const [, digits] = /^['’]?(\d{2})$/.exec(token) ?? [];
  return digits === undefined ? undefined : { unit: "year", number: 0, year: 2000 + Number(digits) };
}

/** True for a word such as "year", which names none by itself. */
export function isYearWord(token: string): boolean {
  return YEAR_WORDS.includes(token);
}

/** Reads one word, such as "mar", "mar-26", "q1", "1q26", "2026-q1", "fy26" or "2026-03". */
export function partOfWord(word: string): TimePart | undefined {
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

function writtenPart(parts: PeriodParts | undefined): TimePart | undefined {
  if (!parts || parts.day !== undefined) return undefined;
  const { year, month, quarter, half } = parts;
  if (month !== undefined)
    return month >= 1 && month <= 12 ? inBounds({ unit: "month", number: month, year }) : undefined;
  const part = quarter ? numbered("q", quarter) : half ? numbered("h", half) : ({ unit: "year", number: 0 } as const);
  return part && inBounds({ ...part, year });
}

function numbered(letter: string, number: number): TimePart | undefined {
  if (letter === "h" && number > 2) return undefined;
  return { unit: letter === "q" ? "quarter" : "half", number };
}

function inBounds(part: TimePart): TimePart | undefined {
  return (part.year ?? 0) >= FIRST_YEAR && (part.year ?? 0) <= LAST_YEAR ? part : undefined;
}

/** Returns the month of a heading that is a date, as YYYY-MM; "" if the sheet has no such day. */
export function monthOfDate({ text }: { readonly text: string }, dateSystem: DateSystem): string {
  const day = parsePeriod(Number(text), dateSystem);
  return day ? (monthsOf(day)[0] ?? "") : "";
}

export function stretchCode(first: string, last: string): string {
  return first === last ? first : `${first}:${last}`;
}

export function codeOfMonth(number: number, year?: number): string {
  return periodOfMonth(year ?? NO_YEAR, number);
}

export function codeOfPart({ unit, number, year: named }: TimePart): string {
  const year = named ?? NO_YEAR;
  if (unit === "year") return String(year);
  if (unit === "period") return fiscalCode(number, String(year));
  if (unit === "calendar") return `${year}-01:${year}-12`;
  return unit === "month" ? periodOfMonth(year, number) : `${year}-${unit === "quarter" ? "Q" : "H"}${number}`;
}

/** A month of the fiscal year, counted from 1. */
export function fiscalCode(number: number, year: string): string {
  return `${year}-P${String(number).padStart(2, "0")}`;
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
