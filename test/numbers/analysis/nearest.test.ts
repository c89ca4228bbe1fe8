/** The number that a P&L number leads to, as far as the service can divide one. */
import { findNearest } from "../../../src/numbers/analysis/nearest";
import type { NumberArguments, NumberCall } from "../../../src/numbers/analysis/numberCall";
import { knownNumber } from "../../../src/numbers/analysis/numberSource";
import { GROUPS, openData, type ExplainSetup, type Line, type PlanData } from "./setup";

/** Net sales are 0 in the second month, and the third has no EBIT. */
const MONTHS: Line[] = [
  { netFIESales: 100, ebit: 10 },
  { netFIESales: 0, ebit: 10 },
  { netFIESales: 100, cogs: 80 },
  { netFIESales: 100, ebit: 10 },
];
const ROW = { demandVolume: 1, demandValue: 1, fillRate: 1 };
const rowsOf = (groups: readonly string[]) => MONTHS.map(() => groups.map(() => ROW));
const demand = Object.fromEntries(Object.entries(GROUPS).map(([name, groups]) => [name, rowsOf(groups)]));
const DATA = { pnl: [MONTHS, MONTHS], demand: [demand, demand] } as unknown as PlanData;

let setup: ExplainSetup;

beforeEach(() => {
  setup = openData(DATA);
});

/** Computes the number, as its cell does, and returns why it has none, and by what its nearest number can be divided. */
async function lead(id: NumberCall["id"], args: NumberArguments) {
  const call = setup.call(id, { scenario: "s1", field: "ebit", ...args });
  await setup.invoke(call, {}).catch(() => undefined);
  const known = await knownNumber(setup, call);
  const asked = setup.excel.requests.length;
  const nearest = await findNearest(call, {
    source: setup,
    names: () => ({ plans: setup.generation?.peekPlans() ?? [], defaultPlan: undefined }),
  });
  expect(setup.excel.requests).toHaveLength(asked);
  return {
    said: known.state === "absent" ? known.message : "",
    choices: nearest?.choices.map(({ dimension, asks }) => [dimension, asks?.requests ?? 0]) ?? [],
  };
}

const ASKS = ["product", "sku", "region", "channel"].map((dimension) => [dimension, 1]);

test("A number of the P&L leads to demand value by each grouping, one request each", async () => {
  expect((await lead("KPI", { period: "2026-01" })).choices).toEqual(ASKS);
});

test.each<[what: string, id: NumberCall["id"], args: NumberArguments, said: RegExp]>([
  ["a month", "KPI", { period: "2031-02" }, /^The service has no numbers for '2031-02'/],
  ["a year", "KPI", { period: "2031" }, /^The service has no numbers for '2031-01'/],
  ["one of two months", "KPI", { period: "2026-04:2026-05" }, /^The service has no numbers for '2026-05'/],
  ["the prior year", "VAR", { period: "2026-02", basePeriod: "PY" }, /^The service has no numbers for '2025-02'/],
  ["the plan", "KPI", { plan: "Plan Nine" }, /^There is no plan 'Plan Nine'/],
  ["the scenario", "KPI", { scenario: "Downside" }, /^Scenario 'Downside' is not in plan/],
  ["the base", "VAR", { base: "Downside" }, /^Scenario 'Downside' is not in plan/],
])("A number whose service lacks %s leads nowhere", async (_what, id, args, said) => {
  expect(await lead(id, args)).toEqual({ said: expect.stringMatching(said) as string, choices: [] });
});

test.each<[what: string, args: NumberArguments, said: RegExp]>([
  ["the field", { period: "2026-03" }, /^EBIT was not returned by the service for '2026-03'/],
  ["a denominator", { period: "2026-02", field: "ebitPercent" }, /because its denominator is 0\.$/],
])("A number whose service lacks %s leads on", async (_what, args, said) => {
  expect(await lead("KPI", args)).toMatchObject({ said: expect.stringMatching(said) as string, choices: ASKS });
});

test("A month that the P&L lacks leads to what is in memory of it", async () => {
  setup = openData({ ...DATA, pnl: DATA.pnl.map((months) => months.slice(0, 3)) });
  const region = { scenario: "s1", field: "demandValue", groupBy: "region", period: "2026-04" };
  await setup.invoke(setup.call("KPI", region), {});
  expect((await lead("KPI", { period: "2026-04" })).choices).toEqual([["region", 0]]);
});

test("Without months left to go no choice leads to rows", async () => {
  expect(await lead("KPI", { period: "2026-12", basis: "YTG" })).toEqual({ said: "", choices: [] });
});

test("What the service divides itself has no nearest number", async () => {
  expect((await lead("KPI", { field: "demandVolume" })).choices).toEqual([]);
  expect((await lead("VAR", { base: "s2", measure: "percent" })).choices).toEqual([]);
});

test("Without a connection nothing is offered", async () => {
  const call = setup.call("KPI", { scenario: "s1", field: "ebit" });
  const source = { invoke: setup.invoke, generation: undefined };
  expect(await findNearest(call, { source, names: () => ({ plans: [], defaultPlan: undefined }) })).toBeUndefined();
});
