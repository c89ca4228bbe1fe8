import {
  actualMonths,
  fieldOfLine,
  isOutlookOpen,
  monthsOfYear,
  outlookPlans,
  scenarioNames,
  tableOfTemplate,
  type TableTemplate,
  withLines,
  yearOfPlan,
} from "../../../src/reporting/tables/definition";
import type { Scenario } from "../../../src/insights";

const NAMED: Scenario[] = [
  { id: "u", name: "Upside", flags: [] },
  { id: "c", name: "Base", flags: ["committed"] },
  { id: "a", name: "Ledger", flags: ["actual"] },
  { id: "d", name: "Downside", flags: [] },
];
const planOf = (scenarios: Scenario[], name = "Plan") => ({ id: "p1", name, currency: "EUR", scenarios });
const OPTIONS = { settings: {}, year: 2026 };

test("Scenarios are named by their flags, actuals first", () => {
  expect(scenarioNames(planOf(NAMED))).toEqual(["actual", "committed", "Upside", "Downside"]);
});

test("Scenarios that share a flag are named by their names, each once", () => {
  const flags = ["actual"] as const;
  const scenarios = [
    { id: "1", name: "One", flags },
    { id: "2", name: "Two", flags },
    { id: "3", name: "Two", flags: [] },
  ];
  expect(scenarioNames(planOf(scenarios))).toEqual(["One", "Two"]);
});

test("A table of scenarios compares the first three for the full year", () => {
  const { lines, ...others } = tableOfTemplate("scenarios", planOf(NAMED), OPTIONS);
  expect(lines.length).toBeGreaterThan(3);
  expect(others).toEqual({
    plan: "Plan",
    currency: "EUR",
    scale: "thousands",
    columns: [{ scenario: "actual" }, { scenario: "committed" }, { scenario: "Upside" }],
    periods: [{ period: "2026", basis: "" }],
    periodPlace: "outside",
  });
});

const pair = (scenario: string, base: string) => ["amount", "percent"].map((measure) => ({ scenario, base, measure }));

test("A table keeps the workbook's scale", () => {
  expect(tableOfTemplate("scenarios", planOf(NAMED), { ...OPTIONS, settings: { scale: "millions" } }).scale).toBe(
    "millions",
  );
});

test("A table to date compares with the second scenario and the prior year", () => {
  const grid = tableOfTemplate("yearToDate", planOf(NAMED), { settings: { currency: "USD" }, year: 2026 });
  const [scenario, base] = ["actual", "committed"] as const;
  expect(grid.columns).toEqual([
    { scenario },
    { scenario: base },
    ...pair(scenario, base),
    { scenario, isPriorYear: true },
    ...pair(scenario, "PY"),
  ]);
  expect([grid.currency, grid.periodPlace, grid.periods]).toEqual(["USD", "outside", [{ period: "2026", basis: "" }]]);
});

test("A plan with one scenario is compared with its prior year only", () => {
  const { columns } = tableOfTemplate("yearToDate", planOf(NAMED.slice(0, 1)), OPTIONS);
  expect(columns).toEqual([{ scenario: "Upside" }, { scenario: "Upside", isPriorYear: true }, ...pair("Upside", "PY")]);
});

test("A rolling table has a row a month, beside the prior year's", () => {
  const { columns, periods, periodPlace } = tableOfTemplate("rolling", planOf(NAMED), OPTIONS);
  expect([columns, periods[0], periods.length, periodPlace]).toEqual([
    [{ scenario: "actual" }, { scenario: "actual", isPriorYear: true }, ...pair("actual", "PY")],
    { period: "2026-01", basis: "" },
    12,
    "down",
  ]);
});

const OUTLOOK = { scenario: "", isOutlook: true } as const;
const ofOutlook = (base: string) => ["amount", "percent"].map((measure) => ({ ...OUTLOOK, base, measure }));

test("An outlook is of the whole year, beside the plan and the prior year's actuals", () => {
  const { columns, periods, outlook } = tableOfTemplate("outlook", planOf(NAMED), { ...OPTIONS, actualsTo: "2026-04" });
  expect(columns).toEqual([
    OUTLOOK,
    { scenario: "committed" },
    ...ofOutlook("committed"),
    { scenario: "actual", isPriorYear: true },
    ...ofOutlook("PY"),
  ]);
  expect([periods, outlook]).toEqual([[{ period: "2026", basis: "" }], undefined]);
});

test("The user is asked whose months an outlook ends with only if there are several, and once", () => {
  const one = planOf(NAMED.slice(1, 3));
  expect(tableOfTemplate("outlook", one, OPTIONS).outlook).toBe("committed");
  expect(isOutlookOpen(tableOfTemplate("outlook", one, OPTIONS))).toBe(false);
  expect(isOutlookOpen(tableOfTemplate("outlook", planOf(NAMED), OPTIONS))).toBe(true);
  const named = { ...OPTIONS, outlook: "Upside" };
  expect(isOutlookOpen(tableOfTemplate("outlook", planOf(NAMED), named))).toBe(false);
  expect(isOutlookOpen(tableOfTemplate("yearToDate", planOf(NAMED), OPTIONS))).toBe(false);
});

test("A plan without actuals has no outlook", () => {
  const planned = planOf(NAMED.slice(0, 2));
  expect(outlookPlans(planned)).toEqual([]);
  expect(tableOfTemplate("outlook", planned, OPTIONS).columns[0]).toEqual({ scenario: "committed" });
});

describe("With actuals to April", () => {
  const periodsOf = (template: TableTemplate) =>
    tableOfTemplate(template, planOf(NAMED), { ...OPTIONS, actualsTo: "2026-04" }).periods;

  test.each(["yearToDate", "scenarios"] as const)("the table %s shows the year to date", (template) => {
    expect(periodsOf(template)).toEqual([{ period: "current", basis: "YTD" }]);
  });

  test("a table of month and year shows both", () => {
    expect(periodsOf("monthAndYear")).toEqual([
      { period: "current", basis: "" },
      { period: "current", basis: "YTD" },
    ]);
  });

  test("a rolling table ends with the current month, and moves with it", () => {
    const months = periodsOf("rolling").map(({ period }) => period);
    expect([months.length, months[0], months[10], months[11]]).toEqual([12, "current-11", "current-1", "current"]);
  });

  test("the templates name their months", () => {
    expect(actualMonths("2026-04", {})).toEqual({
      yearToDate: "Jan–Apr 2026",
      monthAndYear: "Apr 2026, Jan–Apr 2026",
      rolling: "May 2025–Apr 2026",
      scenarios: "Jan–Apr 2026",
    });
    expect(actualMonths("2026-04", { fiscalMonth: 10 }).yearToDate).toBe("Oct 2025–Apr 2026");
  });

  test("a table without actuals has the whole year", () => {
    const plan = planOf(NAMED.filter(({ flags }) => !flags.includes("actual")));
    expect(tableOfTemplate("rolling", plan, { ...OPTIONS, actualsTo: "2026-04" }).periods).toHaveLength(12);
  });
});

test("Lines are added in the order of the P&L, whatever the order of the others", () => {
  const lines = (...fields: string[]) => fields.map((field) => ({ field }));
  const added = withLines(
    lines("netFIESales", "ebit"),
    lines("ebitPercent", "otherCosts", "grossFIESales", "fillRate"),
  );
  expect(added).toEqual(lines("grossFIESales", "netFIESales", "otherCosts", "ebit", "ebitPercent", "fillRate"));
  expect(withLines(lines("ebit", "cogs"), lines("grossProfit"))).toEqual(lines("grossProfit", "ebit", "cogs"));
});

test.each([
  ["FY26 Plan", 2026],
  ["Plan fy 27", 2027],
  ["FY2025", 2025],
  ["Budget 2028 v2", 2028],
  ["FY25 Plan 2026", 2026],
  ["Plan", undefined],
  ["Plan 1999", undefined],
  ["V20261", undefined],
])("The plan %s is of the year %p", (name, year) => {
  expect(yearOfPlan(planOf([], name))).toBe(year);
});

test.each([
  [{}, "2026-01", "2026-12"],
  [{ fiscalMonth: 4 }, "2025-04", "2026-03"],
  [{ fiscalMonth: 4, fiscalNameByBegin: true }, "2026-04", "2027-03"],
  [{ fiscalMonth: 2 }, "2025-02", "2026-01"],
  [{ fiscalMonth: 12 }, "2025-12", "2026-11"],
])("With %j the year 2026 runs from %s to %s", (settings, first, last) => {
  const months = monthsOfYear(2026, settings);
  expect([months.length, months[0], months[11]]).toEqual([12, first, last]);
});

test("A line without a known field is refused", () => {
  expect(() => fieldOfLine({ field: "none" })).toThrow("There is no field none.");
});
