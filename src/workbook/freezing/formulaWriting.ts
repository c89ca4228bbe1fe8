/** Puts formulas into cells that hold values, each into its own and into no other. */
import { contains, type Area } from "../../grid/area";
import { splitByWeight } from "../../saved/shards";
import { rangeOf, type FormulaAt } from "../cells/cells";
import type { TableArea } from "../cells/formulaAreas";
import { bySheet } from "../../grid/blocks";
import { rectanglesOf } from "../cells/rectangles";

/** A formula that is to be written, with the cells that it is going to fill, its own among them. */
export interface FormulaToWrite extends FormulaAt {
  readonly fill: Area;
}

/** Letters and formulas of one request. */
const MOST_LETTERS = 1_500_000;
/** What a formula takes in a request beside its text. */
const OVERHEAD = 50;

/** One writing: cells of an area, null where one is left as it is. */
interface Writing extends Area {
  readonly sheet: string;
  readonly formulas: (string | null)[][];
  readonly cells: readonly FormulaToWrite[];
}

/** Gives those that Excel has refused. What they were to fill is as it was. */
export async function writeFormulas(
  context: Excel.RequestContext,
  cells: readonly FormulaToWrite[],
  tables: readonly TableArea[],
): Promise<FormulaToWrite[]> {
  const refused: FormulaToWrite[] = [];
  const lettersOf = ({ formulas }: Writing) =>
    formulas.flat().reduce((sum, text) => sum + (text?.length ?? 4) + OVERHEAD, 0);
  for (const portion of splitByWeight(writingsOf(cells, tables), lettersOf, MOST_LETTERS))
    if (!(await tryWriting(context, portion))) refused.push(...(await writeSingly(context, portion, tables)));
  return refused;
}

/** Finds those that Excel refuses, by halves. */
async function writeSingly(
  context: Excel.RequestContext,
  writings: readonly Writing[],
  tables: readonly TableArea[],
): Promise<FormulaToWrite[]> {
  const cells = writings.flatMap((writing) => writing.cells);
  if (cells.length === 1) return cells;
  const middle = Math.ceil(cells.length / 2);
  const refused: FormulaToWrite[] = [];
  for (const half of [cells.slice(0, middle), cells.slice(middle)]) {
    const own = writingsOf(half, tables);
    if (!(await tryWriting(context, own))) refused.push(...(await writeSingly(context, own, tables)));
  }
  return refused;
}

/** Says whether Excel has taken it. Rejects where Excel takes nothing at all now, as while a person edits. */
async function tryWriting(context: Excel.RequestContext, writings: readonly Writing[]): Promise<boolean> {
  context.application.suspendApiCalculationUntilNextSync();
  for (const writing of writings) {
    const [first] = writing.cells;
    const isSpill = first !== undefined && first.fill.rows * first.fill.columns > 1;
    // Values in the way of a spill.
    if (isSpill)
      rangeOf(context, { ...first.fill, sheet: first.sheet })
        .untrack()
        .clear(Excel.ClearApplyTo.contents);
    rangeOf(context, writing).untrack().formulas = writing.formulas as unknown[][];
  }
  try {
    await context.sync();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "InvalidArgument") throw error;
    return false;
  }
}

function writingsOf(cells: readonly FormulaToWrite[], tables: readonly TableArea[]): Writing[] {
  const tableOf = (cell: FormulaToWrite) => tables.find((table) => table.sheet === cell.sheet && contains(table, cell));
  const spills = cells.filter(({ fill }) => fill.rows * fill.columns > 1);
  const single = cells.filter(({ fill }) => fill.rows * fill.columns === 1);
  const plain = single.filter((cell) => !tableOf(cell));
  const columns = new Map<string, { table: TableArea; column: number; cells: FormulaToWrite[] }>();
  for (const cell of single) {
    const table = tableOf(cell);
    if (!table) continue;
    const key = `${table.name} ${cell.column}`;
    const known = columns.get(key) ?? { table, column: cell.column, cells: [] };
    known.cells.push(cell);
    columns.set(key, known);
  }
  return [
    ...spills.map((cell) => ({ ...cell, rows: 1, columns: 1, formulas: [[cell.formula]], cells: [cell] })),
    ...[...bySheet(plain)].flatMap(([sheet, own]) => rectanglesOf(own, () => "").map((area) => writingOf(sheet, area))),
    ...[...columns.values()].map(wholeColumn),
  ];
}

function writingOf(sheet: string, area: Area & { readonly cells: readonly FormulaToWrite[] }): Writing {
  const { rows, columns, cells } = area;
  const formulas = Array.from({ length: rows }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns).map(({ formula }) => formula),
  );
  return { ...area, sheet, formulas };
}

/** Excel fills a table's column with a formula that is entered in one cell, and takes a whole column as it is given. */
function wholeColumn({ table, column, cells }: { table: TableArea; column: number; cells: FormulaToWrite[] }): Writing {
  const byRow = new Map(cells.map((cell) => [cell.row, cell.formula]));
  const formulas = Array.from({ length: table.rows }, (_, at) => [byRow.get(table.row + at) ?? null]);
  return { sheet: table.sheet, row: table.row, column, rows: table.rows, columns: 1, formulas, cells };
}
