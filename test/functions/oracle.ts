/** What the cells must show, by plain addition of the sandbox's atomic rows. */
import type { AtomicRow, Planning } from "../../src/sandbox/planning/planning";

export type GroupName = "product" | "sku" | "region" | "channel";

/** Days, ISO 8601, both inclusive; and one group, where one is meant. */
export interface Part {
  from: string;
  to: string;
  group?: readonly [GroupName, string];
}

export interface Oracle {
  /** A field of the API; amounts in US dollars. */
  field(name: string, part: Part): number;
  groups(by: GroupName): string[];
}

const GROUPS: readonly GroupName[] = ["product", "sku", "region", "channel"];
const MEASURES = [
  "demandVolume",
  "demandValue",
  "fulfilledVolume",
  "forecastError",
  "grossFIESales",
  "tradeExpenses",
  "cogs",
  "storageAndHandling",
  "transport",
  "otherCosts",
  "overhead",
] as const satisfies readonly (keyof AtomicRow)[];
type Measure = (typeof MEASURES)[number];
type Totals = Record<Measure, number>;

export const YEAR: Part = { from: "2026-01-01", to: "2026-12-31" };

export function monthOf(label: string): Part {
  const [year = 0, month = 0] = label.split("-").map(Number);
  return { from: `${label}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** All rows of a scenario added up by group and day. */
export function createOracle(planning: Planning, plan: string, scenario: string): Oracle {
  const byGroup = new Map<string, Map<string, Totals>>();
  for (const row of planning.rows(plan, scenario)) {
    addTo(byGroup, "all", row);
    for (const group of GROUPS) addTo(byGroup, `${group}:${row[group]}`, row);
  }
  return {
    field: (name, { from, to, group }) => {
      const days = byGroup.get(group ? group.join(":") : "all") ?? new Map<string, Totals>();
      const chosen = [...days].filter(([day]) => day >= from && day <= to).map(([, totals]) => totals);
      return fieldOf(name, (measure) => chosen.reduce((sum, totals) => sum + totals[measure], 0));
    },
    groups: (by) =>
      [...byGroup.keys()].filter((key) => key.startsWith(`${by}:`)).map((key) => key.slice(by.length + 1)),
  };
}

function addTo(byGroup: Map<string, Map<string, Totals>>, key: string, row: AtomicRow): void {
  let days = byGroup.get(key);
  if (!days) byGroup.set(key, (days = new Map()));
  let totals = days.get(row.day);
  if (!totals) days.set(row.day, (totals = Object.fromEntries(MEASURES.map((each) => [each, 0])) as Totals));
  for (const measure of MEASURES) totals[measure] += row[measure];
}

/** API specification §2.4 and §2.5, word for word. */
function fieldOf(name: string, of: (measure: Measure) => number): number {
  const gross = of("grossFIESales");
  const net = gross - of("tradeExpenses");
  const supplyChain = of("storageAndHandling") + of("transport");
  const ebit = net - of("cogs") - supplyChain - of("otherCosts");
  const dpm = ebit - of("overhead");
  const fields: Record<string, number> = {
    grossFIESales: gross,
    tradeExpenses: of("tradeExpenses"),
    netFIESales: net,
    cogs: of("cogs"),
    cogsPercent: of("cogs") / net,
    grossProfit: net - of("cogs"),
    supplyChainCost: supplyChain,
    storageAndHandling: of("storageAndHandling"),
    transport: of("transport"),
    ebit,
    ebitPercent: ebit / net,
    dpm,
    dpmPercent: dpm / net,
    demandVolume: of("demandVolume"),
    demandValue: of("demandValue"),
    fillRate: of("fulfilledVolume") / of("demandVolume"),
    forecastAccuracy: 1 - of("forecastError") / of("demandVolume"),
  };
  const value = fields[name];
  if (value === undefined) throw new Error(`The oracle has no ${name}.`);
  return value;
}

/** Amounts are rounded to a ten-thousandth by the service, so sums agree to about a billionth. */
export function expectClose(found: unknown, expected: number): void {
  expect(typeof found).toBe("number");
  expect((found as number) / expected).toBeCloseTo(1, 9);
}
