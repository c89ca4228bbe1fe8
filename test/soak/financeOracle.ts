/**
 * What the functions must show, computed from the raw monthly rows by plain code of its own: a number, or the reason why there is
 * none. A number over several months is the sum over all of them, or nothing.
 */
import {
  monthsAsked,
  ownYears,
  pnlRows,
  type Data,
  type DataScenario,
  type Grouping,
  type Values,
} from "./financeData";

/** A month as a whole number: years times twelve plus months from January. */
type MonthNumber = number;

export interface FiscalYearSetting {
  readonly firstMonth: number;
  readonly isNamedByBegin: boolean;
}

/** A number, and the size of its terms; or texts of which the message of `#N/A` must contain one, if there are any. */
export type Expected = { readonly value: number; readonly size: number } | { readonly missing: readonly string[] };

export function monthNumber(month: string): MonthNumber {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

export function monthName(month: MonthNumber): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

/** Returns `count` months from the first on. */
export function run(first: MonthNumber, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => monthName(first + at));
}

/** Returns the first month of the fiscal year of that name. */
export function yearBegin(year: number, { firstMonth, isNamedByBegin }: FiscalYearSetting): MonthNumber {
  const begin = firstMonth === 1 || isNamedByBegin ? year : year - 1;
  return begin * 12 + firstMonth - 1;
}

/** Returns the months of a basis that ends with, or starts after, the month. */
export function basisMonths(basis: string, month: MonthNumber, { firstMonth }: FiscalYearSetting): string[] {
  const inYear = (month - (firstMonth - 1) + 12) % 12;
  const inQuarter = inYear % 3;
  switch (basis) {
    case "QTD":
      return run(month - inQuarter, inQuarter + 1);
    case "YTD":
      return run(month - inYear, inYear + 1);
    case "QTG":
      return run(month + 1, 2 - inQuarter);
    case "YTG":
      return run(month + 1, 11 - inYear);
    case "R3":
      return run(month - 2, 3);
    default:
      return run(month - 11, 12);
  }
}

/** Sums, and what the other fields are computed from. Percents are of net sales; `less`: a lower value is better. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  tradeExpenses: ["grossFIESales", "netFIESales"],
  otherCosts: ["grossProfit", "supplyChainCost", "ebit"],
  overhead: ["ebit", "dpm"],
};
const COSTS = ["tradeExpenses", "cogs", "supplyChainCost", "storageAndHandling", "transport", "otherCosts", "overhead"];
const INCOMES = ["grossFIESales", "netFIESales", "grossProfit", "ebit", "dpm"];
const SHARES = [...COSTS, "grossProfit", "ebit", "dpm"].map((name) => `${name}Percent`);
export const PNL_FIELDS: readonly string[] = [...COSTS, ...INCOMES, ...SHARES];
export const DEMAND_FIELDS = ["demandVolume", "demandValue", "fillRate", "forecastAccuracy", "demandValuePerUnit"];

export function isShare(field: string): boolean {
  return SHARES.includes(field) || field === "fillRate" || field === "forecastAccuracy";
}

function isLessBetter(field: string): boolean {
  return COSTS.includes(field.replace(/Percent$/, ""));
}

function partsOfRatio(field: string): readonly [string, string] | undefined {
  if (SHARES.includes(field)) return [field.replace(/Percent$/, ""), "netFIESales"];
  return field === "demandValuePerUnit" ? ["demandValue", "demandVolume"] : undefined;
}

const NOTHING: Expected = { missing: [] };

/** The value of one row: what the service sent, else what other lines imply. */
function valueIn(row: Values, field: string): number | undefined {
  const sent = row[field];
  if (sent !== undefined) return sent;
  const [whole, ...parts] = IMPLIED[field] ?? [];
  if (whole === undefined) return undefined;
  let rest = row[whole];
  for (const part of parts) {
    const value = row[part];
    rest = rest === undefined || value === undefined ? undefined : rest - value;
  }
  return rest;
}

function sumOf(rows: readonly Values[], field: string): { value: number; size: number } | undefined {
  let [value, size] = [0, 0];
  for (const row of rows) {
    const own = valueIn(row, field);
    if (own === undefined) return undefined;
    value += own;
    size += Math.abs(own);
  }
  return { value, size };
}

function fillRate(rows: readonly Values[]): Expected {
  let [filled, volume] = [0, 0];
  for (const row of rows) {
    const { demandVolume, fillRate: rate } = row;
    if (demandVolume === undefined) return NOTHING;
    if (demandVolume === 0) continue;
    if (rate === undefined) return NOTHING;
    filled += demandVolume * rate;
    volume += demandVolume;
  }
  return volume === 0 ? NOTHING : { value: filled / volume, size: 1 };
}

/** @param isSingle True for one month, and one item at most. */
export function combine(field: string, rows: readonly Values[], isSingle: boolean): Expected {
  const [only] = rows;
  const alone = isSingle && rows.length === 1 ? only : undefined;
  const sent = alone && valueIn(alone, field);
  if (sent !== undefined) return { value: sent, size: Math.abs(sent) };
  const ratio = partsOfRatio(field);
  if (ratio) {
    const [numerator, denominator] = ratio.map((part) => sumOf(rows, part));
    if (!numerator || !denominator || denominator.value === 0) return NOTHING;
    return { value: numerator.value / denominator.value, size: numerator.size / Math.abs(denominator.value) };
  }
  if (alone || field === "forecastAccuracy") return NOTHING;
  return field === "fillRate" ? fillRate(rows) : (sumOf(rows, field) ?? NOTHING);
}

/** One number to compute. */
export interface Asked {
  readonly scenario: DataScenario;
  readonly field: string;
  readonly months: readonly string[];
  /** Undefined for the P&L. */
  readonly grouping: Grouping | undefined;
  /** What the argument item says: names, `X*` or `<>X`; none for all. */
  readonly items: readonly string[];
  /** Items of the other side of a comparison: they are known, with nothing in their months. */
  readonly knownToo?: ReadonlySet<string>;
}

export function expectedNumber(data: Data, asked: Asked): Expected {
  const { scenario, field, months, grouping, items } = asked;
  const isSum = !isShare(field) && field !== "demandValuePerUnit";
  if (months.length === 0) return isSum ? { value: 0, size: 0 } : NOTHING;
  const missing = missingMonths(scenario, months, grouping);
  if (missing.length > 0) return { missing };
  if (grouping === undefined) {
    return combine(field, pnlRows(scenario, months), months.length === 1);
  }
  const all = scenario.demand[grouping];
  const known = new Set([...knownItems(data, asked), ...(asked.knownToo ?? [])]);
  const chosen = itemsMeant(items, known);
  if (!chosen) return { missing: items };
  if (field === "forecastAccuracy" && isCalendarYear(months)) return ownAccuracy(asked, months, chosen);
  const rows = all.filter(({ month, group }) => months.includes(month) && chosen.has(group));
  if (items.length > 0 && rows.length === 0) return isSum ? { value: 0, size: 0 } : NOTHING;
  const isSingle = months.length === 1 && (items.length === 0 || chosen.size === 1);
  return combine(
    field,
    rows.map(({ values }) => values),
    isSingle,
  );
}

/** Returns the months in which the scenario has no row at all. */
export function missingMonths(
  { pnl, demand }: DataScenario,
  months: readonly string[],
  grouping: Grouping | undefined,
): string[] {
  if (grouping === undefined) return months.filter((month) => !pnl.has(month));
  return months.filter((month) => !demand[grouping].some((row) => row.month === month));
}

function isCalendarYear([first = "", ...others]: readonly string[]): boolean {
  return others.length === 11 && first.endsWith("-01");
}

/** The service's own year, if one item has it. */
function ownAccuracy(
  { scenario, grouping, items }: Asked,
  [first = ""]: readonly string[],
  chosen: ReadonlySet<string>,
): Expected {
  const year = first.slice(0, 4);
  const rows = scenario.demand[grouping ?? "product"].filter(({ month }) => month.startsWith(year));
  const own = ownYears(rows).filter(({ group }) => chosen.has(group));
  const isOne = own.length === 1 && (items.length === 0 || chosen.size === 1);
  const value = isOne ? own[0]?.values.forecastAccuracy : undefined;
  return value === undefined ? NOTHING : { value, size: 1 };
}

/** Items of the answers that a call receives: those without dates, and those of the years that they lack. */
export function knownItems(data: Data, { scenario, grouping, months }: Asked): ReadonlySet<string> {
  if (grouping === undefined) return new Set();
  const rows = scenario.demand[grouping];
  const undated = monthsAsked(data, "M", null, null);
  const held = (month: string) => undated.includes(month) && rows.some((row) => row.month === month);
  const years = months.filter((month) => !held(month)).map((month) => month.slice(0, 4));
  const isAnswered = (month: string) => undated.includes(month) || years.includes(month.slice(0, 4));
  return new Set(rows.filter(({ month }) => isAnswered(month)).map(({ group }) => group));
}

/** Undefined if a text stands for nothing. */
function itemsMeant(texts: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> | undefined {
  if (texts.length === 0) return known;
  const isExclusion = (text: string) => text.startsWith("<>");
  const included = texts.filter((text) => !isExclusion(text));
  const meant = new Set(included.length === 0 ? known : []);
  for (const text of included) {
    const found = [...known].filter((item) => isMeant(text, item));
    if (found.length === 0) return undefined;
    for (const item of found) meant.add(item);
  }
  for (const text of texts.filter(isExclusion)) {
    for (const item of known) if (isMeant(text.slice(2), item)) meant.delete(item);
  }
  return meant.size === 0 ? undefined : meant;
}

function isMeant(text: string, item: string): boolean {
  const [wanted, given] = [text.toLowerCase(), item.toLowerCase()];
  return wanted.endsWith("*") ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

export type Measure = "amount" | "percent" | "difference";

/** A variance, from the numbers of both sides. */
export function expectedVariance(field: string, measure: Measure, own: Expected, base: Expected): Expected {
  if ("missing" in own || "missing" in base) {
    const texts = [own, base].map((side) => ("missing" in side ? side.missing : undefined));
    // Either side may be the one that is named.
    return { missing: texts.some((side) => side?.length === 0) ? [] : texts.flatMap((side) => side ?? []) };
  }
  const difference = own.value - base.value;
  const amount = measure !== "difference" && isLessBetter(field) ? 0 - difference : difference;
  const size = own.size + base.size;
  if (measure !== "percent") return { value: amount, size };
  if (base.value === 0 || own.value * base.value < 0) return NOTHING;
  return { value: amount / Math.abs(base.value), size: size / Math.abs(base.value) };
}

/**
 * The variance that a row must show beside these two cells of it: their difference with the field's sign, shares in points.
 * Undefined unless both are numbers.
 */
export function varianceOfRow(field: string, own: unknown, base: unknown): { value: number; size: number } | undefined {
  if (typeof own !== "number" || typeof base !== "number") return undefined;
  const scale = isShare(field) ? 100 : 1;
  const difference = isLessBetter(field) ? base - own : own - base;
  return { value: scale * difference, size: scale * (Math.abs(own) + Math.abs(base)) };
}
