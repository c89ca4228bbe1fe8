/** Defined names and their formulas. */
import { retryInBackground } from "./background";
import { isAnswerTooLarge } from "./batches";

/** A defined name of the workbook, or of one of its sheets. */
export interface NamedFormula {
  readonly name: string;
  /** With its "=", such as "=Sheet1!$A$1". */
  readonly formula: string;
  readonly item: Excel.NamedItem;
}

/** Names that are loaded at a time if one answer cannot hold all of them. */
const MAX_BATCH_NAMES = 5_000;

/** Finds the names of the workbook first, then those of each sheet. */
export async function findNamedFormulas(context: Excel.RequestContext): Promise<NamedFormula[]> {
  const items = await retryInBackground(() => loadNames(context));
  return items.map((item) => ({ name: item.name, formula: String(item.formula), item }));
}

async function loadNames(context: Excel.RequestContext): Promise<Excel.NamedItem[]> {
  const { names, worksheets } = context.workbook;
  names.load("items/name,items/formula");
  worksheets.load("items/names/items/name,items/names/items/formula");
  try {
    await context.sync();
  } catch (error) {
    if (!isAnswerTooLarge(error)) throw error;
    return loadManyNames(context);
  }
  return [names, ...worksheets.items.map((sheet) => sheet.names)].flatMap(({ items }) => items);
}

/** Workbooks that were copied for years may have tens of thousands of names. */
async function loadManyNames(context: Excel.RequestContext): Promise<Excel.NamedItem[]> {
  const worksheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  const items: Excel.NamedItem[] = [];
  for (const names of [context.workbook.names, ...worksheets.items.map((sheet) => sheet.names)])
    items.push(...(await loadInBatches(context, names)));
  return items;
}

/** Halves the batch if its answer is too large. */
async function loadInBatches(
  context: Excel.RequestContext,
  names: Excel.NamedItemCollection,
): Promise<Excel.NamedItem[]> {
  const items: Excel.NamedItem[] = [];
  for (let size = MAX_BATCH_NAMES; ;) {
    names.load({ name: true, formula: true, $top: size, $skip: items.length });
    try {
      // One answer cannot hold them all.
      // oxlint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync();
    } catch (error) {
      if (!isAnswerTooLarge(error) || size === 1) throw error;
      size = Math.ceil(size / 2);
      continue;
    }
    items.push(...names.items);
    if (names.items.length < size) return items;
  }
}
