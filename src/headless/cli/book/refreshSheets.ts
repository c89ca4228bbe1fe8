/** Converts a workbook's file to sheets of the engine, and the engine's results to edits of cells. */
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import { linkedSheetName, type BookFormula, type BookSheet } from "../../../spreadsheet/engine/bookSheet";
import { isBuiltIn } from "../../../spreadsheet/engine/builtIns";
import { isCellError, sizeOf, type Value } from "../../../spreadsheet/engine/values";
import { findCalls } from "../../../numbers/language/calls";
import { toExcelNotation } from "../../../numbers/language/notation";
import { relativeKey } from "../../../spreadsheet/formulas/relative";
import { readTextLiteral } from "../../../spreadsheet/formulas/textLiteral";
import metadata from "../../../numbers/functions/functions.json";
import { formatArea, formatSheetPosition } from "../../../spreadsheet/cells/address";
import { cellIndex, positionsIn, type Area, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { NAMESPACE } from "../../../numbers/language/environment";
import { moveFormula, type FileCells, type FileFormula, type FileValue } from "../../../spreadsheet/xlsx/fileCells";
import { fileErrorCode, type CellEdit } from "../../../spreadsheet/xlsx/cellEdits";
import type { SheetChanges } from "../../../spreadsheet/xlsx/referencedAreas";
import { createResolver, type Resolve } from "../../../spreadsheet/xlsx/resolve";
import type { FileSheet, Workbook } from "../../../spreadsheet/xlsx/workbook";

/** A workbook for the engine. */
export interface EngineBook {
  readonly sheets: readonly BookSheet[];
  /** Areas into which no formula may spill: merged cells and tables. */
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
  /** The same cells by sheet, with their positions. */
  readonly changed: readonly SheetChanges[];
}

export function bookOf(workbook: Workbook): EngineBook {
  const reader: FormulaReader = {
    workbook,
    resolve: createResolver(workbook, isBuiltIn),
  };
  const sheets = workbook.sheets.map(({ name, cells, hiddenRows }, sheet): BookSheet => {
    const formulaOf = createFormulas(reader, sheet);
    return {
      name,
      hiddenRows,
      rows: cells.rows,
      columns: cells.columns,
      valueAt: (cell) => keptValueAt(cells, cell),
      formulas: [...cells.formulas.values()].map((formula) => {
        const { row, column } = formula;
        return { row, column, formula: formulaOf(formula) };
      }),
    };
  });
  return {
    sheets: [...sheets, ...linkedSheetsOf(workbook)],
    blocked: [
      ...workbook.sheets.flatMap(({ name, merged }) => merged.map((range) => ({ ...range, sheet: name }))),
      ...workbook.tables.map(({ sheet, range }) => ({ ...range, sheet: workbook.sheets[sheet]?.name ?? "" })),
    ],
  };
}

/** Returns the sheets of other workbooks, as far as this one keeps their values. */
function linkedSheetsOf({ linkedBooks }: Workbook): BookSheet[] {
  return linkedBooks.flatMap((book, at) =>
    book.sheets.map(({ name, rows, columns, values }) => ({
      name: linkedSheetName(String(at + 1), name),
      rows,
      columns,
      valueAt: (cell) => engineValue(values.get(cell) ?? null),
      formulas: [],
      isUnfiltered: true,
    })),
  );
}

interface FormulaReader {
  readonly workbook: Workbook;
  readonly resolve: Resolve;
}

/** Reads the formulas of a sheet. Copies of a formula share one object, which is read once. */
function createFormulas(reader: FormulaReader, sheet: number): (formula: FileFormula) => BookFormula {
  const known = new Map<string, BookFormula | "by cell">();
  return (formula) => {
    const key = formula.fill === "one" && !formula.isLost ? relativeKey(formula.text, formula.at) : undefined;
    const found = key === undefined ? undefined : known.get(key);
    if (found !== undefined && found !== "by cell") return found;
    const { isMovable, ...read } = readFormula(reader, sheet, formula);
    const isShared = key !== undefined && isMovable;
    const made = isShared ? { ...read, at: { row: formula.row, column: formula.column } } : read;
    if (key !== undefined) known.set(key, isShared ? made : "by cell");
    return made;
  };
}

const ROUNDED = "Only Excel can calculate with the precision as displayed, which this workbook is set to.";

const LOST = "The formula is shared with a cell that has none any more. Enter it again in Excel.";

function readFormula(
  { workbook: { roundsAsDisplayed }, resolve }: FormulaReader,
  sheet: number,
  formula: FileFormula,
): BookFormula & { isMovable: boolean } {
  const { fill, range } = formula;
  const size = { rows: range.rows, columns: range.columns };
  if (fill === "data") return { ...readTable(formula), problem: problemOfTable(formula, roundsAsDisplayed) };
  if (formula.isLost) return { text: "", fill, ...size, problem: LOST, isMovable: false, mayReadOthers: true };
  const text = moveFormula(formula.text, formula.at, formula);
  const resolved = resolve(text, sheet, formula);
  const problem = resolved.problem ?? (roundsAsDisplayed ? ROUNDED : undefined);
  if (isFrozen(text)) return { text: "", fill, ...size, problem: FROZEN, isMovable: false, mayReadOthers: true };
  const unknown = findCalls(resolved.text).find(({ name }) => !FUNCTION_NAMES.has(name));
  return {
    text: toExcelNotation(resolved.text),
    fill,
    ...size,
    problem: unknown ? unknownFunction(unknown.name) : problem,
    isMovable: resolved.isMovable,
    mayReadOthers: resolved.mayReadOthers || unknown !== undefined,
  };
}

const FROZEN =
  "Google Sheets does not know the functions of the add-in and has kept a number in place of this call. Enter the formula again in Excel.";

/** True for a call in the place of which another program has kept its value. */
function isFrozen(formula: string): boolean {
  const [, text] = /DUMMYFUNCTION\(("(?:[^"]|"")*")/i.exec(formula) ?? [];
  return text !== undefined && findCalls(readTextLiteral(text) ?? "").length > 0;
}

function readTable({ range, inputs }: FileFormula): BookFormula & { isMovable: boolean } {
  const { rows, columns } = range;
  return { text: headersOf(range), fill: "array", rows, columns, whatIf: inputs, isMovable: false };
}

function problemOfTable({ inputs }: FileFormula, roundsAsDisplayed: boolean): string | undefined {
  if (!inputs) return "The input cell of the what-if table was deleted. Enter the table again in Excel.";
  return roundsAsDisplayed ? ROUNDED : undefined;
}

const FUNCTION_NAMES: ReadonlySet<string> = new Set(metadata.functions.map(({ name }) => name));

function unknownFunction(name: string): string {
  return `There is no function ${NAMESPACE}.${name}. Check its spelling, or update the command line.`;
}

/** A formula that reads what a what-if table reads: the formulas and inputs above it and to its left. */
function headersOf({ row, column, rows, columns }: Area): string {
  const above = { row: row - 1, column: column - 1, rows: 1, columns: columns + 1 };
  const left = { row, column: column - 1, rows, columns: 1 };
  return row > 0 && column > 0 ? `SUM(${formatArea(above)},${formatArea(left)})` : "";
}

/** Finds the formulas that call INSIGHTS functions, directly or by a defined name, or called them before a program froze them. */
export function callersOf(book: EngineBook): Set<BookFormula> {
  return formulasWhere(book, ({ text, problem }) => problem === FROZEN || findCalls(text).length > 0);
}

function formulasWhere({ sheets }: EngineBook, isWanted: (formula: BookFormula) => boolean): Set<BookFormula> {
  const all = new Set(sheets.flatMap(({ formulas }) => formulas.map(({ formula }) => formula)));
  return new Set([...all].filter(isWanted));
}

/** Returns the formula whose result fills the cell. */
export function outcomeAt(
  outcomes: readonly FormulaOutcome[],
  { sheet, row, column }: SheetPosition,
): FormulaOutcome | undefined {
  return outcomes.find(
    ({ cell, rows }) =>
      cell.sheet === sheet &&
      row - cell.row in rows &&
      column >= cell.column &&
      column - cell.column < (rows[row - cell.row]?.length ?? 0),
  );
}

export function editsOf(workbook: Workbook, outcomes: readonly FormulaOutcome[]): FileEdits {
  const changes: FileChange[] = [];
  const changed: SheetChanges[] = [];
  const bySheet = new Map<FileSheet, CellEdit[]>();
  const outcomesOf = new Map(workbook.sheets.map(({ name }) => [name, [] as FormulaOutcome[]]));
  for (const outcome of outcomes) outcomesOf.get(outcome.cell.sheet)?.push(outcome);
  for (const sheet of workbook.sheets) {
    const { values, formulas, flagged } = sheet.cells;
    const edits: CellEdit[] = [];
    const cells: CellEdit[] = [];
    for (const [number, edit] of targetsOf(outcomesOf.get(sheet.name) ?? [])) {
      const before = values.get(number) ?? null;
      const isChanged = !isSame(before, edit.value);
      if (isChanged) {
        const { row, column, value } = edit;
        changes.push({ cell: formatSheetPosition({ sheet: sheet.name, row, column }), old: before, new: value });
        cells.push(edit);
      }
      // The flags of an array that no longer fills a cell would be a formula there.
      const dropFormula = edit.value === null && flagged.has(number);
      if (isChanged || isResized(edit.range, formulas.get(number)?.range)) edits.push({ ...edit, dropFormula });
    }
    if (edits.length > 0) bySheet.set(sheet, edits);
    if (cells.length > 0) changed.push({ sheet: sheet.name, cells });
  }
  return { bySheet, changes, changed };
}

/** Returns the new values of a sheet's cells, by `cellIndex`. */
function targetsOf(outcomes: readonly FormulaOutcome[]): Map<number, CellEdit> {
  const targets = new Map<number, CellEdit>();
  // Empty all cells before filling any: a spill may fill cells that another spill has left.
  for (const outcome of outcomes) empty(targets, outcome);
  for (const outcome of outcomes) fill(targets, outcome);
  return targets;
}

function empty(targets: Map<number, CellEdit>, { cell: { row, column }, formula, problem }: FormulaOutcome): void {
  if (problem !== undefined || formula.rows * formula.columns === 1) return;
  for (const cell of positionsIn({ row, column, rows: formula.rows, columns: formula.columns }))
    targets.set(cellIndex(cell), { ...cell, value: null });
}

function fill(targets: Map<number, CellEdit>, { cell, formula, rows, problem }: FormulaOutcome): void {
  if (problem !== undefined) return;
  rows.forEach((values, down) =>
    values.forEach((value, right) => {
      const isFirst = down === 0 && right === 0;
      // Only an array formula or a spill has a range in the file.
      const isRange = isFirst && formula.fill !== "one";
      const range = isRange ? { row: cell.row, column: cell.column, ...sizeOf(rows) } : undefined;
      const edit = { row: cell.row + down, column: cell.column + right, value: fileValue(value), range };
      targets.set(cellIndex(edit), edit);
    }),
  );
}

function isResized(now: Area | undefined, before: Area | undefined): boolean {
  return now !== undefined && (now.rows !== before?.rows || now.columns !== before.columns);
}

/** True if the values are equal. Numbers need to agree in Excel's 15 digits only: this engine may add in another order. */
function isSame(one: FileValue, other: FileValue): boolean {
  if (typeof one === "number" && typeof other === "number") return one.toPrecision(15) === other.toPrecision(15);
  const text = (value: FileValue) =>
    typeof value === "object" && value ? `error ${fileErrorCode(value.error)}` : value;
  return text(one) === text(other);
}

/**
 * Returns the value that the file keeps for a cell; null if it keeps none. Some programs write an empty text for copies of a
 * shared formula that they have not calculated.
 */
function keptValueAt({ values, formulas }: FileCells, cell: number): Value {
  const value = values.get(cell) ?? null;
  if (value === "" && isCopy(formulas.get(cell))) return null;
  return engineValue(value);
}

function engineValue(value: FileValue): Value {
  return typeof value === "object" && value ? { code: value.error, message: "" } : value;
}

function isCopy(formula: FileFormula | undefined): boolean {
  return formula !== undefined && cellIndex(formula) !== cellIndex(formula.at);
}

function fileValue(value: Value): FileValue {
  return isCellError(value) ? { error: value.code } : value;
}
