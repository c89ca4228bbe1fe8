/** What add-ins are told of the cells, that some were edited or selected, and of the sheet that is shown. */
import { ICommandService, type IRange } from "@univerjs/core";
import {
  SetRangeValuesMutation,
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  type ISetRangeValuesMutationParams,
  type ISetSelectionsOperationParams,
  type ISetWorksheetActiveOperationParams,
} from "@univerjs/sheets";
import { editedCells } from "../page/calculation";
import type { Grid } from "../page/grid";
import { union, writeAddress, type Area } from "./area";

/** Excel's numbers for its events. */
const CHANGED = 10;
const ACTIVATED = 11;
const SELECTED = 14;
/** Who listens to all worksheets at once. */
const ALL = "Workbook";

/** Tells an event to who listens at its target: a sheet by its id, or the workbook. */
export type Raise = (type: number, target: string, args: object) => void;

export function raiseEvents({ injector, api }: Grid, raise: Raise): void {
  let shown = api.getActiveWorkbook()?.getActiveSheet().getSheetId();
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
    if (id === SetWorksheetActiveOperation.id) {
      const { subUnitId } = params as ISetWorksheetActiveOperationParams;
      // The grid also says so of the sheet that is shown already.
      if (subUnitId === shown) return;
      shown = subUnitId;
      for (const target of [subUnitId, ALL]) raise(ACTIVATED, target, { worksheetId: subUnitId });
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
