import { findField } from "../../src/insights";
import { cellFormatsOf, fieldFormat } from "../../src/workbook/cellFormats";

const AMOUNT = "#,##0;-#,##0";

test("A statement has bold headings and a format a row, joined where rows are alike", () => {
  const rows = [
    ["EUR", "Actual"],
    ["Gross sales", 1],
    ["Trade expenses", 2],
    ["EBIT %", 0.4],
  ];
  expect(cellFormatsOf(rows, undefined)).toEqual([
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
  expect(cellFormatsOf(rows, undefined)).toEqual([
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
  expect(cellFormatsOf(rows, undefined)).toEqual([
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
  expect(cellFormatsOf(rows, field)).toEqual([{ row: 0, column: 0, rows: 1, columns: 1, numberFormat }]);
});

test.each([
  ["ebit", undefined, AMOUNT],
  ["ebit", "amount", AMOUNT],
  ["ebit", "percent", "0.0%"],
  ["ebitPercent", undefined, "0.0%"],
  ["ebitPercent", "amount", '0.0%" pts"'],
  ["ebitPercent", "percent", "0.0%"],
  ["demandValuePerUnit", "amount", "#,##0.00;-#,##0.00"],
])("A number of %s with the measure %s is formatted as %s", (name, measure, numberFormat) => {
  const field = findField(name);
  expect(field && fieldFormat(field, measure)).toBe(numberFormat);
});

test.each([
  [120, []],
  [121, ["yyyy-mm-dd"]],
])("PERIOD's number %d has the formats %j", (number, formats) => {
  expect(cellFormatsOf([[number]], "PERIOD").map(({ numberFormat }) => numberFormat)).toEqual(formats);
});

test("Months over a statement, and numbers right of two labels, keep their places", () => {
  const monthly = [
    ["EUR", "Actual", "Actual"],
    ["", "2026-01", "2026-02"],
    ["EBIT", "", 1],
    ["EBIT %", 0.1, ""],
  ];
  expect(cellFormatsOf(monthly, undefined)).toEqual([
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
  expect(cellFormatsOf(rows, undefined).slice(1)).toEqual([
    { row: 1, column: 1, rows: 1, columns: 1, numberFormat: AMOUNT },
    { row: 3, column: 1, rows: 1, columns: 1, numberFormat: AMOUNT },
  ]);
});

test("A statement of one line is formatted", () => {
  const rows = [
    ["EUR", "Actual"],
    ["EBIT %", 0.4],
  ];
  expect(cellFormatsOf(rows, undefined)).toEqual([
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
  expect(cellFormatsOf(rows, undefined).slice(1)).toMatchObject([
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
  expect(cellFormatsOf(rows, undefined)).toEqual([
    { row: 0, column: 0, rows: 1, columns: 3, isHeading: true },
    { row: 1, column: 0, rows: 2, columns: 1, numberFormat: AMOUNT },
    { row: 1, column: 1, rows: 2, columns: 1, numberFormat: "0.0%" },
  ]);
});

test("A percentage of an amount is formatted as a percentage", () => {
  expect(cellFormatsOf([[0.05]], "ebit", true)).toMatchObject([{ numberFormat: "0.0%" }]);
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
  ["a row of numbers", [[1, 2]], "ebit"],
  ["a row of a label and a number", [["EBIT", 5]], "ebit"],
  ["nothing", [], undefined],
])("%s is left as it is", (_what, rows, field) => expect(cellFormatsOf(rows, field)).toEqual([]));

test("A list of texts has its heading bold", () => {
  expect(cellFormatsOf([["Scenario"], ["Actual"]], "ebit")).toEqual([
    { row: 0, column: 0, rows: 1, columns: 1, isHeading: true },
  ]);
});

test("A table of texts has its heading bold", () => {
  expect(
    cellFormatsOf(
      [
        ["id", "name"],
        ["s1", "One"],
      ],
      undefined,
    ),
  ).toEqual([{ row: 0, column: 0, rows: 1, columns: 2, isHeading: true }]);
});
