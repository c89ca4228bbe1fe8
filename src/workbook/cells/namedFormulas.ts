/** A defined name of the workbook, or of one of its sheets. */
export interface NamedFormula {
  readonly name: string;
  /** With its "=", such as "=Sheet1!$A$1". */
  readonly formula: string;
  readonly item: Excel.NamedItem;
}

/** The workbook's names first, then each sheet's own. */
export async function findNamedFormulas(context: Excel.RequestContext): Promise<NamedFormula[]> {
  const { names, worksheets } = context.workbook;
  names.load("items/name,items/formula");
  worksheets.load("items/names/items/name,items/names/items/formula");
  await context.sync();
  return [names, ...worksheets.items.map((sheet) => sheet.names)].flatMap(({ items }) =>
    items.map((item) => ({ name: item.name, formula: String(item.formula), item })),
  );
}
