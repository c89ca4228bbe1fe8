/** Cells and ranges, and the A1 in which files name them. */
import { fromCol, toCol } from "@borgar/fx/xlsx";

/** Row and column count from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A block of cells from its upper left one. */
export interface Range extends Place {
  readonly rows: number;
  readonly columns: number;
}

const A1 = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i;

/** Throws if the text is not a cell's address such as "B7" or "$B$7". */
export function placeOf(text: string): Place {
  const [, letters, digits] = A1.exec(text) ?? [];
  if (letters === undefined) throw new Error(`The workbook is damaged: "${text}" is not the address of a cell.`);
  return { row: Number(digits) - 1, column: fromCol(letters) };
}

export function addressOf({ row, column }: Place): string {
  return `${toCol(column)}${row + 1}`;
}

/** Reads "B7" and "B7:D9". Throws as `placeOf`. */
export function rangeOf(text: string): Range {
  const [from = "", to = from] = text.split(":");
  const start = placeOf(from);
  const end = placeOf(to);
  return { ...start, rows: end.row - start.row + 1, columns: end.column - start.column + 1 };
}

/** "B7:D9", or "B7" for a single cell. */
export function rangeText(range: Range): string {
  const { row, column, rows, columns } = range;
  const end = { row: row + rows - 1, column: column + columns - 1 };
  return rows * columns === 1 ? addressOf(range) : `${addressOf(range)}:${addressOf(end)}`;
}
