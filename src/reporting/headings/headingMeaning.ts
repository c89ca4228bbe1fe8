/** Finds the meaning of a heading's text: a field, a scenario, a period and so on. Pure. */
import { fieldLabel, findField, type Plan, type Scenario } from "../../insights";
import { BASES } from "../../numbers/language/bases";
import { cleanWord, fieldsCalled } from "../../numbers/language/financeWords";
import { cleanText, scenariosNamed } from "../../numbers/language/names";
import { alternatives, flagInWords, keysOfWords, wordsFor } from "../../numbers/language/languages";
import { isCurrent, parsePeriod, periodCode } from "../../numbers/language/periods";
import type { TableDimension } from "../tables/axes";
import { PRIOR_YEAR, scenarioName } from "../tables/definition";
import { tableTexts } from "../tables/tableTexts";
import { isOutlookWord, OUTLOOK } from "./outlook";
import { readItem, withGroupings, type PlanItems } from "./planItems";
import { withMarksAsWords, withTimeCodes, wordsAndBreaks, wordsOf } from "./timeTokens";
import { readTimes, type TimeMeaning } from "./timeWords";
import { currencyInWord, unitsIn } from "./units";

export type HeadingDimension = TableDimension | "plan" | "currency" | "scale" | "asAt";

export interface HeadingMeaning {
  readonly dimension: HeadingDimension;
  /** For a period its code; one that names no year begins with `NO_YEAR`. */
  readonly value: string;
  /** True if the functions read the heading as it stands, so a formula can refer to its cell. */
  readonly isReadable: boolean;
}

/** True for what says when: a period, a basis or a day. */
export function isTime(dimension: HeadingDimension): boolean {
  return dimension === "period" || dimension === "basis" || dimension === "asAt";
}

/** A subject of a title that it says of no cell. The value is "" for any. */
export type Mention = Pick<HeadingMeaning, "dimension" | "value">;

/** A plan that headings may name. */
export type NamedPlan = Pick<Plan, "id" | "name" | "scenarios">;

/** The names that headings may use. */
export interface KnownNames {
  /** All plans of the workspace. */
  readonly plans: readonly NamedPlan[];
  /** The scenarios of the plan that the cells are of; of several plans, the scenarios that they share. */
  readonly scenarios: readonly Scenario[];
  /** The scenarios of all plans: a title with one that the cells' plan lacks is asked about. */
  readonly ofAnyPlan?: readonly Scenario[];
  /** Its items; undefined until a word needs them. */
  readonly items?: PlanItems | undefined;
  /** Which "$" means, among others. */
  readonly currency?: string | undefined;
  /** The user's meanings of other words, as `cleanText` spells them. */
  readonly words?: ReadonlyMap<string, HeadingMeaning>;
}

export const PRIOR_YEAR_WORDS = wordsFor("priorYear");
/** As `cleanWord` spells them. */
export const AMOUNT_WORDS = wordsFor("variance");
const PERCENT_WORDS = [
  "%",
  ...wordsFor("percent"),
  ...AMOUNT_WORDS.flatMap((word) => [
    ...[`${word} %`, `% ${word}`, `%${word}`],
    ...wordsFor("in").map((before) => `${word} ${before} %`),
  ]),
];
const COMPARISONS = [...AMOUNT_WORDS, ...wordsFor("versus"), ...wordsFor("percent"), "%"];
/** The measure of a heading such as "% of net sales". No function takes it: a formula divides two numbers. */
export const SHARE = "share of net sales";
const SHARE_WORDS = new RegExp(
  `^(?:(?:${alternatives(wordsFor("in"))}) )?(?:%|${alternatives([...wordsFor("percent"), ...wordsFor("share")])})` +
    `(?: (?:${alternatives(wordsFor("of"))}))?\\s(.+)$`,
);
const COMPARED = new RegExp(`^(?:(.*?)\\s+)?(?:${alternatives(wordsFor("versus"))})\\.?\\s+(.*?)(\\s*%)?$`, "i");
/** "YoY %". "YoY" alone may be an amount. */
const YEAR_ON_YEAR = new RegExp(`^(?:${alternatives(wordsFor("yearOnYear"))})(?=\\s*%)`, "iu");
/** The labels of values in the cells beside them: those of tables of ours, and what people write. */
const LABELS: ReadonlyMap<string, HeadingDimension> = new Map<string, HeadingDimension>([
  ...Object.entries(tableTexts.dimensions).map(
    ([name, label]) => [label.toLowerCase(), name as TableDimension] as const,
  ),
  [tableTexts.currency.toLowerCase(), "currency"],
  ...keysOfWords(({ labels }) => labels),
]);
/** The base of a variance that names no other. */
export const COMMITTED = "committed";
/** Words that are understood as one heading, at most. */
const MOST_WORDS = 12;

/** True for a text that has a word of a comparison, such as "vs Bud". */
export function compares(text: string): boolean {
  const words = ` ${cleanWord(text).replace(/[^\p{L}%/ ]/gu, " ")} `;
  return COMPARISONS.some((word) => words.includes(` ${word} `));
}

/** Returns the dimension that a label such as "Scenario" announces. */
export function labelledDimension(text: unknown): HeadingDimension | undefined {
  const label = typeof text === "string" ? text.trim().toLowerCase().replace(/:$/, "") : "";
  return LABELS.get(label);
}

/** Returns all that a heading says; undefined if a part of it is not understood. */
export function readHeading(
  value: unknown,
  numberFormat: unknown,
  known: KnownNames,
  labelled?: HeadingDimension,
): HeadingMeaning[] | undefined {
  if (labelled === "actualsTo") return [{ dimension: labelled, value: String(value), isReadable: true }];
  if (typeof value === "number") {
    const meaning = readNumber(value, String(numberFormat));
    return meaning && [meaning];
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  // A bare % may be a share or a variance.
  if (!labelled && text === "%") return undefined;
  if (labelled === "currency" && !/^[a-z]{3}$/i.test(text)) return readUnits(text, known);
  const whole = labelled ? readLabelled(text, labelled, known) : readOneMeaning(text, known);
  const meanings = whole ? [whole] : (readComparison(text, known) ?? withBase(readSeveralMeanings(text, known)));
  if (!labelled) return meanings && withGroupings(meanings, known.items);
  // Beside a label stands what the functions read, and they know no outlook by its name.
  return meanings?.some(({ value }) => value === OUTLOOK) ? undefined : meanings;
}

/** A date, a year, or a month such as 202603. */
export function readNumber(value: number, numberFormat: string): HeadingMeaning | undefined {
  const period = (code: string): HeadingMeaning => ({ dimension: "period", value: code, isReadable: true });
  if (/[dmy]/i.test(numberFormat.replace(/\[[^\]]*\]|"[^"]*"/g, ""))) return period("date");
  const span = parsePeriod(value, 1900);
  return span && span.unit !== "day" ? period(periodCode(span)) : undefined;
}

/** Reads "EUR", and "EUR k"; undefined if a word of it is not understood. */
function readUnits(text: string, known: KnownNames): HeadingMeaning[] | undefined {
  const words = wordsOf(text);
  const { currencies, scales, said } = unitsIn(words, known.currency);
  if (words.some((_, at) => !said.has(at)) || currencies.length > 1 || scales.length > 1) return undefined;
  return [
    ...currencies.map((value) => ({ dimension: "currency" as const, value, isReadable: value === text })),
    ...scales.map((value) => ({ dimension: "scale" as const, value: String(value), isReadable: false })),
  ];
}

/** Reads a heading whose label says what it is. */
function readLabelled(text: string, dimension: HeadingDimension, known: KnownNames): HeadingMeaning | undefined {
  if (["item", "groupBy", "plan", "currency"].includes(dimension)) return { dimension, value: text, isReadable: true };
  const found = readOneMeaning(text, known);
  return dimension === "base" && found?.dimension === "scenario" ? { ...found, dimension } : found;
}

function readOneMeaning(text: string, known: KnownNames): HeadingMeaning | undefined {
  const exact = text.toLowerCase();
  const meaning = (dimension: HeadingDimension, value: string, isReadable = false) => ({
    dimension,
    value,
    isReadable,
  });
  const explained = known.words?.get(cleanText(text));
  if (explained) return explained;
  const plan = known.plans.find(({ name }) => name.trim().toLowerCase() === exact);
  const [scenario, ...others] = scenariosNamed(text, known.scenarios);
  if (scenario)
    return others.length > 0 ? undefined : meaning("scenario", scenarioName(scenario, known.scenarios), true);
  const field = findField(text);
  if (field) return meaning("field", field.label, true);
  const basis = BASES.find((each) => each === text.toUpperCase());
  if (basis) return meaning("basis", basis, true);
  if (exact === "percent" || exact === "amount") return meaning("measure", exact, true);
  const code = currencyInWord(text);
  const currency = code ? meaning("currency", code, code === text) : undefined;
  return (
    readFinanceWord(text) ??
    readScenarioWord(text, known) ??
    currency ??
    readPeriodText(text) ??
    readPlan(plan?.name) ??
    readItem(text, known.items)
  );
}

/** Reads a name or a word of finance. A time is read from all words of a heading together. */
export function readName(text: string, known: KnownNames): HeadingMeaning | undefined {
  const found = readOneMeaning(text, known);
  return found?.dimension === "period" || found?.dimension === "basis" ? undefined : found;
}

/** Reads what people write for a name: the functions would not understand it. */
function readFinanceWord(text: string): HeadingMeaning | undefined {
  const word = cleanWord(text);
  const meaning = (dimension: HeadingDimension, value: string) => ({ dimension, value, isReadable: false });
  const [called, ...others] = fieldsCalled(text) ?? [findField(word)?.name];
  if (called && others.length === 0) return meaning("field", fieldLabel(called));
  const basis = BASES.find((each) => each.toLowerCase() === withTimeCodes(word));
  if (basis) return meaning("basis", basis);
  if (PRIOR_YEAR_WORDS.includes(word)) return meaning("year", PRIOR_YEAR);
  if (PERCENT_WORDS.includes(word)) return meaning("measure", "percent");
  if (AMOUNT_WORDS.includes(word)) return meaning("measure", "amount");
  return isShareOfNetSales(word) ? meaning("measure", SHARE) : undefined;
}

/** Reads "Ist" or "Outlook", unless a scenario's own name may be meant. */
function readScenarioWord(text: string, { scenarios }: KnownNames): HeadingMeaning | undefined {
  if (isOutlookWord(text, scenarios)) return { dimension: "scenario", value: OUTLOOK, isReadable: false };
  const word = cleanWord(text).replace(/\.$/, "");
  const flag = flagInWords(word);
  const own = scenarios.find(({ flags }) => flag !== undefined && flags.includes(flag));
  const isOpen = scenarios.some((each) => each !== own && cleanWord(each.name).split(" ").includes(word));
  if (!own || isOpen) return undefined;
  return { dimension: "scenario", value: scenarioName(own, scenarios), isReadable: false };
}

function isShareOfNetSales(word: string): boolean {
  const [, whole = ""] = SHARE_WORDS.exec(word) ?? [];
  const [called = findField(whole)?.name, ...others] = fieldsCalled(whole) ?? [];
  // "Sales" may be gross or net.
  return called === "netFIESales" && others.length === 0;
}

function readPlan(plan: string | undefined): HeadingMeaning | undefined {
  return plan === undefined ? undefined : { dimension: "plan", value: plan, isReadable: true };
}

/** "2026-03", "Q1 2026" and "current", as the functions read them. */
function readPeriodText(text: string): HeadingMeaning | undefined {
  const word = text.toLowerCase();
  const period = (value: string): HeadingMeaning => ({ dimension: "period", value, isReadable: true });
  if (isCurrent(word)) return period(word.replace(/\s/g, ""));
  const span = parsePeriod(text, 1900);
  return span && period(periodCode(span));
}

/** Returns the meanings of a time that the functions would not read as it stands. */
export function meaningsOfTime({ period, basis }: TimeMeaning): HeadingMeaning[] {
  return [
    ...(basis === undefined ? [] : [{ dimension: "basis" as const, value: basis, isReadable: false }]),
    ...(period === undefined ? [] : [{ dimension: "period" as const, value: period, isReadable: false }]),
  ];
}

/** "Actual vs PY", "Var vs Plan %", "vs Budget". */
function readComparison(text: string, known: KnownNames): HeadingMeaning[] | undefined {
  const said = text.replace(YEAR_ON_YEAR, "vs PY ");
  const [, left = "", right = "", percent] = COMPARED.exec(said) ?? [];
  const base = readOneMeaning(right, known);
  // What is compared with an outlook has other months.
  if ((base?.dimension !== "scenario" && base?.dimension !== "year") || base.value === OUTLOOK) return undefined;
  const own = left === "" ? [] : readSeveralMeanings(left, known);
  if (!own) return undefined;
  const isMeasured = own.some(({ dimension }) => dimension === "measure");
  const others = percent && isMeasured ? own.filter(({ dimension }) => dimension !== "measure") : own;
  const measure = { dimension: "measure", value: percent ? "percent" : "amount", isReadable: false } as const;
  return [
    ...others.map((each) => ({ ...each, isReadable: false })),
    ...(isMeasured && !percent ? [] : [measure]),
    { dimension: base.dimension === "scenario" ? "base" : "year", value: base.value, isReadable: false },
  ];
}

/** "Plan variance" and "Δ Budget" are variances from the plan; "Actual Δ" is the actuals' own, as "Optimistic Δ" is. */
function withBase(meanings: HeadingMeaning[] | undefined): HeadingMeaning[] | undefined {
  if (!meanings?.some(({ dimension }) => dimension === "measure")) return meanings;
  const isBase = ({ dimension, value }: HeadingMeaning) => dimension === "scenario" && value === COMMITTED;
  return meanings.map((each) => (isBase(each) ? { ...each, dimension: "base" } : each));
}

/** Reads a heading of several meanings, such as "Actual YTD Mar 26", names by their longest words and times as a whole. */
function readSeveralMeanings(text: string, known: KnownNames): HeadingMeaning[] | undefined {
  const all = wordsAndBreaks(withMarksAsWords(text));
  if (all.length === 0 || all.length > MOST_WORDS) return undefined;
  const units = unitsIn(all, known.currency);
  const isUnit = units.currencies.length === 1 && units.currencies[0] !== "" && units.scales.length < 2;
  const words = all.map((word, at) => (isUnit && units.said.has(at) ? "" : word));
  const { names: named, stretches } = takeNames(words, known);
  const spoken = stretches.map((stretch) => stretch.filter(Boolean));
  const others = spoken.flatMap((each, at) => trimDashes(each, at > 0, at < spoken.length - 1));
  const names = [
    ...named,
    ...(isUnit ? (readUnits(all.filter((_, at) => units.said.has(at)).join(" "), known) ?? []) : []),
  ].map((each) => ({ ...each, isReadable: false }));
  const time = others.length > 0 ? readTimes(others.join(" ")) : {};
  if (!time) return undefined;
  const meanings = withShare([...names, ...meaningsOfTime(time)], text);
  const isTwice = (dimension: HeadingDimension) => meanings.filter((each) => each.dimension === dimension).length > 1;
  // "Δ PY %" says its measure in two places.
  const said = isTwice("measure")
    ? meanings.filter(({ dimension, value }) => dimension !== "measure" || value === "percent")
    : meanings;
  // The outlook of the year before is all actual.
  if (said.some(({ value }) => value === OUTLOOK) && isOfYearBefore(said)) return undefined;
  const isOneEach = new Set(said.map(({ dimension }) => dimension)).size === said.length;
  return said.length > 0 && isOneEach ? [...said] : undefined;
}

function isOfYearBefore(meanings: readonly HeadingMeaning[]): boolean {
  const says = (name: HeadingDimension) => meanings.some(({ dimension }) => dimension === name);
  return says("year") && !says("measure");
}

/** Separates names, the longest first, from the stretches of words between them, in which "" stands for a mark of punctuation. */
export function takeNames(
  words: readonly string[],
  known: KnownNames,
  isSought: (meaning: HeadingMeaning) => boolean = () => true,
): { readonly names: readonly HeadingMeaning[]; readonly stretches: readonly (readonly string[])[] } {
  const names: HeadingMeaning[] = [];
  const stretches: string[][] = [[]];
  for (let from = 0; from < words.length; from += 1) {
    let to = Math.min(words.length, from + MOST_WORDS);
    let found: HeadingMeaning | undefined;
    for (; to > from && !found; to -= 1) {
      const own = words.slice(from, to);
      const named = own.includes("") ? undefined : readName(own.join(" "), known);
      if (named && isSought(named)) found = named;
    }
    if (!found) {
      stretches.at(-1)?.push(words[from] ?? "");
      continue;
    }
    const { dimension, value } = found;
    const isWhole = from === 0 && to === words.length - 1;
    if (!names.some((each) => each.dimension === dimension && each.value === value))
      names.push({ ...found, isReadable: found.isReadable && isWhole });
    stretches.push([]);
    from = to;
  }
  return { names, stretches };
}

/** A dash between a name and something else is a mark of punctuation. */
function trimDashes(words: readonly string[], isAfterName: boolean, isBeforeName: boolean): readonly string[] {
  const isDash = (word: string | undefined) => word !== undefined && /^[-–—]+$/.test(word);
  const from = isAfterName && isDash(words[0]) ? 1 : 0;
  const to = words.length - (isBeforeName && words.length > from && isDash(words.at(-1)) ? 1 : 0);
  return words.slice(from, to);
}

/** "Trade spend %" is a share of net sales, "Fill rate %" a ratio with its unit; "Trade spend Δ %" is a variance. */
function withShare(meanings: readonly HeadingMeaning[], text: string): readonly HeadingMeaning[] {
  const field = findField(meanings.find(({ dimension }) => dimension === "field")?.value ?? "");
  const isMeasured = meanings.filter(({ dimension }) => dimension === "measure").length === 1;
  const isVariance = meanings.some(({ dimension }) => dimension === "base" || dimension === "year");
  const isSaid = AMOUNT_WORDS.some((word) => ` ${cleanWord(text)} `.includes(` ${word} `));
  if (!field || !isMeasured || isVariance || isSaid) return meanings;
  if (field.unit === "ratio") return meanings.filter(({ dimension }) => dimension !== "measure");
  if (field.family !== "pnl" || field.unit !== "amount" || !/%\)?\s*$/.test(text)) return meanings;
  const share = findField(`${field.name}Percent`);
  if (!share) return meanings.map((each) => (each.dimension === "measure" ? { ...each, value: SHARE } : each));
  return meanings.flatMap((each) =>
    each.dimension === "measure" ? [] : each.dimension === "field" ? { ...each, value: share.label } : each,
  );
}
