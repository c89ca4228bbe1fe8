/** What a call asks for, in the words of figures, with its names and periods as they are written. */
import { figureAsked } from "../../../src/numbers/language/askedFigure";
import { sentenceOf, wordsOfFigure } from "../../../src/numbers/language/figure";
import { argumentsInOrder } from "../../../src/numbers/language/signatures";

const PLAN = { plan: "FY26 Plan", scenario: "committed" };

function said(
  id: "KPI" | "VAR" | "PNL" | "DEMAND" | "ASOF",
  args: Readonly<Record<string, unknown>>,
  dateSystem: 1900 | 1904 = 1900,
) {
  const figure = figureAsked({ id, args: argumentsInOrder(id, args) }, dateSystem);
  return figure && sentenceOf(wordsOfFigure(figure));
}

test("a number is said with its names as they are written", () => {
  expect(said("KPI", { ...PLAN, field: "fillRate" })).toBe("Fill rate of committed in FY26 Plan, full year");
  expect(said("KPI", { ...PLAN, field: "ebit", period: "2026-10", basis: "ytd", currency: "EUR" })).toBe(
    "EBIT of committed in FY26 Plan, Oct 2026 (YTD), in EUR",
  );
  expect(
    said("KPI", { ...PLAN, field: "Demand value", period: "2026-Q3", groupBy: "region", item: [["North", "South"]] }),
  ).toBe("Demand value of committed in FY26 Plan, region North, South, 2026-Q3");
  expect(said("PNL", { ...PLAN, field: [["ebit"]] })).toBe("EBIT of committed in FY26 Plan, full year");
  expect(said("KPI", { ...PLAN, field: "ebit", period: "current", actualsTo: "2026-09" })).toBe(
    "EBIT of Outlook (actuals to 2026-09, then committed) in FY26 Plan, current",
  );
});

test("a date is its month in the workbook's date system", () => {
  expect(said("KPI", { ...PLAN, field: "ebit", period: 46_296 })).toBe("EBIT of committed in FY26 Plan, Oct 2026");
  expect(said("KPI", { ...PLAN, field: "ebit", period: 46_296 - 1462 }, 1904)).toBe(
    "EBIT of committed in FY26 Plan, Oct 2026",
  );
});

test("a variance is said with its base", () => {
  expect(said("VAR", { ...PLAN, base: "actual", field: "ebit", period: "2026-10" })).toBe(
    "Variance of EBIT, committed against actual in FY26 Plan, Oct 2026",
  );
  expect(said("VAR", { ...PLAN, field: "ebit", period: 2026, basePeriod: "PY", measure: "percent" })).toBe(
    "Variance in % of EBIT, committed against the prior year in FY26 Plan, 2026",
  );
});

test("a call of no single number is no figure", () => {
  expect(said("DEMAND", { ...PLAN, field: "demandValue" })).toBeUndefined();
  expect(said("PNL", { ...PLAN, field: "ebit", interval: "M" })).toBeUndefined();
  expect(said("ASOF", { plan: "FY26 Plan" })).toBeUndefined();
  expect(said("KPI", { ...PLAN, field: "nothing known" })).toBeUndefined();
});
