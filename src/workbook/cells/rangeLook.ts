/** The look of cells in the user's sheet, and the selection. */
import type { CellFormat } from "../cellFormats";

/** Queues the format of a part of an area. */
export function writeFormat(
  area: Excel.Range,
  { row, column, rows, columns, numberFormat, isHeading }: CellFormat,
): void {
  const part = area.getCell(row, column).getResizedRange(rows - 1, columns - 1);
  // Excel accepts one format for all cells, which its types do not allow.
  if (numberFormat) part.numberFormat = numberFormat as unknown as string[][];
  if (isHeading) part.format.font.bold = true;
}

/** Queues the selection of cells, on a sheet that may not be shown yet. */
export function selectRange(range: Excel.Range): void {
  range.worksheet.activate();
  range.select();
}
