/** Addresses of cells and areas, as formulas, files and Excel's own code write them: "B7", "$B$2:D9", "A:C", "'P&L'!B3". */
import { fromCol, parseA1Ref, stringifyA1Ref, toCol, type RangeA1 } from "@borgar/fx/xlsx";
import { cellArea, cellCount, enclosingArea, type Area, type Position, type SheetPosition } from "./area";
import { MAX_COLUMNS, MAX_ROWS } from "./limits";
import { sheetPrefix } from "./sheetPrefix";

export interface Address {
  /** "" without a sheet; "Jan:Mar" for several. */
  readonly sheet: string;
  /** True if it names another file. */
  readonly isForeign: boolean;
  /** The other file, as written: "1" for [1]; "" for none. */
  readonly file: string;
  readonly area: Area;
  /** The range as written: an open side has no number, and `$` marks absolute sides. */
  readonly range: RangeA1;
}

/** Parses an address. Returns undefined for anything else, such as a defined name. */
export function parseAddress(text: string): Address | undefined {
  const read = parseA1Ref(text, { allowNamed: false });
  if (!read || !("range" in read)) return undefined;
  return {
    sheet: read.sheetName ?? "",
    isForeign: Boolean(read.workbookName),
    file: read.workbookName ?? "",
    area: areaOfRange(read.range),
    range: read.range,
  };
}

/** Whole columns and rows reach to the end of the sheet. */
function areaOfRange({ top, left, bottom, right }: RangeA1): Area {
  const [row, column] = [top ?? 0, left ?? 0];
  return { row, column, rows: (bottom ?? MAX_ROWS - 1) - row + 1, columns: (right ?? MAX_COLUMNS - 1) - column + 1 };
}

/** Formats "B2:D9", "Sheet1!B2" or "'P&L'!A:C". The sheet is quoted if necessary, and omitted if it is "". */
export function formatAddress(sheet: string, { row, column, rows, columns }: Area): string {
  const [top, bottom] = rows === MAX_ROWS && columns < MAX_COLUMNS ? [null, null] : [row, row + rows - 1];
  const [left, right] = columns === MAX_COLUMNS ? [null, null] : [column, column + columns - 1];
  return formatRange(sheet, { top, left, bottom, right });
}

/** Formats an address with the `$` of the parsed range. */
export function formatRange(sheet: string, range: RangeA1): string {
  return stringifyA1Ref({ ...(sheet && { sheetName: sheet }), range });
}

/** Formats a cell's address: "Sheet1!A1", "'P&L'!A1". */
export function formatSheetPosition({ sheet, ...position }: SheetPosition): string {
  return sheetPrefix(sheet) + formatPosition(position);
}

/** Parses the address of a cell, or the first cell of a range. Returns undefined without a cell or sheet. */
export function parseSheetPosition(address: string): SheetPosition | undefined {
  const { sheet, range } = parseAddress(address) ?? {};
  if (!sheet || typeof range?.top !== "number" || typeof range.left !== "number") return undefined;
  return { sheet, row: range.top, column: range.left };
}

/** Formats "B7", without a sheet. */
export function formatPosition({ row, column }: Position): string {
  return `${toCol(column)}${row + 1}`;
}

/** Returns the letters of a column from its index: "A" for 0. */
export function formatColumn(column: number): string {
  return toCol(column);
}

/** Returns the index of a column from its letters: 0 for "A". */
export function parseColumn(letters: string): number {
  return fromCol(letters);
}

const CELL = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i;

/** Parses "B7" or "$B$7". Returns undefined for anything else, also beyond the end of a sheet. */
export function parsePosition(text: string): Position | undefined {
  const [, letters, digits] = CELL.exec(text) ?? [];
  if (letters === undefined) return undefined;
  const position = { row: Number(digits) - 1, column: fromCol(letters) };
  return position.row < MAX_ROWS && position.column < MAX_COLUMNS ? position : undefined;
}

/** Parses "B7" or "B7:D9". Returns undefined for anything else, including whole columns ("A:C"). */
export function parseArea(text: string): Area | undefined {
  const end = text.indexOf(":");
  const first = parsePosition(end < 0 ? text : text.slice(0, end));
  const last = end < 0 ? first : parsePosition(text.slice(end + 1));
  return first && last && enclosingArea(cellArea(first), cellArea(last));
}

/** Formats "B7:D9", or "B7" for one cell. A whole column is "A1:A1048576", as files need it. */
export function formatArea(area: Area): string {
  const { row, column, rows, columns } = area;
  const first = formatPosition(area);
  return cellCount(area) === 1
    ? first
    : `${first}:${formatPosition({ row: row + rows - 1, column: column + columns - 1 })}`;
}

/** Removes the sheet from an address: "B2:D9" for "'P&L'!B2:D9". */
export function withoutSheet(address: string): string {
  return address.slice(address.lastIndexOf("!") + 1);
}
