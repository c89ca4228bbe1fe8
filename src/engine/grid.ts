/** Asynchronous functions for a Univer grid, which decides when to calculate and stores the results. */
import { ICommandService, IUniverInstanceService, UniverInstanceType } from "@univerjs/core";
import type { Injector, Workbook } from "@univerjs/core";
import {
  ICalculateFormulaService,
  IFunctionService,
  SetTriggerFormulaCalculationStartMutation,
} from "@univerjs/engine-formula";
import { formatSheetPosition } from "../grid/address";
import type { SheetPosition } from "../grid/area";
import { blocksAround } from "../grid/blocks";
import { createCalls, type Calls } from "./calls";
import { installFunctions } from "./executors";
import type { CustomFunction } from "./functions";

/**
 * Registers the functions with the formula engine of a started Univer with one workbook. Call `forget` for each edited cell,
 * so its next calculation calls its functions again.
 * @param later Runs a task in a macrotask of its own.
 */
export function connectGrid(
  injector: Injector,
  functions: readonly CustomFunction[],
  later: (task: () => void) => void,
): Calls {
  const workbook = () => workbookOf(injector);
  const recalculate = (cells: readonly SheetPosition[]): void => {
    // Few large blocks: Univer compares each formula with each range. Other cells of a block keep their values.
    const dirtyRanges = blocksAround(cells).map(({ sheet, row, column, rows, columns }) => ({
      unitId: workbook().getUnitId(),
      sheetId: sheet,
      range: { startRow: row, endRow: row + rows - 1, startColumn: column, endColumn: column + columns - 1 },
    }));
    const trigger = SetTriggerFormulaCalculationStartMutation.id;
    void injector.get(ICommandService).executeCommand(trigger, { dirtyRanges, commands: [] }, { onlyLocal: true });
  };
  const addressOf = ({ sheet, row, column }: SheetPosition): string =>
    formatSheetPosition({ sheet: workbook().getSheetBySheetId(sheet)?.getName() ?? "", row, column });
  const calls = createCalls({ later, recalculate, addressOf });
  installFunctions(injector.get(IFunctionService), functions, calls);
  injector.get(ICalculateFormulaService).executionCompleteListener$.subscribe(() => calls.passEnded());
  return calls;
}

function workbookOf(injector: Injector): Workbook {
  const workbook = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
  if (!workbook) throw new Error("The grid holds no workbook to calculate.");
  return workbook;
}
