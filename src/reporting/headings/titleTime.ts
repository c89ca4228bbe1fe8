/** Finds the time among the words of a title. Other words of a title say nothing, unless they make the time another one. Pure. */
import { cleanWord } from "../../numbers/language/financeWords";
import { isLimitElsewhere, isMonthElsewhere, wordsFor } from "../../numbers/language/languages";
import { isBesideTime, isCounted, isHalf, isTimeWord, TO_WORDS, wordsOf } from "./timeTokens";
import { readTimes, type TimeMeaning } from "./timeWords";

const FROM = wordsFor("from");
const BY = wordsFor("by");
const LIMITING = wordsFor("limiting");
const AVERAGING = wordsFor("averaging");
/** Words between a time and "average": "2026 quarterly average". */
const MOST_BETWEEN = 1;
/** "FY2026E", "2025/26", "Q1/Q2" or "10+2". */
const LIKE_TIME = /(?:^|\D)(?:19|20)\d\d(?!\d)|^(?:fy|cy|gj)['’]?\d|^[qh][1-4]\P{L}|^\d{1,2}\+\d{1,2}$/iu;
/** A day on which something was printed or changed is no period. */
const DAY = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})$/;

/** True for a word that makes the time or the scenario after it another one, such as "without". */
export function isLimiting(word: string): boolean {
  return LIMITING.includes(cleanWord(word));
}

/**
 * Returns all times of a title together; undefined if they cannot be read as a whole, "none" without any.
 * @param words In their order; "" for names between them
 */
export function titleTime(words: readonly string[]): TimeMeaning | "none" | undefined {
  if (words.some((word) => isMonthElsewhere(word) || isLimitElsewhere(word) || isUnread(word))) return undefined;
  const runs: string[][] = [[]];
  for (const [at, word] of words.entries()) {
    if (isOfTime(words, at)) runs.at(-1)?.push(word);
    else runs.push([]);
  }
  const isTold = (run: readonly string[]) =>
    isCounted(run) || run.some((word) => isTimeWord(word) || isAveraging(word) || isLimiting(word));
  const times = runs.filter(isTold).map(timeOfRun);
  if (times.length === 0) return "none";
  return times.some(isHalf) ? undefined : readTimes(times.flat().join(" "));
}

/** True for a word of a time, or one that stands beside it and makes it another one. */
export function isOfTime(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  const isTime = (place: number) => isTimeWord(words[place] ?? "") || isBesideTime(words[place] ?? "");
  if (word === "") return false;
  return (
    isTime(at) ||
    (isTime(at + 1) && (isLimiting(word) || FROM.includes(cleanWord(word))) && !BY.includes(words[at - 1] ?? "")) ||
    (isAveraging(word) && isNear(at, (near) => isTimeWord(words[near] ?? "")))
  );
}

/** True for a word beside a time whose numbers are then no sums. */
export function isAveraging(word: string): boolean {
  return AVERAGING.includes(cleanWord(word));
}

function isNear(at: number, isSought: (at: number) => boolean): boolean {
  const steps = Array.from({ length: 1 + MOST_BETWEEN }, (_, step) => step + 1);
  return steps.some((step) => isSought(at - step) || isSought(at + step));
}

/** True for a word that looks like a time and is none that can be read. */
function isUnread(word: string): boolean {
  return LIKE_TIME.test(word) && !isTimeWord(word) && !isBesideTime(word) && !DAY.test(word);
}

/** Leaves out "from" before the first of two times. */
function timeOfRun(run: readonly string[]): string[] {
  const words = wordsOf(run.join(" ").replace(/^[-–—\s]+|[-–—\s]+$/g, "")).map((word) => word.toLowerCase());
  const isStretch =
    FROM.includes(words[0] ?? "") && words.some((word) => /[-–—]/.test(word) || TO_WORDS.includes(word));
  return isStretch ? words.slice(1) : words;
}
