/** Defined names and their formulas. */
import { retryInBackground } from "./background";
import { isAnswerTooLarge } from "./batches";

/** A defined name of the workbook, or of one of its sheets. */
export interface NamedFormula {
  readonly name: string;
  /** With its "=", such as "=Sheet1!$A$1". */
  readonly formula: string;
  /** The sheet that alone knows the name; undefined for a name of the workbook. */
  readonly sheet: string | undefined;
  readonly item: Excel.NamedItem;
}

/** Names that are loaded at a time if one answer cannot hold all of them. */
const MAX_BATCH_NAMES = 5_000;

/** Finds the names of the workbook first, then those of each sheet. */
export async function findNamedFormulas(context: Excel.RequestContext): Promise<NamedFormula[]> {
  return retryInBackground(() => loadNames(context));
}

/** On the web a sheet may list the names of the workbook too (OfficeDev/office-js#1011). */
function namedOf(items: readonly Excel.NamedItem[], sheet?: string): NamedFormula[] {
  const own = sheet === undefined ? items : items.filter(({ scope }) => scope !== "Workbook");
  return own.map((item) => ({ name: item.name, formula: String(item.formula), sheet, item }));
}

async function loadNames(context: Excel.RequestContext): Promise<NamedFormula[]> {
  const { names, worksheets } = context.workbook;
  names.load("items/name,items/formula");
  worksheets.load("items/name,items/names/items/name,items/names/items/formula,items/names/items/scope");
  try {
    await context.sync();
  } catch (error) {
    if (!isAnswerTooLarge(error)) throw error;
    return loadManyNames(context);
  }
  return [...namedOf(names.items), ...worksheets.items.flatMap((sheet) => namedOf(sheet.names.items, sheet.name))];
}

/** Workbooks that were copied for years may have tens of thousands of names. */
async function loadManyNames(context: Excel.RequestContext): Promise<NamedFormula[]> {
  const worksheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  const found = namedOf(await loadInBatches(context, context.workbook.names, {}));
  for (const { name, names } of worksheets.items)
    found.push(...namedOf(await loadInBatches(context, names, { scope: true }), name));
  return found;
}

/** Halves the batch if its answer is too large. */
async function loadInBatches(
  context: Excel.RequestContext,
  names: Excel.NamedItemCollection,
  more: { readonly scope?: true },
): Promise<Excel.NamedItem[]> {
  const items: Excel.NamedItem[] = [];
  for (let size = MAX_BATCH_NAMES; ;) {
    names.load({ name: true, formula: true, ...more, $top: size, $skip: items.length });
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
