/** The cells that call our functions, themselves or by way of a name. */
import { findCalls } from "../../formulas/calls";
import { tokensOf, TYPES } from "../../formulas/tokens";
import type { SheetArea, SheetPosition } from "../../grid/area";
import { areasOf } from "./cellAreas";
import { findNamedFormulas } from "./namedFormulas";
import { eachPortion } from "./portions";
import { findScope, type Scope } from "./scope";

export type { Scope } from "./scope";

/** A cell with a formula. */
export interface FormulaAt extends SheetPosition {
  readonly formula: string;
}

export interface FormulaCell extends FormulaAt {
  /** What the cell shows: a number, a text, true or false, or an error as text such as "#N/A". */
  readonly value: unknown;
}

/** Cells that are read at a time. An answer of Excel on the web has at most 5 MB, so that a formula may have 250 bytes. */
const MAX_BLOCK_CELLS = 20_000;

/** The cells in the scope that call our functions, sheet by sheet, row by row. */
export async function findCells(context: Excel.RequestContext, scope: Scope = "workbook"): Promise<FormulaCell[]> {
  const isOurs = await callTest(context);
  const formulas = (await findFormulas(context, scope)).filter(({ formula }) => isOurs(formula));
  return readCalculated(context, formulas);
}

/** These cells with what they show, without those that hold a text which only looks like a formula. */
export async function readCalculated(
  context: Excel.RequestContext,
  cells: readonly FormulaAt[],
): Promise<FormulaCell[]> {
  return (await readValues(context, cells)).filter(({ formula, value }) => value !== formula);
}

/** The cells in the scope that have a formula, whichever, sheet by sheet, row by row. */
export async function findFormulas(context: Excel.RequestContext, scope: Scope): Promise<FormulaAt[]> {
  const cells: FormulaAt[] = [];
  for (const area of await findScope(context, scope)) await readFormulas(context, splitRows(area), cells);
  return cells;
}

/** These cells with what they show now. */
export async function readValues<Cell extends SheetPosition>(
  context: Excel.RequestContext,
  cells: readonly Cell[],
): Promise<(Cell & { readonly value: unknown })[]> {
  const values = new Map<string, unknown>();
  const keyOf = ({ sheet, row, column }: SheetPosition) => `${row},${column},${sheet}`;
  for (let first = 0; first < cells.length; first += MAX_BLOCK_CELLS) {
    await eachPortion(
      context,
      areasOf(cells.slice(first, first + MAX_BLOCK_CELLS)),
      (area) => ({ area, range: rangeOf(context, area).load("values") }),
      ({ area, range }) => {
        const rows: unknown[][] = range.values;
        rows.forEach(([value], down) => values.set(keyOf({ ...area, row: area.row + down }), value));
      },
    );
  }
  return cells.map((cell) => ({ ...cell, value: values.get(keyOf(cell)) }));
}

/** Whether the whole formula is a call of one of our functions. */
export function isPlainCall(formula: string): boolean {
  const [first] = findCalls(formula);
  return first?.start === 1 && first.end === formula.length;
}

/** One cell, to be loaded or written. */
export function cellAt(context: Excel.RequestContext, { sheet, row, column }: SheetPosition): Excel.Range {
  return context.workbook.worksheets.getItem(sheet).getCell(row, column);
}

export function rangeOf(context: Excel.RequestContext, { sheet, row, column, rows, columns }: SheetArea): Excel.Range {
  return context.workbook.worksheets.getItem(sheet).getRangeByIndexes(row, column, rows, columns);
}

/** Adds the formulas of these blocks to `cells`. A block with longer formulas than an answer can hold is read in halves. */
async function readFormulas(
  context: Excel.RequestContext,
  blocks: readonly SheetArea[],
  cells: FormulaAt[],
): Promise<void> {
  for (const block of blocks) {
    const range = rangeOf(context, block).load("formulas");
    try {
      // One request cannot hold them all.
      // eslint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync();
    } catch (error) {
      const halves = splitRows(block, Math.ceil(block.rows / 2));
      if ((error as { code?: unknown }).code !== "ResponsePayloadSizeLimitExceeded" || halves.length < 2) throw error;
      await readFormulas(context, halves, cells);
      continue;
    }
    cells.push(...formulasIn(block, range.formulas));
  }
}

/** The area as blocks of rows that one answer can hold. */
function splitRows(area: SheetArea, rows = Math.max(1, Math.floor(MAX_BLOCK_CELLS / area.columns))): SheetArea[] {
  return Array.from({ length: Math.ceil(area.rows / rows) }, (_, index) => ({
    ...area,
    row: area.row + index * rows,
    rows: Math.min(rows, area.rows - index * rows),
  }));
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

/** Tells whether a formula calls our functions: one of them, or a name whose formula does. */
export async function callTest(context: Excel.RequestContext): Promise<(formula: string) => boolean> {
  const named = await findNamedFormulas(context);
  const calling = new Set<string>();
  const isOurs = (formula: string) => callsOurs(formula) || usesName(formula, calling);
  for (let size = -1; size < calling.size;) {
    size = calling.size;
    for (const { name, formula } of named) if (isOurs(formula)) calling.add(name.toLowerCase());
  }
  return isOurs;
}

/** A call that is bound to another file calculates nowhere, until it is repaired. */
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
