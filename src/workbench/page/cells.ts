/** What cells hold, spilled ones too. */
import { CellValueType, IUniverInstanceService, UniverInstanceType, type Workbook } from "@univerjs/core";
import { deserializeRangeWithSheet, ErrorType, FormulaDataModel } from "@univerjs/engine-formula";
import type { SheetPosition as Cell } from "../../grid/area";
import { PENDING_CODE } from "../../engine/objects";
import type { Grid } from "./grid";

export type CellValue = string | number | boolean | null;

/** What Excel shows in a cell that waits. */
export const BUSY = "#BUSY!";

export const ERROR_CODES: ReadonlySet<unknown> = new Set(Object.values(ErrorType));

/** The value before it is formatted: an error is its code, a blank is null. */
export function valueAt({ injector }: Grid, { sheet, row, column }: Cell): CellValue {
  const workbook = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
  const spilled = injector.get(FormulaDataModel).getArrayFormulaCellData()[workbook?.getUnitId() ?? ""]?.[sheet];
  // Below a spill, a cell that was cleared still holds an empty text of its own.
  const cell = spilled?.[row]?.[column] ?? workbook?.getSheetBySheetId(sheet)?.getCellRaw(row, column);
  if (cell?.v === PENDING_CODE) return BUSY;
  return cell?.t === CellValueType.BOOLEAN ? Boolean(cell.v) : (cell?.v ?? null);
}

/**
 * The values of a range, row by row. An address without a sheet is on the one that is shown.
 * @throws Error where there is no such sheet.
 */
export function valuesIn(grid: Grid, address: string): CellValue[][] {
  const range = rangeAt(grid, address);
  const at = (row: number, column: number) =>
    valueAt(grid, { sheet: range.getSheetId(), row: range.getRow() + row, column: range.getColumn() + column });
  return Array.from({ length: range.getHeight() }, (_, row) =>
    Array.from({ length: range.getWidth() }, (_, column) => at(row, column)),
  );
}

/** @throws Error where there is no such sheet. */
export function rangeAt(grid: Grid, address: string) {
  const { sheetName, range } = deserializeRangeWithSheet(address);
  return sheetNamed(grid, sheetName).getRange(range);
}

/** @throws Error where there is no such sheet; "" is the one that is shown. */
export function sheetNamed({ api }: Grid, name: string) {
  const workbook = api.getActiveWorkbook()!;
  const sheet = name === "" ? workbook.getActiveSheet() : workbook.getSheetByName(name);
  if (!sheet) throw new Error(`There is no sheet "${name}".`);
  return sheet;
}
