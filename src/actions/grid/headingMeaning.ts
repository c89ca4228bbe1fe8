/** Finds the meaning of a heading's text: a field, a scenario, a period and so on. Pure. */
import { fieldLabel, findField, monthNamed } from "../../insights";
import { BASES } from "../../language/bases";
import { fieldsCalled } from "../../language/financeWords";
import { isCurrent, parsePeriod, periodCode } from "../../language/periods";
import type { GridDimension } from "./gridAxes";
import { PRIOR_YEAR } from "./gridDefinition";
import { periodOfMonth } from "./gridPeriods";
import { gridTexts } from "./gridTexts";

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
const ACTUAL_WORDS = ["actuals", "act", "ac"];
/** In lower case. */
const AMOUNT_WORDS = ["amount", "var", "variance", "delta", "diff", "difference", "δ"];
const PERCENT_WORDS = ["percent", ...AMOUNT_WORDS.flatMap((word) => [`${word} %`, `${word}%`, `${word} in %`]), "%"];
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
  return readComparison(text, known) ?? readWords(text, known);
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
  const word = text.toLowerCase();
  const meaning = (dimension: HeadingDimension, value: string, isReadable = false) => ({
    dimension,
    value,
    isReadable,
  });
  const same = (names: readonly string[]) => names.find((name) => name.trim().toLowerCase() === word);
  const scenario = same(known.scenarios);
  if (scenario !== undefined) return meaning("scenario", scenario, true);
  const field = findField(text);
  if (field) return meaning("field", field.label, true);
  const [called, ...others] = fieldsCalled(text) ?? [];
  if (called && others.length === 0) return meaning("field", fieldLabel(called));
  const basis = BASES.find((each) => each === text.toUpperCase());
  if (basis) return meaning("basis", basis, true);
  const named = BASIS_WORDS.get(word);
  if (named) return meaning("basis", named);
  if (PRIOR_YEAR_WORDS.includes(word)) return meaning("year", PRIOR_YEAR);
  if (PERCENT_WORDS.includes(word)) return meaning("measure", "percent", word === "percent");
  if (AMOUNT_WORDS.includes(word)) return meaning("measure", "amount", word === "amount");
  if (ACTUAL_WORDS.includes(word) && known.scenarios.includes("actual")) return meaning("scenario", "actual");
  return readPeriodText(text) ?? readPlan(same(known.plans));
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

/** "Actual vs PY", "Var vs Plan %". */
function readComparison(text: string, known: KnownNames): HeadingMeaning[] | undefined {
  const [, left = "", right = "", percent] = /^(.*?)\s+(?:vs\.?|versus|against)\s+(.*?)(\s*%)?$/i.exec(text) ?? [];
  const base = readOne(right, known);
  if (base?.dimension !== "scenario" && base?.dimension !== "year") return undefined;
  const own = readWords(left, known);
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

/** Reads a heading of several meanings, such as "Actual YTD Mar 26", always by its longest words. */
function readWords(text: string, known: KnownNames): HeadingMeaning[] | undefined {
  const words = text.split(/[\s,·|]+/).filter(Boolean);
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
  const isTwice = new Set(meanings.map(({ dimension }) => dimension)).size < meanings.length;
  return isTwice ? undefined : meanings;
}
