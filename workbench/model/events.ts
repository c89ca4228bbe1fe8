/** The events that add-ins hear: cells were edited, cells were selected, another sheet is shown. */
import { ICommandService } from "@univerjs/core";
import {
  SetRangeValuesMutation,
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  type ISetRangeValuesMutationParams,
  type ISetSelectionsOperationParams,
  type ISetWorksheetActiveOperationParams,
} from "@univerjs/sheets";
import { formatAddress } from "../../src/spreadsheet/cells/address";
import { cellArea, isInside, enclosingArea, type Area } from "../../src/spreadsheet/cells/area";
import { editedCells } from "../univer/editedCells";
import type { Grid } from "../univer/grid";
import { areaOfRange } from "../univer/range";
import { areaAt } from "./range";
import type { WorkbookOptions } from "./workbookModel";

/** Excel's numbers for its events. */
const CHANGED = 10;
const ACTIVATED = 11;
const SELECTED = 14;
/** The target of listeners to all worksheets at once. */
const ALL = "Workbook";

/** Sends an event to those who listen at its target: a sheet by its id, or the workbook. */
export type Raise = (type: number, target: string, args: object) => void;

export function raiseEvents(
  { injector, api }: Grid,
  { behaviour, state }: Pick<WorkbookOptions, "behaviour" | "state">,
  raise: Raise,
): void {
  const hasList = (sheet: string, area: Area) =>
    state.validations.some((each) => each.sheet === sheet && isInside(area, areaAt(each.address)));
  let shown = api.getActiveWorkbook()?.getActiveSheet().getSheetId();
  const raiseForCells = (type: number, sheet: string, area: Area, args: object = {}) => {
    const address = formatAddress("", area);
    for (const target of [sheet, ALL]) raise(type, target, { ...args, address, worksheetId: sheet });
  };
  injector.get(ICommandService).onCommandExecuted(({ id, params }, options) => {
    if (id === SetRangeValuesMutation.id && !options?.fromFormula) {
      const edited = params as ISetRangeValuesMutationParams;
      const area = around(editedCells(edited).map(cellArea));
      const source = behaviour.remoteEdits ? "Remote" : "Local";
      // The grid does not tell choosing from typing or from an add-in's writing, so all that reaches cells with lists is silent.
      const isSilent = behaviour.silentLists && area !== undefined && hasList(edited.subUnitId, area);
      if (area && !isSilent) raiseForCells(CHANGED, edited.subUnitId, area, { ...EDITED, source });
    }
    if (id === SetSelectionsOperation.id) {
      const { subUnitId, selections } = params as ISetSelectionsOperationParams;
      const area = around(selections.map(({ range }) => areaOfRange(range)));
      if (area) raiseForCells(SELECTED, subUnitId, area);
    }
    if (id === SetWorksheetActiveOperation.id) {
      const { subUnitId } = params as ISetWorksheetActiveOperationParams;
      // Univer raises this for the sheet that is shown already, too.
      if (subUnitId === shown) return;
      shown = subUnitId;
      for (const target of [subUnitId, ALL]) raise(ACTIVATED, target, { worksheetId: subUnitId });
    }
  });
}

const EDITED = { changeType: "RangeEdited", triggerSource: "Unknown" };

function around(areas: readonly Area[]): Area | undefined {
  const [first, ...others] = areas;
  return first && others.reduce(enclosingArea, first);
}
