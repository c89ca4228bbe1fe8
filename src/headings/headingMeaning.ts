/** Finds the meaning of a heading's text: a field, a scenario, a period and so on. Pure. */
import { fieldLabel, findField, monthNamed } from "../insights";
import { BASES } from "../language/bases";
import { cleanWord, fieldsCalled, flagCalled } from "../language/financeWords";
import { isSameName } from "../language/names";
import { isCurrent, parsePeriod, periodCode } from "../language/periods";
import type { GridDimension } from "../tables/axes";
import { PRIOR_YEAR } from "../tables/definition";
import { periodKind, periodOfMonth } from "../tables/periods";
import { gridTexts } from "../tables/texts";

export type HeadingDimension = GridDimension | "plan" | "currency";

export interface HeadingMeaning {
  readonly dimension: HeadingDimension;
  /** For a period its code; one that names no year begins with `NO_YEAR`. */
  readonly value: string;
  /** True if the functions read the heading as it stands, so a formula can refer to its cell. */
  readonly isReadable: boolean;
}

/** The names that headings may use. */
export interface KnownNames {
  readonly plans: readonly string[];
  /** Names, ids and flags of the plan's scenarios. */
  readonly scenarios: readonly string[];
}

export const NO_YEAR = "?";

const BASIS_WORDS: ReadonlyMap<string, string> = new Map([
  ["year to date", "YTD"],
  ["quarter to date", "QTD"],
  ["year to go", "YTG"],
  ["quarter to go", "QTG"],
]);
const PRIOR_YEAR_WORDS = ["py", "ly", "prior year", "previous year", "last year"];
const FULL_YEAR_WORDS = ["fy", "full year", "year", "total year"];
/** As `cleanWord` spells them. */
const AMOUNT_WORDS = ["amount", "var", "variance", "delta", "diff", "difference", "δ", "change", "chg"];
const PERCENT_WORDS = [
  "percent",
  "%",
  ...AMOUNT_WORDS.flatMap((word) => [`${word} %`, `${word} in %`, `% ${word}`, `%${word}`]),
];
/** The measure of a heading such as "% of net sales". No function takes it: a formula divides two numbers. */
export const SHARE = "share of net sales";
const SHARE_WORDS = /^(?:in |as )?(?:%|percent|share)(?: of)? (.+)$/;
/** The labels of values in the cells beside them. */
const LABELS: Readonly<Record<string, HeadingDimension>> = {
  ...Object.fromEntries(
    Object.entries(gridTexts.dimensions).map(([name, label]) => [label.toLowerCase(), name as GridDimension]),
  ),
  plan: "plan",
  [gridTexts.currency.toLowerCase()]: "currency",
  currency: "currency",
  field: "field",
  kpi: "field",
  "base scenario": "base",
  base: "base",
  month: "period",
};
/** Words that are understood as one heading, at most. */
const MOST_WORDS = 8;

/** Returns the dimension that a label such as "Scenario" announces. */
export function labelledDimension(text: unknown): HeadingDimension | undefined {
  const label = typeof text === "string" ? text.trim().toLowerCase().replace(/:$/, "") : "";
  return Object.hasOwn(LABELS, label) ? LABELS[label] : undefined;
}

/** Returns all that a heading says; undefined if a part of it is not understood. */
export function readHeading(
  value: unknown,
  numberFormat: unknown,
  known: KnownNames,
  labelled?: HeadingDimension,
): HeadingMeaning[] | undefined {
  if (typeof value === "number") {
    const meaning = readNumber(value, String(numberFormat));
    return meaning && [meaning];
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const whole = labelled ? readLabelled(text, labelled, known) : readOne(text, known);
  if (whole) return [whole];
  return readComparison(text, known) ?? withBase(readWords(text, known));
}

/** Returns the period of a title such as "P&L 2026" or "Actual YTD Mar 2026"; undefined if it names no year. */
export function readTime(value: unknown, numberFormat: unknown, known: KnownNames): HeadingMeaning[] | undefined {
  if (typeof value === "number") {
    const meaning = readNumber(value, String(numberFormat));
    return meaning && periodKind(meaning.value) === "year" ? [meaning] : undefined;
  }
  const words = typeof value === "string" && !isPlanOrDate(value, known) ? wordsOf(value) : [];
  for (let length = Math.min(words.length, MOST_WORDS); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const said = words.slice(from, from + length).join(" ");
      const meanings = readHeading(said, "", known);
      const isTime = meanings?.every(({ dimension }) => dimension === "period" || dimension === "basis");
      const namesYear = meanings?.some((each) => each.dimension === "period" && /^\d{4}/.test(each.value));
      if (isTime && namesYear)
        return meanings?.map((each) => ({ ...each, isReadable: each.isReadable && said === value }));
    }
  return undefined;
}

/** "As of 10 June 2026" is no period of numbers. */
function isPlanOrDate(text: string, { plans }: KnownNames): boolean {
  return /\bas (?:of|at)\b/i.test(text) || plans.some((plan) => isSameName(plan, text));
}

/** A date, a year, or a month such as 202603. */
function readNumber(value: number, numberFormat: string): HeadingMeaning | undefined {
  const period = (code: string): HeadingMeaning => ({ dimension: "period", value: code, isReadable: true });
  if (/[dmy]/i.test(numberFormat.replace(/\[[^\]]*\]|"[^"]*"/g, ""))) return period("date");
  const span = parsePeriod(value, 1900);
  return span && span.unit !== "day" ? period(periodCode(span)) : undefined;
}

/** Reads a heading whose label says what it is. */
function readLabelled(text: string, dimension: HeadingDimension, known: KnownNames): HeadingMeaning | undefined {
  if (["item", "groupBy", "plan", "currency"].includes(dimension)) return { dimension, value: text, isReadable: true };
  const found = readOne(text, known);
  return dimension === "base" && found?.dimension === "scenario" ? { ...found, dimension } : found;
}

function readOne(text: string, known: KnownNames): HeadingMeaning | undefined {
  const exact = text.toLowerCase();
  const meaning = (dimension: HeadingDimension, value: string, isReadable = false) => ({
    dimension,
    value,
    isReadable,
  });
  const same = (names: readonly string[]) => names.find((name) => name.trim().toLowerCase() === exact);
  const scenario = same(known.scenarios);
  if (scenario !== undefined) return meaning("scenario", scenario, true);
  const field = findField(text);
  if (field) return meaning("field", field.label, true);
  const basis = BASES.find((each) => each === text.toUpperCase());
  if (basis) return meaning("basis", basis, true);
  if (exact === "percent" || exact === "amount") return meaning("measure", exact, true);
  return readWord(text, known) ?? readPeriodText(text) ?? readPlan(same(known.plans));
}

/** Reads what people write for a name: the functions would not understand it. */
function readWord(text: string, { scenarios }: KnownNames): HeadingMeaning | undefined {
  const word = cleanWord(text);
  const meaning = (dimension: HeadingDimension, value: string) => ({ dimension, value, isReadable: false });
  const [called, ...others] = fieldsCalled(text) ?? [findField(word)?.name];
  if (called && others.length === 0) return meaning("field", fieldLabel(called));
  const basis = BASIS_WORDS.get(word);
  if (basis) return meaning("basis", basis);
  if (PRIOR_YEAR_WORDS.includes(word)) return meaning("year", PRIOR_YEAR);
  if (PERCENT_WORDS.includes(word)) return meaning("measure", "percent");
  if (AMOUNT_WORDS.includes(word)) return meaning("measure", "amount");
  if (isShareOfNetSales(word)) return meaning("measure", SHARE);
  const flag = flagCalled(text);
  return flag !== undefined && scenarios.includes(flag) ? meaning("scenario", flag) : undefined;
}

function isShareOfNetSales(word: string): boolean {
  const [, whole = ""] = SHARE_WORDS.exec(word) ?? [];
  return findField(whole)?.name === "netFIESales" || (fieldsCalled(whole)?.includes("netFIESales") ?? false);
}

function readPlan(plan: string | undefined): HeadingMeaning | undefined {
  return plan === undefined ? undefined : { dimension: "plan", value: plan, isReadable: true };
}

/** "2026-03", "Q1 2026", "current" as the functions read them; also "Jan 26", and "Jan", "Q1" or "FY" without a year. */
function readPeriodText(text: string): HeadingMeaning | undefined {
  const word = text.toLowerCase();
  const period = (value: string, isReadable = false): HeadingMeaning => ({ dimension: "period", value, isReadable });
  if (isCurrent(word)) return period(word.replace(/\s/g, ""), true);
  if (word === "current month" || word === "this month") return period("current");
  if (FULL_YEAR_WORDS.includes(word)) return period(NO_YEAR);
  const span = parsePeriod(text, 1900);
  if (span) return period(periodCode(span), true);
  const [, quarter] = /^q([1-4])$/.exec(word) ?? [];
  if (quarter) return period(`${NO_YEAR}-Q${quarter}`);
  const [, half] = /^h([12])$/.exec(word) ?? [];
  if (half) return period(`${NO_YEAR}-H${half}`);
  const [, name = "", year] = /^([a-z]{3,9})\.?(?:[ '’/-]*(\d{2}))?$/.exec(word) ?? [];
  const month = name === "" ? 0 : monthNamed(name);
  if (month === 0) return undefined;
  return period(periodOfMonth(year ? `20${year}` : NO_YEAR, month));
}

/** "Actual vs PY", "Var vs Plan %", "vs Budget". */
function readComparison(text: string, known: KnownNames): HeadingMeaning[] | undefined {
  const [, left = "", right = "", percent] = /^(.*?)\s*\b(?:vs\.?|versus|against)\s+(.*?)(\s*%)?$/i.exec(text) ?? [];
  const base = readOne(right, known);
  if (base?.dimension !== "scenario" && base?.dimension !== "year") return undefined;
  const own = left === "" ? [] : readWords(left, known);
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

/** "Plan variance" and "Δ Budget" are variances from the plan; "Actual Δ" is the actuals' own. */
function withBase(meanings: HeadingMeaning[] | undefined): HeadingMeaning[] | undefined {
  if (!meanings?.some(({ dimension }) => dimension === "measure")) return meanings;
  const isBase = ({ dimension, value }: HeadingMeaning) => dimension === "scenario" && value.toLowerCase() !== "actual";
  return meanings.map((each) => (isBase(each) ? { ...each, dimension: "base" } : each));
}

/** Reads a heading of several meanings, such as "Actual YTD Mar 26", always by its longest words. */
function readWords(text: string, known: KnownNames): HeadingMeaning[] | undefined {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const meanings: HeadingMeaning[] = [];
  for (let from = 0; from < words.length;) {
    let to = words.length;
    let found: HeadingMeaning | undefined;
    for (; to > from && !found; to -= 1) found = readOne(words.slice(from, to).join(" "), known);
    if (!found) return undefined;
    meanings.push({ ...found, isReadable: false });
    from = to + 1;
  }
  const isTwice = (dimension: HeadingDimension) => meanings.filter((each) => each.dimension === dimension).length > 1;
  // "Δ PY %" says its measure in two places.
  const said = isTwice("measure")
    ? meanings.filter(({ dimension, value }) => dimension !== "measure" || value === "percent")
    : meanings;
  return new Set(said.map(({ dimension }) => dimension)).size < said.length ? undefined : said;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,·|()]+/).filter((word) => /[^-–—/:]/.test(word));
}
