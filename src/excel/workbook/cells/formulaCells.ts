/** Cells that call our functions, directly or through a defined name. */
import { findCalls } from "../../../numbers/language/calls";
import { tokensOf, TYPES } from "../../../spreadsheet/formulas/tokens";
import { cellCount, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { blocksAround, type Block } from "../../../spreadsheet/cells/blocks";
import { splitByWeight } from "../../../reporting/saved/shards";
import { findNamedFormulas } from "./namedFormulas";
import { isAnswerTooLarge } from "./batches";
import { MAX_BLOCK_CELLS, rowBlocks, rowHalves } from "./rowBlocks";
import { findUsedAreas } from "./usedAreas";

/** A cell with a formula. */
export interface FormulaAt extends SheetPosition {
  readonly formula: string;
}

export interface FormulaCell extends FormulaAt {
  /** What the cell shows: a number, a text, true or false, or an error as text such as "#N/A". */
  readonly value: unknown;
}

/** All cells with formulas, sheet by sheet, row by row. */
export interface WorkbookCells {
  /** Those that call our functions. */
  readonly ours: readonly FormulaCell[];
  readonly others: readonly FormulaAt[];
}

export async function findAllCells(context: Excel.RequestContext): Promise<WorkbookCells> {
  const isOurs = await callTest(context);
  const formulas = await findFormulas(context);
  const ours = formulas.filter(({ formula }) => isOurs(formula));
  const others = formulas.filter(({ formula }) => !isOurs(formula));
  return { ours: await readCalculated(context, ours), others };
}

/** Finds the cells that call our functions, sheet by sheet, row by row. */
export async function findCells(context: Excel.RequestContext): Promise<readonly FormulaCell[]> {
  return (await findAllCells(context)).ours;
}

/** Reads the values of these cells. Leaves out cells whose text only looks like a formula. */
export async function readCalculated(
  context: Excel.RequestContext,
  cells: readonly FormulaAt[],
): Promise<FormulaCell[]> {
  return (await readValues(context, cells)).filter(({ formula, value }) => value !== formula);
}

/** Finds all cells that have a formula, sheet by sheet, row by row. */
export async function findFormulas(context: Excel.RequestContext): Promise<FormulaAt[]> {
  const cells: FormulaAt[] = [];
  for (const area of await findUsedAreas(context)) await readFormulas(context, rowBlocks(area), cells);
  return cells;
}

/** Reads the values of these cells. */
export async function readValues<Cell extends SheetPosition>(
  context: Excel.RequestContext,
  cells: readonly Cell[],
): Promise<(Cell & { readonly value: unknown })[]> {
  const values = await readContents(context, cells, "values");
  return cells.map((cell) => ({ ...cell, value: values.get(cell) }));
}

/** Reads those of these cells that have a formula. */
export async function readFormulaCells(
  context: Excel.RequestContext,
  cells: readonly SheetPosition[],
): Promise<FormulaCell[]> {
  const formulas = await readContents(context, cells, "formulas");
  const found = cells.flatMap((cell) => {
    const formula = formulas.get(cell);
    return typeof formula === "string" && formula.startsWith("=") ? [{ ...cell, formula }] : [];
  });
  return readCalculated(context, found);
}

type Contents = "values" | "formulas";

async function readContents<Cell extends SheetPosition>(
  context: Excel.RequestContext,
  cells: readonly Cell[],
  contents: Contents,
): Promise<Map<Cell, unknown>> {
  const found = new Map<Cell, unknown>();
  const blocks = blocksAround(cells, MAX_BLOCK_CELLS);
  for (const some of splitByWeight(blocks, weightOf, MAX_BLOCK_CELLS)) await readBlocks(context, some, contents, found);
  return found;
}

/** Estimates the size of a block in an answer, in cells. Even a small block takes as much as ten. */
function weightOf(block: SheetArea): number {
  return Math.max(10, cellCount(block));
}

/** Adds the contents of these blocks to `found`. Reads halves if one answer cannot hold them. */
async function readBlocks<Cell extends SheetPosition>(
  context: Excel.RequestContext,
  blocks: readonly Block<Cell>[],
  contents: Contents,
  found: Map<Cell, unknown>,
): Promise<void> {
  const ranges = blocks.map((block) => rangeOf(context, block).load(contents).untrack());
  try {
    await context.sync();
  } catch (error) {
    const cells = blocks.flatMap((block) => block.cells);
    if (!isAnswerTooLarge(error) || cells.length < 2) throw error;
    const middle = Math.ceil(cells.length / 2);
    for (const half of [cells.slice(0, middle), cells.slice(middle)])
      await readBlocks(context, blocksAround(half, MAX_BLOCK_CELLS), contents, found);
    return;
  }
  blocks.forEach((block, index) => {
    const rows = ranges[index]?.[contents] as unknown[][];
    for (const cell of block.cells) found.set(cell, rows[cell.row - block.row]?.[cell.column - block.column]);
  });
}

/** True if the formula is one call of our functions and nothing else. */
export function isPlainCall(formula: string): boolean {
  const [first] = findCalls(formula);
  return first?.start === 1 && first.end === formula.length;
}

/** Returns a proxy for one cell. Untracked, it costs Excel nothing after the request. */
export function cellAt(context: Excel.RequestContext, { sheet, row, column }: SheetPosition): Excel.Range {
  return sheetOf(context, sheet).getCell(row, column);
}

export function rangeOf(context: Excel.RequestContext, { sheet, row, column, rows, columns }: SheetArea): Excel.Range {
  return sheetOf(context, sheet).getRangeByIndexes(row, column, rows, columns);
}

const sheets = new WeakMap<Excel.RequestContext, Map<string, Excel.Worksheet>>();

/** Returns one proxy for all cells of a sheet, since each proxy is an entry of the request. */
function sheetOf(context: Excel.RequestContext, name: string): Excel.Worksheet {
  const known = sheets.get(context) ?? new Map<string, Excel.Worksheet>();
  sheets.set(context, known);
  const sheet = known.get(name) ?? context.workbook.worksheets.getItem(name);
  known.set(name, sheet);
  return sheet;
}

/** Adds the formulas of these blocks to `cells`. Reads halves of a block if one answer cannot hold it. */
async function readFormulas(
  context: Excel.RequestContext,
  blocks: readonly SheetArea[],
  cells: FormulaAt[],
): Promise<void> {
  for (const block of blocks) {
    const range = rangeOf(context, block).load("formulas").untrack();
    try {
      // One request cannot hold them all.
      // oxlint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync();
    } catch (error) {
      const halves = rowHalves(block);
      if (!isAnswerTooLarge(error) || halves.length < 2) throw error;
      await readFormulas(context, halves, cells);
      continue;
    }
    cells.push(...formulasIn(block, range.formulas));
  }
}

function formulasIn({ sheet, row, column }: SheetArea, formulas: unknown[][]): FormulaAt[] {
  return formulas.flatMap((texts, down) =>
    texts.flatMap((formula, right) =>
      typeof formula === "string" && formula.startsWith("=")
        ? [{ sheet, row: row + down, column: column + right, formula }]
        : [],
    ),
  );
}

/** Returns a test that is true for a formula that calls one of our functions, or uses a name whose formula does. */
export async function callTest(context: Excel.RequestContext): Promise<(formula: string) => boolean> {
  const named = await findNamedFormulas(context);
  const calling = new Set<string>();
  const isOurs = (formula: string) => callsOurs(formula) || usesName(formula, calling);
  let known: number;
  do {
    known = calling.size;
    for (const { name, formula } of named) if (isOurs(formula)) calling.add(name.toLowerCase());
  } while (calling.size > known);
  return isOurs;
}

/** Ignores calls whose names another program has changed: they calculate nowhere until they are repaired. */
function callsOurs(formula: string): boolean {
  return findCalls(formula).some(({ notation }) => notation === "excel");
}

function usesName(formula: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  return tokensOf(formula).some(
    ({ type, value }) =>
      (type === TYPES.REF_NAMED || type === TYPES.FUNCTION) && names.has(value.replace(/^.*!/, "").toLowerCase()),
  );
}

/** Queues the selection of cells, on a sheet that may not be shown yet. */
export function selectRange(range: Excel.Range): void {
  range.worksheet.activate();
  range.select();
}
