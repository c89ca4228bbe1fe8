/** Finds the names of the sheets whose cells cannot be written. */
export async function findProtectedSheets(context: Excel.RequestContext): Promise<Set<string>> {
  const sheets = context.workbook.worksheets.load("items/name,items/protection/protected");
  await context.sync();
  return new Set(sheets.items.filter(({ protection }) => protection.protected).map(({ name }) => name));
}
