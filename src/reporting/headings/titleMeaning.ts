/** Finds what a title above a table says of all its cells: times, plans, scenarios and the currency. Pure. */
import { cleanText } from "../../numbers/language/names";
import { cleanWord, fieldsCalled } from "../../numbers/language/financeWords";
import {
  AMOUNT_WORDS,
  PRIOR_YEAR_WORDS,
  meaningsOfTime,
  readHeading,
  readName,
  takeNames,
  readNumber,
  type HeadingDimension,
  type HeadingMeaning,
  type KnownNames,
  type Mention,
} from "./headingMeaning";
import { wordsFor } from "../../numbers/language/languages";
import { tableTexts } from "../tables/tableTexts";
import { OUTLOOK } from "./outlook";
import { namesItem, withGroupings } from "./planItems";
import { unitsIn } from "./units";
import { partInWords, type PartOfYear } from "./partsOfYear";
import { withMarksAsWords, withTimeCodes, wordsAndBreaks } from "./timeTokens";
import { takeAsAt, withEndedMonths } from "./asAt";
import { isAveraging, isLimiting, isOfTime, titleTime } from "./titleTime";

export interface TitleMeaning {
  readonly meanings: readonly HeadingMeaning[];
  /** What the title may speak of by words that have no one meaning: a time, a plan, a scenario, a currency and so on. */
  readonly open: readonly HeadingDimension[];
  /** Its subjects, such as variances and scenarios that it compares, that it says of no cell. */
  readonly mentions: readonly Mention[];
  /** The part of the year that it names without saying which. */
  readonly part?: PartOfYear;
  /** True if a word that nobody knows may make its item another one: "Greater North". */
  readonly isDoubted?: boolean;
  /** Words that nobody knows; those that stand together are one. */
  readonly unread: readonly string[];
}

/** A title may speak of a forecast without being of one, as in "Demand forecast by region". */
const OUTLOOK_WORDS = wordsFor("outlook");
/** Words of a comparison: "Variance to plan" is no number of the plan. */
const COMPARING = [...wordsFor("versus"), ...wordsFor("comparing"), ...AMOUNT_WORDS];
/** The meaning of a title without a word that is known. */
export const NOTHING: TitleMeaning = { meanings: [], open: [], mentions: [], unread: [] };
/** Words that say nothing by themselves. */
const IDLE = [
  cleanWord(tableTexts.sign),
  ...wordsFor("idle"),
  ...wordsFor("by"),
  ...wordsFor("in"),
  ...wordsFor("of"),
  ...wordsFor("to"),
  ...COMPARING,
];
/** They are asked about if no cell is of them. */
const MENTIONED = [...AMOUNT_WORDS, ...PRIOR_YEAR_WORDS, ...OUTLOOK_WORDS].flatMap((words) => words.split(" "));
const MOST_IDLE_WORDS = Math.max(...IDLE.map((words) => words.split(" ").length));
const VARIANCE_WORDS = [...AMOUNT_WORDS, ...wordsFor("yearOnYear")];
/** Lines below such a title are steps from one number to another. */
const WALKS = wordsFor("walks");
/** Longer texts are notes, and Excel compares none of them in a formula. */
const LONGEST_TITLE = 255;

/** Returns undefined for a text without a word that may say something. */
export function readTitle(value: unknown, numberFormat: unknown, known: KnownNames): TitleMeaning | undefined {
  if (typeof value === "number") {
    const meaning = readNumber(value, String(numberFormat));
    return meaning && /^\d{4}$/.test(meaning.value) ? { ...NOTHING, meanings: [meaning] } : undefined;
  }
  if (typeof value !== "string" || value.length > LONGEST_TITLE) return undefined;
  const text = value.trim();
  const { rest, asAt } = takeAsAt(withEndedMonths(text));
  const words = wordsAndBreaks(withTimeCodes(withMarksAsWords(rest)));
  const { names, stretches } = takeNames(words, known, isOfTitle);
  // A time before a name and one after it do not belong together.
  const apart = stretches.flatMap((stretch, at) => (at > 0 ? ["", ...stretch] : stretch));
  const others = stretches.flatMap((stretch, at) => [...(at > 0 ? [""] : []), ...stretch.filter(Boolean)]);
  const times = titleTime(others);
  const time = times === "none" ? {} : times;
  const of = (name: HeadingDimension) => names.filter(({ dimension }) => dimension === name);
  const scenarios = of("scenario");
  const comparesScenarios =
    scenarios.length > 1 ||
    others.some((word) => scenariosIn(word, known).length > 1) ||
    (scenarios.length === 1 && others.some((word) => COMPARING.includes(cleanWord(word))));
  const units = unitsIn(others, known.currency);
  const { currencies, scales } = units;
  const [plans, items] = [of("plan"), of("item")];
  const meanings: HeadingMeaning[] = [
    ...plans,
    ...items,
    // "Actual and Budget" is for columns of both.
    ...(comparesScenarios ? [] : scenarios),
    ...(time ? meaningsOfTime(time).map((each) => asReadable(each, text, known)) : []),
    ...currencies.map((value) => ({ dimension: "currency" as const, value, isReadable: value === text })),
    ...(asAt === undefined ? [] : [{ dimension: "asAt" as const, value: asAt.month, isReadable: false }]),
    ...scales.map((scale) => ({ dimension: "scale" as const, value: String(scale), isReadable: false })),
  ];
  // "Without North", though not "by quarter, Committed".
  const isBeforeName = (at: number) => apart[at + 1] === "" && apart[at + 2] !== "";
  const isLimited = apart.some((word, at) => (isBeforeName(at) || items.length > 0) && isLimiting(word));
  const { part, said: ofPart } = partInWords(apart);
  const unread = unreadWords(apart, new Set([...unitsIn(apart, known.currency).said, ...ofPart]));
  const namesItems = unread.some((run) => namesItem(run, known.items)) || items.length > 1;
  const open: HeadingDimension[] = [
    ...(time ? [] : ["period" as const]),
    ...(namesItems || isLimited ? ["item" as const] : []),
    ...(others.some((word) => WALKS.includes(cleanWord(word))) ? ["field" as const] : []),
    ...(mayBeScenario(others, known) ? ["scenario" as const] : []),
    ...(plans.length > 1 || hasOtherPlan(text, plans, known) ? ["plan" as const] : []),
    ...(currencies.length > 1 || currencies.includes("") ? ["currency" as const] : []),
    ...(units.isOpen || scales.length > 1 ? ["scale" as const] : []),
  ];
  const mentions = [
    ...(comparesScenarios ? [...scenarios, ...others.flatMap((word) => scenariosIn(word, known))] : []),
    ...mentionsIn(others),
  ];
  // The only other words of a title may be the line of all its cells.
  const [line = "", ...more] = unread;
  const field = more.length === 0 && mentions.length === 0 ? readName(line, known) : undefined;
  if (field?.dimension === "field") meanings.push({ ...field, isReadable: false });
  const said = withGroupings(distinct(meanings), known.items);
  const strange = unread.filter((run) => !fieldsCalled(run) && readName(run, known)?.dimension !== "field");
  const isDoubted = items.some(({ value: item }) => strange.some((run) => touches(words, run, item)));
  const marks = { ...(part && { part }), ...(isDoubted && { isDoubted }) };
  const title = { meanings: said, open, mentions, unread, ...marks };
  return saysNothing(title) && !part && unread.length === 0 ? undefined : title;
}

/** Returns variances and prior years that words speak of. */
function mentionsIn(words: readonly string[]): Mention[] {
  const text = ` ${cleanWord(words.join(" "))} `;
  const has = (list: readonly string[]) => list.some((word) => text.includes(` ${word} `));
  return [
    ...(has(VARIANCE_WORDS) ? [{ dimension: "measure" as const, value: "" }] : []),
    ...(has(PRIOR_YEAR_WORDS) ? [{ dimension: "year" as const, value: "" }] : []),
  ];
}

/** True if the words of one text stand right beside those of another, or but for idle words. */
function touches(words: readonly string[], one: string, other: string): boolean {
  const idle = idleWords(words);
  const text = ` ${cleanText(
    words
      .map((word, at) => (idle.has(at) ? "" : word || "|"))
      .filter(Boolean)
      .join(" "),
  )} `;
  return [`${one} ${other}`, `${other} ${one}`].some((both) => text.includes(` ${cleanText(both)} `));
}

/** True if the name of another plan stands in a text with more beside it, as in "FY25 Plans". */
function hasOtherPlan(text: string, said: readonly HeadingMeaning[], known: KnownNames): boolean {
  const whole = cleanText(text);
  const isSaid = (name: string) => said.some(({ value }) => cleanText(value).includes(cleanText(name)));
  return known.plans.some(
    ({ name }) => whole.includes(cleanText(name)) && !isSaid(name) && readName(name, known)?.dimension === "plan",
  );
}

/** True if words are of an outlook, or name a scenario that the cells' plan lacks. */
function mayBeScenario(words: readonly string[], { ofAnyPlan = [] }: KnownNames): boolean {
  const isScenario = ({ dimension, value }: HeadingMeaning) => dimension === "scenario" && value !== OUTLOOK;
  const text = ` ${cleanWord(words.join(" "))} `;
  return (
    OUTLOOK_WORDS.some((word) => text.includes(` ${word} `)) ||
    takeNames(words, { plans: [], scenarios: ofAnyPlan }, isScenario).names.length > 0
  );
}

/** True for a name that a title says of its cells. */
function isOfTitle({ dimension, value }: HeadingMeaning): boolean {
  return ["plan", "scenario", "item"].includes(dimension) && value !== OUTLOOK;
}

/** True for a title without a word that is known, or that says no more than how its numbers are divided. */
export function saysNothing({ meanings, open, mentions, part }: TitleMeaning): boolean {
  return meanings.length === 0 && open.length === 0 && mentions.length === 0 && part?.isDividing !== false;
}

/** Returns the unread words of a title that make its numbers others, such as "average" and "without", and the rest of them. */
export function limitsIn({ unread }: Pick<TitleMeaning, "unread">) {
  const words = unread.flatMap((run) => run.split(" "));
  const limits = words.filter((word) => isLimiting(word) || isAveraging(word));
  return { limits, others: words.filter((word) => !limits.includes(word)) };
}

/**
 * Returns words that say no time, and that are not idle.
 * @param known Where words stand that say something else.
 */
function unreadWords(words: readonly string[], known: ReadonlySet<number>): string[] {
  const idle = idleWords(words);
  const runs: string[][] = [[]];
  for (const [at, word] of words.entries()) {
    const isKnown = idle.has(at) || known.has(at) || isOfTime(words, at) || MENTIONED.includes(cleanWord(word));
    if (!isKnown && /\p{L}/u.test(word)) runs.at(-1)?.push(word);
    else runs.push([]);
  }
  return runs.flatMap((run) => (run.length > 0 ? [run.join(" ")] : []));
}

/** Returns where idle words stand, of one word or several. */
function idleWords(words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + MOST_IDLE_WORDS); to += 1)
      if (IDLE.includes(cleanWord(words.slice(from, to).join(" "))))
        for (let at = from; at < to; at += 1) found.add(at);
  return found;
}

/** Returns the scenarios of a word such as "Plan/Actual". */
function scenariosIn(word: string, known: KnownNames): HeadingMeaning[] {
  const names = word.split(/[/–-]/).flatMap((piece) => (piece ? (readName(piece, known) ?? []) : []));
  return names.filter(({ dimension }) => dimension === "scenario");
}

/** The functions read a cell that holds nothing but a period. */
function asReadable(meaning: HeadingMeaning, text: string, known: KnownNames): HeadingMeaning {
  const [only, ...more] = readHeading(text, "", known) ?? [];
  return only?.dimension === meaning.dimension && more.length === 0 ? only : meaning;
}

function distinct(meanings: readonly HeadingMeaning[]): HeadingMeaning[] {
  return [...new Map(meanings.map((meaning) => [meaning.dimension, meaning])).values()];
}
