/** Data with gaps, as the options of the sandbox make them. */
import { CHANGING_ITEMS, type Gaps } from "../../sandbox/planning/gaps";
import { connect, type Client, type Json } from "./client";

const ACTUAL = { planId: "fy26", scenarioIds: "fy26-actual" };
const BOTH = { planId: "fy26", scenarioIds: "fy26-actual,fy26-committed" };
const ALL: Gaps = {
  actualsTo: "2026-05",
  oneMonth: "2026-02",
  changingItems: true,
  missingLines: ["supplyChainCost"],
  missingInActuals: ["transport"],
  losses: true,
  priorYear: true,
  plans: 1000,
};

let client: Client;

beforeAll(async () => {
  client = await connect({ gaps: ALL });
});

const months = (scenario: Json): string[] => [...new Set<string>(scenario.series.map(({ period }: Json) => period))];
const itemsIn = (scenario: Json, month: string): string[] =>
  scenario.series.filter(({ period }: Json) => period === month).map(({ product }: Json) => product);

test("Actuals end with their month, and plans go on", async () => {
  for (const path of ["/pnl-summary", "/demand-forecast"]) {
    const { scenarios } = await client.ask(path, { ...BOTH, interval: "M" });
    expect(months(scenarios[0])).toEqual(["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"]);
    expect(months(scenarios[1])).toHaveLength(12);
  }
});

test("The full year of actuals is the sum of their months", async () => {
  const year = await client.ask("/pnl-summary", { ...ACTUAL, interval: "FY" });
  const byMonth = await client.ask("/pnl-summary", { ...ACTUAL, interval: "M" });
  const sum = byMonth.scenarios[0].series.reduce((total: number, { ebit }: Json) => total + ebit, 0);
  expect(year.scenarios[0].pnl.ebit).toBeCloseTo(sum, 2);
});

test("A month after the actuals has no rows", async () => {
  const range = { dateFrom: "2026-08-01", dateTo: "2026-08-31" };
  const { scenarios } = await client.ask("/pnl-summary", { ...ACTUAL, ...range, interval: "M" });
  expect(scenarios[0].series).toEqual([]);
});

test("An item is new and another one lost", async () => {
  const { isNew, isLost } = CHANGING_ITEMS;
  const { scenarios } = await client.ask("/demand-forecast", { ...BOTH, interval: "M", groupBy: "product" });
  expect(itemsIn(scenarios[0], "2026-03")).not.toContain(isNew);
  expect(itemsIn(scenarios[0], "2026-04")).toContain(isNew);
  expect(itemsIn(scenarios[0], "2026-04")).not.toContain(isLost);
  expect(itemsIn(scenarios[1], "2026-04")).toContain(isLost);
  expect(itemsIn(scenarios[1], "2026-04")).not.toContain(isNew);
});

test("Lines are missing, some in actuals alone", async () => {
  const { scenarios } = await client.ask("/pnl-summary", { ...BOTH, interval: "FY" });
  expect(scenarios[0].pnl).not.toHaveProperty("supplyChainCost");
  expect(scenarios[0].pnl).not.toHaveProperty("transport");
  expect(scenarios[1].pnl).not.toHaveProperty("supplyChainCost");
  expect(scenarios[1].pnl).toHaveProperty("transport");
});

test("Results below zero stand beside results above it", async () => {
  const { scenarios } = await client.ask("/pnl-summary", { ...BOTH, interval: "M" });
  for (const { ebit, dpm } of scenarios[0].series) expect(Math.max(ebit, dpm)).toBeLessThan(0);
  for (const { ebit } of scenarios[1].series) expect(ebit).toBeGreaterThan(0);
});

test("Plans are added, each with ids of its own, and the usual ones stay first", async () => {
  const { plans } = await client.ask("/plans");
  expect(plans).toHaveLength(1000);
  expect(plans.slice(0, 5).map(({ name }: Json) => name)).toEqual([
    "FY26 Plan",
    "FY26 Europe",
    "FY26 Asia Pacific",
    "FY25 Plan",
    "One Month",
  ]);
  const ids = plans.flatMap(({ id, scenarios }: Json) => [id, ...scenarios.map((scenario: Json) => scenario.id)]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("The plan of one month has only that month, and a prior-year plan its own year", async () => {
  const one = { planId: "one-month", scenarioIds: "one-month-committed", interval: "M" };
  expect(months((await client.ask("/pnl-summary", one)).scenarios[0])).toEqual(["2026-02"]);
  const before = { planId: "fy25", scenarioIds: "fy25-committed", interval: "M" };
  expect(months((await client.ask("/pnl-summary", before)).scenarios[0])[0]).toBe("2025-01");
});

test("Added plans do not change the numbers of the usual ones", async () => {
  const usual = await connect({});
  const asked = { planId: "plan_eu26", scenarioIds: "eu26-optimistic", interval: "FY", dateFrom: "2024-01-01" };
  const added = await connect({ gaps: { priorYear: true, plans: 50 } });
  expect((await added.ask("/pnl-summary", asked)).scenarios).toEqual(
    (await usual.ask("/pnl-summary", asked)).scenarios,
  );
});
