/** Repairs calls of our functions whose names another program has changed, such as by binding them to another file. */
import { findCalls } from "../../numbers/language/calls";
import { toExcelNotation } from "../../numbers/language/notation";
import { formatSheetPosition } from "../../spreadsheet/cells/address";
import type { SheetPosition } from "../../spreadsheet/cells/area";
import { cellAt, findFormulas, readCalculated } from "./cells/formulaCells";
import { findNamedFormulas, type NamedFormula } from "./cells/namedFormulas";
import { findProtectedSheets } from "./cells/protection";
import { writeFormulas } from "./cells/tableColumns";
import { requireKnownFunction } from "./cells/unknownFunctions";
import { runExcel } from "./cells/runExcel";

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

/** Finds broken calls in cells, and in the names of the workbook and its sheets. Changes nothing. */
export async function findBrokenCalls(): Promise<Repair[]> {
  return runExcel(async (context) => repairsOf(await readBroken(context)));
}

/**
 * Repairs broken calls, and returns what it repaired.
 * @throws Error with a message for users if Excel fills a table with a repaired formula, or does not know our functions.
 */
export async function repairWorkbook(): Promise<Repair[]> {
  return runExcel(async (context) => {
    const broken = await readBroken(context);
    for (const { item, after } of broken.names) item.formula = after;
    const cells = broken.cells.map(({ position, after }) => ({ ...position, formula: after }));
    await writeFormulas(context, cells);
    const [first] = cells;
    if (!first) return repairsOf(broken);
    const cell = cellAt(context, first).load("values");
    await context.sync();
    requireKnownFunction(cell.values.flat()[0]);
    return repairsOf(broken);
  });
}

interface Broken {
  readonly cells: readonly BrokenCell[];
  readonly names: readonly BrokenName[];
}

/** Leaves out protected sheets, whose cells cannot be written. */
async function readBroken(context: Excel.RequestContext): Promise<Broken> {
  const locked = await findProtectedSheets(context);
  const named = await findNamedFormulas(context);
  const repaired = createRepair(named);
  const formulas = await findFormulas(context);
  const broken = formulas.filter(({ sheet, formula }) => !locked.has(sheet) && repaired(formula) !== undefined);
  const cells = (await readCalculated(context, broken)).map(({ formula, sheet, row, column }): BrokenCell => {
    const position = { sheet, row, column };
    return { position, where: formatSheetPosition(position), before: formula, after: repaired(formula) ?? formula };
  });
  const names = named.flatMap(({ name, formula: before, item }): BrokenName[] => {
    const after = repaired(before);
    return after === undefined ? [] : [{ item, where: name, before, after }];
  });
  return { cells, names };
}

/** Returns a function that repairs a formula; undefined if nothing is wrong, or if a user's LAMBDA has the name of a call. */
function createRepair(named: readonly NamedFormula[]): (formula: string) => string | undefined {
  const own = new Set(named.map(({ name }) => name.toLowerCase()));
  return (formula) => {
    const broken = findCalls(formula).filter(({ notation }) => notation !== "excel");
    const isOwn = broken.some(({ callee: { start, end } }) => own.has(formula.slice(start, end).toLowerCase()));
    return broken.length === 0 || isOwn ? undefined : toExcelNotation(formula);
  };
}

function repairsOf({ cells, names }: Broken): Repair[] {
  return [...cells, ...names].map(({ where, before, after }) => ({ where, before, after }));
}
