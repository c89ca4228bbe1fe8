import type { ErrorCell } from "../../../src/excel/workbook/errors/cellErrors";
import type { ListedChange } from "../../../src/excel/workbook/changes/changeSummary";
import { groupErrors } from "../../../src/excel/taskpane/errorGroups";
import { changedFacts } from "../../../src/excel/taskpane/changedFacts";
import { filterChanges } from "../../../src/excel/taskpane/filterChanges";

const change = (sheet: string, scenario: string, row: number, label: string): ListedChange => ({
  sheet,
  row,
  column: 1,
  address: `${sheet}!B${row + 1}`,
  labels: { row: label, column: "Jan 26" },
  plan: "FY26 Plan",
  scenario,
  period: "Jan 2026 (YTD)",
  before: 1,
  after: 2,
  unit: "",
  places: [{ sheet, address: `${sheet}!B${row + 1}`, cells: 1 }],
  numberFormat: "0",
  shown: { before: "1", after: "2", difference: "+1", percent: "+100.0%" },
  weight: { amount: 1, effect: undefined },
});
const CHANGES = [
  change("Two", "Actual", 1, "EBIT"),
  change("One", "Actual", 1, "Cogs"),
  change("Two", "Budget", 2, "EBIT"),
  change("Two", "Actual", 3, "Transport"),
];

describe("changes", () => {
  test.each([
    ["ebit", 2],
    ["two BUDGET", 1],
    ["26 actual transport", 1],
    ["One!B2", 1],
    ["", 4],
    ["nothing", 0],
  ])("are found by words in any order: %s", (text, count) => {
    expect(filterChanges(CHANGES, text)).toHaveLength(count);
  });

  test("are told in short as the list tells them: facts, and numbers that moved alike as one", () => {
    const group = { plan: "FY26 Plan", scenario: "Budget", rate: 0.01, isAll: true };
    const [first, ...others] = CHANGES;
    const places = [...first!.places, { sheet: "One", address: "One!B2", cells: 2 }];
    const listed = [{ ...first!, places, unit: "EUR" }, ...others.map((each) => ({ ...each, group, unit: "EUR" }))];
    expect(changedFacts({ listed, at: 1, cells: 6, unseen: 0, isSaved: false }, 3)).toEqual([
      {
        label: "EBIT · Jan 26",
        detail: "in 3 cells",
        value: "1 → 2\u00a0EUR",
        effect: undefined,
      },
      {
        label: "Budget raised by 1.0 %",
        detail: "3 numbers, 3 cells",
        value: "EBIT, Jan 2026 (YTD): +1\u00a0EUR",
        effect: undefined,
      },
    ]);
    const part = { ...group, isAll: false };
    const some = others.map((each) => ({ ...each, group: part }));
    expect(changedFacts({ listed: some, at: 1, cells: 3, unseen: 0, isSaved: false }, 3)).toMatchObject([
      { label: "3 numbers of Budget raised by 1.0 %", detail: "3 cells" },
    ]);
  });
});

test("errors stand by cause, each with all its cells", () => {
  const error = (address: string, wrong: string): ErrorCell => ({
    address,
    formula: "=1",
    code: "#N/A",
    message: `Scenario '${wrong}' is not in the plan.`,
    fix: { kind: "argument", id: address.endsWith("1") ? "KPI" : "VAR", argument: 1, wrong, meant: "committed" },
  });
  const groups = groupErrors([error("S!A1", "comitted"), error("S!A2", "comited"), error("S!A3", "comitted")]);
  expect(groups.map(({ addresses }) => addresses)).toEqual([["S!A1", "S!A3"], ["S!A2"]]);
});
