/** The checks of a workbook's file, after its calculation. */
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import { isCellError } from "../../../spreadsheet/engine/values";
import { cellCount, cellIndex, type SheetPosition } from "../../../spreadsheet/cells/area";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { toExcelNotation } from "../../../numbers/language/notation";
import { moveFormula, type FileFormula } from "../../../spreadsheet/xlsx/fileCells";
import type { Workbook } from "../../../spreadsheet/xlsx/workbook";
import {
  checkOf,
  readsOfCheck,
  watchedCells,
  type BookName,
  type CheckContent,
  type CheckedValue,
  type WorkbookCheck,
} from "../../../reporting/saved/checks";
import type { CallResult } from "../../standalone/savedParts";
import { problemsIn } from "./uncalculated";

/** A workbook and what its calculation has brought. */
export interface CalculatedBook {
  readonly workbook: Workbook;
  readonly outcomes: readonly FormulaOutcome[];
  readonly calls: readonly CallResult[];
  /** True if the program that saved the file has calculated nothing. */
  readonly areKeptOld: boolean;
}

/** Returns the checks of the workbook, each with its cell's value after the calculation. */
export function checksOfBook(book: CalculatedBook): WorkbookCheck[] {
  const { workbook, calls } = book;
  const names = workbook.names.map(({ name, text, sheet }): BookName => ({
    name,
    formula: text,
    ...(sheet !== undefined && { scope: workbook.sheets[sheet]?.name ?? "" }),
  }));
  const watched = watchedCells(
    names,
    workbook.sheets.map(({ name }) => name),
  );
  if (watched.length === 0) return [];
  const cells = readerOf(book);
  return watched.map((each) => {
    const { at } = each;
    if (typeof at === "string") return checkOf(each);
    const content = cells.contentAt(at);
    const own = formatSheetPosition(at);
    const { dateSystem } = workbook;
    const source = { valueAt: cells.valueAt, dateSystem, calls: calls.filter((call) => call.cells?.has(own)) };
    return checkOf(each, { content, reads: readsOfCheck(content.formula, at.sheet, names), source });
  });
}

/** Returns the value of a cell after the calculation; an error as its code. */
export type ReadValue = (cell: SheetPosition) => CheckedValue;

interface CellsAfter {
  readonly valueAt: ReadValue;
  readonly contentAt: (cell: SheetPosition) => CheckContent;
}

const UNCALCULATED = "Its formula was not calculated. Calculate and save the workbook in Excel first.";

/** @param calculated What could not be calculated keeps the file's value. */
export function readerOfValues({ sheets }: Workbook, calculated: ReadonlyMap<string, ValueAfter>): ReadValue {
  const kept = new Map(sheets.map(({ name, cells }) => [name.toLowerCase(), cells.values]));
  return (cell) => {
    const [number, sheet] = [cellIndex(cell), cell.sheet.toLowerCase()];
    const after = calculated.get(`${number} ${sheet}`);
    const value = after ? after.value : kept.get(sheet)?.get(number);
    return typeof value === "object" && value ? value.error : value;
  };
}

function readerOf({ workbook, outcomes, areKeptOld }: CalculatedBook): CellsAfter {
  const sheets = new Map(workbook.sheets.map(({ name, cells }) => [name.toLowerCase(), cells]));
  const problems = new Map(problemsIn(outcomes, false).map(({ cell, problem }) => [cell, problem]));
  const calculated = valuesByCell(outcomes);
  const valueAt = readerOfValues(workbook, calculated);
  return {
    valueAt,
    contentAt(cell) {
      const number = cellIndex(cell);
      const own = sheets.get(cell.sheet.toLowerCase());
      const formula = own?.formulas.get(number);
      const after = calculated.get(`${number} ${cell.sheet.toLowerCase()}`);
      const value = valueAt(cell);
      const isUncalculated = formula !== undefined && !after && (areKeptOld || value === undefined);
      return {
        formula: formula ? textOf(formula, cell) : "",
        value,
        isError: after ? after.isError : typeof own?.values.get(number) === "object",
        cells: after?.cells ?? (formula ? cellCount(formula.range) : 1),
        problem: problems.get(formatSheetPosition(cell)) ?? (isUncalculated ? UNCALCULATED : undefined),
      };
    },
  };
}

interface ValueAfter {
  readonly value: CheckedValue;
  readonly isError: boolean;
  /** The cells that its formula fills. */
  readonly cells: number;
}

/** Returns the values of all calculated cells. */
export function valuesByCell(outcomes: readonly FormulaOutcome[]): Map<string, ValueAfter> {
  const values = new Map<string, ValueAfter>();
  for (const { cell, rows, problem } of outcomes) {
    if (problem !== undefined) continue;
    const cells = rows.reduce((sum, row) => sum + row.length, 0);
    rows.forEach((row, down) =>
      row.forEach((value, right) => {
        const number = cellIndex({ row: cell.row + down, column: cell.column + right });
        const isError = isCellError(value);
        const shown = isError ? value.code : value;
        values.set(`${number} ${cell.sheet.toLowerCase()}`, { value: shown, isError, cells });
      }),
    );
  }
  return values;
}

/** Returns the formula as Excel shows it. A copy of a shared formula has it moved to its own cell. */
function textOf(formula: FileFormula, cell: SheetPosition): string {
  if (formula.isLost || formula.fill === "data") return "";
  return `=${toExcelNotation(moveFormula(formula.text, formula.at, cell))}`;
}
