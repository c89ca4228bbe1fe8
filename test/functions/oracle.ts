/** What the cells must show, by plain addition of the sandbox's atomic rows. */
import { DAYS } from "../../src/sandbox/planning/calendar";
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

export const YEAR: Part = { from: "2026-01-01", to: "2026-12-31" };

export function monthOf(label: string): Part {
  const [year = 0, month = 0] = label.split("-").map(Number);
  return { from: `${label}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** One group: the days in turn, each with its measures in turn. */
type SumsByDay = Float64Array;

/** Adds up all rows of a scenario by group and day. */
export function createOracle(
  planning: Planning,
  plan: string,
  scenario: string,
  groups: readonly GroupName[] = GROUPS,
): Oracle {
  const days = new Map<string, number>();
  const all = createSums();
  const byGroup = new Map(groups.map((by) => [by, new Map<string, SumsByDay>()]));
  for (const row of planning.rows(plan, scenario)) {
    const day = days.get(row.day) ?? days.size;
    days.set(row.day, day);
    addTo(all, day, row);
    for (const [by, named] of byGroup) {
      const sums = named.get(row[by]) ?? createSums();
      named.set(row[by], sums);
      addTo(sums, day, row);
    }
  }
  return {
    field: (name, { from, to, group }) => {
      const sums = group ? byGroup.get(group[0])?.get(group[1]) : all;
      const chosen = [...days].filter(([day]) => day >= from && day <= to).map(([, number]) => number);
      return fieldOf(name, (measure) => {
        const at = MEASURES.indexOf(measure);
        return chosen.reduce((sum, day) => sum + (sums?.[day * MEASURES.length + at] ?? 0), 0);
      });
    },
    groups: (by) => [...(byGroup.get(by)?.keys() ?? [])],
  };
}

function createSums(): SumsByDay {
  return new Float64Array(DAYS * MEASURES.length);
}

function addTo(sums: SumsByDay, day: number, row: AtomicRow): void {
  let place = day * MEASURES.length;
  for (const measure of MEASURES) sums[place++]! += row[measure];
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
    otherCosts: of("otherCosts"),
    overhead: of("overhead"),
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
