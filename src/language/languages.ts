/** The languages that headings are read in. */
import { FIRST_YEAR, monthNamed } from "../insights";
import { ENGLISH } from "./words/english";
import { GERMAN } from "./words/german";
import type { Words } from "./words";

export const LANGUAGES: readonly Words[] = [ENGLISH, GERMAN];

const SHORTEST_MONTH = 3;

/** Returns the number of a month from three letters of its name on; 0 for any other word. */
export function monthCalled(word: string): number {
  if (word.length < SHORTEST_MONTH) return 0;
  const found = LANGUAGES.map(({ months }) => months.findIndex((month) => month.startsWith(word)));
  return Math.max(-1, ...found) + 1;
}

/** Languages of which the months alone are known, so that a time is asked about and not read without its month. */
const OTHER_LOCALES = ["fr", "es", "it", "pt", "nl", "pl", "cs", "sv", "da", "nb", "fi", "tr"];
const MONTHS_ELSEWHERE: ReadonlySet<string> = new Set(
  OTHER_LOCALES.flatMap((locale) => {
    const names = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, month) => names.format(Date.UTC(FIRST_YEAR, month)).toLowerCase());
  }),
);

/** True for the name of a month in a language that headings are not read in, such as "mars". */
export function isMonthElsewhere(word: string): boolean {
  const month = word.toLowerCase();
  return MONTHS_ELSEWHERE.has(month) && monthNamed(month) + monthCalled(month) === 0;
}

/** Returns the flag of the scenario that a word means, such as "Ist" or "Budget". */
export function flagInWords(word: string): string | undefined {
  return LANGUAGES.flatMap(({ scenarios }) => Object.entries(scenarios)).find(([, words]) => words.includes(word))?.[0];
}
