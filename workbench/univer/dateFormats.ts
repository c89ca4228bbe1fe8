/** The number format that a formula brings along when it is entered into a cell without one, as in Excel: that of a date. */
import { ICommandService, numfmt, type Worksheet } from "@univerjs/core";
import { SetRangeValuesMutation } from "@univerjs/sheets";
import { parseAddress } from "../../src/spreadsheet/cells/address";
import type { SheetPosition } from "../../src/spreadsheet/cells/area";
import { workbookOf, type Grid } from "./grid";

const FORMATS: ReadonlyMap<string, string> = new Map([
  ["DATE", "m/d/yyyy"],
  ["TODAY", "m/d/yyyy"],
  ["NOW", "m/d/yyyy h:mm"],
  ["TIME", "h:mm AM/PM"],
]);

/** One call, with at most one call in each argument. */
const CALL = /^(\w+)\((?:[^()]|\([^()]*\))*\)$/;

/** A text before a number that is added or subtracted, if there is any. */
const SHIFTED = /^([^+]+?)(?:\s*[+-]\s*\d+)?$/;

/** @param text The formula, without "=". */
export function bringFormat(grid: Grid, { sheet, row, column }: SheetPosition, text: string): void {
  const worksheet = workbookOf(grid).getWorkbook().getSheetBySheetId(sheet);
  if (!worksheet || patternAt(worksheet, row, column) !== undefined) return;
  const pattern = FORMATS.get(CALL.exec(text)?.[1]?.toUpperCase() ?? "") ?? patternOfReference(grid, worksheet, text);
  if (pattern === undefined) return;
  const cellValue = { [row]: { [column]: { s: { n: { pattern } } } } };
  const params = { unitId: worksheet.getUnitId(), subUnitId: sheet, cellValue };
  const options = { onlyLocal: true, fromFormula: true };
  grid.injector.get(ICommandService).syncExecuteCommand(SetRangeValuesMutation.id, params, options);
}

/** Returns the format of the one cell that a formula shows, perhaps some days later. */
function patternOfReference(grid: Grid, own: Worksheet, text: string): string | undefined {
  const address = parseAddress(SHIFTED.exec(text)?.[1] ?? "");
  if (!address || address.isForeign || address.area.rows * address.area.columns !== 1) return undefined;
  const sheet = address.sheet ? workbookOf(grid).getWorkbook().getSheetBySheetName(address.sheet) : own;
  const pattern = sheet ? patternAt(sheet, address.area.row, address.area.column) : undefined;
  return pattern && numfmt.isDateFormat(pattern) ? pattern : undefined;
}

function patternAt(sheet: Worksheet, row: number, column: number): string | undefined {
  return sheet.getComposedCellStyle(row, column).n?.pattern;
}
