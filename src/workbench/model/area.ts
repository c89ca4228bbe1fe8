/** Rectangles of cells and their addresses. */
import { parseA1Ref, stringifyA1Ref } from "@borgar/fx";
import { officeError } from "../office/interpreter";

/** Rows and columns count from 0. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** The size of Excel's sheets. */
export const MOST_ROWS = 1_048_576;
export const MOST_COLUMNS = 16_384;

export const FIRST_CELL: Area = { row: 0, column: 0, rows: 1, columns: 1 };
export const WHOLE_SHEET: Area = { row: 0, column: 0, rows: MOST_ROWS, columns: MOST_COLUMNS };

/** An address such as "B2", "B2:D9", "B:B", "2:2" or "'P&L'!B2"; `sheet` is undefined where it names none, undefined for what is none. */
export function readAddress(address: string): { sheet: string | undefined; area: Area } | undefined {
  const read = parseA1Ref(address.replaceAll("$", ""), { allowNamed: false });
  if (!read || !("range" in read)) return undefined;
  const { top, left, bottom, right } = read.range;
  const [row, column] = [top ?? 0, left ?? 0];
  const area = {
    row,
    column,
    rows: (bottom ?? MOST_ROWS - 1) - row + 1,
    columns: (right ?? MOST_COLUMNS - 1) - column + 1,
  };
  const [sheet] = read.context ?? [];
  return { sheet: sheet === undefined ? undefined : String(sheet), area };
}

/** As Excel writes it: `Sheet1!A1:B2`, `'P&L'!A:A`. */
export function writeAddress(sheet: string, { row, column, rows, columns }: Area): string {
  const [top, bottom] = rows === MOST_ROWS && columns < MOST_COLUMNS ? [null, null] : [row, row + rows - 1];
  const [left, right] = columns === MOST_COLUMNS ? [null, null] : [column, column + columns - 1];
  const range = { top, bottom, left, right };
  return stringifyA1Ref({ context: [sheet], range });
}

/** @throws InvalidArgument where it would lie outside of a sheet, or has no cell. */
export function checked(area: Area): Area {
  const { row, column, rows, columns } = area;
  const isInside = row >= 0 && column >= 0 && row + rows <= MOST_ROWS && column + columns <= MOST_COLUMNS;
  if (isInside && rows >= 1 && columns >= 1) return area;
  throw officeError("InvalidArgument", "The argument is invalid or missing or has an incorrect format.");
}

export function intersection(one: Area, other: Area): Area | null {
  const row = Math.max(one.row, other.row);
  const column = Math.max(one.column, other.column);
  const rows = Math.min(one.row + one.rows, other.row + other.rows) - row;
  const columns = Math.min(one.column + one.columns, other.column + other.columns) - column;
  return rows > 0 && columns > 0 ? { row, column, rows, columns } : null;
}

/** The least area that holds both. */
export function union(one: Area, other: Area): Area {
  const row = Math.min(one.row, other.row);
  const column = Math.min(one.column, other.column);
  return {
    row,
    column,
    rows: Math.max(one.row + one.rows, other.row + other.rows) - row,
    columns: Math.max(one.column + one.columns, other.column + other.columns) - column,
  };
}

/** One entry a cell, row by row. */
export function eachCell<T>(area: Area, of: (row: number, column: number) => T): T[][] {
  return Array.from({ length: area.rows }, (_, row) =>
    Array.from({ length: area.columns }, (_, column) => of(area.row + row, area.column + column)),
  );
}
