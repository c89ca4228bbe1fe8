/** What the cells of a range hold: read, and entered. */
import { stringifyTokens, tokenize, translateTokensToR1C1 } from "@borgar/fx/xlsx";
import { CellValueType } from "@univerjs/core";
import { formatPosition } from "../../src/spreadsheet/cells/address";
import { cellCount, mapCells, type Area } from "../../src/spreadsheet/cells/area";
import { isErrorCode } from "../../src/spreadsheet/cells/errorCodes";
import { MAX_PAYLOAD_BYTES } from "../../src/spreadsheet/cells/limits";
import { officeError, type HostObject } from "../office/hostObject";
import { spillOf } from "../univer/spills";
import { applyStyle } from "./cellStyle";
import { formatNumber, swapSeparators, toLocalFormula } from "./locale";
import { cellValue, grow, type HostRange } from "./range";
import { fillTableColumns } from "./tableColumns";

/** Even a blank cell takes three bytes of an answer: `"",`. */
const MAX_CELLS = MAX_PAYLOAD_BYTES / 3;

/** What the cells hold. Values are those after the calculation of what was written before. */
export function contentValues(range: HostRange): NonNullable<HostObject["values"]> {
  const { model, sheet, area } = range;
  const raw = (row: number, column: number) => sheet.getSheet().getCellRaw(row, column);
  const each = async <T>(of: (row: number, column: number) => T): Promise<T[][]> => {
    if (cellCount(area) > MAX_CELLS)
      throw officeError("ResponsePayloadSizeLimitExceeded", "The range is too large to be read at once.");
    await model.calculated();
    return mapCells(area, of);
  };
  const formulaAt = (row: number, column: number) => {
    const { f, si } = raw(row, column) ?? {};
    return ((f || si) && sheet.getRange(row, column).getFormula()) || cellValue(range, row, column);
  };
  const locale = () => model.behaviour.locale;
  const patternAt = (row: number, column: number) =>
    sheet.getSheet().getComposedCellStyle(row, column).n?.pattern ?? "General";
  const spills = (row: number, column: number) =>
    spillOf(model.grid, { sheet: sheet.getSheetId(), row, column }) !== undefined;
  return {
    values: () => each((row, column) => cellValue(range, row, column)),
    formulas: () => each(formulaAt),
    formulasLocal: () => each((row, column) => localFormula(formulaAt(row, column), locale())),
    formulasR1C1: () => each((row, column) => inR1C1(formulaAt(row, column), row, column)),
    text: () => each((row, column) => textAt(range, row, column)),
    valueTypes: () => each((row, column) => valueTypeOf(cellValue(range, row, column))),
    numberFormat: () => each(patternAt),
    numberFormatLocal: () => each((row, column) => swapSeparators(patternAt(row, column), locale())),
    hasSpill: async () => (await each(spills)).flat().some(Boolean),
  };
}

/** A formula with its references relative to its own cell; anything else as it is. */
function inR1C1(content: unknown, row: number, column: number): unknown {
  if (typeof content !== "string" || !content.startsWith("=")) return content;
  const tokens = tokenize(content);
  return stringifyTokens(translateTokensToR1C1(tokens, formatPosition({ row, column })));
}

/** Univer has no text in a spilled cell itself, but shows one. */
function textAt(range: HostRange, row: number, column: number): string {
  const value = cellValue(range, row, column);
  const { locale, keepOldValues } = range.model.behaviour;
  const pattern = range.sheet.getSheet().getComposedCellStyle(row, column).n?.pattern;
  if (keepOldValues)
    return typeof value === "number" ? formatNumber(pattern ?? "General", value, locale) : valueText(value);
  if (locale !== "en-US" && typeof value === "number" && pattern) return formatNumber(pattern, value, locale);
  return typeof value === "number" ? range.sheet.getRange(row, column).getDisplayValue() : valueText(value);
}

function valueText(value: unknown): string {
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function valueTypeOf(value: unknown): string {
  if (value === "") return "Empty";
  if (typeof value === "number") return "Double";
  if (typeof value === "boolean") return "Boolean";
  return isErrorCode(value) ? "Error" : "String";
}

export function contentSetters(range: HostRange): NonNullable<HostObject["setters"]> {
  const { model, sheet, area } = range;
  const enter = (rows: unknown) => {
    const given = rowsOf(rows, area);
    model.formats.write();
    grow(sheet, area);
    sheet
      .getRange(area.row, area.column, area.rows, area.columns)
      .setValues(
        given.map((row, at) => row.map((value, next) => content(range, value, area.row + at, area.column + next))),
      );
    fillTableColumns(range, given);
  };
  return {
    values: enter,
    formulas: enter,
    numberFormat: (rows: unknown) => {
      const patterns = rowsOf(rows, area);
      applyStyle(range, (row, column) => {
        const pattern = patterns[row]?.[column];
        // Null leaves a cell as it is.
        return pattern === null ? {} : { n: { pattern: patternOf(pattern) } };
      });
    },
    columnHidden: (isHidden: boolean) => {
      grow(sheet, { ...area, rows: 1 });
      if (isHidden) sheet.hideColumns(area.column, area.columns);
      else sheet.showColumns(area.column, area.columns);
    },
  };
}

function localFormula(content: string | number | boolean, locale: string): string | number | boolean {
  return typeof content === "string" && content.startsWith("=") ? toLocalFormula(content, locale) : content;
}

/** Univer's name for Excel's "General" is "". */
function patternOf(pattern: unknown): string {
  return pattern === "General" ? "" : String(pattern);
}

/** One value is meant for all cells; rows have to be as many and as long as the range's. */
function rowsOf(rows: unknown, { rows: height, columns: width }: Area): unknown[][] {
  if (!Array.isArray(rows)) return Array.from({ length: height }, () => Array.from({ length: width }, () => rows));
  const given = rows as unknown[][];
  if (given.length === height && given.every((row) => Array.isArray(row) && row.length === width)) return given;
  throw officeError(
    "InvalidArgument",
    "The number of rows or columns in the input array doesn't match the size or dimensions of the range.",
  );
}

/** What setting a value makes of a cell, as typing it would: null leaves it as it is, an apostrophe keeps a text from being read. */
function content(range: HostRange, value: unknown, row: number, column: number) {
  if (value === null || isCovered(range, row, column)) return range.sheet.getSheet().getCellRaw(row, column) ?? {};
  if (typeof value === "string" && value.startsWith("=")) return { f: formulaOf(range, value), si: null, v: null };
  if (typeof value === "string" && value.startsWith("'")) {
    return { v: value.slice(1), t: CellValueType.FORCE_STRING, f: null, si: null };
  }
  const entered = value === "" ? null : typeof value === "string" ? read(value) : (value as number | boolean);
  return { v: entered, f: null, si: null, ...(typeof entered === "boolean" && { t: CellValueType.BOOLEAN }) };
}

/** True for merged cells but the first of them. Excel drops what an add-in writes there, and says nothing. */
function isCovered({ sheet }: HostRange, row: number, column: number): boolean {
  const merged = sheet.getSheet().getMergedCell(row, column);
  return merged ? merged.startRow !== row || merged.startColumn !== column : false;
}

/** Excel in Turkish makes another letter of the I in the name of the add-in's functions, and then does not know them. */
function formulaOf({ model }: HostRange, text: string): string {
  return model.behaviour.breakWrittenFunctions ? text.replaceAll(/\bINSIGHTS(?=\w*\.)/gi, "\u0130NSIGHTS") : text;
}

function read(text: string): string | number | boolean {
  if (/^(true|false)$/i.test(text)) return text.toUpperCase() === "TRUE";
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : text;
}
