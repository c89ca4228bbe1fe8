import { areasOf } from "../../../src/workbook/cells/cellAreas";
import type { FormulaCell } from "../../../src/workbook/cells/cells";
import { coverWholeSheets } from "../../../src/workbook/refresh/wholeSheets";

const cellsOf = (sheet: string, rows: number): FormulaCell[] =>
  Array.from({ length: rows }, (_, row) => ({ sheet, row, column: 0, formula: "=INSIGHTS.PLANS()", value: 1 }));
const [board, other] = [cellsOf("Board", 1_000), cellsOf("Other", 1_000)];
const all = [...board, ...other];
const every = (cells: readonly FormulaCell[], step: number) => cells.filter((_, at) => at % step === 0);

test("Every second cell of a sheet is calculated with all of our cells there, which are one area", () => {
  const covered = coverWholeSheets([...every(board, 2), ...other.slice(0, 1)], all);
  expect(covered).toEqual([...board, ...other.slice(0, 1)]);
  expect(areasOf(covered)).toHaveLength(2);
});

test.each([
  ["few cells", every(board, 100)],
  ["cells in one area", board.slice(0, 900)],
  ["all cells", all],
  ["no cells", []],
])("Of a workbook, %s are calculated alone", (_what, changed) => {
  expect(coverWholeSheets(changed, all)).toEqual(changed);
});

test("Cells that are no fewer areas together are calculated alone", () => {
  const scattered = every(board, 2);
  expect(coverWholeSheets(every(scattered, 2), scattered)).toEqual(every(scattered, 2));
});
