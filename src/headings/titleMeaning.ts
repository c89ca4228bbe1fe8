/** Finds what a title above a table says of all its cells: times, plans, scenarios and the currency. Pure. */
import { cleanWord } from "../language/financeWords";
import {
  AMOUNT_WORDS,
  meaningsOfTime,
  readHeading,
  readName,
  readNumber,
  type HeadingMeaning,
  type KnownNames,
} from "./headingMeaning";
import { alternatives, wordsFor } from "../language/languages";
import { OUTLOOK } from "./outlook";
import { unitsIn } from "./units";
import { withTimeCodes, wordsOf } from "./timeTokens";
import { isLimiting, titleTime } from "./titleTime";

export interface TitleMeaning {
  readonly meanings: readonly HeadingMeaning[];
  /** True if the title names a time, plan, scenario or currency that has no one meaning. */
  readonly isOpen: boolean;
  /** True if the title names scenarios that it compares, so it says the scenario of no cell. */
  readonly comparesScenarios: boolean;
}

/** A title may speak of a forecast without being of one, as in "Demand forecast by region". */
const OUTLOOK_WORDS = wordsFor("outlook");
/** Words of a comparison: "Variance to plan" is no number of the plan. */
const COMPARING = [...wordsFor("versus"), ...wordsFor("comparing"), ...AMOUNT_WORDS];
const AS_OF = new RegExp(`(?:^|[^\\p{L}])(?:${alternatives(wordsFor("asOf"))})(?!\\p{L}).*$`, "iu");
const NOTHING: TitleMeaning = { meanings: [], isOpen: false, comparesScenarios: false };
const MOST_WORDS_OF_NAME = 8;
/** Longer texts are notes, and Excel compares none of them in a formula. */
const LONGEST_TITLE = 255;

/** Returns undefined for a text that names none of these. */
export function readTitle(value: unknown, numberFormat: unknown, known: KnownNames): TitleMeaning | undefined {
  if (typeof value === "number") {
    const meaning = readNumber(value, String(numberFormat));
    return meaning && /^\d{4}$/.test(meaning.value) ? { ...NOTHING, meanings: [meaning] } : undefined;
  }
  if (typeof value !== "string" || value.length > LONGEST_TITLE) return undefined;
  // "As of 10 June 2026" says when the numbers were read.
  const text = value.trim();
  const { names, others } = takeNames(wordsOf(withTimeCodes(text.replace(AS_OF, ""))), known);
  const times = titleTime(others);
  const time = times === "none" ? {} : times;
  const scenarios = names.filter(({ dimension }) => dimension === "scenario");
  const comparesScenarios =
    scenarios.length > 1 ||
    others.some((word) => namesSeveral(word, known)) ||
    (scenarios.length === 1 && others.some((word) => COMPARING.includes(cleanWord(word))));
  const isUnknownScenario = OUTLOOK_WORDS.some((word) => ` ${cleanWord(others.join(" "))} `.includes(` ${word} `));
  const { currencies, scales } = unitsIn(others);
  const meanings: HeadingMeaning[] = [
    ...names.filter(({ dimension }) => dimension === "plan"),
    // "Actual and Budget" is for columns of both.
    ...(comparesScenarios ? [] : scenarios),
    ...(time ? meaningsOfTime(time).map((each) => asReadable(each, text, known)) : []),
    ...currencies.map((value) => ({ dimension: "currency" as const, value, isReadable: value === text })),
    ...scales.map((scale) => ({ dimension: "scale" as const, value: String(scale), isReadable: false })),
  ];
  const isLimited = others.some((word, at) => others[at + 1] === "" && isLimiting(word));
  const isOpen =
    !time || isLimited || isUnknownScenario || currencies.length > 1 || currencies.includes("") || scales.length > 1;
  if (meanings.length === 0 && !isOpen && !comparesScenarios) return undefined;
  return { meanings: distinct(meanings), isOpen, comparesScenarios };
}

/** True for a word of several scenarios, such as "Plan/Actual". */
function namesSeveral(word: string, known: KnownNames): boolean {
  const names = word.split(/[/–-]/).filter((piece) => piece && readName(piece, known)?.dimension === "scenario");
  return names.length > 1;
}

/** The functions read a cell that holds nothing but a period. */
function asReadable(meaning: HeadingMeaning, text: string, known: KnownNames): HeadingMeaning {
  const [only, ...more] = readHeading(text, "", known) ?? [];
  return only?.dimension === meaning.dimension && more.length === 0 ? only : meaning;
}

function distinct(meanings: readonly HeadingMeaning[]): HeadingMeaning[] {
  return [...new Map(meanings.map((meaning) => [meaning.dimension, meaning])).values()];
}

/** Takes plans and scenarios out of a title's words, the longest first. */
function takeNames(words: readonly string[], known: KnownNames) {
  const names: HeadingMeaning[] = [];
  const others: string[] = [];
  for (let from = 0; from < words.length;) {
    let to = Math.min(words.length, from + MOST_WORDS_OF_NAME);
    let found: HeadingMeaning | undefined;
    for (; to > from && !found; to -= 1) {
      const named = readName(words.slice(from, to).join(" "), known);
      if (named && ["plan", "scenario"].includes(named.dimension) && named.value !== OUTLOOK) found = named;
    }
    if (found) {
      names.push({ ...found, isReadable: found.isReadable && words.length === to + 1 && from === 0 });
      // A time before a name and one after it do not belong together.
      others.push("");
      from = to + 1;
    } else {
      others.push(words[from] as string);
      from += 1;
    }
  }
  return { names, others };
}
