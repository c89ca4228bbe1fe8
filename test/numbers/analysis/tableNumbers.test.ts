/** The call behind each number of a table, and what calls share. */
import { contextKey, fieldOf, itemOf, withPart } from "../../../src/numbers/analysis/numberCall";
import { numberCallOf, numbersInResult } from "../../../src/numbers/analysis/tableNumbers";

type Args = readonly unknown[];

const call = (id: string, args: Args) => ({ id, args, settings: {} });

/** The arguments of the number's call; undefined if it is not known. */
const argsAt = (id: string, args: Args, rows: unknown, row: number, column: number) =>
  numberCallOf(call(id, args), rows, { row, column })?.args;

const STATEMENT = [
  ["EUR", "One", "Two"],
  ["EBIT", 1, 2],
];
const MONTHLY = [
  ["EUR", "One", "One"],
  ["", "2026-01", "2026-02"],
  ["EBIT", 1, 2],
];
const TABLE = [
  ["Scenario", "Period", "Region", "Demand volume", "Demand value"],
  ["One", "2026-01", "North", 5, 6],
];
const GROUPED = [
  ["EUR", "One"],
  ["", "2026-01"],
  ["A · B · Demand value", 7],
];

test("A number of KPI and VAR is explained by its own call, an error is not", () => {
  for (const id of ["KPI", "VAR"])
    expect(numberCallOf(call(id, ["Plan"]), 5, { row: 0, column: 0 })).toEqual(call(id, ["Plan"]));
  expect(numberCallOf(call("KPI", []), "#N/A", { row: 0, column: 0 })).toBeUndefined();
  expect(numberCallOf(call("BRIDGE", []), STATEMENT, { row: 1, column: 1 })).toBeUndefined();
  expect(numberCallOf(call("PNL", []), 5, { row: 0, column: 0 })).toBeUndefined();
  expect(numberCallOf(call("PNL", []), [5], { row: 0, column: 0 })).toBeUndefined();
});

test("A number keeps the plan, the grouping and the currency of its table", () => {
  expect(argsAt("PNL", ["Plan", null, null, null, null, null, "USD"], STATEMENT, 1, 2)).toEqual([
    "Plan",
    "Two",
    "EBIT",
    null,
    null,
    null,
    "USD",
    null,
    null,
  ]);
  expect(argsAt("DEMAND", ["Plan", null, null, "M", "region", null, null, "USD"], TABLE, 1, 3)).toEqual([
    "Plan",
    "One",
    "Demand volume",
    "2026-01",
    "region",
    "North",
    "USD",
    null,
    null,
  ]);
});

test("A statement of groups names the item before its last separator", () => {
  const layout = ["Plan", null, null, "M", "product", null, null, null, "statement"];
  expect(argsAt("DEMAND", layout, GROUPED, 2, 1)).toEqual([
    "Plan",
    "One",
    "Demand value",
    "2026-01",
    "product",
    "A · B",
    null,
    null,
    null,
  ]);
});

test("A table without groups names no item", () => {
  const rows = [
    ["Scenario", "Period", "EBIT"],
    ["One", "2026-01", 5],
  ];
  expect(argsAt("PNL", [null, null, null, "M", null, null, null, "table"], rows, 1, 2)).toEqual([
    null,
    "One",
    "EBIT",
    "2026-01",
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("A full year has no period, also in a table", () => {
  const rows = [
    ["Scenario", "Period", "Region", "Demand value"],
    ["One", "2026", "North", 5],
  ];
  expect(argsAt("DEMAND", [null, null, null, "FY", "region"], rows, 1, 3)?.[3]).toBeNull();
  expect(argsAt("PNL", [null, null, null, "FY"], STATEMENT, 1, 1)?.[3]).toBeNull();
});

test("A number between two months is KPI's of that period", () => {
  const dates = ["2026-01", "2026-04"];
  expect(argsAt("PNL", [null, null, null, null, ...dates], STATEMENT, 1, 1)?.[3]).toBe("2026-01:2026-04");
  expect(argsAt("PNL", [null, "One", "ebit", "FY", ...dates], [[5]], 0, 0)?.[3]).toBe("2026-01:2026-04");
  expect(argsAt("PNL", [null, null, null, null, "2026-01-05", "2026-04"], STATEMENT, 1, 1)).toBeUndefined();
});

test("A single number is of the only scenario and field that its call names", () => {
  expect(argsAt("PNL", [null, [["One"]], "ebit"], [[5]], 0, 0)?.slice(0, 4)).toEqual([null, "One", "ebit", null]);
  expect(argsAt("PNL", [null, "One", "ebit", "M"], [[5]], 0, 0)).toBeUndefined();
  expect(argsAt("PNL", [null, [["One", "Two"]], "ebit"], [[5]], 0, 0)).toBeUndefined();
  expect(argsAt("PNL", [null, "One", null], [[5]], 0, 0)).toBeUndefined();
  expect(argsAt("PNL", [null, "One", "none"], [[5]], 0, 0)).toBeUndefined();
});

test.each<[string, string, Args, unknown[][], number, number]>([
  [
    "the row of months",
    "PNL",
    [null, null, null, "M"],
    [
      ["EUR", "One"],
      ["", 202_601],
    ],
    1,
    1,
  ],
  [
    "a row without a label",
    "PNL",
    [],
    [
      ["EUR", "One"],
      ["", 1],
    ],
    1,
    1,
  ],
  [
    "the column of labels",
    "PNL",
    [],
    [
      ["EUR", "One"],
      [5, 1],
    ],
    1,
    0,
  ],
  [
    "a scenario without a name",
    "PNL",
    [],
    [
      ["EUR", null],
      ["EBIT", 1],
    ],
    1,
    1,
  ],
  [
    "a line that is no field",
    "PNL",
    [],
    [
      ["EUR", "One"],
      ["Remark", 1],
    ],
    1,
    1,
  ],
  ["a month of days", "DEMAND", [null, null, null, "D"], TABLE, 1, 3],
  ["a year from a day on", "DEMAND", [null, null, null, "FY", null, "2026-02"], TABLE, 1, 3],
  ["a year to a day", "PNL", [null, null, null, null, null, "2026-02"], STATEMENT, 1, 1],
  ["another layout", "PNL", [null, null, null, null, null, null, null, "values"], STATEMENT, 1, 1],
  [
    "a table with other headings",
    "DEMAND",
    [],
    [
      ["Plan", "Period", "Demand value"],
      ["One", "2026-01", 5],
    ],
    1,
    2,
  ],
  [
    "a table without periods",
    "DEMAND",
    [],
    [
      ["Scenario", "Region", "Demand value"],
      ["One", "North", 5],
    ],
    1,
    2,
  ],
  ["a label of a table", "DEMAND", [], [TABLE[0]!, ["One", 202_601, "North", 5, 6]], 1, 1],
  ["a number among headings", "DEMAND", [], [["Scenario", "Period", "Demand value", 7]], 0, 3],
  [
    "a table with two columns of groups",
    "DEMAND",
    [],
    [
      ["Scenario", "Period", "Region", "Channel", "Demand value"],
      ["One", "2026-01", "North", "Shop", 5],
    ],
    1,
    4,
  ],
])("The call of %s is not known", (_what, id, args, rows, row, column) => {
  expect(argsAt(id, args, rows, row, column)).toBeUndefined();
});

test("All numbers of a result are found with their places", () => {
  const found = numbersInResult(call("PNL", [null, null, null, "M"]), MONTHLY);
  expect(found.map(({ at, value, call: { args } }) => [at.row, at.column, value, args[3]])).toEqual([
    [2, 1, 1, "2026-01"],
    [2, 2, 2, "2026-02"],
  ]);
  expect(numbersInResult(call("KPI", ["Plan"]), 5)).toEqual([
    { call: call("KPI", ["Plan"]), value: 5, at: { row: 0, column: 0 } },
  ]);
  expect(numbersInResult(call("KPI", ["Plan"]), "#N/A")).toEqual([]);
});

const KPI = ["Plan", "One", "ebit", "2026-01", "region", "North", "EUR"];
const VAR = ["Plan", "One", "Two", "ebit", "2026-01", "region", "North", "EUR", "YTD", "percent"];
const put = (args: Args, place: number, value: unknown) => args.map((each, at) => (at === place ? value : each));
const numberCall = (id: "KPI" | "VAR", args: Args, settings = {}) => ({ id, args, settings });

test("Field and item of a call are read, if each is one", () => {
  expect([fieldOf(numberCall("KPI", KPI))?.name, fieldOf(numberCall("VAR", VAR))?.name]).toEqual(["ebit", "ebit"]);
  expect([itemOf(numberCall("KPI", KPI)), itemOf(numberCall("VAR", VAR))]).toEqual(["North", "North"]);
  expect(itemOf(numberCall("KPI", ["Plan"]))).toBe("");
  expect(itemOf(numberCall("KPI", ["", "", "", "", "", [["A"], ["B"]]]))).toBeUndefined();
  expect(itemOf(numberCall("KPI", ["", "", "", "", "", true]))).toBeUndefined();
  expect(fieldOf(numberCall("KPI", ["Plan", "One"]))).toBeUndefined();
});

test("A part replaces field and item in their places, and nothing else", () => {
  expect(withPart(numberCall("KPI", KPI), { field: "cogs" }).args).toEqual(put(KPI, 2, "cogs"));
  expect(withPart(numberCall("KPI", KPI), { item: "South" }).args).toEqual(put(KPI, 5, "South"));
  expect(withPart(numberCall("KPI", ["Plan"]), { item: "South" }).args).toEqual([
    "Plan",
    null,
    null,
    null,
    null,
    "South",
  ]);
  const parts = withPart(numberCall("VAR", VAR), { field: "cogs", item: "South" }).args;
  expect(parts).toEqual(put(put(put(VAR, 3, "cogs"), 6, "South"), 9, "difference"));
});

const key = (id: "KPI" | "VAR", args: Args, settings = {}) => contextKey(numberCall(id, args, settings));

test("Only field, item and measure make no difference between the contexts of calls", () => {
  for (const [id, args, free] of [
    ["KPI", KPI, [2, 5]],
    ["VAR", VAR, [3, 6, 9]],
  ] as const)
    args.forEach((_value, at) => {
      const isSame = key(id, put(args, at, "other")) === key(id, args);
      expect([id, at, isSame]).toEqual([id, at, (free as readonly number[]).includes(at)]);
    });
});

test("Settings stand in for blank arguments, and fiscal years tell tables apart", () => {
  const settings = { plan: "Plan", currency: "EUR" };
  expect(key("KPI", put(put(KPI, 0, ""), 6, ""), settings)).toBe(key("KPI", KPI));
  expect(key("VAR", put(put(VAR, 0, ""), 7, ""), settings)).toBe(key("VAR", VAR));
  expect(key("KPI", ["Plan", "One", "ebit", null, null, "North"])).toBe(key("KPI", ["Plan", "One", "ebit"]));
  expect(key("KPI", KPI, { fiscalMonth: 4 })).not.toBe(key("KPI", KPI));
  expect(key("KPI", KPI, { fiscalNameByBegin: true })).not.toBe(key("KPI", KPI));
  expect(key("KPI", put(KPI, 1, [["one"]]))).toBe(key("KPI", KPI));
  expect(key("KPI", put(KPI, 1, [["One"], ["Two"]]))).not.toBe(key("KPI", KPI));
});
