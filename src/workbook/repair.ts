/** Mends calls of our functions that something else has bound to another file, so that they calculate nowhere. */
import { findCalls } from "../formulas/calls";
import { toExcelNotation } from "../formulas/notation";
import { protectedSheets } from "./freeze";
import { addressOf, formulasIn, portionsOf, type Place, type Scope } from "./cells";

export interface Repair {
  /** A cell such as "Sheet1!B4", or a defined name. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
}

interface Broken extends Place {
  readonly before: string;
  readonly after: string;
}

/** What is broken in the cells of the scope, and in the names of the workbook and its sheets. Nothing is changed. */
export async function findBroken(scope: Scope): Promise<Repair[]> {
  return Excel.run(async (context) => {
    const { cells, names } = await readBroken(context, scope);
    return [...cells.map(repairOf), ...names.map(({ repair }) => repair)];
  });
}

/** Mends them, and tells what was mended. */
export async function repair(scope: Scope): Promise<Repair[]> {
  return Excel.run(async (context) => {
    const { cells, names } = await readBroken(context, scope);
    for (const { item, repair } of names) item.formula = repair.after;
    for (const portion of portionsOf(cells)) {
      for (const { sheet, row, column, after } of portion) {
        context.workbook.worksheets.getItem(sheet).getCell(row, column).formulas = [[after]];
      }
      // Each portion is as much as one request can hold.
      // eslint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync();
    }
    return [...cells.map(repairOf), ...names.map(({ repair }) => repair)];
  });
}

/** What is on a protected sheet cannot be mended, so it is left out. */
async function readBroken(context: Excel.RequestContext, scope: Scope) {
  const locked = await protectedSheets(context);
  const cells = (await formulasIn(context, scope)).flatMap((cell): Broken[] => {
    const after = locked.has(cell.sheet) ? undefined : mended(cell.formula);
    return after === undefined ? [] : [{ ...cell, before: cell.formula, after }];
  });
  const { names, worksheets } = context.workbook;
  names.load("items/name,items/formula");
  worksheets.load("items/names/items/name,items/names/items/formula");
  await context.sync();
  const items = [names, ...worksheets.items.map((sheet) => sheet.names)].flatMap((each) => each.items);
  const broken = items.flatMap((item) => {
    const before = String(item.formula);
    const after = mended(before);
    return after === undefined ? [] : [{ item, repair: { where: item.name, before, after } }];
  });
  return { cells, names: broken };
}

/** The formula as it should be; undefined where nothing is wrong with it. */
function mended(formula: string): string | undefined {
  return findCalls(formula).some(({ notation }) => notation !== "excel") ? toExcelNotation(formula) : undefined;
}

function repairOf({ before, after, ...place }: Broken): Repair {
  return { where: addressOf(place), before, after };
}
