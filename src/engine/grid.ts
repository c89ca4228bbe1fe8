/** Asynchronous functions for a Univer that shows a workbook: its grid decides when to calculate, and keeps the results. */
import { ICommandService, IUniverInstanceService, UniverInstanceType } from "@univerjs/core";
import type { Injector, Workbook } from "@univerjs/core";
import {
  ICalculateFormulaService,
  IFunctionService,
  serializeRangeWithSheet,
  SetTriggerFormulaCalculationStartMutation,
} from "@univerjs/engine-formula";
import { createCalls } from "./calls";
import type { Calls, Cell } from "./calls";
import { installFunctions } from "./executors";
import type { CustomFunction } from "./functions";

/** The calls of a grid. */
export interface GridCalls extends Calls {
  /** Has these cells ask anew, or all that have called functions; cells without calls are just calculated again. */
  renew(cells?: readonly Cell[]): void;
}

/**
 * Registers the functions with the formula engine of a Univer that is started and holds one workbook.
 * After a cell with calls is edited, `forget` has it ask anew at the calculation that follows; `message` says why it is in error.
 */
export function connectGrid(
  injector: Injector,
  functions: readonly CustomFunction[],
  later: (task: () => void) => void,
): GridCalls {
  const workbook = () =>
    injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET)!;
  const recalculate = (cells: readonly Cell[]): void => {
    const dirtyRanges = cells.map((cell) => ({
      unitId: workbook().getUnitId(),
      sheetId: cell.sheet,
      range: rangeOf(cell),
    }));
    const trigger = SetTriggerFormulaCalculationStartMutation.id;
    void injector.get(ICommandService).executeCommand(trigger, { dirtyRanges, commands: [] }, { onlyLocal: true });
  };
  const addressOf = (cell: Cell): string =>
    serializeRangeWithSheet(workbook().getSheetBySheetId(cell.sheet)?.getName() ?? "", rangeOf(cell));
  const calls = createCalls({ later, recalculate, addressOf });
  installFunctions(injector.get(IFunctionService), functions, calls);
  injector.get(ICalculateFormulaService).executionCompleteListener$.subscribe(() => calls.passEnded());
  const renew = (cells: readonly Cell[] = calls.cells()): void => {
    calls.forget(cells);
    recalculate(cells);
  };
  return { ...calls, renew };
}

function rangeOf({ row, column }: Cell) {
  return { startRow: row, endRow: row, startColumn: column, endColumn: column };
}
