/** What a word of a heading stands for, whatever its language. */
import { FIRST_YEAR, monthNamed } from "../../insights";
import { LANGUAGES } from "./words/list";
import type { PartWords, ScaleWords, Words } from "./words";

/** The members of a language that are lists of words. */
type WordList = { [Name in keyof Words]: Words[Name] extends readonly string[] ? Name : never }[keyof Words];

/** Returns the words for one thing in all languages. */
export function wordsFor(name: WordList): readonly string[] {
  return LANGUAGES.flatMap((language) => language[name]);
}

/** Returns which key each word stands for. One of two languages that stands for another key in each is left out. */
export function keysOfWords<Key extends string>(
  listsOf: (language: Words) => Readonly<Partial<Record<Key, readonly string[]>>>,
): ReadonlyMap<string, Key> {
  const entries = LANGUAGES.flatMap((language) => Object.entries(listsOf(language)) as [Key, readonly string[]][]);
  const pairs = entries.flatMap(([key, words]) => words.map((word) => [word, key] as const));
  const found = new Map(pairs);
  for (const [word, key] of pairs) if (found.get(word) !== key) found.delete(word);
  return found;
}

/** Returns the scales that words and marks stand for, in all languages. */
export function scalesCalled(): readonly ScaleWords[] {
  return LANGUAGES.flatMap(({ scales }) => scales);
}

/** Returns words as the alternatives of a regular expression, the longest first. A space may be a hyphen, and "1 quartal" "1. quartal". */
export function alternatives(words: Iterable<string>): string {
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  const patternOf = (word: string) => word.replace(/[*+?^${}()|[\]\\]/g, "\\$&").replace(/(\d )| /g, spacePattern);
  return longestFirst.map(patternOf).join("|");
}

function spacePattern(_space: string, afterNumber: string | undefined): string {
  return afterNumber ? `${afterNumber.trim()}[.]?[- ]` : "[- ]";
}

const FLAGS = keysOfWords(({ scenarios }) => scenarios);
const SHORTEST_MONTH = 3;

/** Returns the number of a month from three letters of its name on; 0 for any other word, and for two months of two languages. */
export function monthCalled(word: string): number {
  if (word.length < SHORTEST_MONTH) return 0;
  const found = LANGUAGES.map(
    ({ months, shortMonths }) =>
      (Object.hasOwn(shortMonths, word) ? shortMonths[word] : undefined) ??
      months.findIndex((month) => month.startsWith(word)) + 1,
  );
  const [month = 0, ...others] = new Set(found.filter((number) => number > 0));
  return others.length > 0 ? 0 : month;
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

/** Words beside a time of those languages that make it another one: "à fin sept.", "cumul 2026", "hasta marzo". */
const LIMITS_ELSEWHERE: ReadonlySet<string> = new Set(
  [
    ["fin", "cumul", "cumulé", "cumulés", "cumulée", "jusqu'à", "jusqu’à", "depuis", "hors", "sans", "arrêté"],
    ["acumulado", "acumulada", "hasta", "desde", "cierre", "cumulato", "cumulata", "fino", "progressivo", "chiusura"],
    ["até", "desde", "fecho", "cumulatief", "tot", "sinds", "ultimo", "narastająco", "kümülatif", "kumulativt"],
  ].flat(),
);

/** True for a word that limits a time in a language that headings are not read in. */
export function isLimitElsewhere(word: string): boolean {
  return LIMITS_ELSEWHERE.has(word.toLowerCase());
}

/** Parts of the year in those languages: a title is then not of the whole year. */
const PARTS_ELSEWHERE: readonly PartWords[] = [
  { months: 1, words: ["mensuel*", "mensual*", "mensil*", "mensal*", "maand*"] },
  { months: 3, words: ["trimestr*", "kwartaal*", "kvartal*"] },
  { months: 6, words: ["semestr*", "halfjaar*", "halvår*"] },
];

/** Returns the parts of the year that words stand for, in all languages. */
export function partsCalled(): readonly PartWords[] {
  return [...LANGUAGES.flatMap(({ parts }) => parts), ...PARTS_ELSEWHERE];
}

/** Returns the flag of the scenario that a word means, such as "Ist" or "Budget". */
export function flagInWords(word: string): string | undefined {
  return FLAGS.get(word);
}
