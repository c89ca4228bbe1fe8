/** The sandbox's atomic rows, added up plainly. */
import { HORIZON, type AtomicLine, type AtomicRow, type Planning } from "../../sandbox/planning/planning";
import { MONTHS, type DataScenario, type Grouping, type Values } from "./data";
import { FREE_AMOUNTS, statementOf, type FreeAmount } from "./fields";
import { monthOf, type Days } from "./months";
import { combine } from "./sums";

/** Days, and one group if one is meant. */
export interface Part extends Days {
  readonly group?: readonly [Grouping, string];
}

export interface Oracle {
  /** A field of the API; amounts in US dollars. */
  field(name: string, part: Part): number;
  groups(by: Grouping): string[];
  /** A row with every field, as the service would send it. */
  row(part: Part): Values;
}

const GROUPINGS: readonly Grouping[] = ["product", "sku", "region", "channel"];
const MEASURES = [
  ...FREE_AMOUNTS,
  "demandVolume",
  "demandValue",
  "fulfilledVolume",
  "forecastError",
] as const satisfies readonly (keyof AtomicRow)[];

/** The days in turn, each with its measures in turn. */
type Sums = Float64Array;

/** Adds up all rows of a scenario by group and day. */
export function createOracle(
  planning: Planning,
  plan: string,
  scenario: string,
  groupings: readonly Grouping[] = GROUPINGS,
): Oracle {
  const all = createSums();
  const byGroup = new Map(groupings.map((by) => [by, new Map<string, Sums>()]));
  for (const line of planning.lines(plan, scenario)) {
    addTo(all, line);
    for (const [by, named] of byGroup) {
      const sums = named.get(line[by]) ?? createSums();
      named.set(line[by], sums);
      addTo(sums, line);
    }
  }
  const row = ({ from, to, group }: Part): Values => {
    const sums = group ? byGroup.get(group[0])?.get(group[1]) : all;
    const totals = MEASURES.map(() => 0);
    for (const [at, day] of HORIZON.entries()) {
      if (day < from || day > to) continue;
      for (let measure = 0; measure < MEASURES.length; measure += 1)
        totals[measure]! += sums?.[at * MEASURES.length + measure] ?? 0;
    }
    return rowOf(totals);
  };
  return {
    row,
    field: (name, part) => {
      const found = combine(name, [row(part)], true);
      if ("missing" in found) throw new Error(`The oracle has no ${name}.`);
      return found.value;
    },
    groups: (by) => [...(byGroup.get(by)?.keys() ?? [])],
  };
}

function createSums(): Sums {
  return new Float64Array(HORIZON.length * MEASURES.length);
}

function addTo(sums: Sums, { figures }: AtomicLine): void {
  for (const [place, measure] of MEASURES.entries()) {
    const amounts = figures[measure];
    for (let day = 0; day < amounts.length; day += 1) sums[day * MEASURES.length + place]! += amounts[day]!;
  }
}

function rowOf(sums: readonly number[]): Values {
  const of = Object.fromEntries(MEASURES.map((measure, at) => [measure, sums[at]])) as Record<
    (typeof MEASURES)[number],
    number
  >;
  const { demandVolume, demandValue, fulfilledVolume, forecastError } = of;
  const free = Object.fromEntries(FREE_AMOUNTS.map((name) => [name, of[name]])) as Record<FreeAmount, number>;
  return {
    ...statementOf(free),
    demandVolume,
    demandValue,
    fillRate: fulfilledVolume / demandVolume,
    forecastAccuracy: 1 - forecastError / demandVolume,
  };
}

/** The months of a scenario, as a service without gaps sends them. */
export function monthlyRows(oracle: Oracle, groupings: readonly Grouping[]): Pick<DataScenario, "pnl" | "demand"> {
  const rowsBy = (by: Grouping) =>
    oracle
      .groups(by)
      .flatMap((group) =>
        MONTHS.map((month) => ({ month, group, values: oracle.row({ ...monthOf(month), group: [by, group] }) })),
      );
  return {
    pnl: new Map(MONTHS.map((month) => [month, oracle.row(monthOf(month))])),
    demand: Object.fromEntries(groupings.map((by) => [by, rowsBy(by)])),
  };
}

/** Amounts are rounded to a ten-thousandth by the service, so sums agree to about a billionth. */
export function expectClose(found: unknown, expected: number): void {
  expect(typeof found).toBe("number");
  expect((found as number) / expected).toBeCloseTo(1, 9);
}
