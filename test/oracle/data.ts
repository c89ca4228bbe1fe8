/** The monthly rows of plans, and how a service answers from them. Its own years are partial sums, as those of real services. */

export type Grouping = "product" | "sku" | "region" | "channel";

export type Values = Readonly<Record<string, number>>;

/** A row as the service sends it. */
export interface DemandRow {
  readonly month: string;
  readonly group: string;
  readonly values: Values;
}

export interface DataScenario {
  readonly id: string;
  readonly name: string;
  readonly flags: readonly string[];
  readonly pnl: ReadonlyMap<string, Values>;
  readonly demand: Readonly<Partial<Record<Grouping, readonly DemandRow[]>>>;
}

export interface DataPlan {
  readonly id: string;
  readonly name: string;
  readonly scenarios: readonly DataScenario[];
}

export interface Data {
  readonly plans: readonly DataPlan[];
  /** The year of answers without dates; undefined if they hold all months. */
  readonly undatedYear: string | undefined;
  /** True: a dated request for months that are not there is refused. False: its answer is empty. */
  readonly refusesAbsence: boolean;
}

/** January 2024 to December 2026. */
export const MONTHS: readonly string[] = [2024, 2025, 2026].flatMap((year) =>
  Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`),
);

/** The year of a full year without dates. */
export const FULL_YEAR = "2026";

/** The rows of those months that the scenario has. */
export function pnlRows({ pnl }: DataScenario, months: readonly string[]): Values[] {
  return months.flatMap((month) => {
    const values = pnl.get(month);
    return values ? [values] : [];
  });
}

/** All rows of a grouping. */
export function demandRows({ demand }: DataScenario, grouping: Grouping): readonly DemandRow[] {
  return demand[grouping] ?? [];
}

/** The months of an answer to a request. */
export function monthsAsked(data: Data, interval: string, from: string | null, to: string | null): readonly string[] {
  const year = interval === "FY" ? FULL_YEAR : data.undatedYear;
  if (from === null && to === null) return MONTHS.filter((month) => year === undefined || month.startsWith(year));
  return MONTHS.filter((month) => `${month}-31` >= (from ?? "") && `${month}-01` <= (to ?? "9"));
}

/** What the service says of several rows: sums that nobody should take for a whole year, and an accuracy of its own. */
export function ownTotal(rows: readonly Values[]): Values {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const total: Record<string, number> = {};
  for (const name of names) total[name] = rows.reduce((sum, row) => sum + (row[name] ?? 0), 7);
  // Each share is another one, and none can be taken for a percent.
  const isShare = (name: string) => name === "fillRate" || name === "forecastAccuracy" || name.endsWith("Percent");
  for (const [at, name] of Object.keys(total).filter(isShare).entries()) total[name] = (rows.length + at) / 64;
  return total;
}

/** The rows of the service's own full years, one for each year and group. */
export function ownYears(rows: readonly DemandRow[]): DemandRow[] {
  const keys = [...new Set(rows.map(({ month, group }) => `${month.slice(0, 4)} ${group}`))];
  return keys.map((key) => {
    const [year = "", group = ""] = [key.slice(0, 4), key.slice(5)];
    const own = rows.filter((row) => row.month.startsWith(year) && row.group === group);
    return { month: year, group, values: ownTotal(own.map(({ values }) => values)) };
  });
}
