/** Writes the look of a table into a sheet of the user's own: what reports look like, and nothing outside the table. */
import { formatArea, formatPosition } from "../sheet/address";
import { positionsIn, type SheetArea } from "../sheet/area";
import { signLooks, stylesOfLook, type TableLook } from "../reports/sheetSpec";
import { rectanglesOf } from "./cells/rectangles";
import { partOf } from "./format/writeFormats";
import { writeConditionalLook, writeStyle } from "./reports/writeLook";

/** Queues the look of an area's parts. Number formats are not written here, since cells may have their own. */
export function setTableLooks(context: Excel.RequestContext, area: SheetArea, looks: readonly TableLook[]): void {
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  for (const look of looks)
    for (const style of stylesOfLook(formatArea(partOf(area, look)), look))
      writeStyle(sheet.getRange(style.range), style);
  // A rule for each rectangle, not for each cell: Excel calculates many rules slowly.
  const variances = looks.filter(({ isVariance }) => isVariance).flatMap((look) => positionsIn(partOf(area, look)));
  for (const rectangle of rectanglesOf(variances, () => ""))
    for (const look of signLooks(formatArea(rectangle), formatPosition(rectangle))) writeConditionalLook(sheet, look);
}
