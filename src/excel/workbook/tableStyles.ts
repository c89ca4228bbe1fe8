/** Writes the look of a table into a sheet of the user's own: what reports look like, and nothing outside the table. */
import { formatArea } from "../../spreadsheet/cells/address";
import { positionsIn, type SheetArea } from "../../spreadsheet/cells/area";
import { signStyles, rangeStyles, type PartStyle } from "../../reporting/reports/sheetSpec";
import { rectanglesOf } from "./cells/rectangles";
import { partOf } from "./format/writeFormats";
import { writeConditionalStyle, writeStyle } from "./reports/writeStyle";

/** Queues the look of an area's parts. Number formats are not written here, since cells may have their own. */
export function setTableStyles(context: Excel.RequestContext, area: SheetArea, parts: readonly PartStyle[]): void {
  const sheet = context.workbook.worksheets.getItem(area.sheet);
  const styles = [
    ...parts.flatMap((part) => rangeStyles(formatArea(partOf(area, part)), part)),
    ...rectanglesWith("isBold", area, parts).map((range) => ({ range, bold: true })),
  ];
  for (const style of styles) writeStyle(sheet.getRange(style.range), style);
  // A rule for each rectangle, not for each cell: Excel calculates many rules slowly.
  const signs = rectanglesWith("isVariance", area, parts).flatMap((range) =>
    signStyles(range, range.split(":")[0] ?? range),
  );
  for (const part of signs) writeConditionalStyle(sheet, part);
}

/** Covers cells that have a property with few ranges. */
function rectanglesWith(property: "isBold" | "isVariance", area: SheetArea, parts: readonly PartStyle[]): string[] {
  const cells = parts.flatMap((part) => (part[property] ? positionsIn(partOf(area, part)) : []));
  return rectanglesOf(cells, () => "").map(formatArea);
}
