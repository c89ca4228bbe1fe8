import { titleOf, wordsOfCall } from "../../../src/numbers/analysis/question";
import { callByNames, type NumberArguments, type NumberCall } from "../../../src/numbers/analysis/numberCall";
import { open, openSandbox, type ExcelOptions } from "../functions/excel";
import { sourceOfExcel } from "./workbookSource";

const callOf = (id: NumberCall["id"], args: NumberArguments) => callByNames(id, args, { settings: {} });
const SETTINGS = { plan: "FY26 Plan", currency: "EUR", fiscalMonth: 4 };

/** Without a connection: what an offline workbook says. */
function offline(settings: ExcelOptions["settings"] = SETTINGS) {
  return sourceOfExcel(open(() => Promise.reject(new Error("offline")), { connected: false, settings }));
}

test.each<[string, NumberCall["id"], NumberArguments]>([
  [
    "EBIT of committed in fy26, Apr 2026 (YTD), in EUR",
    "KPI",
    { plan: "fy26", scenario: "committed", field: "ebit", period: "2026-04", basis: "ytd" },
  ],
  ["EBIT % of actual in FY26 Plan, full year", "KPI", { scenario: "actual", field: "EBIT %" }],
  [
    "EBIT of s1 in FY26 Plan, current (QTD), in EUR",
    "KPI",
    { scenario: "s1", field: "ebit", period: "current", basis: "QTD" },
  ],
  [
    "EBIT of Outlook (actuals to the current month, then committed) in FY26 Plan, 2026, in EUR",
    "KPI",
    { scenario: "committed", field: "ebit", period: "2026", actualsTo: "current" },
  ],
  [
    "Demand value of s1 in FY26 Plan, region North, South, Apr 2026, in USD",
    "KPI",
    {
      scenario: "s1",
      field: "demandValue",
      period: 202604,
      groupBy: "region",
      item: [["North"], ["South"]],
      currency: "usd",
    },
  ],
  [
    "Demand value of s1 in FY26 Plan, product North, full year, in EUR",
    "KPI",
    { scenario: "s1", field: "demandValue", item: [[null], ["North"], [""]] },
  ],
  [
    "Variance of EBIT, committed against actual in FY26 Plan, Jan–Apr 2026, in EUR",
    "VAR",
    { scenario: "committed", base: "actual", field: "ebit", period: "2026-01:2026-04" },
  ],
  [
    "Variance in % of EBIT, committed against the prior year in FY26 Plan, Apr 2026",
    "VAR",
    { scenario: "committed", field: "ebit", period: "2026-04", basePeriod: "py", measure: "percent" },
  ],
  [
    "Difference of EBIT, committed against x in FY25 Plan in FY26 Plan, full year, in EUR",
    "VAR",
    { scenario: "committed", base: "x", field: "ebit", basePlan: "FY25 Plan", measure: "difference" },
  ],
])("an offline workbook says names as they are written, and months as they are: %s", async (expected, id, args) => {
  expect(await titleOf(callOf(id, args), offline())).toBe(expected);
});

test.each<[string, NumberArguments]>([
  ["none", { scenario: "s1", field: "none" }],
  ["EBIT", { scenario: "s1", field: "ebit", period: "2026-13" }],
  ["KPI", { scenario: "s1" }],
])("of a call with a mistake its field alone is said: %s", async (expected, args) => {
  expect(await titleOf(callOf("KPI", args), offline())).toBe(expected);
});

describe("with the plans in memory", () => {
  const { session, ...excel } = openSandbox({}, { settings: SETTINGS });
  const source = sourceOfExcel({ session, ...excel });
  beforeAll(() => session.plans());

  test("names are the service's, and months those that the call means", async () => {
    const args = { plan: "fy26", scenario: "committed", field: "ebit", period: "FY26-Q1" };
    expect(await titleOf(callOf("KPI", args), source)).toBe(
      "EBIT of Committed Plan in FY26 Plan, Apr–Jun 2025, in EUR",
    );
  });

  test("a name that is not known is said as it is written", async () => {
    const args = { plan: "Elsewhere", scenario: "unknown", field: "ebit", period: "2026-03" };
    expect(await titleOf(callOf("KPI", args), source)).toBe("EBIT of unknown in Elsewhere, Mar 2026, in EUR");
  });

  test.each<[string, string, NumberArguments]>([
    ["Committed Plan", "Actual", { base: "actual" }],
    ["Committed Plan", "Committed Plan of the period before", { basePeriod: "pp" }],
    ["Committed Plan", "Actual of Apr 2024–Mar 2025", { base: "actual", basePeriod: "2025" }],
    ["committed", "committed in FY25 Plan", { basePlan: "FY25 Plan" }],
    ["committed", "committed in gone", { basePlan: "gone" }],
  ])("the sides of a variance are %s and %s", async (own, base, args) => {
    const call = callOf("VAR", { scenario: "committed", field: "ebit", period: "2026-01:2026-12", ...args });
    const { scenario, baseSide } = await wordsOfCall(call, source);
    expect([scenario, baseSide]).toEqual([own, base]);
  });
});
