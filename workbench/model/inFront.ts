/** Refuses what Excel refuses while no worksheet of this workbook is in front. */
import { officeError } from "../office/hostObject";
import type { WorkbookModel } from "./workbookModel";

export function invalidSelection(): Error {
  return officeError("InvalidSelection", "The current selection is invalid for this operation.");
}

/** @throws InvalidSelection if another workbook is in front. */
export function requireWorkbookInFront({ behaviour }: WorkbookModel): void {
  if (behaviour.inFront === "otherWorkbook") throw invalidSelection();
}

/**
 * @param chartSheetCode The code of the error while a chart sheet is shown, which is no worksheet.
 * @throws InvalidSelection if another workbook is in front.
 */
export function requireWorksheetInFront(model: WorkbookModel, chartSheetCode: string): void {
  requireWorkbookInFront(model);
  if (model.behaviour.inFront === "chartSheet")
    throw officeError(chartSheetCode, "There was an internal error while processing the request.");
}
