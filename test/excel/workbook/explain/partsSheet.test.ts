import { partsSheet, type SheetContent } from "../../../../src/excel/workbook/explain/partsSheet";
import type { Part } from "../../../../src/numbers/analysis/division";
import { callByNames, type NumberArguments, type NumberCall } from "../../../../src/numbers/analysis/numberCall";

const call = (id: NumberCall["id"], args: NumberArguments) => callByNames(id, args, { settings: {} });
const row = (label: string, own: NumberCall | undefined, sign: 1 | -1 = 1): Part => ({
  label,
  call: own,
  sign,
  amount: 1,
  share: 0.5,
});
const formulas = ({ cells }: SheetContent) =>
  cells.flat().flatMap((cell) => (typeof cell === "object" ? [cell.formula] : []));

test("writes rows that read the inputs and their labels, with shares and the rest", () => {
  const args = { plan: "FY26 Plan", scenario: "committed", field: "demandValue", period: "2026-04", basis: "YTD" };
  const part = (item: string) => call("KPI", { ...args, groupBy: "region", item });
  const rows = [row("North", part("North")), row("=South", part("=South")), row("Other", undefined)];
  const content = partsSheet({ title: "Demand", call: call("KPI", args), dimension: "region", parts: rows, plan: "" });
  expect(content.cells).toEqual([
    ["Demand", "", ""],
    ["", "", ""],
    ["Plan", "FY26 Plan", ""],
    ["Scenario", "committed", ""],
    ["Field", "demandValue", ""],
    ["Period", "2026-04", ""],
    ["Group by", "region", ""],
    ["Basis", "YTD", ""],
    ["", "", ""],
    ["Region", "Demand value", "Share"],
    [
      "North",
      { formula: "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6, $B$7, $A11, , $B$8)" },
      { formula: '=IF($B$14=0,"",B11/$B$14)' },
    ],
    [
      "=South",
      { formula: "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6, $B$7, $A12, , $B$8)" },
      { formula: '=IF($B$14=0,"",B12/$B$14)' },
    ],
    [
      { formula: '=IF(B13="","","Other")' },
      { formula: '=IF(ABS(B14-SUM(B11:B12))<0.000001,"",B14-SUM(B11:B12))' },
      { formula: '=IF(OR(B13="",$B$14=0),"",B13/$B$14)' },
    ],
    [
      "Total",
      { formula: "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6, , , , $B$8)" },
      { formula: '=IF($B$14=0,"",B14/$B$14)' },
    ],
  ]);
  expect(content).toMatchObject({ headings: 9, first: 10, last: 13, hasShares: true });
});

test("names the plan that a blank argument means, and subtracts costs", () => {
  const args = { scenario: "s1", field: "grossProfit", period: "2026-04" };
  const rows = [
    row("Net sales", call("KPI", { ...args, field: "netFIESales" })),
    row("Cost of goods sold", call("KPI", { ...args, field: "cogs" }), -1),
  ];
  const content = partsSheet({
    title: "",
    call: call("KPI", args),
    dimension: "lines",
    parts: rows,
    plan: "FY26 Plan",
  });
  expect(content.cells[2]).toEqual(["Plan", "FY26 Plan", ""]);
  expect(formulas(content).filter((each) => each.includes("KPI"))).toEqual([
    "=INSIGHTS.KPI($B$3, $B$4, $A9, $B$6)",
    "=-INSIGHTS.KPI($B$3, $B$4, $A10, $B$6)",
    "=INSIGHTS.KPI($B$3, $B$4, $B$5, $B$6)",
  ]);
});

test("writes both sides of a variance, and no shares", () => {
  const args = { plan: "P", scenario: "s1", base: "s2", field: "ebit", period: "2026-04", measure: "percent" };
  const side = (scenario: string) => call("KPI", { plan: "P", scenario, field: "ebit", period: "2026-04" });
  const rows = [row("One", side("s1")), row("Two", side("s2"))];
  const content = partsSheet({ title: "", call: call("VAR", args), dimension: "sides", parts: rows, plan: "" });
  expect(content.hasShares).toBe(false);
  expect(formulas(content)).toEqual([
    "=INSIGHTS.KPI($B$3, $B$4, $B$6, $B$7)",
    "=INSIGHTS.KPI($B$3, $A12, $B$6, $B$7)",
    "=INSIGHTS.VAR($B$3, $B$4, $B$5, $B$6, $B$7, , , , , $B$8)",
  ]);
});

/** The contents of a sheet for one part. */
const sheetFor = (dimension: Parameters<typeof partsSheet>[0]["dimension"], whole: NumberCall, part: Part) =>
  partsSheet({ title: "", call: whole, dimension, parts: [part], plan: "Plan" });
const KPI = { plan: "Plan", scenario: "One", field: "demandValue" };

test("Several items are an array constant, without the blanks of a list", () => {
  const formulaFor = (item: unknown) => {
    const whole = call("KPI", { ...KPI, groupBy: "region", item });
    const content = sheetFor("month", whole, row("Jan", call("KPI", { ...KPI, period: "2026-01", item })));
    expect(content.cells.map(([label]) => label)).not.toContain("Item");
    return formulas(content).at(-2);
  };
  expect(formulaFor([["North", "", null, "South"]])).toBe('=INSIGHTS.KPI($B$3, $B$4, $B$5, , $B$6, {"North","South"})');
  expect(formulaFor([[null, "North"]])).toBe('=INSIGHTS.KPI($B$3, $B$4, $B$5, , $B$6, "North")');
  expect(formulaFor([[12], [7]])).toBe('=INSIGHTS.KPI($B$3, $B$4, $B$5, , $B$6, {"12","7"})');
});

test("A text of a part alone stands in its formula", () => {
  const part = call("KPI", { ...KPI, period: "2026-01", item: "South" });
  const content = sheetFor("month", call("KPI", { ...KPI, item: "North" }), row("Jan", part));
  expect(formulas(content)[0]).toBe('=INSIGHTS.KPI($B$3, $B$4, $B$5, $A9, , "South")');
});

test("A numeric label stays a number among the inputs and in formulas", () => {
  const { cells } = sheetFor(
    "lines",
    call("KPI", { ...KPI, period: 2026 }),
    row("x", call("KPI", { ...KPI, period: 7 })),
  );
  expect(cells[5]).toEqual(["Period", 2026, ""]);
  expect(cells.flat()).toContainEqual({ formula: "=INSIGHTS.KPI($B$3, $B$4, $A9, 7)" });
});

test.each([
  ["sku", { item: "A-1" }, "SKU", "A-1"],
  ["product", { item: "Alpha" }, "Product", "Alpha"],
  ["channel", { item: "Shop" }, "Channel", "Shop"],
  ["lines", { field: "demandVolume" }, "Line", "Demand volume"],
  ["lines", { field: "none" }, "Line", "none"],
  ["month", { period: "2026-01" }, "Month", "2026-01"],
  ["scenario", { scenario: "Two" }, "Scenario", "Two"],
  ["scenario", { scenario: "ebit" }, "Scenario", "ebit"],
] as const)("By %s, a part with %j stands below %s as %s", (dimension, args, heading, text) => {
  const { cells, headings, first } = sheetFor(
    dimension,
    call("KPI", KPI),
    row("label", call("KPI", { ...KPI, ...args })),
  );
  expect([cells[headings]?.[0], cells[first]?.[0]]).toEqual([heading, text]);
});

test("A row against the prior year has its label, or says what it is", () => {
  const whole = call("KPI", KPI);
  const part = call("VAR", { ...KPI, basePeriod: "PY" });
  const labelled = (label: string) => {
    const { cells, headings, first } = sheetFor("base", whole, row(label, part));
    return [cells[headings]?.[0], cells[first]?.[0]];
  };
  expect(labelled("")).toEqual(["Compared with", "Prior year"]);
  expect(labelled("Last year")).toEqual(["Compared with", "Last year"]);
});

test("The own side of a variance has its label", () => {
  const whole = call("VAR", { ...KPI, base: "Two" });
  const { cells, first, headings } = sheetFor("sides", whole, row("Own", call("KPI", KPI)));
  expect([cells[headings]?.[0], cells[first]?.[0]]).toEqual(["Side", "Own"]);
  const { cells: unnamed, first: at } = sheetFor("sides", whole, row("", call("KPI", KPI)));
  expect(unnamed[at]?.[0]).toBe("One");
});

test("Parts that do not add up have no shares and no remainder", () => {
  const content = sheetFor("scenario", call("KPI", KPI), row("Two", call("KPI", { ...KPI, scenario: "Two" })));
  expect(content).toMatchObject({ hasShares: false, first: 7, last: 8 });
  expect(content.cells.map((cells) => cells.length)).toEqual(content.cells.map(() => 2));
});
