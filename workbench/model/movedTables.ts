/** Tables stay with their cells where rows and columns are inserted, removed and moved. */
import { ICommandService, type IMutationInfo } from "@univerjs/core";
import {
  adjustRangeOnMutation,
  InsertColMutation,
  InsertRowMutation,
  MoveColsMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
} from "@univerjs/sheets";
import { formatAddress } from "../../src/spreadsheet/cells/address";
import type { Grid } from "../univer/grid";
import { areaOfRange, rangeOfArea } from "../univer/range";
import { areaAt } from "./range";
import type { ListTableState, WorkbookState } from "./state";

type Mutation = Parameters<typeof adjustRangeOnMutation>[1];

const MOVING = new Set(
  [InsertRowMutation, RemoveRowMutation, MoveRowsMutation, InsertColMutation, RemoveColMutation, MoveColsMutation].map(
    ({ id }) => id,
  ),
);

/** A table whose cells are all removed is removed; Undo does not bring it back. */
export function moveTables({ injector }: Grid, state: Pick<WorkbookState, "tables">): void {
  injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
    if (!MOVING.has(id)) return;
    const mutation = { id, params } as Mutation & IMutationInfo<{ subUnitId: string }>;
    state.tables = state.tables.flatMap((table) =>
      table.sheet === mutation.params.subUnitId ? movedTable(table, mutation) : [table],
    );
  });
}

function movedTable(table: ListTableState, mutation: Mutation): ListTableState[] {
  const range = adjustRangeOnMutation(rangeOfArea(areaAt(table.address)), mutation);
  if (!range || range.endRow < range.startRow || range.endColumn < range.startColumn) return [];
  // The object stays the same one, which the add-in may hold.
  return [Object.assign(table, { address: formatAddress("", areaOfRange(range)) })];
}
