import type { AtomicRow } from "../../sandbox/planning/planning";
import { createOracle } from "../oracle/atomicRows";
import type { Values } from "../oracle/data";
import { YEAR } from "../oracle/months";
import { connect, type Client, type Parameters, type Json } from "./client";

const ACTUAL = { planId: "fy26", scenarioIds: "fy26-actual" };

type Key = (row: AtomicRow) => string | undefined;

/** Long enough to cut weeks, months and years, and short enough to keep in memory row by row. */
const RANGE = { dateFrom: "2025-12-10", dateTo: "2026-03-17" };
const monthOf: Key = ({ day }) => day.slice(0, 7);

let client: Client;
/** All within the range. */
const rows: AtomicRow[] = [];
/** The whole of 2026, added up. */
let year: Values;

beforeAll(async () => {
  client = await connect();
  for (const row of client.sandbox.planning.rows("fy26", "fy26-actual")) {
    if (row.day >= RANGE.dateFrom && row.day <= RANGE.dateTo) rows.push(row);
  }
  year = createOracle(client.sandbox.planning, "fy26", "fy26-actual", []).row(YEAR);
});

/** Plain addition of what the rows say, by any key; rows without a key are left out. */
function addUp(key: Key, amount: (row: AtomicRow) => number): Map<string, number> {
  const totals = new Map<string, number>();
  for (const row of rows) {
    const name = key(row);
    if (name !== undefined) totals.set(name, (totals.get(name) ?? 0) + amount(row));
  }
  return totals;
}

const and =
  (first: Key, second: Key): Key =>
  (row) => {
    const [one, other] = [first(row), second(row)];
    return one && other && `${one} ${other}`;
  };

function expectSame(found: Map<string, number>, expected: Map<string, number>): void {
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, value] of expected) expect(found.get(key)! / value).toBeCloseTo(1, 9);
}

async function series(path: string, parameters: Parameters): Promise<Json[]> {
  return (await client.ask(path, { ...ACTUAL, ...RANGE, ...parameters })).scenarios[0].series;
}

describe("the demand forecast adds up to the atomic rows", () => {
  it.each(["product", "sku", "region", "channel"] as const)("by month and %s", async (groupBy) => {
    const found = await series("/demand-forecast", { groupBy });
    const keyed = (field: string) => new Map(found.map((row) => [`${row.period} ${row[groupBy]}`, row[field]]));
    const key = and(monthOf, (row) => row[groupBy]);
    const volumes = addUp(key, (row) => row.demandVolume);
    const perVolume = (sums: Map<string, number>) =>
      new Map([...sums].map(([at, sum]) => [at, sum / volumes.get(at)!]));
    const hits = addUp(key, (row) => row.demandVolume - Math.abs(row.forecastVolume - row.demandVolume));
    expectSame(keyed("demandVolume"), volumes);
    expectSame(
      keyed("demandValue"),
      addUp(key, (row) => row.demandValue),
    );
    expectSame(keyed("fillRate"), perVolume(addUp(key, (row) => row.fulfilledVolume)));
    expectSame(keyed("forecastAccuracy"), perVolume(hits));
  });

  it("by day", async () => {
    const found = await series("/demand-forecast", { interval: "D", groupBy: "channel" });
    const key = and(
      ({ day }) => day,
      (row) => row.channel,
    );
    const volumes = new Map(found.map((row) => [`${row.period} ${row.channel}`, row.demandVolume]));
    expectSame(
      volumes,
      addUp(key, (row) => row.demandVolume),
    );
  });

  it("by week, where the first and last are cut off at the range", async () => {
    const range = { dateFrom: "2026-01-07", dateTo: "2026-01-19" };
    const found = await series("/demand-forecast", { interval: "W", groupBy: "region", ...range });
    const weekOf: Key = ({ day }) => {
      if (day < range.dateFrom || day > range.dateTo) return undefined;
      return day < "2026-01-12" ? "2026-W02" : day < "2026-01-19" ? "2026-W03" : "2026-W04";
    };
    const volumes = new Map(found.map((row) => [`${row.period} ${row.region}`, row.demandVolume]));
    expectSame(
      volumes,
      addUp(
        and(weekOf, (row) => row.region),
        (row) => row.demandVolume,
      ),
    );
  });

  it("by year, where each is cut off at the range", async () => {
    const found = await series("/demand-forecast", { interval: "FY", groupBy: "product" });
    const values = new Map(found.map((row) => [`${row.period} ${row.product}`, row.demandValue]));
    const key = and(
      ({ day }) => day.slice(0, 4),
      (row) => row.product,
    );
    expectSame(
      values,
      addUp(key, (row) => row.demandValue),
    );
  });

  it("to the same total of the full year for every interval and grouping, exactly", async () => {
    const totals = new Set<number>();
    for (const interval of ["D", "W", "M", "FY"]) {
      for (const groupBy of ["product", "region", "channel"]) {
        const body = await client.ask("/demand-forecast", { ...ACTUAL, interval, groupBy });
        totals.add(body.scenarios[0].series.reduce((sum: number, row: AtomicRow) => sum + row.demandVolume, 0));
      }
    }
    expect([...totals]).toEqual([year.demandVolume]);
  });
});

describe("the P&L adds up to the atomic rows", () => {
  const AMOUNTS = ["grossFIESales", "tradeExpenses", "cogs", "storageAndHandling", "transport"] as const;

  it.each(AMOUNTS)("by month: %s", async (field) => {
    const found = await series("/pnl-summary", { interval: "M" });
    expectSame(
      new Map(found.map((row) => [row.period, row[field]])),
      addUp(monthOf, (row) => row[field]),
    );
  });

  it("with other costs inside EBIT and overhead inside the distributor's margin", async () => {
    const { pnl } = (await client.ask("/pnl-summary", ACTUAL)).scenarios[0];
    for (const line of ["netFIESales", "ebit", "dpm"]) expect(pnl[line]).toBeCloseTo(year[line]!, 1);
    expect(pnl.ebitPercent).toBeCloseTo(year.ebit! / year.netFIESales!, 9);
    expect(Math.min(year.otherCosts!, year.overhead!)).toBeGreaterThan(0);
  });

  it("over a range of days as one full-year object", async () => {
    const range = { dateFrom: "2025-12-30", dateTo: "2026-02-03" };
    const { pnl } = (await client.ask("/pnl-summary", { ...ACTUAL, ...range })).scenarios[0];
    const within: Key = ({ day }) => (day >= range.dateFrom && day <= range.dateTo ? "range" : undefined);
    expect(pnl.cogs).toBeCloseTo(addUp(within, (row) => row.cogs).get("range")!, 2);
  });

  it("at the planning rate in another currency, ratios untouched", async () => {
    const [dollars, yen] = await Promise.all(
      ["USD", "JPY"].map(async (currency) => client.ask("/pnl-summary", { ...ACTUAL, currency })),
    );
    const rate = client.sandbox.planning.rates.get("JPY")!;
    expect(yen.meta.currency).toBe("JPY");
    expect(yen.scenarios[0].pnl.ebit / dollars.scenarios[0].pnl.ebit).toBeCloseTo(rate, 9);
    expect(yen.scenarios[0].pnl.ebitPercent).toBe(dollars.scenarios[0].pnl.ebitPercent);
  });
});

it("fulfilled demand never exceeds orders, and sells at its valued price", () => {
  for (const row of rows) {
    if (row.fulfilledVolume > row.demandVolume || row.demandVolume < 1) throw new Error(JSON.stringify(row));
    const price = row.demandValue / row.demandVolume;
    if (Math.abs(row.grossFIESales - price * row.fulfilledVolume) > 0.001) throw new Error(JSON.stringify(row));
  }
  expect(rows.length).toBeGreaterThan(120 * 98);
});
