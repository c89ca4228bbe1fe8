import {
  contextKey,
  fieldOf,
  itemOf,
  numberCallOf,
  numbersOf,
  withPart,
} from "../../../src/workbook/changes/numberCall";

const call = (id: string, args: readonly unknown[]) => ({ id, args, settings: { plan: "p1" } });
const STATEMENT = [
  ["EUR", "Actual", "Committed"],
  ["Net sales", 10, 20],
  ["EBIT", 1, 2],
];

describe("the call of one number", () => {
  test("of a statement is a KPI of its line and scenario", () => {
    const found = numberCallOf(call("PNL", [null, [["actual", "committed"]]]), STATEMENT, { row: 2, column: 2 });
    expect(found).toEqual({
      id: "KPI",
      args: [null, "Committed", "EBIT", null, null, null, null],
      settings: { plan: "p1" },
    });
    expect(found && fieldOf(found)?.name).toBe("ebit");
  });

  test("of a monthly statement names the month", () => {
    const rows = [
      ["EUR", "Actual"],
      ["", "2026-03"],
      ["EBIT", 5],
    ];
    const [number] = numbersOf(call("PNL", [null, "actual", null, "M"]), rows);
    expect(number).toMatchObject({ value: 5, call: { args: [null, "Actual", "EBIT", "2026-03", null, null, null] } });
  });

  test("of a table of demand names the item", () => {
    const rows = [
      ["Scenario", "Period", "Region", "Demand volume", "Demand value"],
      ["Actual", "2026-01", "North", 5, 6],
    ];
    const found = numberCallOf(call("DEMAND", ["Plan", null, null, null, "region"]), rows, { row: 1, column: 4 });
    expect(found).toMatchObject({ args: ["Plan", "Actual", "Demand value", "2026-01", "region", "North", null] });
    expect(found && itemOf(found)).toBe("North");
  });

  test.each([
    [
      "the values alone",
      call("PNL", [null, null, null, null, null, null, null, "values"]),
      [[1, 2]],
      { row: 0, column: 0 },
    ],
    ["a heading", call("PNL", []), STATEMENT, { row: 0, column: 0 }],
    ["a year cut by dates", call("PNL", [null, null, null, "FY", "2026-01"]), STATEMENT, { row: 1, column: 1 }],
    ["weeks", call("DEMAND", [null, null, null, "W"]), STATEMENT, { row: 1, column: 1 }],
    ["a list of plans", call("PLANS", []), [["p1", "Plan"]], { row: 0, column: 0 }],
  ])("is unknown for %s", (_what, made, result, at) => {
    expect(numberCallOf(made, result, at)).toBeUndefined();
  });

  test("shares its context with calls of other fields, however they are spelled", () => {
    const key = (id: "KPI" | "VAR", args: readonly unknown[]) => contextKey({ id, args, settings: { plan: "P1" } });
    expect(key("KPI", [null, "Actual", "ebit"])).toBe(key("KPI", ["p1", "actual", "cogs", "", null]));
    expect(key("KPI", [null, "Actual", "ebit"])).not.toBe(key("KPI", [null, "Actual", "ebit", "2026-01"]));
    expect(key("VAR", [null, "a", "b", "ebit"])).toBe(
      key("VAR", [null, "A", "B", "cogs", null, null, null, null, null, "amount"]),
    );
  });

  test("compares parts of a variance by their plain difference", () => {
    const variance = { id: "VAR" as const, args: [null, "a", "b", "ebit"], settings: {} };
    expect(withPart(variance, { field: "cogs" }).args).toEqual([
      null,
      "a",
      "b",
      "cogs",
      null,
      null,
      null,
      null,
      null,
      "difference",
    ]);
  });
});
