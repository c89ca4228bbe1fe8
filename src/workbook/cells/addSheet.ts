import { freeSheetName } from "./sheetName";

/** Adds a sheet of this name; a number follows the name if it is taken. */
export async function addSheet(context: Excel.RequestContext, wanted: string): Promise<Excel.Worksheet> {
  const { worksheets } = context.workbook;
  worksheets.load("items/name");
  await context.sync();
  const taken = worksheets.items.map(({ name }) => name);
  return worksheets.add(freeSheetName(wanted, taken));
}
