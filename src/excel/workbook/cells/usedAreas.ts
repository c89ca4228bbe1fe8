/** The areas of the workbook that hold something. */
import type { Area, SheetArea } from "../../../spreadsheet/cells/area";

export async function findUsedAreas(context: Excel.RequestContext): Promise<SheetArea[]> {
  const worksheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  const used = worksheets.items.map((worksheet) => {
    const range = worksheet.getUsedRangeOrNullObject(true);
    return { sheet: worksheet.name, range: range.load("rowIndex,columnIndex,rowCount,columnCount").untrack() };
  });
  await context.sync();
  return used.flatMap(({ sheet, range }) => (range.isNullObject ? [] : [{ sheet, ...areaOfExcelRange(range) }]));
}

/** @param range Its place and its size are loaded. */
export function areaOfExcelRange({ rowIndex, columnIndex, rowCount, columnCount }: Excel.Range): Area {
  return { row: rowIndex, column: columnIndex, rows: rowCount, columns: columnCount };
}
