import fc from "fast-check";
import { measureVariance } from "../../../src/numbers/functions/variance";
import { MEASURES } from "../../../src/numbers/language/varianceSign";
import { DERIVED_FIELDS, FIELDS, findField } from "../../../src/insights";
import { failure, open, openSandbox, type Excel } from "./excel";
import { resultsOf, serve, type Asked } from "./service";

const PLAN = { plan: "p1", scenario: "s1", base: "s2" };
const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
const directed = fc.constantFrom(...[...FIELDS, ...DERIVED_FIELDS].filter(({ direction }) => direction));

/** The months from 2024 on with these values, those of the second scenario first negated. */
function months(field: string, values: readonly number[]): (asked: Asked) => object | undefined {
  return (asked) => {
    if (asked.path === "/plans") return undefined;
    const [from, to] = [asked.query.get("dateFrom") ?? "2026-01-01", asked.query.get("dateTo") ?? "2026-12-31"];
    const series = values
      .map((value, at) => ({ period: new Date(Date.UTC(2024, at)).toISOString().slice(0, 7), [field]: value }))
      .filter(({ period }) => String(period) >= from.slice(0, 7) && String(period) <= to.slice(0, 7));
    return resultsOf(asked, { series });
  };
}

/** A P&L for each scenario. */
const years = (byScenario: Record<string, object>) => (asked: Asked) =>
  asked.path === "/pnl-summary"
    ? { meta: {}, scenarios: asked.scenarioIds.map((scenarioId) => ({ scenarioId, pnl: byScenario[scenarioId] })) }
    : undefined;

const vary = (excel: Excel, given: Record<string, unknown>): Promise<number> =>
  excel.call("VAR", { ...PLAN, ...given });

describe("a variance", () => {
  const excel = open(
    serve(
      years({
        s1: { ebit: 110, cogs: 50, netFIESales: 200, cogsPercent: 0.25, dpm: 5, grossProfit: 150, grossFIESales: -5 },
        s2: { ebit: 100, cogs: 40, netFIESales: 190, cogsPercent: 0.21, dpm: 0, grossProfit: -10, grossFIESales: -10 },
      }),
    ),
  );

  test.each([
    ["more profit", { field: "ebit" }, 10],
    ["more profit as a percent", { field: "ebit", measure: "percent" }, 0.1],
    ["more cost, which is worse", { field: "cogs" }, -10],
    ["more cost as a percent", { field: "cogs", measure: "percent" }, -0.25],
    ["more cost as a bare difference", { field: "cogs", measure: "difference" }, 10],
    ["a share of costs, in points", { field: "cogsPercent" }, 0.21 - 0.25],
    ["a smaller loss as a percent of its size", { field: "grossFIESales", measure: "percent" }, 0.5],
    ["overhead, which no service sends", { field: "overhead" }, 100 - 105],
  ])("of %s", async (_what, given, expected) => {
    expect(await vary(excel, given)).toBe(expected);
  });

  test.each([
    ["a percent of a base of 0", { field: "dpm", measure: "percent" }, "#N/A", "not meaningful: the base is 0"],
    ["a percent from loss to profit", { field: "grossProfit", measure: "percent" }, "#N/A", "have different signs"],
    ["a percent of a share", { field: "cogsPercent", measure: "percent" }, "#VALUE!", "its variance is in points"],
    ["a field without a direction", { field: "closingStock" }, "#VALUE!", "Use the measure difference"],
    ["no base at all", { field: "ebit", base: null }, "#VALUE!", "needs a base scenario, or a basePeriod such as PY"],
    ["several bases", { field: "ebit", base: [["s1"], ["s2"]] }, "#VALUE!", "VAR takes one base scenario"],
    [
      "a year before the service's full year",
      { field: "ebit", basePeriod: "PY" },
      "#VALUE!",
      "needs a period to compare with",
    ],
    ["a basis without a period", { field: "ebit", basis: "YTD" }, "#VALUE!", "needs a period with a last month"],
  ])("of %s is none", async (_what, given, code, message) => {
    expect(await failure(vary(excel, given))).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test("turns its sign when scenario and base change places, by any measure of any field", () => {
    fc.assert(
      fc.property(directed, fc.constantFrom(...MEASURES), number, number, (field, measure, one, other) => {
        fc.pre(one !== 0 && other !== 0 && (measure !== "percent" || one > 0 === other > 0));
        const there = measureVariance(field, measure, one, other);
        expect(Math.sign(there) + Math.sign(measureVariance(field, measure, other, one))).toBe(0);
      }),
    );
  });

  test("of the parts adds up to that of the whole, for amounts", () => {
    const parts = fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(directed, parts, (field, pairs) => {
        const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
        const ofParts = sum(pairs.map(([one, other]) => measureVariance(field, "amount", one, other)));
        const whole = measureVariance(
          field,
          "amount",
          sum(pairs.map(([one]) => one)),
          sum(pairs.map(([, other]) => other)),
        );
        expect(ofParts).toBe(whole);
      }),
    );
  });
});

describe("a month before", () => {
  const ask = (excel: Excel, period: string, basis?: string): Promise<number> =>
    excel.call("KPI", { plan: "p1", scenario: "s1", field: "ebit", period, basis: basis ?? null });

  test("a month that the service refuses or lacks is named, and never left out of a sum", async () => {
    for (const status of [400, 404, 422]) {
      const has = months(
        "ebit",
        Array.from({ length: 36 }, () => 1),
      );
      const reply = (asked: Asked) =>
        asked.query.get("dateFrom")?.startsWith("2025")
          ? Response.json({ statusCode: status, error: "No", message: "before the plan" }, { status })
          : has(asked);
      const error = await failure(ask(open(serve(reply)), "2026-01", "R3"));
      expect(error).toMatchObject({
        code: "#N/A",
        message: expect.stringContaining("no numbers for '2025-11', '2025-12'"),
      });
      expect(error.message).toContain("before the plan");
    }
  });

  test("an outage in a year before is no missing month", async () => {
    const has = months(
      "ebit",
      Array.from({ length: 36 }, () => 1),
    );
    const reply = (asked: Asked) =>
      asked.query.get("dateFrom")
        ? Response.json({ statusCode: 403, error: "No", message: "" }, { status: 403 })
        : has(asked);
    expect((await failure(ask(open(serve(reply)), "2026-01", "R3"))).code).toBe("#VALUE!");
  });
});

test("a variance of a percent over a quarter is that of the worked example, in points", async () => {
  const series = (ebit: number[], sales: number[]) =>
    ebit.map((amount, at) => ({ period: `2026-0${at + 1}`, ebit: amount, netFIESales: sales[at] }));
  const byScenario: Record<string, object[]> = {
    s1: series([10, 20, 30], [100, 100, 200]),
    s2: series([12, 18, 24], [120, 90, 160]),
  };
  const reply = (asked: Asked) =>
    asked.path === "/pnl-summary" && {
      scenarios: asked.scenarioIds.map((scenarioId) => ({ scenarioId, series: byScenario[scenarioId] })),
    };
  const given = { field: "EBIT %", period: "2026-Q1" };
  expect(await vary(open(serve(reply)), given)).toBeCloseTo(60 / 400 - 54 / 370, 12);
});

describe("the cells of a review share requests", () => {
  const fields = FIELDS.filter(({ family }) => family === "pnl").map(({ name }) => name);
  const labels = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);
  const scenarios = ["actual", "committed", "optimistic", "conservative"].map((kind) => `fy26-${kind}`);
  const asked = ({ requests }: Excel) => requests.filter((request) => !request.startsWith("/plans")).sort();
  /** Which of them share a request depends on the answer that comes first. */
  const scenariosAsked = (excel: Excel) =>
    asked(excel)
      .flatMap((request) => {
        const [all = "", names = ""] = /scenarioIds=([^&]*)/.exec(request) ?? [];
        return names.split("%2C").map((name) => request.replace(all, name));
      })
      .sort();

  test("a grid of fields, months, bases and scenarios sends what its months alone would", async () => {
    const [grid, alone] = [openSandbox(), openSandbox()];
    const given = { plan: "fy26" };
    const calls = (excel: Excel, periods: readonly string[], bases: readonly (string | null)[]) =>
      scenarios.flatMap((scenario) =>
        periods.flatMap((period) =>
          fields.flatMap((field) =>
            bases.map((basis) => excel.call("KPI", { ...given, scenario, field, period, basis })),
          ),
        ),
      );
    await Promise.allSettled(calls(grid, labels, ["QTD", "YTD", "YTG", "R3", "R12"]));
    await Promise.all(calls(alone, [...labels, "2025-02"], [null]));
    expect(fields).toHaveLength(13);
    expect(scenariosAsked(grid)).toEqual(scenariosAsked(alone));
    // Four scenarios take two requests, for each of the two years.
    expect(asked(grid)).toHaveLength(4);
  });

  test("a variance and a bridge ask no more than the numbers that they compare", async () => {
    const excel = openSandbox();
    const given = { plan: "fy26", period: "2026-05", basis: "YTD" };
    await Promise.all([
      excel.call("VAR", { ...given, scenario: scenarios[0], base: scenarios[1], field: "ebit" }),
      excel.call("VAR", { ...given, scenario: scenarios[0], base: scenarios[1], field: "cogs", measure: "percent" }),
      excel.call("BRIDGE", { ...given, from: scenarios[1], to: scenarios[0] }),
    ]);
    expect(asked(excel)).toEqual(["/pnl-summary?planId=fy26&scenarioIds=fy26-actual%2Cfy26-committed&interval=M"]);
  });
});

test("every field of the P&L and of demand has a direction", () => {
  for (const { family, direction } of [...FIELDS, ...DERIVED_FIELDS])
    if (family === "pnl" || family === "demand") expect(direction).toMatch(/^(more|less)$/);
  expect(findField("closingStock")?.direction).toBeUndefined();
});
