/** Asynchronous functions for a Univer with a grid, which decides when to calculate and keeps the results. */
import { ICommandService, IUniverInstanceService, UniverInstanceType } from "@univerjs/core";
import type { Injector, Workbook } from "@univerjs/core";
import {
  ICalculateFormulaService,
  IFunctionService,
  SetTriggerFormulaCalculationStartMutation,
} from "@univerjs/engine-formula";
import { formatSheetPosition } from "../grid/address";
import type { SheetPosition } from "../grid/area";
import { createCalls, type Calls } from "./calls";
import { installFunctions } from "./executors";
import type { CustomFunction } from "./functions";

/** The calls of a grid. Sheets are given by their ids. */
export interface GridCalls extends Calls {
  /** Calculates these cells (by default all that have called functions) and has them call their functions anew. */
  renew(cells?: readonly SheetPosition[]): void;
}

/**
 * Registers the functions with the formula engine of a Univer that is started and holds one workbook.
 * A cell that is edited has to be forgotten (`forget`), so that its next calculation calls its functions anew.
 * @param later Runs a task in a macrotask of its own.
 */
export function connectGrid(
  injector: Injector,
  functions: readonly CustomFunction[],
  later: (task: () => void) => void,
): GridCalls {
  const workbook = () => workbookOf(injector);
  const recalculate = (cells: readonly SheetPosition[]): void => {
    const dirtyRanges = cells.map((cell) => ({
      unitId: workbook().getUnitId(),
      sheetId: cell.sheet,
      range: { startRow: cell.row, endRow: cell.row, startColumn: cell.column, endColumn: cell.column },
    }));
    const trigger = SetTriggerFormulaCalculationStartMutation.id;
    void injector.get(ICommandService).executeCommand(trigger, { dirtyRanges, commands: [] }, { onlyLocal: true });
  };
  const addressOf = ({ sheet, row, column }: SheetPosition): string =>
    formatSheetPosition({ sheet: workbook().getSheetBySheetId(sheet)?.getName() ?? "", row, column });
  const calls = createCalls({ later, recalculate, addressOf });
  installFunctions(injector.get(IFunctionService), functions, calls);
  injector.get(ICalculateFormulaService).executionCompleteListener$.subscribe(() => calls.passEnded());
  const renew = (cells: readonly SheetPosition[] = calls.cells()): void => {
    calls.forget(cells);
    recalculate(cells);
  };
  return { ...calls, renew };
}

function workbookOf(injector: Injector): Workbook {
  const workbook = injector.get(IUniverInstanceService).getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
  if (!workbook) throw new Error("The grid holds no workbook to calculate.");
  return workbook;
}
