/** Writes the look of a table into a sheet of the user's own: what reports look like, and nothing outside the table. */
import { formatArea } from "../../spreadsheet/cells/address";
import { positionsIn, type SheetArea } from "../../spreadsheet/cells/area";
import { signLooks, stylesOfLook, type TableLook } from "../../reporting/reports/sheetSpec";
import { rectanglesOf } from "./cells/rectangles";
import { partOf } from "./format/writeFormats";
import { writeConditionalLook, writeStyle } from "./reports/writeLook";

/** Queues the look of an area's parts. Number formats are not written here, since cells may have their own. */
export function setTableLooks(context: Excel.RequestContext, area: SheetArea, looks: readonly TableLook[]): void {
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  const styles = [
    ...looks.flatMap((look) => stylesOfLook(formatArea(partOf(area, look)), look)),
    ...rectanglesWith("isBold", area, looks).map((range) => ({ range, bold: true })),
  ];
  for (const style of styles) writeStyle(sheet.getRange(style.range), style);
  // A rule for each rectangle, not for each cell: Excel calculates many rules slowly.
  const signs = rectanglesWith("isVariance", area, looks).flatMap((range) =>
    signLooks(range, range.split(":")[0] ?? range),
  );
  for (const look of signs) writeConditionalLook(sheet, look);
}

/** Covers cells that have a property with few ranges. */
function rectanglesWith(property: "isBold" | "isVariance", area: SheetArea, looks: readonly TableLook[]): string[] {
  const cells = looks.flatMap((look) => (look[property] ? positionsIn(partOf(area, look)) : []));
  return rectanglesOf(cells, () => "").map(formatArea);
}
