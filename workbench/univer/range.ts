/** Univer's measures, and its ranges, which count rows and columns to the last one. */
import type { IRange } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import type { Area } from "../../src/spreadsheet/cells/area";

/** Excel measures in points, browsers and Univer in CSS pixels. */
export const PIXELS_PER_POINT = 96 / 72;

export function areaOfRange({ startRow, startColumn, endRow, endColumn }: IRange): Area {
  return { row: startRow, column: startColumn, rows: endRow - startRow + 1, columns: endColumn - startColumn + 1 };
}

export function rangeOfArea({ row, column, rows, columns }: Area): IRange {
  return { startRow: row, startColumn: column, endRow: row + rows - 1, endColumn: column + columns - 1 };
}

/** All cells that Univer's sheet has, which may be fewer than Excel's sheets have. */
export function gridArea(sheet: FWorksheet): Area {
  return { row: 0, column: 0, rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
}
