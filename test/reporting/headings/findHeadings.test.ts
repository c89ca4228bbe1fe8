/** Where headings are searched for, around selected cells anywhere in a sheet. */
import fc from "fast-check";
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import type { FoundHeadings } from "../../../src/reporting/headings/heading";
import type { Area } from "../../../src/spreadsheet/cells/area";
import { KNOWN } from "./known";

const ORIGIN = { row: 0, column: 0 };

/** Finds the headings of a block that was read from `first` on. */
function find(block: unknown[][], selected: Area, first = ORIGIN): FoundHeadings {
  const [rows, columns] = [block.length, Math.max(...block.map(({ length }) => length))];
  const values = block.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ""));
  const numberFormats = values.map((row) => row.map((value) => (typeof value === "number" ? "mmm yy" : "General")));
  return findHeadings({ ...first, rows, columns, values, numberFormats }, selected, KNOWN);
}

/** Each heading as its side, its text and its dimensions. */
const textsOf = ({ headings }: FoundHeadings) =>
  headings.map(({ side, text, meanings }) => [side, text, meanings?.map(({ dimension }) => dimension).join()]);

const TABLE = [
  ["Other", "committed"],
  [],
  ["Plan", "FY26 Plan"],
  ["Amounts in", "EUR", "Basis", "YTD"],
  [],
  ["", "Scenario", "actual", "committed"],
  ["", "Period", 46_023, 46_054],
  ["EBIT", "Jan 26"],
  ["Net sales", "Feb 26"],
];
const BODY = { row: 7, column: 2, rows: 2, columns: 2 };

test("A head, the headings above and those beside are found, outermost first", () => {
  expect(textsOf(find(TABLE, BODY))).toEqual([
    ["head", "EUR", "currency"],
    ["head", "YTD", "basis"],
    ["head", "FY26 Plan", "plan"],
    ["above", "actual", "scenario"],
    ["above", "committed", "scenario"],
    ["above", "46023", "period"],
    ["above", "46054", "period"],
    ["beside", "EBIT", "field"],
    ["beside", "Net sales", "field"],
    ["beside", "Jan 26", "period"],
    ["beside", "Feb 26", "period"],
  ]);
});

test("The headings are the same wherever the cells that were read begin", () => {
  const expected = find(TABLE, BODY);
  fc.assert(
    fc.property(fc.nat(50), fc.nat(20), (row, column) => {
      const selected = { ...BODY, row: BODY.row + row, column: BODY.column + column };
      const found = find(TABLE, selected, { row, column });
      const back = found.headings.map((each) => ({ ...each, row: each.row - row, column: each.column - column }));
      expect(back).toEqual(expected.headings);
    }),
  );
});

test("A head right above the headings is read, one after two blank rows is not", () => {
  const selected = { row: 3, column: 1, rows: 1, columns: 1 };
  expect(textsOf(find([["Currency", "EUR"], ["Plan", "FY26 Plan"], ["", "actual"], ["EBIT"]], selected))).toEqual([
    ["head", "FY26 Plan", "plan"],
    ["head", "EUR", "currency"],
    ["above", "actual", "scenario"],
    ["beside", "EBIT", "field"],
  ]);
  const lower = { ...selected, row: 4 };
  expect(textsOf(find([["Plan", "FY26 Plan"], [], [], ["", "actual"], ["EBIT"]], lower))).toEqual([
    ["above", "actual", "scenario"],
    ["beside", "EBIT", "field"],
  ]);
});

test("A column beside the cells is a heading, even if its row has a label of the head", () => {
  const found = find([["", "actual"], ["Plan", "FY26 Plan"], ["EBIT"]], { row: 2, column: 1, rows: 1, columns: 1 });
  expect(textsOf(found)).toEqual([
    ["head", "actual", "scenario"],
    ["head", "FY26 Plan", "plan"],
    ["beside", "EBIT", "field"],
  ]);
});

test("Blank cells, also of spaces only, part the headings from titles", () => {
  const block = [["committed"], [" "], ["actual"], [null]];
  expect(textsOf(find(block, { row: 3, column: 0, rows: 1, columns: 1 }))).toEqual([
    ["head", "committed", "scenario"],
    ["above", "actual", "scenario"],
  ]);
});

const ROW = { row: 2, column: 1, rows: 1, columns: 3 };

test.each([
  ["a scenario", ["", "actual", "", "committed"], { text: "actual", goesOn: true }],
  ["a basis", ["", "actual", "YTD", ""], { text: "YTD", goesOn: undefined }],
])("Blank cells after %s are a gap", (_what, line, gap) => {
  const { gaps } = find([line, ["", "Jan 26", "Feb 26", "Mar 26"], ["EBIT"]], ROW);
  expect(gaps).toEqual([{ side: "above", at: 0, isInner: false, ...gap }]);
});

test("Blank cells before the first heading, or in a labelled row, are no gap", () => {
  const months = ["", "Jan 26", "Feb 26", "Mar 26"];
  expect(find([["", "", "", "actual"], months, ["EBIT"]], ROW).gaps).toEqual([]);
  expect(find([["Basis", "YTD", "", ""], months, ["EBIT"]], ROW).gaps).toEqual([]);
});

test("Blank cells below a heading beside are a gap of its column", () => {
  const found = find(
    [
      ["", ""],
      ["actual", "EBIT"],
      ["", "Net sales"],
    ],
    { row: 1, column: 2, rows: 2, columns: 1 },
  );
  expect(found.gaps).toEqual([{ side: "beside", at: 0, text: "actual", goesOn: true, isInner: false }]);
});
