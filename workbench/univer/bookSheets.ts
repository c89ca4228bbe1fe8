/** Converts the grid's sheets to sheets of the engine, as for a file. */
import type { ICellData, IWorkbookData, IWorksheetData } from "@univerjs/core";
import type { BookSheet } from "../../src/spreadsheet/engine/bookSheet";
import type { Value } from "../../src/spreadsheet/engine/values";
import { cellIndex } from "../../src/spreadsheet/cells/area";

export function bookSheetsOf({ sheetOrder = [], sheets = {} }: Partial<IWorkbookData>): BookSheet[] {
  return sheetOrder.map((id) => bookSheetOf(sheets[id] ?? {}));
}

function bookSheetOf({ name = "", rowCount = 0, columnCount = 0, cellData = {} }: Partial<IWorksheetData>): BookSheet {
  const cells = Object.entries(cellData).flatMap(([row, columns]) =>
    Object.entries(columns as Record<string, ICellData>).map(([column, { f, v }]) => {
      return { at: { row: Number(row), column: Number(column) }, formula: f, value: v };
    }),
  );
  const values = new Map<number, Value>(
    cells.flatMap(({ at, formula, value }) => (formula ? [] : [[cellIndex(at), value ?? null]])),
  );
  return {
    name,
    rows: rowCount,
    columns: columnCount,
    valueAt: (cell) => values.get(cell) ?? null,
    formulas: cells.flatMap(({ at, formula }) =>
      formula ? [{ ...at, formula: { text: formula.slice(1), fill: "spill", rows: 1, columns: 1 } }] : [],
    ),
  };
}
