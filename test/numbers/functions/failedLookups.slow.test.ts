/** A look-up that fails costs no more than one that succeeds, however many cells make it. */
import leven from "leven";
import type { Plan } from "../../../src/insights";
import { open, type Excel } from "./excel";
import { resultsOf, serve } from "./service";

jest.mock("leven", () => {
  const actual = jest.requireActual<{ default: typeof leven }>("leven");
  return { __esModule: true, default: jest.fn(actual.default) };
});

const PLANS: readonly Plan[] = Array.from({ length: 300 }, (_, index) => ({
  id: `plan-${index}`,
  name: `Integrated business plan of region ${index}, cycle ${index % 12}`,
  currency: "EUR",
  scenarios: Array.from({ length: 10 }, (_each, at) => ({ id: `s${index}-${at}`, name: `Scenario ${at}`, flags: [] })),
}));
const SKUS = Array.from({ length: 1000 }, (_, index) => `SKU-${String(index * 7919).padStart(7, "0")}`);
const MONTHS = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);

const service = serve((asked) => {
  if (asked.path === "/plans") return { plans: PLANS };
  const series = MONTHS.flatMap((period) => SKUS.map((sku) => ({ period, sku, demandVolume: 1, demandValue: 2 })));
  return resultsOf(asked, { series });
});

/** Returns how many pairs of names are compared for a hint when all cells are called at once. */
async function comparisonsOf(excel: Excel, cells: readonly Record<string, unknown>[]): Promise<number> {
  jest.mocked(leven).mockClear();
  const calls = cells.map((given) => excel.call("KPI", given).catch((error: Error) => error.message));
  const results = await Promise.all(calls);
  expect(results.filter((result) => typeof result === "number" || result.length > 20)).toHaveLength(cells.length);
  return jest.mocked(leven).mock.calls.length;
}

const fields = ["demandVolume", "demandValue"];
/** Cells of a hand-made report: another period, field and scenario in each. */
const reportOf = (plan: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    plan,
    scenario: `Scenario ${index % 10}`,
    field: fields[index % 2],
    period: MONTHS[index % 12],
    groupBy: "sku",
    item: SKUS[index % 1000],
  }));

const PLAN = PLANS[7]!.name;

/** With the plans and the answers that the cells need in memory. */
async function opened(): Promise<Excel> {
  const excel = open(service);
  await comparisonsOf(excel, reportOf(PLAN, 200));
  return excel;
}

const VANISHED = reportOf(PLAN, 2000).map((cell, index) => ({
  ...cell,
  item: `SKU-${String(index * 7919 + 1).padStart(7, "0")}`,
}));

// A hint compares 10,000 names at most for one list of plans, or one answer: those of ten scenarios here.
test.each<[string, number, readonly Record<string, unknown>[]]>([
  [
    "2,000 cells of a plan that was renamed among 300",
    10_000,
    reportOf("Integrated business plan of region 7, cycle 8", 2000),
  ],
  [
    "2,000 cells of 200 unknown scenarios",
    10_000,
    reportOf(PLAN, 2000).map((cell, index) => ({ ...cell, scenario: `Scenrio ${index % 200}` })),
  ],
  ["2,000 cells of items that have vanished among 1,000", 100_000, VANISHED],
  [
    "2,000 cells of an unknown field",
    20_000,
    reportOf(PLAN, 2000).map((cell) => ({ ...cell, field: "demandVolumee" })),
  ],
])("%s compare at most %i names", async (_what, most, cells) => {
  const comparisons = await comparisonsOf(await opened(), cells);
  expect(comparisons).toBeGreaterThan(0);
  expect(comparisons).toBeLessThanOrEqual(most);
});

test("the nearest of few mistyped names is told", async () => {
  const excel = await opened();
  const message = await excel.call("KPI", { ...reportOf(PLAN, 1)[0], item: "SKV-0007919" }).catch(String);
  expect(message).toContain("Did you mean 'SKU-0007919'?");
});
