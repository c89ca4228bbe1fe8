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

/**
 * Registers the functions with the formula engine of a Univer that is started and holds one workbook.
 * After a cell with calls is edited, `forget` has it ask anew; `message` says why a cell is in error.
 */
export function connectGrid(
  injector: Injector,
  functions: readonly CustomFunction[],
  later: (task: () => void) => void,
): Calls {
  const workbook = () =>
    injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET)!;
  const recalculate = (cells: Cell[]): void => {
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
  return calls;
}

function rangeOf({ row, column }: Cell) {
  return { startRow: row, endRow: row, startColumn: column, endColumn: column };
}
