/** A workbook's sheets as the engine calculates them, and what it found as edits of the file. */
import type { BookFormula, BookSheet, Outcome } from "../engine/book";
import type { Area } from "../engine/references";
import { isCellError, type Value } from "../engine/values";
import { findCalls } from "../formulas/calls";
import { excelSpelling } from "../formulas/spelling";
import type { CellValue, Formula } from "../xlsx/cells";
import { errorInFile, type Edit } from "../xlsx/edits";
import { addressOf, type Place, type Range } from "../xlsx/places";
import { createResolver } from "../xlsx/resolve";
import type { Sheet, Workbook } from "../xlsx/workbook";

/** What the engine calculates. */
export interface Book {
  readonly sheets: readonly BookSheet[];
  /** Where no formula may spill. */
  readonly blocked: readonly Area[];
}

/** One cell whose value is another than before. */
export interface Change {
  /** Such as "Plan!B4". */
  readonly cell: string;
  readonly old: CellValue;
  readonly new: CellValue;
}

export interface Edits {
  readonly bySheet: ReadonlyMap<Sheet, readonly Edit[]>;
  readonly changes: readonly Change[];
}

/** The engine counts days from 1900, so that these would be wrong in a workbook that counts from 1904. */
const DATES = /\b(?:DATE|DATEVALUE|DATEDIF|DAY|DAYS|DAYS360|EDATE|EOMONTH|HOUR|ISOWEEKNUM|MONTH|NETWORKDAYS(?:\.INTL)?|NOW|TEXT|TODAY|WEEKDAY|WEEKNUM|WORKDAY(?:\.INTL)?|YEAR|YEARFRAC)\(/i; // prettier-ignore

export function bookOf(workbook: Workbook): Book {
  const resolve = createResolver(workbook);
  const formulaOf = (formula: Formula, sheet: number, place: Place): BookFormula => {
    const { fill, text, range } = formula;
    const size = { rows: range.rows, columns: range.columns };
    if (fill === "data") return { text, fill: "one", ...size, problem: "What-if tables are calculated by Excel only." };
    const resolved = resolve(text, sheet, place);
    if ("problem" in resolved) return { text: excelSpelling(text), fill, ...size, problem: resolved.problem };
    const usesDates = workbook.dateSystem === 1904 && DATES.test(resolved.text);
    const problem = usesDates
      ? "Dates of a workbook with the 1904 date system are calculated by Excel only."
      : undefined;
    return { text: excelSpelling(resolved.text), fill, ...size, problem };
  };
  return {
    sheets: workbook.sheets.map(({ name, cells, hiddenRows }, sheet) => ({
      name,
      hiddenRows,
      cells: cells.map(({ row, column, value, formula }) => ({
        row,
        column,
        value: valueOf(value),
        formula: formula && formulaOf(formula, sheet, { row, column }),
      })),
    })),
    blocked: [
      ...workbook.sheets.flatMap(({ name, merged }) => merged.map((range) => ({ ...range, sheet: name }))),
      ...workbook.tables.map(({ sheet, range }) => ({ ...range, sheet: workbook.sheets[sheet]?.name ?? "" })),
    ],
  };
}

/** The cells, by sheet and address, whose formulas call our functions, if only by a name. */
export function callersOf(book: Book): Set<string> {
  return cellsWhere(book, ({ text }) => findCalls(text).length > 0);
}

/** The cells whose formulas read a spill as a whole (Excel's A1#), and are lost when the spill becomes values. */
export function spillReadersOf(book: Book): Set<string> {
  return cellsWhere(book, ({ text }) => /\bANCHORARRAY\(/i.test(text));
}

function cellsWhere({ sheets }: Book, isWanted: (formula: BookFormula) => boolean): Set<string> {
  return new Set(
    sheets.flatMap(({ name, cells }) =>
      cells.filter(({ formula }) => formula && isWanted(formula)).map((cell) => nameOfCell(name, cell)),
    ),
  );
}

/** "Plan!B4", "'My plan'!B4". */
export function nameOfCell(sheet: string, place: Place): string {
  const isPlain = /^[A-Za-z_][\w.]*$/.test(sheet);
  return `${isPlain ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${addressOf(place)}`;
}

/** @param frozen The cells whose formulas become values. */
export function editsOf(workbook: Workbook, outcomes: readonly Outcome[], frozen: ReadonlySet<string>): Edits {
  const changes: Change[] = [];
  const bySheet = new Map<Sheet, Edit[]>();
  for (const sheet of workbook.sheets) {
    const own = outcomes.filter(({ cell }) => cell.sheet === sheet.name);
    if (own.length === 0) continue;
    const old = new Map(sheet.cells.map((cell) => [addressOf(cell), cell]));
    const targets = new Map<string, Edit>();
    // What a spill leaves may be filled by another, so first all is emptied and then filled.
    for (const outcome of own) empty(targets, outcome, old.get(addressOf(outcome.cell))?.formula?.range);
    for (const outcome of own) fill(targets, outcome, frozen.has(nameOfCell(sheet.name, outcome.cell)));
    const edits = [...targets].filter(([address, edit]) => {
      const before = old.get(address)?.value ?? null;
      const isChanged = !isSame(before, edit.value);
      if (isChanged) changes.push({ cell: nameOfCell(sheet.name, edit), old: before, new: edit.value });
      return isChanged || edit.dropFormula || isResized(edit.range, old.get(address)?.formula?.range);
    });
    bySheet.set(sheet, edits.map(([, edit]) => edit)); // prettier-ignore
  }
  return { bySheet, changes };
}

function empty(targets: Map<string, Edit>, { problem }: Outcome, range: Range | undefined): void {
  if (problem !== undefined || !range) return;
  for (const place of placesOf(range)) targets.set(addressOf(place), { ...place, value: null });
}

function fill(targets: Map<string, Edit>, { cell, rows, problem }: Outcome, isFrozen: boolean): void {
  if (problem !== undefined && !isFrozen) return;
  const range = { row: cell.row, column: cell.column, rows: rows.length, columns: rows[0]?.length ?? 0 };
  for (const { row, column } of placesOf(range)) {
    const value = cellValueOf(rows[row - range.row]?.[column - range.column] ?? null);
    const isFirst = row === range.row && column === range.column;
    targets.set(addressOf({ row, column }), {
      row,
      column,
      value,
      range: isFirst ? range : undefined,
      dropFormula: isFrozen,
    });
  }
}

function placesOf({ row, column, rows, columns }: Range): Place[] {
  return Array.from({ length: rows * columns }, (_, at) => ({
    row: row + Math.floor(at / columns),
    column: column + (at % columns),
  }));
}

function isResized(now: Range | undefined, before: Range | undefined): boolean {
  return now !== undefined && (now.rows !== before?.rows || now.columns !== before.columns);
}

/** Numbers count as the same that Excel shows as the same, in its 15 digits: sums may be added up in another order. */
function isSame(one: CellValue, other: CellValue): boolean {
  if (typeof one === "number" && typeof other === "number") return one.toPrecision(15) === other.toPrecision(15);
  const text = (value: CellValue) => (typeof value === "object" && value ? `error ${errorInFile(value.error)}` : value);
  return text(one) === text(other);
}

function valueOf(value: CellValue): Value {
  return typeof value === "object" && value ? { code: value.error, message: "" } : value;
}

function cellValueOf(value: Value): CellValue {
  return isCellError(value) ? { error: value.code } : value;
}
