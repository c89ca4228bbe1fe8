import { findField } from "../../../../src/insights";
import { fieldFormat, type NumberStyle } from "../../../../src/numbers/language/numberFormats";
import { readAskedNumbers, cellFormatsOf, numberHeadings } from "../../../../src/excel/workbook/format/cellFormats";

const AMOUNT = "#,##0;-#,##0";

test("A statement has bold headings and a format a row, joined where rows are alike", () => {
  const rows = [
    ["EUR", "Actual"],
    ["Gross sales", 1],
    ["Trade expenses", 2],
    ["EBIT %", 0.4],
  ];
  expect(cellFormatsOf(rows)).toEqual([
    { row: 0, column: 0, rows: 1, columns: 2, isHeading: true },
    { row: 1, column: 1, rows: 2, columns: 1, numberFormat: AMOUNT },
    { row: 3, column: 1, rows: 1, columns: 1, numberFormat: "0.0%" },
  ]);
});

test("A table has a format a column", () => {
  const rows = [
    ["Scenario", "Period", "Demand volume", "Fill rate"],
    ["Actual", "2026-01", 10, 0.9],
    ["Actual", "2026-02", 20, ""],
  ];
  expect(cellFormatsOf(rows)).toEqual([
    { row: 0, column: 0, rows: 1, columns: 4, isHeading: true },
    { row: 1, column: 2, rows: 2, columns: 1, numberFormat: AMOUNT },
    { row: 1, column: 3, rows: 2, columns: 1, numberFormat: "0.0%" },
  ]);
});

test.each([
  ["EBIT · Base", "Gross sales", "EBIT · Upside"],
  ["Demand value · Base", "Price", "Demand value · Upside"],
])("The amounts of a bridge (%s, %s, %s) are formatted under any names of steps", (start, step, end) => {
  const rows = [
    ["Label", "Amount", "Kind"],
    [start, 1, "start"],
    [step, 2, "step"],
    [end, 3, "end"],
  ];
  expect(cellFormatsOf(rows)).toEqual([
    { row: 0, column: 0, rows: 1, columns: 3, isHeading: true },
    { row: 1, column: 1, rows: 3, columns: 1, numberFormat: AMOUNT },
  ]);
});

test.each([
  ["an amount", [[1]], "ebit", AMOUNT],
  ["a share", [[0.4]], "cogsPercent", "0.0%"],
  ["a time", [[46000.5]], "ASOF", "yyyy-mm-dd hh:mm"],
  ["a day of a period", [[46_000]], "PERIOD", "yyyy-mm-dd"],
])("A single number is formatted as %s by the field that was asked for", (_what, rows, field, numberFormat) => {
  expect(cellFormatsOf(rows, { field })).toEqual([{ row: 0, column: 0, rows: 1, columns: 1, numberFormat }]);
});

test.each([
  ["ebit", undefined, AMOUNT],
  ["ebit", "amount", AMOUNT],
  ["ebit", "percent", "0.0%"],
  ["ebitPercent", undefined, "0.0%"],
  ["ebitPercent", "amount", '0.0%"-pts"'],
  ["ebitPercent", "percent", "0.0%"],
  ["demandValuePerUnit", "amount", "#,##0.00;-#,##0.00"],
])("A number of %s with the measure %s is formatted as %s", (name, measure, numberFormat) => {
  const field = findField(name);
  expect(field && fieldFormat(field, { measure })).toBe(numberFormat);
});

test.each([
  [120, []],
  [121, ["yyyy-mm-dd"]],
])("PERIOD's number %d has the formats %j", (number, formats) => {
  expect(cellFormatsOf([[number]], { field: "PERIOD" }).map(({ numberFormat }) => numberFormat)).toEqual(formats);
});

test("Months over a statement, and numbers right of two labels, keep their places", () => {
  const monthly = [
    ["EUR", "Actual", "Actual"],
    ["", "2026-01", "2026-02"],
    ["EBIT", "", 1],
    ["EBIT %", 0.1, ""],
  ];
  expect(cellFormatsOf(monthly)).toEqual([
    { row: 0, column: 0, rows: 2, columns: 3, isHeading: true },
    { row: 2, column: 1, rows: 1, columns: 2, numberFormat: AMOUNT },
    { row: 3, column: 1, rows: 1, columns: 2, numberFormat: "0.0%" },
  ]);
});

test("Rows of one format that are apart stay apart", () => {
  const rows = [
    ["EUR", "One"],
    ["EBIT", 1],
    ["Remark", 2],
    ["Net sales", 3],
  ];
  expect(cellFormatsOf(rows).slice(1)).toEqual([
    { row: 1, column: 1, rows: 1, columns: 1, numberFormat: AMOUNT },
    { row: 3, column: 1, rows: 1, columns: 1, numberFormat: AMOUNT },
  ]);
});

test("A statement of one line is formatted", () => {
  const rows = [
    ["EUR", "Actual"],
    ["EBIT %", 0.4],
  ];
  expect(cellFormatsOf(rows)).toEqual([
    { row: 0, column: 0, rows: 1, columns: 2, isHeading: true },
    { row: 1, column: 1, rows: 1, columns: 1, numberFormat: "0.0%" },
  ]);
});

test("Lines of a statement are joined with the line above, not with the first", () => {
  const rows = [
    ["EUR", "One"],
    ["EBIT", 1],
    ["EBIT %", 0.1],
    ["cogsPercent", 0.2],
    ["Fill rate", 0.3],
  ];
  expect(cellFormatsOf(rows).slice(1)).toMatchObject([
    { row: 1, rows: 1, numberFormat: AMOUNT },
    { row: 2, rows: 3, numberFormat: "0.0%" },
  ]);
});

test("A table whose first column holds numbers is formatted from there on", () => {
  const rows = [
    ["EBIT", "Fill rate", "Remark"],
    [1, 0.9, "late"],
    [2, 0.8, ""],
  ];
  expect(cellFormatsOf(rows)).toEqual([
    { row: 0, column: 0, rows: 1, columns: 3, isHeading: true },
    { row: 1, column: 0, rows: 2, columns: 1, numberFormat: AMOUNT },
    { row: 1, column: 1, rows: 2, columns: 1, numberFormat: "0.0%" },
  ]);
});

test("A percentage of an amount is formatted as a percentage", () => {
  expect(cellFormatsOf([[0.05]], { field: "ebit", measure: "percent" })).toMatchObject([{ numberFormat: "0.0%" }]);
});

test.each([
  ["a number of no known field", [[1]], "KPI"],
  ["a number of months", [[12]], "PERIOD"],
  ["a text", [["x"]], "ebit"],
  [
    "numbers without headings",
    [
      [1, 2],
      [3, 4],
    ],
    undefined,
  ],
  ["a row of a label and a number", [["EBIT", 5]], "ebit"],
  ["nothing", [], undefined],
])("%s is left as it is", (_what, rows, field) => expect(cellFormatsOf(rows, { field })).toEqual([]));

test("A list of texts has its heading bold", () => {
  expect(cellFormatsOf([["Scenario"], ["Actual"]], { field: "ebit" })).toEqual([
    { row: 0, column: 0, rows: 1, columns: 1, isHeading: true },
  ]);
});

test("A table of texts has its heading bold", () => {
  expect(
    cellFormatsOf([
      ["id", "name"],
      ["s1", "One"],
    ]),
  ).toEqual([{ row: 0, column: 0, rows: 1, columns: 2, isHeading: true }]);
});

test("Numbers without labels have the format of the only field", () => {
  const rows = [
    [1, 2],
    ["", 4],
  ];
  expect(cellFormatsOf(rows, { field: "ebit" })).toEqual([
    { row: 0, column: 0, rows: 2, columns: 2, numberFormat: AMOUNT },
  ]);
});

test.each<[string, NumberStyle, string]>([
  ["ebit", { scale: "thousands" }, '#,##0," k";-#,##0," k"'],
  ["ebit", { currency: "EUR" }, '#,##0" EUR";-#,##0" EUR"'],
  ["ebit", { scale: "millions", currency: "EUR", measure: "amount" }, '#,##0.0,," m EUR";-#,##0.0,," m EUR"'],
  ["ebit", { currency: '"x' }, AMOUNT],
  ["demandVolume", { scale: "thousands", currency: "EUR" }, '#,##0," k";-#,##0," k"'],
  ["demandValuePerUnit", { scale: "thousands", currency: "EUR" }, '#,##0.00" EUR";-#,##0.00" EUR"'],
  ["ebitPercent", { scale: "thousands", currency: "EUR" }, "0.0%"],
])("A number of %s with %j is formatted as %s", (name, style, numberFormat) => {
  const field = findField(name);
  expect(field && fieldFormat(field, style)).toBe(numberFormat);
});

test.each([
  ["the corner of a statement", "EUR", AMOUNT],
  ["nothing", "", '#,##0" EUR";-#,##0" EUR"'],
])("Amounts say their currency unless a heading does: %s", (_where, corner, numberFormat) => {
  const rows = [
    [corner, "Actual"],
    ["EBIT", 1],
  ];
  expect(cellFormatsOf(rows, { currency: "EUR" })[1]).toMatchObject({ numberFormat });
});

test("The steps of a bridge have scale and currency", () => {
  const rows = [
    ["Label", "Amount", "Kind"],
    ["EBIT", 1, "start"],
  ];
  const formats = cellFormatsOf(rows, { scale: "thousands", currency: "EUR" });
  expect(formats[1]).toMatchObject({ numberFormat: '#,##0," k EUR";-#,##0," k EUR"' });
});

test.each<[string, unknown[], object]>([
  ["KPI", ["Plan", "One", "ebit"], { field: "ebit", currency: "EUR" }],
  ["KPI", ["Plan", "One", [["ebit"]], null, null, null, "usd"], { field: "ebit", currency: "USD" }],
  ["VAR", ["Plan", "One", "Two", "ebit"], { field: "ebit", measure: "amount", currency: "EUR" }],
  ["VAR", ["", "", "", "ebit", "", "", "", "", "", " Percent"], { field: "ebit", measure: "percent", currency: "EUR" }],
  ["SUPPLY", ["Plan"], { field: "SUPPLY" }],
  ["ASOF", [], { field: "ASOF" }],
])("A call of %s with %j asks for %j", (id, args, asked) => {
  expect(readAskedNumbers({ id, args }, { currency: "EUR" })).toEqual(asked);
});

test("Headings stand right above numbers, those of labels do not", () => {
  const rows = [
    ["EUR", "Actual", "Actual"],
    ["", "2026-01", "2026-02"],
    ["EBIT", 1, 2],
    ["EBIT %", 0.1, 0.2],
  ];
  expect(numberHeadings(cellFormatsOf(rows))).toEqual([{ row: 0, column: 1, rows: 2, columns: 2 }]);
});
