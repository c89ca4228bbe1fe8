import { contextKey, fieldOf, itemOf, withPart } from "../../../src/numbers/analysis/numberCall";
import { numberCallOf, numbersInResult } from "../../../src/numbers/analysis/tableNumbers";

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
      args: [null, "Committed", "EBIT", null, null, null, null, null, null],
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
    const [number] = numbersInResult(call("PNL", [null, "actual", null, "M"]), rows);
    expect(number).toMatchObject({
      value: 5,
      call: { args: [null, "Actual", "EBIT", "2026-03", null, null, null, null, null] },
    });
  });

  test("of a table of demand names the item", () => {
    const rows = [
      ["Scenario", "Period", "Region", "Demand volume", "Demand value"],
      ["Actual", "2026-01", "North", 5, 6],
    ];
    const found = numberCallOf(call("DEMAND", ["Plan", null, null, null, "region"]), rows, { row: 1, column: 4 });
    expect(found).toMatchObject({
      args: ["Plan", "Actual", "Demand value", "2026-01", "region", "North", null, null, null],
    });
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
    ["a statement without a result", call("PNL", []), null, { row: 1, column: 1 }],
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

/** The arguments of the number at a place of a table; undefined if that is none. */
const argsAt = (made: ReturnType<typeof call>, result: unknown, row: number, column: number) =>
  numberCallOf(made, result, { row, column })?.args;

describe("a number that stands alone", () => {
  test("is that of the scenario and the field that the call names", () => {
    const made = call("PNL", ["Plan", " One ", [["ebit"]], null, null, null, "USD", null]);
    expect(argsAt(made, [[5]], 0, 0)).toEqual(["Plan", "One", "ebit", null, null, null, "USD", null, null]);
  });

  test.each([
    ["several fields", call("PNL", ["Plan", "One", [["ebit", "cogs"]]])],
    ["no scenario", call("PNL", ["Plan", null, "ebit"])],
    ["a field that does not exist", call("PNL", ["Plan", "One", "none"])],
    ["a month", call("PNL", ["Plan", "One", "ebit", "M"])],
  ])("is unknown for %s", (_what, made) => {
    expect(argsAt(made, [[5]], 0, 0)).toBeUndefined();
  });

  test("is that of KPI and VAR themselves", () => {
    expect(numberCallOf(call("KPI", ["Plan"]), 5, { row: 0, column: 0 })).toMatchObject({ id: "KPI", args: ["Plan"] });
    expect(numberCallOf(call("VAR", ["Plan"]), "5", { row: 0, column: 0 })).toBeUndefined();
    expect(numbersInResult(call("KPI", ["Plan"]), 5)).toMatchObject([{ value: 5, at: { row: 0, column: 0 } }]);
  });
});

describe("the numbers of a statement", () => {
  const DEMANDS = [
    ["EUR", "Actual"],
    ["Net sales", 10],
    ["North · Demand value", 20],
    ["· odd", 1],
  ];

  test("begin below the scenarios, and below the periods if it has months", () => {
    expect(numbersInResult(call("PNL", []), STATEMENT).map(({ at }) => [at.row, at.column])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ]);
    expect(
      argsAt(
        call("PNL", []),
        [
          [1, 2],
          [3, 4],
        ],
        0,
        1,
      ),
    ).toBeUndefined();
    expect(
      argsAt(
        call("PNL", [null, null, null, "M"]),
        [
          ["", "One"],
          ["EBIT", 4],
        ],
        1,
        1,
      ),
    ).toBeUndefined();
    expect(
      argsAt(
        call("PNL", []),
        [
          ["EUR", "One"],
          ["", 4],
        ],
        1,
        1,
      ),
    ).toBeUndefined();
    expect(argsAt(call("PNL", []), [["EUR", "One"], ["EBIT"], [7]], 2, 0)).toBeUndefined();
  });

  test("have an item if their label names one", () => {
    const made = call("DEMAND", ["Plan", null, null, "FY", "region", null, null, "USD", "statement"]);
    expect(argsAt(made, DEMANDS, 2, 1)).toEqual([
      "Plan",
      "Actual",
      "Demand value",
      null,
      "region",
      "North",
      "USD",
      null,
      null,
    ]);
    expect(argsAt(made, DEMANDS, 1, 1)).toEqual([
      "Plan",
      "Actual",
      "Net sales",
      null,
      "region",
      null,
      "USD",
      null,
      null,
    ]);
    expect(argsAt(made, DEMANDS, 3, 1)).toBeUndefined();
  });

  test.each([
    ["from", [null, null, null, "FY", "2026-01"]],
    ["to", [null, null, null, "FY", null, "2026-01"]],
  ])("are no full year with a date %s", (_which, args) => {
    expect(argsAt(call("PNL", args), STATEMENT, 1, 1)).toBeUndefined();
  });

  test("may be a range of months", () => {
    const rows = [
      ["EUR", "Actual"],
      ["", "2026-03"],
      ["EBIT", 5],
    ];
    const made = call("PNL", [null, "actual", null, " m ", "2026-01", "2026-06"]);
    expect(argsAt(made, rows, 2, 1)?.[3]).toBe("2026-03");
  });

  test("are unknown in another layout", () => {
    expect(argsAt(call("PNL", [null, null, null, null, null, null, null, "list"]), STATEMENT, 1, 1)).toBeUndefined();
  });
});

describe("the numbers of a table", () => {
  const table = (headings: string[], cells: (string | number)[]) => [headings, cells];
  const made = call("DEMAND", ["Plan", null, null, "FY"]);

  test("have no item without a column for it, and no period for a full year", () => {
    const rows = table(["Scenario", "Period", "Demand value"], ["One", "2026", 5]);
    expect(argsAt(made, rows, 1, 2)).toEqual(["Plan", "One", "Demand value", null, null, null, null, null, null]);
    expect(argsAt(made, rows, 0, 2)).toBeUndefined();
  });

  test.each([
    ["without a scenario", ["Plan", "Period", "Demand value"], ["One", "2026", 5], 2],
    ["without a period", ["Scenario", "Region", "Demand value"], ["One", "North", 5], 2],
    [
      "with two columns of groups",
      ["Scenario", "Period", "Region", "Sku", "Demand value"],
      ["One", "2026", "N", "S", 5],
      4,
    ],
    ["whose number is a label", ["Scenario", "Period", "Region", "Demand value"], ["One", "2026", 7, 5], 2],
  ])("are unknown %s", (_what, headings, cells, column) => {
    expect(argsAt(made, table(headings, cells), 1, column)).toBeUndefined();
  });

  test.each([
    ["from", [null, null, null, "FY", null, "2026-01"]],
    ["to", [null, null, null, "FY", null, null, "2026-01"]],
  ])("are no full year with a date %s", (_which, args) => {
    const rows = table(["Scenario", "Period", "Demand value"], ["One", "2026", 5]);
    expect(argsAt(call("DEMAND", args), rows, 1, 2)).toBeUndefined();
  });
});

describe("the parts of calls", () => {
  const kpi = (args: readonly unknown[]) => ({ id: "KPI" as const, args, settings: {} });
  const variance = (args: readonly unknown[]) => ({ id: "VAR" as const, args, settings: {} });

  test("are read at their places", () => {
    expect(fieldOf(kpi(["Plan", "One", [["ebit"]]]))?.name).toBe("ebit");
    expect(fieldOf(variance(["Plan", "One", "Two", "cogs"]))?.name).toBe("cogs");
    expect(fieldOf(kpi(["Plan", "One", 5]))).toBeUndefined();
    expect(fieldOf(kpi(["Plan", "One"]))).toBeUndefined();
    expect(itemOf(kpi(["Plan", "One", "ebit", null, "region", "North"]))).toBe("North");
    expect(itemOf(variance(["Plan", "One", "Two", "ebit", null, "region", 12]))).toBe("12");
    expect(itemOf(kpi(["Plan"]))).toBe("");
    expect(itemOf(kpi(["Plan", "One", "ebit", null, "region", [["North", "South"]]]))).toBeUndefined();
  });

  test("are replaced at their places", () => {
    expect(withPart(kpi(["Plan"]), { field: "ebit", item: "North" }).args).toEqual([
      "Plan",
      null,
      "ebit",
      null,
      null,
      "North",
    ]);
    expect(withPart(variance(["Plan"]), { item: "North" }).args.slice(3)).toEqual([
      null,
      null,
      null,
      "North",
      null,
      null,
      "difference",
    ]);
  });

  test("decide the context, but for field, item and measure", () => {
    const key = (args: readonly unknown[], settings = {}) => contextKey({ id: "KPI", args, settings });
    expect(key(["P", "One", "ebit"])).toBe(key(["P", "One", "cogs", null, null, "North"]));
    expect(key(["P", "One"], { currency: "EUR" })).toBe(key(["P", "One", null, null, null, null, "eur"]));
    expect(key(["P", "One"], { currency: "USD" })).not.toBe(key(["P", "One"], { currency: "EUR" }));
    expect(key(["P", "One"], { fiscalMonth: 4 })).not.toBe(key(["P", "One"]));
    expect(key(["P", [["One", "Two"]]])).not.toBe(key(["P", "One"]));
    const base = (args: readonly unknown[]) => contextKey(variance(args));
    expect(base(["P", "a", "b", "ebit", "2026"])).not.toBe(base(["P", "a", "b", "ebit"]));
    expect(base(["P", "a", "b", "ebit", null, null, "North"])).toBe(base(["P", "a", "b"]));
    expect(base(["P", "a", "b", null, null, null, null, "USD"])).not.toBe(base(["P", "a", "b"]));
  });
});
