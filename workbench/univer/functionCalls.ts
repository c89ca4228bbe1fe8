/** Connects the grid's cells with the add-in's functions: edited cells call again, and pending cells show #BUSY!. */
import { ICommandService, InterceptorEffectEnum } from "@univerjs/core";
import {
  InsertColMutation,
  InsertRowMutation,
  INTERCEPTOR_POINT,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  SetRangeValuesMutation,
  SheetInterceptorService,
  type ISetRangeValuesMutationParams,
} from "@univerjs/sheets";
import type { CustomFunction } from "../../src/engine/functions";
import type { Calls } from "../../src/engine/calls";
import { connectGrid } from "../../src/engine/grid";
import { PENDING_CODE } from "../../src/engine/objects";
import { BUSY } from "./cells";
import { editedCells } from "./edits";
import type { Grid } from "./grid";
import { followVanishedSpills } from "./vanishedSpills";

/** Like Excel, calls the functions again when rows, columns or ranges move. */
const MOVES = new Set(
  [
    InsertRowMutation,
    RemoveRowMutation,
    MoveRowsMutation,
    InsertColMutation,
    RemoveColMutation,
    MoveColsMutation,
    MoveRangeMutation,
  ].map(({ id }) => id),
);

/**
 * Call this in the same tick as `openSnapshot`: Univer starts to calculate in the next one. `onChange` is called whenever cells
 * may have become pending or settled.
 */
export function connectFunctions(grid: Grid, functions: readonly CustomFunction[], onChange: () => void): Calls {
  const calls = connectGrid(grid.injector, functions, (task) => {
    setTimeout(() => {
      task();
      onChange();
    });
  });
  grid.injector.get(ICommandService).onCommandExecuted(({ id, params }, options) => {
    if (id === SetRangeValuesMutation.id && !options?.fromFormula)
      calls.forget(editedCells(params as ISetRangeValuesMutationParams));
    if (MOVES.has(id)) calls.renew();
    onChange();
  });
  followVanishedSpills(grid);
  showBusy(grid);
  return calls;
}

function showBusy({ injector }: Grid): void {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    effect: InterceptorEffectEnum.Value,
    handler: (cell, _location, next) => next(cell?.v === PENDING_CODE ? { ...cell, v: BUSY } : cell),
  });
}
