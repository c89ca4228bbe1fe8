/** What could be read in two ways is an error in every function that would show it. */
import { failure, open, type FunctionName } from "./excel";
import { serve, type Asked } from "./service";

const CELL = { plan: "p1", scenario: "s1", field: "ebit" };

/** Answers every question with these elements, whatever the scenario. */
function answering(elements: readonly object[]) {
  return open(
    serve(({ path, planId, scenarioIds }: Asked) => {
      if (path === "/plans") return undefined;
      const scenarios = scenarioIds.flatMap((scenarioId) => elements.map((element) => ({ scenarioId, ...element })));
      return { meta: { planId }, scenarios };
    }),
  );
}

const YEAR = { pnl: { ebit: 100, cogs: 1 } };
const MONTHS = { series: ["2026-01", "2026-02"].map((period) => ({ period, ebit: 50 })) };
const JANUARY = { period: "2026-01", demandVolume: 5, demandValue: 7 };
const REGIONS = { series: ["North", "South", "North"].map((region) => ({ ...JANUARY, region })) };

describe("duplicated rows double no number", () => {
  const calls: [string, readonly object[], FunctionName, Record<string, unknown>][] = [
    ["a scenario element twice", [YEAR, YEAR], "KPI", CELL],
    ["a scenario element twice", [YEAR, YEAR], "PNL", CELL],
    ["a scenario element twice", [YEAR, YEAR], "PNL", { ...CELL, layout: "table" }],
    ["a scenario element twice", [MONTHS, MONTHS], "KPI", { ...CELL, period: "2026-01:2026-02" }],
    ["a scenario element twice", [MONTHS, MONTHS], "PNL", { ...CELL, interval: "M" }],
    ["a month twice", [{ series: [...MONTHS.series, MONTHS.series[0]!] }], "KPI", { ...CELL, period: "2026-01" }],
    ["a month twice", [{ series: [...MONTHS.series, MONTHS.series[0]!] }], "PNL", { ...CELL, interval: "M" }],
    ["a group twice", [REGIONS], "KPI", { ...CELL, field: "demandValue", period: "2026-01", groupBy: "region" }],
    ["a group twice", [REGIONS], "DEMAND", { plan: "p1", scenario: "s1", groupBy: "region" }],
    ["a scenario element twice", [YEAR, YEAR], "ASOF", { plan: "p1", scenario: "s1" }],
  ];

  test.each(calls)("%s: %j, %s of %j", async (_what, elements, name, given) => {
    expect(await failure(answering(elements).call(name, given))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringMatching(
        /^The service returned several rows for .* \(scenario s1 of \/.*\), so none of them is shown/,
      ),
    });
  });

  test("nor does a month under two labels", async () => {
    const excel = answering([{ series: ["2026-01", "Jan 2026"].map((period) => ({ period, ebit: 50 })) }]);
    expect(await failure(excel.call("KPI", { ...CELL, period: "2026-01" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("several rows for Jan 2026 (scenario s1 of /pnl-summary)"),
    });
  });

  test("nor do weeks of a month in an answer without an interval", async () => {
    const excel = answering([{ series: ["2026-01-05", "2026-01-12"].map((period) => ({ period, ebit: 50 })) }]);
    expect(await failure(excel.call("KPI", { ...CELL, period: "2026-01" }))).toMatchObject({ code: "#VALUE!" });
  });
});

describe("nested objects overwrite neither fields nor periods", () => {
  const budget = { pnl: { ebit: 100, budget: { ebit: 999 } } };
  const previousYear = { period: "2025-01", ebit: 10 };
  const compared = { series: [{ period: "2026-01", ebit: 15, previousYear }] };

  test("an object in pnl is passed over", async () => {
    expect(await answering([budget]).call("PNL", CELL)).toEqual([[100]]);
    expect(await answering([budget]).call("KPI", CELL)).toBe(100);
  });

  test("an object in a month is passed over", async () => {
    expect(await answering([compared]).call("KPI", { ...CELL, period: "2026-01" })).toBe(15);
    expect(await answering([compared]).call("PNL", { ...CELL, interval: "M", layout: "table" })).toEqual([
      ["Scenario", "Period", "EBIT"],
      ["Base", "2026-01", 15],
    ]);
  });

  test("a field both in and beside pnl is an error", async () => {
    const both = { series: [{ period: "2026-01", ebit: 15, pnl: { ebit: 15 } }] };
    expect(await failure(answering([both]).call("KPI", { ...CELL, period: "2026-01" }))).toMatchObject({
      code: "#VALUE!",
      message: expect.stringContaining("series element 1, ebit, one value was expected"),
    });
  });
});
