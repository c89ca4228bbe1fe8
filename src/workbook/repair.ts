/** Mends calls of our functions that something else has bound to another file, so that they calculate nowhere. */
import { findCalls } from "../formulas/calls";
import { toExcelNotation } from "../formulas/notation";
import { formatSheetPosition } from "../grid/address";
import type { SheetPosition } from "../grid/area";
import { cellAt, findFormulas, readCalculated, type Scope } from "./cells/cells";
import { findNamedFormulas, type NamedFormula } from "./cells/namedFormulas";
import { forEachBatch } from "./cells/batches";
import { findProtectedSheets } from "./cells/protection";

export interface Repair {
  /** A cell such as "Sheet1!B4", or a defined name. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
}

interface BrokenCell extends Repair {
  readonly position: SheetPosition;
}

interface BrokenName extends Repair {
  readonly item: NamedFormula["item"];
}

/** What is broken in the cells of the scope, and in the names of the workbook and its sheets. Nothing is changed. */
export async function findBrokenCalls(scope: Scope): Promise<Repair[]> {
  return Excel.run(async (context) => repairsOf(await readBroken(context, scope)));
}

/** Mends them, and tells what was mended. */
export async function repair(scope: Scope): Promise<Repair[]> {
  return Excel.run(async (context) => {
    const broken = await readBroken(context, scope);
    for (const { item, after } of broken.names) item.formula = after;
    await forEachBatch(context, broken.cells, ({ position, after }) => {
      cellAt(context, position).formulas = [[after]];
    });
    return repairsOf(broken);
  });
}

interface Broken {
  readonly cells: readonly BrokenCell[];
  readonly names: readonly BrokenName[];
}

/** What is on a protected sheet cannot be mended, so it is left out. */
async function readBroken(context: Excel.RequestContext, scope: Scope): Promise<Broken> {
  const locked = await findProtectedSheets(context);
  const formulas = await findFormulas(context, scope);
  const broken = formulas.filter(({ sheet, formula }) => !locked.has(sheet) && mended(formula) !== undefined);
  const cells = (await readCalculated(context, broken)).map(({ formula, sheet, row, column }): BrokenCell => {
    const position = { sheet, row, column };
    return { position, where: formatSheetPosition(position), before: formula, after: mended(formula) ?? formula };
  });
  const names = (await findNamedFormulas(context)).flatMap(({ name, formula: before, item }): BrokenName[] => {
    const after = mended(before);
    return after === undefined ? [] : [{ item, where: name, before, after }];
  });
  return { cells, names };
}

/** The formula as it should be; undefined where nothing is wrong with it. */
function mended(formula: string): string | undefined {
  return findCalls(formula).some(({ notation }) => notation !== "excel") ? toExcelNotation(formula) : undefined;
}

function repairsOf({ cells, names }: Broken): Repair[] {
  return [...cells, ...names].map(({ where, before, after }) => ({ where, before, after }));
}
