import fc from "fast-check";
import { drillDown, type Drill } from "../../../src/workbook/explain/drill";
import type { Dimension } from "../../../src/workbook/explain/dimensions";
import type { DrillRow } from "../../../src/workbook/explain/drilldown";
import { withArguments } from "../../../src/workbook/explain/numberArguments";
import { runs } from "../../propertyOptions";
import { addLines, GROUPS, MONTHS, openData, planData, type ExplainSetup, type PlanData } from "./setup";

type Done = Extract<Drill, { state: "done" }>;

async function divide(
  setup: ExplainSetup,
  call: ReturnType<ExplainSetup["call"]>,
  dimension: Dimension,
): Promise<Done> {
  const plan = (await setup.excel.session.generation?.plans())?.[0];
  const drill = await drillDown(call, dimension, { source: setup, plan, mayAsk: true });
  if (drill.state !== "done") throw new Error(`Expected rows, not ${JSON.stringify(drill)}.`);
  return drill;
}

const near = (one: number | undefined, other: number, scale: number) =>
  expect(Math.abs((one ?? NaN) - other)).toBeLessThanOrEqual(1e-9 * Math.max(1, scale));

/** The rows alone add up to the whole, are sorted by size, and their shares add up to 100 %. */
function expectComplete({ whole = NaN, rows }: Done, oracle: number): void {
  const scale = rows.reduce((most, { value = 0 }) => Math.max(most, Math.abs(value)), Math.abs(oracle));
  near(whole, oracle, scale);
  near(
    rows.reduce((sum, { value = NaN }) => sum + value, 0),
    oracle,
    scale,
  );
  // All parts are found, so nothing is left for a last row.
  expect(rows.filter(({ call }) => call === undefined)).toEqual([]);
  const sizes = rows.map(({ value = NaN }) => Math.abs(value));
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  if (whole === 0) return expect(rows.every(({ share }) => share === undefined)).toBe(true);
  near(
    rows.reduce((sum, { share = NaN }) => sum + share, 0),
    1,
    scale / Math.abs(whole),
  );
}

const valueOf = (rows: readonly DrillRow[], label: string) => rows.find((row) => row.label === label)?.value;
const pnlOf = (data: PlanData, scenario: number, months: number = MONTHS.length) =>
  (data.pnl[scenario] ?? []).slice(0, months).reduce(addLines);
const RUNS = { numRuns: runs(12) };

describe("a drill-down of random data", () => {
  test("divides an amount of demand by any grouping into rows that add up to it", () =>
    fc.assert(
      fc.asyncProperty(
        planData,
        fc.constantFrom("product", "region", "channel", "sku"),
        fc.constantFrom("2026-01:2026-04", "2026-02", "2026-Q1"),
        async (data, dimension, period) => {
          const setup = openData(data);
          const call = setup.call("KPI", { scenario: "Base", field: "demandValue", period, groupBy: dimension });
          const months = { "2026-01:2026-04": [0, 1, 2, 3], "2026-02": [1], "2026-Q1": [0, 1, 2] }[period] ?? [];
          const sums = GROUPS[dimension].map((_group, at) =>
            months.reduce((sum, month) => sum + (data.demand[0]?.[dimension][month]?.[at]?.demandValue ?? NaN), 0),
          );
          const drill = await divide(setup, call, dimension);
          expectComplete(
            drill,
            sums.reduce((sum, each) => sum + each, 0),
          );
          GROUPS[dimension].forEach((group, at) => expect(valueOf(drill.rows, group)).toBeCloseTo(sums[at] ?? NaN, 6));
        },
      ),
      RUNS,
    ));

  test("divides a line of the P&L by its lines and by months into rows that add up to it", () =>
    fc.assert(
      fc.asyncProperty(
        planData,
        fc.constantFrom("netFIESales", "grossProfit", "supplyChainCost", "ebit", "dpm"),
        fc.constantFrom("lines", "month"),
        fc.constantFrom({ period: "2026-03", basis: "YTD", months: 3 }, { period: null, basis: null, months: 4 }),
        async (data, field, dimension, { period, basis, months }) => {
          const setup = openData(data);
          const call = setup.call("KPI", { scenario: "Base", field, period, basis });
          expectComplete(await divide(setup, call, dimension), pnlOf(data, 0, months)[field] ?? NaN);
        },
      ),
      RUNS,
    ));

  test("divides a variance by lines, months and groups into rows that add up to it", () =>
    fc.assert(
      fc.asyncProperty(
        planData,
        fc.constantFrom("amount", "difference"),
        fc.constantFrom<readonly [string, Dimension]>(
          ["ebit", "lines"],
          ["supplyChainCost", "lines"],
          ["ebit", "month"],
          ["cogs", "month"],
          ["demandValue", "region"],
        ),
        async (data, measure, [field, dimension]) => {
          const setup = openData(data);
          const call = setup.call("VAR", { scenario: "s1", base: "s2", field, period: "2026-01:2026-04", measure });
          const numberOf = (scenario: number) =>
            field === "demandValue"
              ? (data.demand[scenario]?.region ?? []).flat().reduce(addLines).demandValue
              : pnlOf(data, scenario)[field];
          const isCost = field === "cogs" || field === "supplyChainCost";
          const sign = isCost && measure === "amount" ? -1 : 1;
          // By product, as it is if nothing is asked for, the numbers of a region do not come in.
          const grouped = dimension === "region" ? withArguments(call, { groupBy: "region" }) : call;
          expectComplete(await divide(setup, grouped, dimension), sign * ((numberOf(0) ?? NaN) - (numberOf(1) ?? NaN)));
        },
      ),
      RUNS,
    ));

  test("keeps the sum at each further level", () =>
    fc.assert(
      fc.asyncProperty(planData, async (data) => {
        const setup = openData(data);
        const first = await divide(
          setup,
          setup.call("KPI", { scenario: "s1", field: "ebit", period: "2026-01:2026-04" }),
          "month",
        );
        for (const row of first.rows) {
          if (!row.call) continue;
          const next = await divide(setup, row.call, "lines");
          expectComplete(next, (row.value ?? NaN) * row.sign);
        }
      }),
      RUNS,
    ));
});

/** A plan with round numbers. */
const [sample] = fc.sample(planData, { seed: 5, numRuns: runs(1) });

function openSample(): ExplainSetup {
  if (!sample) throw new Error("There is no sample.");
  return openData(sample);
}

test("weights a fill rate by volume, and shows no share", async () => {
  const setup = openSample();
  const call = setup.call("KPI", { scenario: "s1", field: "fillRate", period: "2026-01", groupBy: "region" });
  const { rows, whole } = await divide(setup, call, "region");
  const weights = rows.reduce((sum, { weight = NaN }) => sum + weight, 0);
  const mean = rows.reduce((sum, { value = NaN, weight = NaN }) => sum + value * weight, 0) / weights;
  expect(whole).toBeCloseTo(mean, 12);
  expect(rows.every(({ share }) => share === undefined)).toBe(true);
});

test("divides several items into those items alone", async () => {
  const setup = openSample();
  const item = [["North"], ["S*"]];
  const call = setup.call("KPI", { scenario: "s1", field: "demandValue", period: "2026-01", groupBy: "region", item });
  const { rows } = await divide(setup, call, "region");
  expect(rows.map(({ label }) => label).sort()).toEqual(["North", "South"]);
  const channels = withArguments(call, { groupBy: "channel", item: [["O*"], ["Kiosk*"]] });
  const some = await divide(setup, channels, "channel");
  expect(some.rows.map(({ label }) => label).sort()).toEqual(["Kiosk*", "Online"]);
});

test("shows the two sides of a variance, and a ratio as its two amounts", async () => {
  const setup = openSample();
  const args = { scenario: "s1", base: "s2", field: "ebit", period: "2026-02" };
  const sides = await divide(setup, setup.call("VAR", args), "sides");
  expect(sides.rows.map(({ call }) => call?.args.slice(0, 4))).toEqual([
    ["Plan One", "s1", "ebit", "2026-02"],
    ["Plan One", "s2", "ebit", "2026-02"],
  ]);
  const [own, base] = sides.rows.map(({ value = NaN }) => value);
  expect(sides.whole).toBeCloseTo((own ?? NaN) - (base ?? NaN), 6);
  const ratio = await divide(setup, setup.call("KPI", { ...args, field: "ebitPercent" }), "lines");
  const [ebit, sales] = ["EBIT", "Net sales"].map((label) => valueOf(ratio.rows, label) ?? NaN);
  expect(ratio.whole).toBeCloseTo((ebit ?? NaN) / (sales ?? NaN), 9);
});

test("compares with the other scenarios, and leads to the variance", async () => {
  const setup = openSample();
  const call = setup.call("KPI", { scenario: "s1", field: "ebit", period: "2026-02" });
  const { rows, whole = NaN } = await divide(setup, call, "base");
  const upside = rows.find(({ label }) => label === "Upside");
  const other = await divide(setup, setup.call("KPI", { scenario: "s2", field: "ebit", period: "2026-02" }), "lines");
  expect(upside?.value).toBeCloseTo(whole - (other.whole ?? NaN), 6);
  expect(upside?.call?.id).toBe("VAR");
  // The year before has no numbers.
  expect(rows.at(-1)).toMatchObject({ label: "", value: undefined, reason: expect.any(String) as string });
});

test("counts the requests of what is missing, and sends none before the user agrees", async () => {
  const setup = openSample();
  const call = setup.call("KPI", { scenario: "s1", field: "demandValue", period: "2026-01" });
  const plan = (await setup.excel.session.generation?.plans())?.[0];
  const quiet = { source: setup, plan, mayAsk: false };
  const before = setup.excel.requests.length;
  // The number itself is by product, the rows are by region.
  expect(await drillDown(call, "region", quiet)).toEqual({ state: "asks", requests: 2, isAtLeast: false });
  expect(await drillDown(call, "scenario", quiet)).toEqual({ state: "asks", requests: 1, isAtLeast: false });
  expect(setup.excel.requests).toHaveLength(before);
  await drillDown(call, "region", { ...quiet, mayAsk: true });
  expect(setup.excel.requests).toHaveLength(before + 2);
  expect(await drillDown(call, "region", quiet)).toMatchObject({ state: "done" });
  expect(setup.excel.requests).toHaveLength(before + 2);
});
