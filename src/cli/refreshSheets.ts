/** Converts between a workbook's file and the engine: its sheets for a calculation, and the results as edits of cells. */
import type { FormulaOutcome } from "../engine/book";
import type { BookFormula, BookSheet } from "../engine/bookSheet";
import { isCellError, sizeOf, type Value } from "../engine/values";
import { findCalls } from "../formulas/calls";
import { toExcelNotation } from "../formulas/notation";
import { formatPosition, formatSheetPosition } from "../grid/address";
import { positionsIn, type Area, type Position, type SheetArea } from "../grid/area";
import type { FileValue, FileFormula } from "../xlsx/cells";
import { fileErrorCode, type CellEdit } from "../xlsx/edits";
import type { ChangedCell } from "../xlsx/references";
import { createResolver } from "../xlsx/resolve";
import type { FileSheet, Workbook } from "../xlsx/workbook";

/** A workbook, as the engine calculates it. */
export interface EngineBook {
  readonly sheets: readonly BookSheet[];
  /** Where no formula may spill. */
  readonly blocked: readonly SheetArea[];
}

/** A cell whose value has changed. */
export interface FileChange {
  /** Such as "Plan!B4". */
  readonly cell: string;
  readonly old: FileValue;
  readonly new: FileValue;
}

export interface FileEdits {
  readonly bySheet: ReadonlyMap<FileSheet, readonly CellEdit[]>;
  readonly changes: readonly FileChange[];
  /** The same cells, with their places. */
  readonly changed: readonly ChangedCell[];
}

/** Functions with dates. The engine knows the 1900 date system only. */
const DATE_FUNCTIONS = /\b(?:DATE|DATEVALUE|DATEDIF|DAY|DAYS|DAYS360|EDATE|EOMONTH|HOUR|ISOWEEKNUM|MONTH|NETWORKDAYS(?:\.INTL)?|NOW|TEXT|TODAY|WEEKDAY|WEEKNUM|WORKDAY(?:\.INTL)?|YEAR|YEARFRAC)\(/i; // prettier-ignore

export function bookOf(workbook: Workbook): EngineBook {
  const resolve = createResolver(workbook);
  const formulaOf = (formula: FileFormula, sheet: number, cell: Position): BookFormula => {
    const { fill, text, range } = formula;
    const size = { rows: range.rows, columns: range.columns };
    if (fill === "data") return { text, fill: "one", ...size, problem: "What-if tables are calculated by Excel only." };
    const resolved = resolve(text, sheet, cell);
    if ("problem" in resolved) return { text: toExcelNotation(text), fill, ...size, problem: resolved.problem };
    const usesDates = workbook.dateSystem === 1904 && DATE_FUNCTIONS.test(resolved.text);
    const problem = usesDates
      ? "Dates of a workbook with the 1904 date system are calculated by Excel only."
      : undefined;
    return { text: toExcelNotation(resolved.text), fill, ...size, problem };
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

/** The addresses ("Plan!B4") of the cells whose formulas call our functions, directly or by a defined name. */
export function callersOf(book: EngineBook): Set<string> {
  return cellsWhere(book, ({ text }) => findCalls(text).length > 0);
}

function cellsWhere({ sheets }: EngineBook, isWanted: (formula: BookFormula) => boolean): Set<string> {
  const found = sheets.flatMap((sheet) =>
    sheet.cells.filter(({ formula }) => formula && isWanted(formula)).map((cell) => addressIn(sheet, cell)),
  );
  return new Set(found);
}

function addressIn({ name }: { readonly name: string }, { row, column }: Position): string {
  return formatSheetPosition({ sheet: name, row, column });
}

export function editsOf(workbook: Workbook, outcomes: readonly FormulaOutcome[]): FileEdits {
  const changes: FileChange[] = [];
  const changed: ChangedCell[] = [];
  const bySheet = new Map<FileSheet, CellEdit[]>();
  for (const sheet of workbook.sheets) {
    const own = outcomes.filter(({ cell }) => cell.sheet === sheet.name);
    if (own.length === 0) continue;
    const old = new Map(sheet.cells.map((cell) => [formatPosition(cell), cell]));
    const targets = new Map<string, CellEdit>();
    // A spill may fill cells that another has left: all cells are emptied before any is filled.
    for (const outcome of own) empty(targets, outcome, old.get(formatPosition(outcome.cell))?.formula?.range);
    for (const outcome of own) fill(targets, outcome);
    const edits = [...targets].filter(([address, edit]) => {
      const before = old.get(address)?.value ?? null;
      const isChanged = !isSame(before, edit.value);
      if (isChanged) {
        changes.push({ cell: addressIn(sheet, edit), old: before, new: edit.value });
        changed.push({ sheet: sheet.name, row: edit.row, column: edit.column, value: edit.value });
      }
      return isChanged || isResized(edit.range, old.get(address)?.formula?.range);
    });
    bySheet.set(sheet, edits.map(([, edit]) => edit)); // prettier-ignore
  }
  return { bySheet, changes, changed };
}

function empty(targets: Map<string, CellEdit>, { problem }: FormulaOutcome, range: Area | undefined): void {
  if (problem !== undefined || !range) return;
  for (const cell of positionsIn(range)) targets.set(formatPosition(cell), { ...cell, value: null });
}

function fill(targets: Map<string, CellEdit>, { cell, rows, problem }: FormulaOutcome): void {
  if (problem !== undefined) return;
  const range = { row: cell.row, column: cell.column, ...sizeOf(rows) };
  for (const { row, column } of positionsIn(range)) {
    const value = cellValueOf(rows[row - range.row]?.[column - range.column] ?? null);
    const isFirst = row === range.row && column === range.column;
    targets.set(formatPosition({ row, column }), {
      row,
      column,
      value,
      range: isFirst ? range : undefined,
    });
  }
}

function isResized(now: Area | undefined, before: Area | undefined): boolean {
  return now !== undefined && (now.rows !== before?.rows || now.columns !== before.columns);
}

/** Numbers are the same if they agree in 15 digits, all that Excel shows: this engine may add up in another order. */
function isSame(one: FileValue, other: FileValue): boolean {
  if (typeof one === "number" && typeof other === "number") return one.toPrecision(15) === other.toPrecision(15);
  const text = (value: FileValue) =>
    typeof value === "object" && value ? `error ${fileErrorCode(value.error)}` : value;
  return text(one) === text(other);
}

function valueOf(value: FileValue): Value {
  return typeof value === "object" && value ? { code: value.error, message: "" } : value;
}

function cellValueOf(value: Value): FileValue {
  return isCellError(value) ? { error: value.code } : value;
}
