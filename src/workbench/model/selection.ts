/** What is selected on the sheet that is shown. */
import { cellArea, WHOLE_SHEET, type Area } from "../../grid/area";
import { officeError, type HostObject } from "../office/hostObject";
import { usedArea } from "./used";
import { intersection } from "../../grid/area";
import { formatAddress } from "../../grid/address";
import { invalidSelection, requireWorksheetInFront } from "./inFront";
import { resolveRange } from "./range";
import type { WorkbookModel } from "./workbookModel";

export function selectionMethods(model: WorkbookModel): NonNullable<HostObject["methods"]> {
  const shown = () => model.workbook().getActiveSheet();
  return {
    getSelectedRange: () => model.rangeObject(shown(), selectedArea(model)),
    getSelectedRanges: () => selectedRanges(model),
    getActiveCell: () => {
      requireWorksheetInFront(model, "InvalidSelection");
      return model.rangeObject(shown(), cellArea(activeCell(model)));
    },
  };
}

/** @throws InvalidSelection if no cells of a worksheet are selected. */
function selectedArea(model: WorkbookModel): Area {
  requireWorksheetInFront(model, "InvalidSelection");
  if (model.behaviour.selection === "chart") throw invalidSelection();
  return model.behaviour.selection === "sheet" ? WHOLE_SHEET : activeArea(model);
}

function activeCell(model: WorkbookModel): Area {
  return model.behaviour.selection === "sheet" ? WHOLE_SHEET : activeArea(model);
}

function activeArea(model: WorkbookModel): Area {
  const range = model.workbook().getActiveSheet().getSelection()?.getActiveRange();
  if (!range) return cellArea({ row: 0, column: 0 });
  return { row: range.getRow(), column: range.getColumn(), rows: range.getHeight(), columns: range.getWidth() };
}

/** One area: the grid tells of the last one only. */
function selectedRanges(model: WorkbookModel): HostObject {
  return rangeAreas(model, selectedArea(model));
}

function rangeAreas(model: WorkbookModel, area: Area): HostObject {
  const sheet = model.workbook().getActiveSheet();
  const range = () => model.rangeObject(sheet, area);
  const items = () => {
    // Excel on Windows and Mac hangs here.
    if (area.rows === WHOLE_SHEET.rows && area.columns === WHOLE_SHEET.columns)
      throw officeError("GeneralException", "There was an internal error while processing the request.");
    return [range()];
  };
  const part = (common: Area | undefined) => (common ? rangeAreas(model, common) : null);
  return {
    type: "RangeAreas",
    values: { address: () => formatAddress(sheet.getSheetName(), area), areaCount: () => 1 },
    objects: {
      worksheet: () => model.sheetObject(sheet),
      areas: () => ({ type: "RangeCollection", items, values: { count: () => 1 }, methods: { getItemAt: range } }),
    },
    methods: {
      getIntersectionOrNullObject: (other: HostObject) => part(intersection(area, resolveRange(other).area)),
      getUsedRangeAreasOrNullObject: async (valuesOnly = false) => {
        await model.calculated();
        const used = usedArea(model, sheet, valuesOnly);
        return part(used ? intersection(area, used) : undefined);
      },
    },
  };
}
