/** Ranges as add-ins see them, over the cells of Univer. */
import { CellValueType } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import type { SheetPosition as Cell } from "../../grid/area";
import { officeError, type HostObject } from "../office/interpreter";
import { checked, eachCell, intersection, MOST_COLUMNS, MOST_ROWS, readAddress, union, writeAddress } from "./area";
import type { Area } from "./area";
import type { Book } from "./book";
import { applyStyle, formatObject } from "./format";
import { rangeActions } from "./rangeActions";
import { validationObject } from "./validation";

/** Cells of one sheet. */
export interface Range {
  readonly book: Book;
  readonly sheet: FWorksheet;
  readonly area: Area;
}

/** An answer of Excel on the web has at most 5 MB. */
const MOST_CELLS = 1_000_000;

const ranges = new WeakMap<HostObject, Range>();

/** The cells that a range among a method's arguments means. */
export function rangeOf(object: HostObject): Range {
  const range = ranges.get(object);
  if (!range) throw officeError("InvalidArgument", `A ${object.type} is no range.`);
  return range;
}

/** @throws InvalidArgument where the area is not within a sheet. */
export function rangeObject(range: Range): HostObject {
  const { book, sheet, area } = range;
  checked(area);
  const object: HostObject = {
    type: "Range",
    values: { ...placeValues(range), ...contentValues(range) },
    setters: contentSetters(range),
    objects: {
      worksheet: () => book.sheetObject(sheet),
      format: () => formatObject(range),
      dataValidation: () => validationObject(range),
    },
    methods: { ...otherRanges(range), ...spillRanges(range), ...rangeActions(range) },
  };
  ranges.set(object, range);
  return object;
}

/** The value that a cell has, as Excel gives it: "" where it is blank. */
export function valueAt({ book, sheet }: Range, row: number, column: number): unknown {
  return book.valueAt({ sheet: sheet.getSheetId(), row, column }) ?? "";
}

function placeValues({ sheet, area }: Range): NonNullable<HostObject["values"]> {
  const address = () => writeAddress(sheet.getSheetName(), area);
  return {
    address,
    addressLocal: address,
    cellCount: () => area.rows * area.columns,
    columnCount: () => area.columns,
    columnIndex: () => area.column,
    rowCount: () => area.rows,
    rowIndex: () => area.row,
    isEntireColumn: () => area.rows === MOST_ROWS,
    isEntireRow: () => area.columns === MOST_COLUMNS,
    columnHidden: () => {
      const hidden = Array.from({ length: area.columns }, (_, at) => !sheet.getSheet().getColVisible(area.column + at));
      return new Set(hidden).size === 1 ? hidden[0] : null;
    },
  };
}

/** What the cells hold. Values are those after the calculation of what was written before. */
function contentValues(range: Range): NonNullable<HostObject["values"]> {
  const { book, sheet, area } = range;
  const cell = (row: number, column: number): Cell => ({ sheet: sheet.getSheetId(), row, column });
  const raw = (row: number, column: number) => sheet.getSheet().getCellRaw(row, column);
  const each = async <T>(of: (row: number, column: number) => T): Promise<T[][]> => {
    if (area.rows * area.columns > MOST_CELLS)
      throw officeError("ResponsePayloadSizeLimitExceeded", "The range is too large to be read at once.");
    await book.calculated();
    return eachCell(area, of);
  };
  const formulaAt = (row: number, column: number) => {
    const { f, si } = raw(row, column) ?? {};
    return ((f || si) && sheet.getRange(row, column).getFormula()) || valueAt(range, row, column);
  };
  const patternAt = (row: number, column: number) =>
    sheet.getSheet().getComposedCellStyle(row, column).n?.pattern ?? "General";
  const isSpill = (row: number, column: number) => book.spillOf(cell(row, column)) !== null;
  return {
    values: () => each((row, column) => valueAt(range, row, column)),
    formulas: () => each(formulaAt),
    formulasLocal: () => each(formulaAt),
    text: () => each((row, column) => textAt(range, row, column)),
    valueTypes: () => each((row, column) => typeOf(valueAt(range, row, column))),
    numberFormat: () => each(patternAt),
    numberFormatLocal: () => each(patternAt),
    hasSpill: async () => (await each(isSpill)).flat().some(Boolean),
  };
}

/** The text of a spilled cell is not kept by Univer with the cell itself, but shown by it. */
function textAt(range: Range, row: number, column: number): string {
  const value = valueAt(range, row, column);
  return typeof value === "number" ? range.sheet.getRange(row, column).getDisplayValue() : shown(value);
}

function shown(value: unknown): string {
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function typeOf(value: unknown): string {
  if (value === "") return "Empty";
  if (typeof value === "number") return "Double";
  if (typeof value === "boolean") return "Boolean";
  return /^#(N\/A|VALUE!|REF!|DIV\/0!|NUM!|NAME\?|NULL!|SPILL!|CALC!|BUSY!)$/.test(String(value)) ? "Error" : "String";
}

function contentSetters(range: Range): NonNullable<HostObject["setters"]> {
  const { book, sheet, area } = range;
  const enter = (rows: unknown) => {
    const given = rowsOf(rows, area);
    grow(sheet, area);
    sheet
      .getRange(area.row, area.column, area.rows, area.columns)
      .setValues(
        given.map((row, at) => row.map((value, next) => content(range, value, area.row + at, area.column + next))),
      );
    book.edited();
  };
  const setPatterns = (rows: unknown) => {
    const patterns = rowsOf(rows, area);
    applyStyle(range, (row, column) => ({ n: { pattern: patternOf(patterns[row]?.[column]) } }));
  };
  return {
    values: enter,
    formulas: enter,
    formulasLocal: enter,
    numberFormat: setPatterns,
    numberFormatLocal: setPatterns,
    columnHidden: (isHidden: boolean) => {
      grow(sheet, { ...area, rows: 1 });
      if (isHidden) sheet.hideColumns(area.column, area.columns);
      else sheet.showColumns(area.column, area.columns);
    },
  };
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
function content(range: Range, value: unknown, row: number, column: number) {
  if (value === null) return range.sheet.getSheet().getCellRaw(row, column) ?? {};
  if (typeof value === "string" && value.startsWith("=")) return { f: value, si: null, v: null };
  if (typeof value === "string" && value.startsWith("'")) {
    return { v: value.slice(1), t: CellValueType.FORCE_STRING, f: null, si: null };
  }
  const entered = value === "" ? null : typeof value === "string" ? read(value) : (value as number | boolean);
  return { v: entered, f: null, si: null, ...(typeof entered === "boolean" && { t: CellValueType.BOOLEAN }) };
}

function read(text: string): string | number | boolean {
  if (/^(true|false)$/i.test(text)) return text.toUpperCase() === "TRUE";
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : text;
}

/** The part of the range that is in the grid; a whole column goes as far as that does. */
export function withinGrid({ sheet, area }: Range): Area {
  if (area.rows < MOST_ROWS && area.columns < MOST_COLUMNS) grow(sheet, area);
  const grid = { row: 0, column: 0, rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
  return intersection(area, grid) ?? area;
}

/** Univer's sheets are as large as somebody made them; Excel's have room. */
export function grow(sheet: FWorksheet, { row, column, rows, columns }: Area): void {
  if (rows === MOST_ROWS || columns === MOST_COLUMNS) return;
  if (row + rows > sheet.getMaxRows()) sheet.setRowCount(row + rows);
  if (column + columns > sheet.getMaxColumns()) sheet.setColumnCount(column + columns);
}

/** The methods that lead from a range to another one on its sheet. */
function otherRanges(range: Range): NonNullable<HostObject["methods"]> {
  const { area } = range;
  const to = (next: Partial<Area>) => rangeObject({ ...range, area: { ...area, ...next } });
  const { row, column, rows, columns } = area;
  const line = (area: Partial<Area>) => to({ rows: 1, columns: 1, ...area });
  return {
    getCell: (down: number, right: number) => line({ row: row + down, column: column + right }),
    getRow: (down: number) => to({ row: row + down, rows: 1 }),
    getColumn: (right: number) => to({ column: column + right, columns: 1 }),
    getLastCell: () => line({ row: row + rows - 1, column: column + columns - 1 }),
    getLastRow: () => to({ row: row + rows - 1, rows: 1 }),
    getLastColumn: () => to({ column: column + columns - 1, columns: 1 }),
    getEntireColumn: () => to({ row: 0, rows: MOST_ROWS }),
    getEntireRow: () => to({ column: 0, columns: MOST_COLUMNS }),
    getResizedRange: (down: number, right: number) => to({ rows: rows + down, columns: columns + right }),
    getAbsoluteResizedRange: (rows: number, columns: number) => to({ rows, columns }),
    getOffsetRange: (down: number, right: number) => to({ row: row + down, column: column + right }),
    getBoundingRect: (other: HostObject | string) => to(union(area, placeOf(range, other).area)),
    getIntersection: (other: HostObject | string) => {
      const met = meeting(range, other);
      if (met) return to(met);
      throw officeError("ItemNotFound", "The ranges have no cell in common.");
    },
    getIntersectionOrNullObject: (other: HostObject | string) => {
      const met = meeting(range, other);
      return met && to(met);
    },
  };
}

function placeOf(range: Range, other: HostObject | string): { sheet: string; area: Area } {
  if (typeof other !== "string") return { sheet: rangeOf(other).sheet.getSheetId(), area: rangeOf(other).area };
  const read = readAddress(other);
  if (!read) throw officeError("InvalidArgument", `"${other}" is no address.`);
  const sheet = read.sheet === undefined ? range.sheet : range.book.workbook().getSheetByName(read.sheet);
  return { sheet: sheet?.getSheetId() ?? "", area: read.area };
}

function meeting(range: Range, other: HostObject | string): Area | null {
  const place = placeOf(range, other);
  return place.sheet === range.sheet.getSheetId() ? intersection(range.area, place.area) : null;
}

/** Where a formula spills to, and which one a cell's value is spilled by. */
function spillRanges(range: Range): NonNullable<HostObject["methods"]> {
  const { book, sheet, area } = range;
  const cell = { sheet: sheet.getSheetId(), row: area.row, column: area.column };
  const spilled = async () => {
    await book.calculated();
    const spill = book.spillOf(cell);
    return spill && rangeObject({ ...range, area: spill });
  };
  const parent = async () => {
    await book.calculated();
    const found = book.spillParent(cell);
    return found && rangeObject({ ...range, area: { row: found.row, column: found.column, rows: 1, columns: 1 } });
  };
  const needed = (find: () => Promise<HostObject | null>, message: string) => async () => {
    const found = await find();
    if (found) return found;
    throw officeError("ItemNotFound", message);
  };
  return {
    getSpillingToRange: needed(spilled, "The cell's formula doesn't spill."),
    getSpillingToRangeOrNullObject: spilled,
    getSpillParent: needed(parent, "No formula spills into the cell."),
    getSpillParentOrNullObject: parent,
  };
}
