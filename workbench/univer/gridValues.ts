/** Reads values of cells, including spilled ones. */
import { CellValueType } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import type { FRange, FWorksheet } from "@univerjs/sheets/facade";
import { parseAddress } from "../../src/spreadsheet/cells/address";
import { intersection, mapCells, type Area, type SheetPosition } from "../../src/spreadsheet/cells/area";
import { workbookOf, type Grid } from "./grid";
import { gridArea } from "./range";

export type GridValue = string | number | boolean | null;

/** Excel's error in a pending cell. */
export const BUSY = "#BUSY!";

/** The value before it is formatted: an error is its code, a blank is null. The sheet is given by its id. */
export function valueAt(grid: Grid, { sheet, row, column }: SheetPosition): GridValue {
  const workbook = workbookOf(grid).getWorkbook();
  const spilled = grid.injector.get(FormulaDataModel).getArrayFormulaCellData()[workbook.getUnitId()]?.[sheet];
  // Below a spill, a cell that was cleared still holds an empty text of its own.
  const cell = spilled?.[row]?.[column] ?? workbook.getSheetBySheetId(sheet)?.getCellRaw(row, column);
  return cell?.t === CellValueType.BOOLEAN ? Boolean(cell.v) : (cell?.v ?? null);
}

/**
 * Returns the values of a range, row by row. Without a sheet, the address is on the active sheet.
 * @throws Error if there is no such sheet, or the text is not an address.
 */
export function valuesIn(grid: Grid, address: string): GridValue[][] {
  const { sheet, area } = locate(grid, address);
  const id = sheet.getSheetId();
  return mapCells(area, (row, column) => valueAt(grid, { sheet: id, row, column }));
}

/** @throws Error if there is no such sheet, or the text is not an address. */
export function rangeAt(grid: Grid, address: string): FRange {
  const { sheet, area } = locate(grid, address);
  return sheet.getRange(area.row, area.column, area.rows, area.columns);
}

/** Of whole columns and rows, the part that the grid has. */
function locate(grid: Grid, address: string): { sheet: FWorksheet; area: Area } {
  const parsed = parseAddress(address);
  if (!parsed) throw new Error(`"${address}" is not an address.`);
  const sheet = sheetNamed(grid, parsed.sheet);
  return { sheet, area: intersection(parsed.area, gridArea(sheet)) ?? parsed.area };
}

/** @throws Error if there is no such sheet. "" is the active sheet. */
export function sheetNamed(grid: Grid, name: string): FWorksheet {
  const workbook = workbookOf(grid);
  const sheet = name === "" ? workbook.getActiveSheet() : workbook.getSheetByName(name);
  if (!sheet) throw new Error(`There is no sheet "${name}".`);
  return sheet;
}
