/** What is wrong with a cell in error, in words; shown while a pointer is over the cell. */
import { IUniverInstanceService, UniverInstanceType, type Workbook } from "@univerjs/core";
import { ErrorType } from "@univerjs/engine-formula";
import { CellAlertManagerService } from "@univerjs/preset-sheets-core";
import type { Cell } from "../../engine/calls";
import { explained } from "../../engine/errors";
import type { GridCalls } from "../../engine/grid";
import type { Grid } from "./grid";

const CODES = new Set<unknown>(Object.values(ErrorType));

/** The message of the call that failed at this cell, else what its error means; undefined where it is in no error. */
export function messageAt({ injector }: Grid, calls: GridCalls, cell: Cell): string | undefined {
  const workbook = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
  const code = workbook?.getSheetBySheetId(cell.sheet)?.getCell(cell.row, cell.column)?.v;
  if (!CODES.has(code)) return undefined;
  return explained({ code: String(code), message: calls.message(cell, String(code)) ?? "" }).message;
}

/** Univer's own alert says of an error only what its code means. */
export function explainErrors(grid: Grid, calls: GridCalls): void {
  const alerts = grid.injector.get(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert) => {
    const { subUnitId, row, col } = alert.location;
    const message = messageAt(grid, calls, { sheet: subUnitId, row, column: col });
    show({ ...alert, message: message ?? alert.message });
  };
}
