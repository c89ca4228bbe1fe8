/** Writes the look of a table into a sheet of the user's own: what reports look like, and nothing outside the table. */
import { formatArea } from "../sheet/address";
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
  for (const bold of rectanglesWith("isBold")) writeStyle(sheet.getRange(bold), { range: bold, bold: true });
  // A rule for each rectangle, not for each cell: Excel calculates many rules slowly.
  for (const signed of rectanglesWith("isVariance"))
    for (const look of signLooks(signed, signed.split(":")[0] ?? "")) writeConditionalLook(sheet, look);

  function rectanglesWith(property: "isBold" | "isVariance"): string[] {
    const cells = looks.flatMap((look) => (look[property] ? positionsIn(partOf(area, look)) : []));
    return rectanglesOf(cells, () => "").map(formatArea);
  }
}
