/** The number that a call must show: over all of its months, or nothing. */
import { demandRows, monthsAsked, ownYears, pnlRows, type Data, type DataScenario, type Grouping } from "./data";
import { isSum, partsOfRatio } from "./fields";
import { combine, NOTHING, plus, quotient, ZERO, type Expected } from "./sums";

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
  const none = isSum(field) ? ZERO : NOTHING;
  if (months.length === 0) return none;
  const missing = missingMonths(scenario, months, grouping);
  if (missing.length > 0) return { missing };
  if (grouping === undefined) {
    return combine(field, pnlRows(scenario, months), months.length === 1);
  }
  const known = new Set([...knownItems(data, asked), ...(asked.knownToo ?? [])]);
  const chosen = itemsMeant(items, known);
  if (!chosen) return { missing: items };
  if (field === "forecastAccuracy" && isCalendarYear(months)) return ownAccuracy(asked, months, chosen);
  const rows = demandRows(scenario, grouping).filter(({ month, group }) => months.includes(month) && chosen.has(group));
  if (items.length > 0 && rows.length === 0) return none;
  const isSingle = months.length === 1 && (items.length === 0 || chosen.size === 1);
  return combine(
    field,
    rows.map(({ values }) => values),
    isSingle,
  );
}

/** Returns the months in which the scenario has no row at all. */
export function missingMonths(
  scenario: DataScenario,
  months: readonly string[],
  grouping: Grouping | undefined,
): string[] {
  if (grouping === undefined) return months.filter((month) => !scenario.pnl.has(month));
  const rows = demandRows(scenario, grouping);
  return months.filter((month) => !rows.some((row) => row.month === month));
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
  const rows = demandRows(scenario, grouping ?? "product").filter(({ month }) => month.startsWith(year));
  const own = ownYears(rows).filter(({ group }) => chosen.has(group));
  const isOne = own.length === 1 && (items.length === 0 || chosen.size === 1);
  const value = isOne ? own[0]?.values.forecastAccuracy : undefined;
  return value === undefined ? NOTHING : { value, size: 1 };
}

/** Items of the answers that a call receives: those without dates, and those of the years that they lack. */
export function knownItems(data: Data, { scenario, grouping, months }: Asked): ReadonlySet<string> {
  if (grouping === undefined) return new Set();
  const rows = demandRows(scenario, grouping);
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

/** What a rolling forecast takes its months from. */
export type Source = "actual" | "plan";

/** A number of a rolling forecast: actual up to the month `last`, planned after it. A share of both is that of their sums. */
export function rollingNumber(
  field: string,
  months: readonly string[],
  last: string,
  ask: (source: Source, months: readonly string[], field: string) => Expected,
): Expected {
  const actual = months.filter((month) => month <= last);
  const planned = months.filter((month) => month > last);
  if (planned.length === 0 && actual.length > 0) return ask("actual", actual, field);
  if (actual.length === 0 && planned.length > 0) return ask("plan", planned, field);
  const parts = partsOfRatio(field)?.map((part) => rollingNumber(part, months, last, ask));
  if (parts?.[0] && parts[1]) return quotient(parts[0], parts[1]);
  if (months.length === 0) return isSum(field) ? ZERO : NOTHING;
  return plus(ask("actual", actual, field), ask("plan", planned, field));
}
