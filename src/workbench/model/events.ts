/** What add-ins are told of the cells: that some were edited, or selected. */
import { ICommandService, type IRange } from "@univerjs/core";
import {
  SetRangeValuesMutation,
  SetSelectionsOperation,
  type ISetRangeValuesMutationParams,
  type ISetSelectionsOperationParams,
} from "@univerjs/sheets";
import { editedCells } from "../page/calculation";
import type { Grid } from "../page/grid";
import { union, writeAddress, type Area } from "./area";

/** Excel's numbers for its events. */
const CHANGED = 10;
const SELECTED = 14;
/** Who listens to all worksheets at once. */
const ALL = "Workbook";

/** Tells an event to who listens at its target: a sheet by its id, or the workbook. */
export type Raise = (type: number, target: string, args: object) => void;

export function raiseEvents({ injector }: Grid, raise: Raise): void {
  const tell = (type: number, sheet: string, area: Area, args: object = {}) => {
    const address = writeAddress("S", area).slice(2);
    for (const target of [sheet, ALL]) raise(type, target, { ...args, address, worksheetId: sheet });
  };
  injector.get(ICommandService).onCommandExecuted(({ id, params }, options) => {
    if (id === SetRangeValuesMutation.id && !options?.fromFormula) {
      const edited = params as ISetRangeValuesMutationParams;
      const area = around(editedCells(edited).map(({ row, column }) => ({ row, column, rows: 1, columns: 1 })));
      if (area) tell(CHANGED, edited.subUnitId, area, EDITED);
    }
    if (id === SetSelectionsOperation.id) {
      const { subUnitId, selections } = params as ISetSelectionsOperationParams;
      const area = around(selections.map(({ range }) => areaOf(range)));
      if (area) tell(SELECTED, subUnitId, area);
    }
  });
}

const EDITED = { changeType: "RangeEdited", source: "Local", triggerSource: "Unknown" };

function around(areas: readonly Area[]): Area | undefined {
  const [first, ...others] = areas;
  return first && others.reduce(union, first);
}

function areaOf({ startRow, startColumn, endRow, endColumn }: IRange): Area {
  return { row: startRow, column: startColumn, rows: endRow - startRow + 1, columns: endColumn - startColumn + 1 };
}
