/**
 * Moves the months that a heading names, and leaves all else as the planner wrote it: language, short or long names, capitals, signs
 * and digits. Whether a text is meant so is for the reader of headings: each text that it could become is offered. Pure.
 */
import { monthNamed } from "../../insights";
import { monthCalled } from "../../numbers/language/languages";
import { shiftMonth } from "../../numbers/language/months";
import { LANGUAGES } from "../../numbers/language/words/list";

/** One month that a text names. */
interface Mention {
  readonly start: number;
  readonly end: number;
  /** Returns the text in its place, and by how many years its year changes. */
  readonly moved: (by: number, language: number) => { readonly text: string; readonly years: number };
}

/** More months in one heading are a list, and none of them alone is its time. */
const MOST_MENTIONS = 4;

/**
 * Returns the texts that a heading could become, those first in which the fewest words change.
 * @param language Of LANGUAGES, for a month such as "Sep", whose next one has another name in each.
 */
export function movedTexts(text: string, by: number, language: number): string[] {
  const mentions = mentionsIn(text);
  if (mentions.length === 0 || mentions.length > MOST_MENTIONS) return [];
  const choices = Array.from({ length: 2 ** mentions.length - 1 }, (_, at) =>
    mentions.filter((_mention, bit) => ((at + 1) >> bit) % 2 === 1),
  );
  const fewestFirst = choices.sort((one, other) => one.length - other.length);
  return [
    ...new Set(fewestFirst.flatMap((chosen) => [true, false].map((isYear) => put(text, chosen, by, language, isYear)))),
  ];
}

/** Returns which of LANGUAGES most words of a text are of, or else of the texts around it. */
export function languageOf(text: string, around: readonly string[]): number {
  const own = wordsByLanguage([text]);
  const counts = own.some((count) => count > 0) ? own : wordsByLanguage(around);
  return counts.indexOf(Math.max(...counts));
}

/** Counts the words that one language alone knows. */
function wordsByLanguage(texts: readonly string[]): number[] {
  const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return WORDS.map(
    (known, at) =>
      words.filter((word) => known.has(word) && !WORDS.some((other, place) => place !== at && other.has(word))).length,
  );
}

function wordsOfLanguage(value: unknown): string[] {
  if (typeof value === "string") return value.split(" ");
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsOfLanguage) : [];
}

const WORDS = LANGUAGES.map((language) => new Set(wordsOfLanguage(language)));

/** @param hasYear True to change the year beside a month that is moved over the end of the year. */
function put(text: string, chosen: readonly Mention[], by: number, language: number, hasYear: boolean): string {
  let result = text;
  for (const { start, end, moved } of [...chosen].sort((one, other) => other.start - one.start)) {
    const { text: own, years } = moved(by, language);
    const after = result.slice(end);
    const changed = hasYear && years !== 0 ? withYear(after, years) : undefined;
    const before =
      hasYear && years !== 0 && changed === undefined ? withYearBefore(result.slice(0, start), years) : undefined;
    result = (before ?? result.slice(0, start)) + own + (changed ?? after);
  }
  return result;
}

/** "Dec" is followed by its year: " 2026", "-26", "’26". */
const YEAR_AFTER = /^(\s*[-–/. ]?\s*['’]?)(\d{4}|\d{2})(?!\d)/;
const YEAR_BEFORE = /(\d{4})(\s*[-–/.,]?\s*)$/;

function withYear(text: string, years: number): string | undefined {
  const [whole, sign = "", year = ""] = YEAR_AFTER.exec(text) ?? [];
  return whole === undefined ? undefined : sign + shiftedYear(year, years) + text.slice(whole.length);
}

function withYearBefore(text: string, years: number): string | undefined {
  const [whole, year = "", sign = ""] = YEAR_BEFORE.exec(text) ?? [];
  return whole === undefined ? undefined : text.slice(0, -whole.length) + shiftedYear(year, years) + sign;
}

function shiftedYear(year: string, years: number): string {
  return String(Number(year) + years).padStart(2, "0");
}

/** Each pattern of a month, with how it is written. The first one that matches a place counts. */
const NUMBERED: readonly (readonly [pattern: RegExp, parts: (match: RegExpExecArray) => Numbered])[] = [
  // 2026-10, 2026/10, 2026.10, 2026M10
  [
    /(\d{4})([-/.]|\s?[Mm])(\d{1,2})(?!\d|[-/.]\d)/g,
    ([, year = "", sign = "", month = ""]) => ({ year, sign, month, isYearFirst: true }),
  ],
  // 10/2026, 10.2026
  [
    /(\d{1,2})([-/.])(\d{4})(?!\d)/g,
    ([, month = "", sign = "", year = ""]) => ({ year, sign, month, isYearFirst: false }),
  ],
  // 202610
  [
    /((?:19|20)\d\d)(0[1-9]|1[0-2])(?!\d)/g,
    ([, year = "", month = ""]) => ({ year, sign: "", month, isYearFirst: true }),
  ],
];

interface Numbered {
  readonly year: string;
  readonly sign: string;
  readonly month: string;
  readonly isYearFirst: boolean;
}

/** "P10" and "10M" count months of a year. */
const COUNTED = [/([Pp])(\d{1,2})(?!\d)()/gu, /()(\d{1,2})([Mm])(?![\p{L}\d])/gu];
const DAY = /(\d{1,2})([./-])(\d{1,2})([./-])(\d{4})(?!\d)/g;
/** "31 Oct 2026" and "Oct 31st, 2026". */
const DAY_BEFORE = /(\d{1,2})(st|nd|rd|th)?(\.?[\s-])(\p{L}{3,9})(?=\.?,?[\s-]\d{4})/gu;
const DAY_AFTER = /(\p{L}{3,9})(\.?\s)(\d{1,2})(st|nd|rd|th)?(?=,?\s\d{4})/gu;
const WORD = /\p{L}{3,9}/gu;

function mentionsIn(text: string): Mention[] {
  const found: Mention[] = [];
  const add = (mention: Mention | undefined) => {
    if (mention && !found.some(({ start, end }) => mention.start < end && start < mention.end)) found.push(mention);
  };
  for (const match of wholeMatches(text, DAY)) add(dayMention(match));
  for (const [pattern, parts] of NUMBERED)
    for (const match of wholeMatches(text, pattern)) add(numberMention(match, parts(match)));
  for (const pattern of COUNTED) for (const match of wholeMatches(text, pattern)) add(countMention(match));
  for (const match of wholeMatches(text, DAY_BEFORE)) {
    const [, day = "", ordinal = "", sign = "", word = ""] = match;
    add(wordMention(match, word, { day, ordinal, year: yearAfter(text, match), join: (to, name) => to + sign + name }));
  }
  for (const match of wholeMatches(text, DAY_AFTER)) {
    const [, word = "", sign = "", day = "", ordinal = ""] = match;
    add(wordMention(match, word, { day, ordinal, year: yearAfter(text, match), join: (to, name) => name + sign + to }));
  }
  for (const match of wholeMatches(text, WORD)) add(wordMention(match, match[0]));
  return found.sort((one, other) => one.start - other.start);
}

/** Returns the matches that are no end of a longer word or number. Old browsers know no look-behind. */
function wholeMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)].filter(
    ({ index }) => !/[\p{L}\d]/u.test(text.slice(Math.max(0, index - 1), index)),
  );
}

function spanOf({ index, 0: whole }: RegExpExecArray): Pick<Mention, "start" | "end"> {
  return { start: index, end: index + whole.length };
}

function numberMention(match: RegExpExecArray, { year, sign, month, isYearFirst }: Numbered): Mention | undefined {
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  return {
    ...spanOf(match),
    moved: (by) => {
      const [toYear = "", toMonth = ""] = shiftMonth(`${year}-${month.padStart(2, "0")}`, by).split("-");
      const own = month.startsWith("0") || month.length === 2 ? toMonth : String(Number(toMonth));
      return { text: isYearFirst ? toYear + sign + own : own + sign + toYear, years: 0 };
    },
  };
}

/** "31.10.2026" becomes "30.11.2026": the last day of a month stays the last one. */
function dayMention(match: RegExpExecArray): Mention | undefined {
  const [, day = "", first = "", month = "", second = "", year = ""] = match;
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  return {
    ...spanOf(match),
    moved: (by) => {
      const from = `${year}-${month.padStart(2, "0")}`;
      const [toYear = "", toMonth = ""] = shiftMonth(from, by).split("-");
      const to = String(movedDay(Number(day), from, by)).padStart(day.length, "0");
      return { text: to + first + toMonth.padStart(month.length, "0") + second + toYear, years: 0 };
    },
  };
}

/** Returns the day of the month that a day is moved to. */
export function movedDay(day: number, month: string, by: number): number {
  const last = lastDay(shiftMonth(month, by));
  return day >= lastDay(month) ? last : Math.min(day, last);
}

function lastDay(month: string): number {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

function countMention(match: RegExpExecArray): Mention | undefined {
  const [, before = "", count = "", after = ""] = match;
  return {
    ...spanOf(match),
    moved: (by) => ({
      text: before + String(Number(count) + by).padStart(count.startsWith("0") ? 2 : 1, "0") + after,
      years: 0,
    }),
  };
}

/** The day beside a month's name. */
interface WordDay {
  readonly day: string;
  readonly ordinal: string;
  readonly year: number;
  readonly join: (day: string, month: string) => string;
}

function yearAfter(text: string, match: RegExpExecArray): number {
  return Number(/\d{4}/.exec(text.slice(spanOf(match).end))?.[0] ?? 0);
}

function wordMention(match: RegExpExecArray, word: string, beside?: WordDay): Mention | undefined {
  const lower = word.toLowerCase();
  const month = monthNamed(lower) || monthCalled(lower);
  if (month === 0) return undefined;
  return {
    ...spanOf(match),
    moved: (by, language) => {
      const to = month - 1 + by;
      const name = cased(monthWord(lower, month, to, language), word);
      return { text: beside ? withDay(beside, month, by, name) : name, years: Math.floor(to / 12) };
    },
  };
}

function withDay({ day, ordinal, year, join }: WordDay, month: number, by: number, name: string): string {
  const to = movedDay(Number(day), `${year}-${String(month).padStart(2, "0")}`, by);
  const suffix = ordinal === "" ? "" : (ORDINALS[to > 10 && to < 14 ? 0 : to % 10] ?? "th");
  return join(String(to).padStart(day.length, "0") + suffix, name);
}

const ORDINALS = ["th", "st", "nd", "rd"];

/** @param to From 0; of another year if it is over 11, or negative. */
function monthWord(word: string, month: number, to: number, preferred: number): string {
  const isOf = (language: (typeof LANGUAGES)[number]) =>
    language.months[month - 1]?.startsWith(word) === true || language.shortMonths[word] === month;
  const language = [LANGUAGES[preferred], ...LANGUAGES].find((each) => each && isOf(each)) ?? LANGUAGES[0];
  const full = language?.months[((to % 12) + 12) % 12] ?? "";
  // "May" is as long as a short name, so the one after it is short.
  const isFull = word.length > SHORT && language?.months[month - 1] === word;
  return isFull ? full : full.slice(0, SHORT);
}

const SHORT = 3;

function cased(word: string, like: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase();
  const isCapital = like.slice(0, 1) !== like.slice(0, 1).toLowerCase();
  return isCapital ? word.slice(0, 1).toUpperCase() + word.slice(1) : word;
}
