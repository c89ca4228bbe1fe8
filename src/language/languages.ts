/** The languages beside English that headings are read in. */
import { GERMAN } from "./words/german";
import type { Words } from "./words";

export const LANGUAGES: readonly Words[] = [GERMAN];

const SHORTEST_MONTH = 3;

/** Returns the number of a month from three letters of its name on; 0 for any other word. */
export function monthCalled(word: string): number {
  if (word.length < SHORTEST_MONTH) return 0;
  const found = LANGUAGES.map(({ months }) => months.findIndex((month) => month.startsWith(word)));
  return Math.max(-1, ...found) + 1;
}

/** Returns the flag of the scenario that a word of another language means, such as "Ist". */
export function flagInWords(word: string): string | undefined {
  return LANGUAGES.flatMap(({ scenarios }) => Object.entries(scenarios)).find(([, words]) => words.includes(word))?.[0];
}
