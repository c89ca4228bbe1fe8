/** What cells hold, spilled ones too. */
import { CellValueType, IUniverInstanceService, UniverInstanceType, type Workbook } from "@univerjs/core";
import { ErrorType, FormulaDataModel } from "@univerjs/engine-formula";
import type { Cell } from "../../engine/calls";
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
