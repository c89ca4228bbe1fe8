/** A look-up that fails costs no more than one that succeeds, however many cells make it. */
import type { Plan } from "../../src/insights";
import { open, type Excel } from "./excel";
import { resultsOf, serve } from "./service";

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

/** Milliseconds of this process that all cells take when they are called at once: others' work on the machine does not count. */
async function costOf(excel: Excel, cells: readonly Record<string, unknown>[]): Promise<number> {
  const before = process.cpuUsage();
  const calls = cells.map((given) => excel.call("KPI", given).catch((error: Error) => error.message));
  const results = await Promise.all(calls);
  const { user, system } = process.cpuUsage(before);
  expect(results.filter((result) => typeof result === "number" || result.length > 20)).toHaveLength(cells.length);
  return (user + system) / 1000;
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
  await costOf(excel, reportOf(PLAN, 2000));
  return excel;
}

test.each([
  [
    "20,000 cells of a plan that was renamed among 300",
    reportOf("Integrated business plan of region 7, cycle 8", 20_000),
  ],
  [
    "20,000 cells of 2,000 scenarios that are unknown",
    reportOf(PLAN, 20_000).map((cell, index) => ({ ...cell, scenario: `Scenrio ${index % 2000}` })),
  ],
  [
    "2,000 cells of items that have vanished among 1,000",
    reportOf(PLAN, 2000).map((cell, index) => ({ ...cell, item: `SKU-${String(index * 7919 + 1).padStart(7, "0")}` })),
  ],
  [
    "20,000 cells of a field that is unknown",
    reportOf(PLAN, 20_000).map((cell) => ({ ...cell, field: "demandVolumee" })),
  ],
])("%s cost a second at most", async (_what, cells) => {
  expect(await costOf(await opened(), cells)).toBeLessThan(1000);
});

test("the nearest of few mistyped names is told", async () => {
  const excel = await opened();
  const message = await excel.call("KPI", { ...reportOf(PLAN, 1)[0], item: "SKU-0007918" }).catch(String);
  expect(message).toContain("Did you mean 'SKU-0007919'?");
});
