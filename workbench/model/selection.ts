/** What is selected on the sheet that is shown. */
import { cellArea, type Area } from "../../src/spreadsheet/cells/area";
import type { HostObject } from "../office/hostObject";
import { invalidSelection, requireWorksheetInFront } from "./inFront";
import type { WorkbookModel } from "./workbookModel";

/** They throw InvalidSelection if no cells of a worksheet are selected. */
export function selectionMethods(model: WorkbookModel): NonNullable<HostObject["methods"]> {
  const object = (areaOf: (selected: Area) => Area) => {
    requireWorksheetInFront(model, "InvalidSelection");
    const shown = model.workbook().getActiveSheet();
    const range = shown.getSelection()?.getActiveRange();
    const selected = range
      ? { row: range.getRow(), column: range.getColumn(), rows: range.getHeight(), columns: range.getWidth() }
      : cellArea({ row: 0, column: 0 });
    return model.rangeObject(shown, areaOf(selected));
  };
  return {
    getSelectedRange: () => {
      if (model.behaviour.selection === "chart") throw invalidSelection();
      return object((selected) => selected);
    },
    getActiveCell: () => object(cellArea),
  };
}
