import { questionInWords, type QuestionNames } from "../../src/analysis/question";
import { callByNames, type NumberArguments, type NumberCall } from "../../src/analysis/numberCall";

const scenarios = [
  { id: "s1", name: "Committed", flags: ["committed"] },
  { id: "s2", name: "Actuals 2026", flags: ["actual"] },
];
const NAMES: QuestionNames = {
  plans: [
    { id: "p1", name: "FY26 Plan", currency: "EUR", scenarios },
    { id: "p2", name: "FY25 Plan", currency: "EUR", scenarios: [{ id: "x", name: "Last forecast", flags: [] }] },
  ],
  defaultPlan: "p1",
  period: "Jan–Apr 2026",
  currency: "EUR",
};
const words = (id: NumberCall["id"], args: NumberArguments, names = NAMES) =>
  questionInWords(callByNames(id, args, { settings: {} }), names);

test.each<[string, NumberCall["id"], NumberArguments]>([
  [
    "EBIT of Committed in FY26 Plan, Jan–Apr 2026 (YTD), in EUR",
    "KPI",
    { plan: "fy26 plan", scenario: "committed", field: "ebit", period: "2026-04", basis: "ytd" },
  ],
  [
    "EBIT of Outlook (actuals to the current month, then Committed) in FY26 Plan, Jan–Apr 2026, in EUR",
    "KPI",
    { scenario: "committed", field: "ebit", period: "2026", actualsTo: "current" },
  ],
  ["EBIT % of Actuals 2026 in FY26 Plan, full year", "KPI", { scenario: "actual", field: "EBIT %" }],
  [
    "Demand value of Committed in FY26 Plan, region North, South, Jan–Apr 2026, in EUR",
    "KPI",
    { scenario: "s1", field: "demandValue", period: 202604, groupBy: "region", item: [["North"], ["South"]] },
  ],
  [
    "Variance of EBIT, Committed against Actuals 2026 in FY26 Plan, Jan–Apr 2026, in EUR",
    "VAR",
    { scenario: "s1", base: "actual", field: "ebit", period: "2026-01:2026-04" },
  ],
  [
    "Variance in % of EBIT, Committed against the prior year in FY26 Plan, Jan–Apr 2026",
    "VAR",
    { scenario: "s1", field: "ebit", period: "2026-04", basePeriod: "py", measure: "percent" },
  ],
  [
    "Difference of EBIT, Committed against Last forecast in FY25 Plan in FY26 Plan, full year, in EUR",
    "VAR",
    { scenario: "s1", base: "x", field: "ebit", basePlan: "FY25 Plan", measure: "difference" },
  ],
  [
    "Demand value of Committed in FY26 Plan, product North, full year, in EUR",
    "KPI",
    { scenario: "s1", field: "demandValue", item: [[null], ["North"], [""]] },
  ],
  [
    "Closing stock of Committed in FY26 Plan, item North, full year",
    "KPI",
    { scenario: "s1", field: "closingStock", item: "North" },
  ],
  ["none of Committed in FY26 Plan, product North, full year", "KPI", { scenario: "s1", field: "none", item: "North" }],
  ["EBIT of unknown in Elsewhere, full year, in EUR", "KPI", { plan: "Elsewhere", scenario: "unknown", field: "ebit" }],
])("says %s", (expected, id, args) => {
  expect(words(id, args)).toBe(expected);
});

test("leaves out a plan that is not known", () => {
  const names = { ...NAMES, defaultPlan: undefined };
  expect(words("KPI", { scenario: "One", field: "ebit" }, names)).toBe("EBIT of One, full year, in EUR");
});

test("says the period as written if its months are not known", () => {
  const args = { scenario: "s1", field: "ebit", period: "current" };
  expect(words("KPI", args, { ...NAMES, period: undefined })).toBe("EBIT of Committed in FY26 Plan, current, in EUR");
});
