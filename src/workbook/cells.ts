/** The cells that call our functions, themselves or by way of a name. */
import type { Area, SheetPosition } from "../grid/area";
import { findNamedFormulas } from "./namedFormulas";
import { eachPortion } from "./portions";

/** A cell with a formula. */
export interface FormulaCell extends SheetPosition {
  readonly formula: string;
  /** What the cell shows: a number, a text, true or false, or an error as text such as "#N/A". */
  readonly value: unknown;
}

/** What is meant: everything, the sheet that is shown, or what is selected. */
export type Scope = "workbook" | "sheet" | "selection";

const CALL = /\bINSIGHTS\./i;
/** Cells that are read at a time: an answer of Excel on the web has at most 5 MB. */
const MAX_BLOCK_CELLS = 100_000;

/** The cells in the scope that call our functions, sheet by sheet, row by row. */
export async function findCells(context: Excel.RequestContext, scope: Scope = "workbook"): Promise<FormulaCell[]> {
  const calls = await callPattern(context);
  return (await findFormulas(context, scope)).filter(({ formula }) => calls.test(formula));
}

/** The same for code that asks Excel for nothing else. */
export function readCells(scope: Scope = "workbook"): Promise<FormulaCell[]> {
  return Excel.run((context) => findCells(context, scope));
}

/** The cells in the scope that have a formula, whichever, sheet by sheet, row by row. */
export async function findFormulas(context: Excel.RequestContext, scope: Scope): Promise<FormulaCell[]> {
  const blocks = (await findUsedRanges(context, scope)).flatMap(({ sheet, range }) =>
    splitRows(range).map((area) => ({ sheet, area })),
  );
  const cells: FormulaCell[] = [];
  await eachPortion(
    context,
    blocks,
    ({ sheet, area: { row, column, rows, columns } }) => {
      const worksheet = context.workbook.worksheets.getItem(sheet);
      const range = worksheet.getRangeByIndexes(row, column, rows, columns).load("formulas,values");
      return { sheet, row, column, range };
    },
    (block) => cells.push(...formulasIn(block)),
    1,
  );
  return cells;
}

/** One cell, to be loaded or written. */
export function cellAt(context: Excel.RequestContext, { sheet, row, column }: SheetPosition): Excel.Range {
  return context.workbook.worksheets.getItem(sheet).getCell(row, column);
}

interface UsedRange {
  sheet: string;
  range: Excel.Range;
}

async function findUsedRanges(context: Excel.RequestContext, scope: Scope): Promise<UsedRange[]> {
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
async function selectedParts(context: Excel.RequestContext, used: UsedRange[]): Promise<UsedRange[]> {
  const areas = context.workbook.getSelectedRanges().areas.load("items/address");
  for (const { range } of used) range.load("address");
  await context.sync();
  return used
    .filter(({ range }) => !range.isNullObject)
    .flatMap(({ sheet, range }) =>
      areas.items.map((area) => ({ sheet, range: range.getIntersectionOrNullObject(area) })),
    );
}

/** The range as blocks of rows that one answer can hold. */
function splitRows({ rowIndex, columnIndex, rowCount, columnCount }: Excel.Range): Area[] {
  const rows = Math.max(1, Math.floor(MAX_BLOCK_CELLS / columnCount));
  return Array.from({ length: Math.ceil(rowCount / rows) }, (_, index) => ({
    row: rowIndex + index * rows,
    column: columnIndex,
    rows: Math.min(rows, rowCount - index * rows),
    columns: columnCount,
  }));
}

function formulasIn({ sheet, row, column, range }: SheetPosition & { range: Excel.Range }): FormulaCell[] {
  const formulas: unknown[][] = range.formulas;
  const values: unknown[][] = range.values;
  return formulas.flatMap((texts, down) =>
    texts.flatMap((formula, right) =>
      typeof formula === "string" && formula.startsWith("=")
        ? [{ sheet, row: row + down, column: column + right, formula, value: values[down]?.[right] }]
        : [],
    ),
  );
}

/** What a formula holds that calls our functions: one of them, or a name whose formula does. */
async function callPattern(context: Excel.RequestContext): Promise<RegExp> {
  const named = await findNamedFormulas(context);
  const calling = new Set<string>();
  let pattern = CALL;
  for (let size = -1; size < calling.size;) {
    size = calling.size;
    for (const { name, formula } of named) if (pattern.test(formula)) calling.add(name);
    pattern = new RegExp([CALL.source, ...[...calling].map(wordPattern)].join("|"), "iu");
  }
  return pattern;
}

function wordPattern(name: string): string {
  return `(?<![\\p{L}\\d_.])${name.replace(/[.\\?]/g, "\\$&")}(?![\\p{L}\\d_.])`;
}
