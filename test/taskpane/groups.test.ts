import { callByNames } from "../../src/analysis/numberArguments";
import type { ErrorCell, ListedChange } from "../../src/actions/state";
import { groupErrors } from "../../src/taskpane/errorGroups";
import { changeSize, effectOf, filterChanges } from "../../src/taskpane/listedChanges";

const change = (sheet: string, scenario: string, row: number, label: string): ListedChange => ({
  sheet,
  row,
  column: 1,
  address: `${sheet}!B${row + 1}`,
  labels: { row: label, column: "Jan 26" },
  plan: "FY26 Plan",
  scenario,
  before: 1,
  after: 2,
  numberFormat: "0",
  shown: { before: "1", after: "2", difference: "+1", percent: "+100.0%" },
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

  test.each<[string, "KPI" | "VAR", Record<string, unknown>, number, ReturnType<typeof effectOf>]>([
    ["more EBIT", "KPI", { field: "ebit" }, 1, "better"],
    ["more cost", "KPI", { field: "cogs" }, 1, "worse"],
    ["more cost, shown as a negative number", "KPI", { field: "cogs" }, -1, "better"],
    ["a better variance of a cost", "VAR", { field: "cogs" }, 1, "better"],
    ["a larger bare difference of a cost", "VAR", { field: "cogs", measure: "Difference" }, 1, "worse"],
    ["a field that is not known", "KPI", { field: "none" }, 1, undefined],
  ])("tell what they do to profit or service: %s", (_what, id, args, scale, effect) => {
    const call = callByNames(id, args, { settings: {} });
    const one = change("One", "Actual", 1, "Label");
    expect(effectOf({ ...one, explained: { call, before: 1, after: 2, scale } })).toBe(effect);
    expect(effectOf({ ...one, after: 1, explained: { call, before: 1, after: 1, scale } })).toBeUndefined();
  });

  test("of amounts have a size, those of shares have none beside them", () => {
    const of = (field: string): ListedChange => {
      const call = callByNames("KPI", { field }, { settings: {} });
      return { ...change("One", "Actual", 1, "Label"), before: 5, explained: { call, before: 5, after: 2, scale: 1 } };
    };
    expect([of("ebit"), of("ebitPercent"), change("One", "Actual", 1, "Own")].map(changeSize)).toEqual([3, 0, 1]);
    expect(changeSize({ ...of("ebit"), before: "" })).toBe(0);
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
