/** Splits words of time into tokens, each a time, a basis or a word between them, in English or as a code. Pure. */
import { FIRST_YEAR, monthNamed } from "../../insights";
import { BASES } from "../../numbers/language/bases";
import { alternatives, keysOfWords, monthCalled, wordsFor } from "../../numbers/language/languages";
import { CURRENT } from "../reports/timeCells";
import { monthName } from "../../numbers/language/monthsLabel";
import { periodOfMonth } from "../tables/periods";
import { isYearWord, partOfWord } from "./timeParts";

const TIMES_CALLED = keysOfWords(({ times }) => times);
/** A word of another language may begin with a letter that ends no word in English, so this says itself where words begin and end. */
const TIMES = new RegExp(`(^|[^\\p{L}\\p{N}])(${alternatives(TIMES_CALLED.keys())})(?!\\p{L})\\.?`, "giu");

/** Between two times: all months from one to the other, or these two. */
export const TO_WORDS = ["-", ...wordsFor("to")];
export const AND_WORDS = ["+", "&", ...wordsFor("and")];
export const MONTHS_WORDS = wordsFor("countedMonths");
export const MONTH_WORDS = wordsFor("month");
export const ROLLING_WORDS = wordsFor("rolling");
/** Between a basis, or a number of months, and its last month. */
export const ENDING_WORDS = wordsFor("ending");
export const END_WORDS = [...TO_WORDS, ...ENDING_WORDS];
const CONNECTORS = [...AND_WORDS, ...MONTHS_WORDS, ...ROLLING_WORDS, ...END_WORDS];

/** Writes times of several words as one: "year to date" as "ytd". */
export function withTimeCodes(text: string): string {
  const said = text.replace(TIMES, (_, before: string, words: string) => before + (codeOfWords(words) ?? words));
  return said.replace(/[\p{L}]+/gu, monthInEnglish);
}

function codeOfWords(words: string): string | undefined {
  return TIMES_CALLED.get(words.toLowerCase().replaceAll("-", " ").replace(".", ""));
}

function monthInEnglish(word: string): string {
  const month = monthNamed(word.toLowerCase()) > 0 ? 0 : monthCalled(word.toLowerCase());
  return month > 0 ? monthName(periodOfMonth(FIRST_YEAR, month)) : word;
}

/** Splits a text into words, with each joiner of two times as a word of its own. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,;·|()[\]“”„"«»]+|:(?=\s|$)/).filter((word) => /[^:/]/.test(word));
}

/** Splits a text into words, with "" where a mark of punctuation ends what words may say together. "Last year's" is "last year", "1,000" is "1.000". */
export function wordsAndBreaks(text: string): string[] {
  return text
    .replace(/(\p{L})['’]s(?!\p{L})/gu, "$1")
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1.")
    .split(/\s*(?:[,;·|()[\]“”„"«»?!*†]|:(?=\s|$))+\s*/)
    .flatMap((part, at) => [...(at > 0 ? [""] : []), ...wordsOf(part)]);
}

/** "FY25A" and "Jan-26F" are a time and what its numbers are, in one word. */
const MARKED_TIME = /(^|[\s,;·|()[\]])([^\s,;·|()[\]]*\d)([ABF])(?![^\s,;·|()[\]])/gu;
const MARKS: Readonly<Record<string, string>> = { A: "actual", B: "budget", F: "forecast" };

/** Writes the mark of a time as a word: "FY25A" as "FY25 actual". */
export function withMarksAsWords(text: string): string {
  return text.replace(MARKED_TIME, (marked, before: string, time: string, mark: string) =>
    isTimeWord(time) ? `${before}${time} ${MARKS[mark] ?? mark}` : marked,
  );
}

/** True for a word that names a time by itself, such as "Mar-26", "Q1–Q2" or "YTD". */
export function isTimeWord(word: string): boolean {
  const said = timeTokensOf(word);
  return said.length > 0 && said.some(namesTime) && said.every((token) => namesTime(token) || isConnector(token));
}

/** True for a word that belongs to a time which it stands beside: a joiner, a number, or a word such as "months". */
export function isBesideTime(word: string): boolean {
  const clean = word.toLowerCase().replace(/[–—−]/g, "-");
  return isConnector(clean) || /^['’]?\d+$/.test(clean);
}

/** True for words of a number of months, such as "9 months". */
export function isCounted(words: readonly string[]): boolean {
  return words.some((word, at) => /^\d+$/.test(word) && MONTHS_WORDS.includes(words[at + 1]?.toLowerCase() ?? ""));
}

/** True for words that end with a joiner, or begin with one, so half of a time is missing. */
export function isHalf(words: readonly string[]): boolean {
  return [words[0], words.at(-1)].some((word) => TO_WORDS.includes(word ?? "") || AND_WORDS.includes(word ?? ""));
}

export function timeTokensOf(text: string): string[] {
  const said = withTimeCodes(text.replace(/[–—−]/g, " - ")).toLowerCase();
  return wordsOf(said).flatMap(splitRange);
}

/** "Jan-Apr" and "Q1+Q2" are two times and a joiner; "Jan-26" and "2026-03" are one time. */
function splitRange(word: string): string[] {
  if (partOfWord(word) || !/.[-+&]./.test(word)) return [word];
  const pieces = word.split(/([-+&])/);
  const times = pieces.filter((_, at) => at % 2 === 0);
  return times.length === 2 && times.every((piece) => partOfWord(piece)) ? pieces : [word];
}

export function isBasis(token: string): boolean {
  return BASES.some((basis) => basis.toLowerCase() === token);
}

function isConnector(token: string): boolean {
  return isYearWord(token) || CONNECTORS.includes(token);
}

function namesTime(token: string): boolean {
  return (
    isBasis(token) ||
    (!isYearWord(token) && partOfWord(token) !== undefined) ||
    /^\d{1,2}m$/.test(token) ||
    token === CURRENT
  );
}
