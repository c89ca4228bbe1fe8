/** What the grid's cells hold: values as formulas read them, and the texts of formulas. */
import { CellValueType, type ICellData, type Nullable, type Worksheet } from "@univerjs/core";
import { LexerTreeBuilder } from "@univerjs/engine-formula";
import { explained } from "../../src/spreadsheet/engine/errorMessages";
import type { Value } from "../../src/spreadsheet/engine/values";
import { isErrorCode } from "../../src/spreadsheet/cells/errorCodes";
import type { Position } from "../../src/spreadsheet/cells/area";
import type { Grid } from "./grid";

/** @param isResult True for a formula's result, which may be an empty text. */
export function valueOfCell(cell: Nullable<ICellData>, isResult = false): Value {
  const value = cell?.v;
  // A cell that was cleared may hold an empty text.
  if (value === undefined || value === null || (value === "" && !isResult)) return null;
  if (cell?.t === CellValueType.BOOLEAN) return Boolean(value);
  if (typeof value !== "string" || cell?.t === CellValueType.FORCE_STRING) return value;
  return isErrorCode(value) ? explained({ code: value, message: "" }) : value;
}

export function cellOfValue(value: Value): ICellData {
  if (typeof value === "number") return { v: value, t: CellValueType.NUMBER };
  if (typeof value === "boolean") return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  if (typeof value === "string") return { v: value, t: CellValueType.STRING };
  return value === null ? { v: 0, t: CellValueType.NUMBER } : { v: value.code, t: CellValueType.STRING };
}

export function holdsFormula(cell: Nullable<ICellData>): boolean {
  return Boolean(cell?.f || cell?.si);
}

/** Returns the text of a cell's formula, without "="; undefined if it has none. */
export type FormulaTextOf = (at: Position) => string | undefined;

/** Cells that were filled from another one share its text: they hold nothing but its id. */
export function formulaTextsIn({ injector }: Grid, sheet: Worksheet): FormulaTextOf {
  const cells = sheet.getCellMatrix();
  let shared: ReadonlyMap<string, Position & { text: string }> | undefined;
  return ({ row, column }) => {
    const { f, si } = cells.getValue(row, column) ?? {};
    if (f) return f.slice(1);
    if (!si) return undefined;
    const source = (shared ??= sharedTexts(sheet)).get(si);
    if (!source) return undefined;
    const lexer = injector.get(LexerTreeBuilder);
    return lexer.moveFormulaRefOffset(source.text, column - source.column, row - source.row).slice(1);
  };
}

function sharedTexts(sheet: Worksheet): ReadonlyMap<string, Position & { text: string }> {
  const found = new Map<string, Position & { text: string }>();
  sheet.getCellMatrix().forValue((row, column, cell) => {
    if (cell?.f && cell.si) found.set(cell.si, { row, column, text: cell.f });
  });
  return found;
}
