/**
 * One number of a plan, with every default resolved: what the functions asked for, whatever the workbook's settings are. The
 * functions make it, for whoever speaks of the number; it is printed as a formula, a key and words. Pure.
 */
import { ENDPOINTS, type Field, type GroupBy, type Plan, type Scenario } from "../../insights";
import { monthsLabel } from "./monthsLabel";
import type { BasisName } from "./bases";
import { nameOrId } from "./nameTexts";
import { codeOfMonths, isCurrent } from "./periods";
import type { ArgumentOf } from "./signatures";
import type { MeasureName } from "./varianceSign";

/** A plan or scenario, and the text that finds it. */
interface FoundName {
  /** Its name, or its id if that is not known or finds another one. */
  readonly text: string;
  /** Undefined if the text is as written, and nobody has looked for it yet. */
  readonly id?: string | undefined;
}

/** The months of a number, and whose they are. */
export type FigurePeriod =
  | {
      /** YYYY-MM, in order; none if none is left to go; undefined for the service's own full year. */
      readonly months: readonly string[] | undefined;
      /** The last month that is the actuals'; undefined if all are the scenario's. */
      readonly actualsTo?: string | undefined;
      readonly written?: undefined;
    }
  /** As written: only the service tells which months that means. */
  | {
      readonly written: string;
      readonly months?: undefined;
      readonly actualsTo?: string | undefined;
    };

/** Whose months a number is of. */
export type FigureSide = {
  readonly plan: FoundName;
  readonly scenario: FoundName;
} & FigurePeriod;

/** A side as it was asked for: names are found once somebody speaks of it, not once a cell. */
export interface AskedSide {
  /** The ids; the texts as written, if nobody has looked for them yet. */
  readonly plan: string;
  readonly scenario: string;
  readonly period: FigurePeriod;
  /** Undefined for a key that cannot list them. */
  readonly plans?: readonly Plan[] | undefined;
}

/** The scenario's, and that of a variance's base. */
export type AskedSides = readonly [own: AskedSide, base?: AskedSide];

export interface Figure {
  readonly field: Field;
  readonly own: FigureSide;
  /** Undefined for a number that is no variance. */
  readonly base?: FigureSide | undefined;
  readonly measure?: MeasureName | undefined;
  /** @default the family's first grouping */
  readonly groupBy?: GroupBy | undefined;
  /** Names and criteria, as written; none for all together. */
  readonly items: readonly string[];
  /** ISO 4217, as the service says it; undefined if it names none. */
  readonly currency?: string | undefined;
  /** How the months were said. The number does not depend on it. */
  readonly said: {
    readonly basis?: BasisName | undefined;
    readonly against?: "PY" | "PP" | undefined;
  };
  /** The service's rows that make up the number; undefined if it has none. */
  readonly rows?: number | undefined;
  /** The keys of the questions whose answers have these rows, without those that only told the current month. */
  readonly sources?: readonly string[] | undefined;
}

export function sideOf({ plan, scenario, period, plans = [] }: AskedSide): FigureSide {
  const owner = plans.find(({ id }) => id === plan);
  return { plan: foundName(plan, plans), scenario: foundName(scenario, owner?.scenarios ?? []), ...period };
}

function foundName(text: string, all: readonly (Plan | Scenario)[]): FoundName {
  const found = all.find(({ id }) => id === text);
  return found ? { text: nameOrId(found, all), id: found.id } : { text };
}

export type FigureArguments = Partial<Record<ArgumentOf<"KPI" | "VAR">, unknown>>;

/**
 * Returns the arguments that ask for the figure in any workbook, whatever its plan, currency, fiscal year, current month and date
 * system. Undefined for one whose months are not known, or without any: only a fiscal year tells that none is left.
 */
export function pinnedArguments({ field, own, base, ...figure }: Figure): FigureArguments | undefined {
  if (!hasText(own) || (base && !hasText(base))) return undefined;
  const { items, groupBy, currency, measure } = figure;
  const hasCurrency = ENDPOINTS[field.family].parameters.some((name) => name === "currency");
  return {
    plan: own.plan.text,
    scenario: own.scenario.text,
    field: field.label,
    period: codeOf(own) || null,
    ...(groupBy && { groupBy }),
    ...(items.length > 0 && { item: items.length === 1 ? items[0] : [items] }),
    ...(hasCurrency && currency && { currency }),
    ...(own.actualsTo && { actualsTo: own.actualsTo }),
    ...(base && {
      base: base.scenario.text,
      ...(base.plan.text !== own.plan.text && { basePlan: base.plan.text }),
      ...(isSameTime(own, base) ? {} : { basePeriod: codeOf(base) }),
    }),
    ...(measure && measure !== "amount" && { measure }),
  };
}

/** True if a period text means the months. */
function hasText({ months, written }: FigurePeriod): boolean {
  return written === undefined && months?.length !== 0;
}

/** Returns the text that means the months: "" for the service's own full year. */
function codeOf({ months, written }: FigurePeriod): string {
  return written ?? (months ? codeOfMonths(months) : "");
}

function isSameTime(own: FigurePeriod, base: FigurePeriod): boolean {
  return codeOf(own) === codeOf(base);
}

/** Returns equal texts for figures that are the same number, however they were asked for. A plan that is renamed keeps its key. */
export function figureKey({ field, own, base, measure, groupBy, items, currency }: Figure): string {
  const nameKey = ({ id, text }: FoundName) => id ?? text;
  const side = (each: FigureSide) => [nameKey(each.plan), nameKey(each.scenario), codeOf(each)];
  const grouping = items.length > 0 ? (groupBy ?? ENDPOINTS[field.family].groupings[0]) : undefined;
  const unit = isMoney(field) && measure !== "percent" ? currency : undefined;
  return JSON.stringify([field.name, side(own), own.actualsTo, base && side(base), measure, grouping, items, unit]);
}

export const MEASURE_WORDS = { amount: "Variance", percent: "Variance in %", difference: "Difference" } as const;

/** The parts of a sentence about a number, each from the figure alone. */
export interface FigureWords {
  readonly measure: string;
  readonly field: string;
  readonly scenario: string;
  readonly plan: string;
  /** The base without the words that it shares with the number; "" for a number that is no variance. */
  readonly base: string;
  /** The base by its scenario, even if that is the number's own. */
  readonly baseSide: string;
  readonly items: string;
  /** Such as "Jan–Apr 2026". */
  readonly months: string;
  /** How they were said, such as "YTD"; "" for the months themselves. */
  readonly basis: string;
  /** ISO 4217; "" for a number that is no money, or if it is not known. */
  readonly currency: string;
  /** The currency, or such as "units"; "" for a share. */
  readonly unit: string;
}

/** @param isPlain True to leave out how the months were said, so equal figures have equal words. */
export function wordsOfFigure(figure: Figure, isPlain = false): FigureWords {
  const { field, own, base, measure, items, groupBy } = figure;
  const said = isPlain ? {} : figure.said;
  const currency = isMoney(field) && measure !== "percent" ? (figure.currency ?? "") : "";
  return {
    measure: measure ? MEASURE_WORDS[measure] : "",
    field: field.label,
    scenario: scenarioWords(own),
    plan: own.plan.text,
    base: base ? baseWords(own, base, said.against) : "",
    baseSide: base ? baseWords(own, base, said.against, true) : "",
    items: itemWords(items, groupBy ?? ENDPOINTS[field.family].groupings[0] ?? "item"),
    months: monthWords(own),
    basis: said.basis ?? "",
    currency,
    unit: measure === "percent" ? "" : unitWords(field, currency),
  };
}

function unitWords({ unit }: Field, currency: string): string {
  const words = {
    amount: currency,
    "amount per unit": currency,
    volume: "units",
    "kg CO2e": "kg CO2e",
    ratio: "",
  };
  return words[unit];
}

/** "EBIT of Committed in FY26 Plan, Jan–Apr 2026 (YTD), in EUR". */
export function sentenceOf(words: FigureWords): string {
  const { measure, field, scenario, plan, base, items, currency } = words;
  const subject = measure
    ? `${measure} of ${field}, ${scenario} against ${base}`
    : [field, scenario].filter(Boolean).join(" of ");
  const inPlan = plan ? `${subject} in ${plan}` : subject;
  return [inPlan, items, withTime(words), currency && `in ${currency}`].filter(Boolean).join(", ");
}

/** "Jan–Apr 2026 (YTD)". */
export function withTime({ months, basis }: Pick<FigureWords, "months" | "basis">): string {
  return basis ? `${months} (${basis})` : months;
}

function isMoney({ unit }: Field): boolean {
  return unit === "amount" || unit === "amount per unit";
}

/** "Jan–Apr 2026". */
export function monthWords({ months, written }: FigurePeriod): string {
  if (written !== undefined) return written;
  if (!months) return "full year";
  return months.length === 0 ? "no month left" : monthsLabel(months);
}

function scenarioWords({ scenario, actualsTo }: FigureSide): string {
  if (!actualsTo) return scenario.text;
  return `Outlook (actuals to ${isCurrent(actualsTo) ? "the current month" : actualsTo}, then ${scenario.text})`;
}

const AGAINST_WORDS = { PY: "the prior year", PP: "the period before" } as const;

/**
 * Returns what a base has of its own, such as "Committed" or "the prior year".
 * @param namesScenario True to name the base's scenario, even if it is the number's own.
 */
export function baseWords(
  own: FigureSide,
  base: FigureSide,
  against: Figure["said"]["against"],
  namesScenario = false,
): string {
  const time = against ? AGAINST_WORDS[against] : isSameTime(own, base) ? "" : monthWords(base);
  const isOther = base.plan.text !== own.plan.text;
  const isNamed = namesScenario || !time || isOther || base.scenario.text !== own.scenario.text;
  const when = !isNamed ? time : time ? `${base.scenario.text} of ${time}` : base.scenario.text;
  return isOther ? `${when} in ${base.plan.text}` : when;
}

function itemWords(items: readonly string[], grouping: string): string {
  const quoted = items.map((item) => (/[,"]/.test(item) ? JSON.stringify(item) : item));
  return items.length === 0 ? "" : `${grouping} ${quoted.join(", ")}`;
}
