/** The cells that call our functions, themselves or by way of a name. */
import { formatRange, parseAddress } from "../grid/address";

/** Where a cell is; row and column count from 0. */
export interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

export interface FoundCell extends Place {
  readonly formula: string;
  /** What the cell shows: a number, a text, true or false, or an error as text such as "#N/A". */
  readonly value: unknown;
}

/** What is meant: everything, the sheet that is shown, or what is selected. */
export type Scope = "workbook" | "sheet" | "selection";

const CALL = /\bINSIGHTS\./i;
/** Cells that are read at a time: an answer of Excel on the web has at most 5 MB. */
const MOST_CELLS = 100_000;

/** A cell's address as Excel gives it to a function: `Sheet1!A1`, `'Plan 2026'!A1`. */
export function addressOf({ sheet, row, column }: Place): string {
  return formatRange(sheet, { top: row, bottom: row, left: column, right: column });
}

/** Undefined for what is no address of a cell on a sheet; of a range it is the first cell. */
export function placeOf(address: string): Place | undefined {
  const read = parseAddress(address);
  const { top: row, left: column } = read?.range ?? {};
  if (!read?.sheet || typeof row !== "number" || typeof column !== "number") return undefined;
  return { sheet: read.sheet, row, column };
}

/** Cells that are written, marked or read one by one at a time: each is a few entries of a request, which has at most 5 MB. */
const PORTION = 2_000;

export function portionsOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PORTION) }, (_, at) =>
    items.slice(at * PORTION, (at + 1) * PORTION),
  );
}

/** The cells in the scope that call our functions, sheet by sheet, row by row. */
export async function findCells(context: Excel.RequestContext, scope: Scope = "workbook"): Promise<FoundCell[]> {
  const calls = await callPattern(context);
  return (await formulasIn(context, scope)).filter(({ formula }) => calls.test(formula));
}

/** The cells in the scope that have a formula, whichever, sheet by sheet, row by row. */
export async function formulasIn(context: Excel.RequestContext, scope: Scope): Promise<FoundCell[]> {
  const cells: FoundCell[] = [];
  for (const { sheet, range } of await rangesIn(context, scope)) {
    for (const block of blocksOf(range)) {
      block.load("formulas,values");
      // Each block is as much as one answer can hold.
      // eslint-disable-next-line office-addins/no-context-sync-in-loop
      await context.sync();
      cells.push(...cellsIn(sheet, block));
    }
  }
  return cells;
}

interface Used {
  sheet: string;
  range: Excel.Range;
}

async function rangesIn(context: Excel.RequestContext, scope: Scope): Promise<Used[]> {
  const { worksheets } = context.workbook;
  const active = worksheets.getActiveWorksheet().load("name");
  worksheets.load("items/name");
  await context.sync();
  const names = scope === "workbook" ? worksheets.items.map(({ name }) => name) : [active.name];
  const used = names.map((sheet) => ({ sheet, range: worksheets.getItem(sheet).getUsedRangeOrNullObject(true) }));
  const chosen = scope === "selection" ? await selectedParts(context, used) : used;
  for (const { range } of chosen) range.load("rowIndex,columnIndex,rowCount,columnCount");
  await context.sync();
  return chosen.filter(({ range }) => !range.isNullObject);
}

/** What of the used range is selected; people select whole columns. */
async function selectedParts(context: Excel.RequestContext, used: Used[]): Promise<Used[]> {
  const areas = context.workbook.getSelectedRanges().areas.load("items/address");
  for (const { range } of used) range.load("address");
  await context.sync();
  return used
    .filter(({ range }) => !range.isNullObject)
    .flatMap(({ sheet, range }) =>
      areas.items.map((area) => ({ sheet, range: range.getIntersectionOrNullObject(area) })),
    );
}

function blocksOf(range: Excel.Range): Excel.Range[] {
  const { rowCount, columnCount } = range;
  const rows = Math.max(1, Math.floor(MOST_CELLS / columnCount));
  return Array.from({ length: Math.ceil(rowCount / rows) }, (_, index) => {
    const first = index * rows;
    const block = range.getCell(first, 0).getResizedRange(Math.min(rows, rowCount - first) - 1, columnCount - 1);
    return block.load("rowIndex,columnIndex");
  });
}

function cellsIn(sheet: string, block: Excel.Range): FoundCell[] {
  const { rowIndex, columnIndex } = block;
  const formulas = block.formulas as unknown[][];
  return formulas.flatMap((texts, row) =>
    texts.flatMap((formula, column) =>
      typeof formula === "string" && formula.startsWith("=")
        ? [
            {
              sheet,
              row: rowIndex + row,
              column: columnIndex + column,
              formula,
              value: block.values[row]?.[column] as unknown,
            },
          ]
        : [],
    ),
  );
}

/** What a formula holds that calls our functions: one of them, or a name whose formula does. */
async function callPattern(context: Excel.RequestContext): Promise<RegExp> {
  const { names, worksheets } = context.workbook;
  names.load("items/name,items/formula");
  worksheets.load("items/names/items/name,items/names/items/formula");
  await context.sync();
  const formulas = [names, ...worksheets.items.map((sheet) => sheet.names)].flatMap(({ items }) =>
    items.map(({ name, formula }) => ({ name, formula: String(formula) })),
  );
  const calling = new Set<string>();
  let pattern = CALL;
  for (let size = -1; size < calling.size;) {
    size = calling.size;
    for (const { name, formula } of formulas) if (pattern.test(formula)) calling.add(name);
    pattern = new RegExp([CALL.source, ...[...calling].map(wordPattern)].join("|"), "iu");
  }
  return pattern;
}

function wordPattern(name: string): string {
  return `(?<![\\p{L}\\d_.])${name.replace(/[.\\?]/g, "\\$&")}(?![\\p{L}\\d_.])`;
}
