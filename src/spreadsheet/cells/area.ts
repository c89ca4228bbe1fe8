/** Cells and blocks of cells. Rows and columns count from 0. */
import { MAX_COLUMNS, MAX_ROWS } from "./limits";

/** The position of a cell on its sheet. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** A block of cells, starting at its upper left cell. */
export interface Area extends Position {
  readonly rows: number;
  readonly columns: number;
}

/** Rows of a sheet. */
export interface RowSpan {
  readonly row: number;
  readonly rows: number;
}

/** A cell of a sheet. The sheet is a name, or in some rooms an id. */
export interface SheetPosition extends Position {
  readonly sheet: string;
}

export interface SheetArea extends Area {
  readonly sheet: string;
}

export const WHOLE_SHEET: Area = { row: 0, column: 0, rows: MAX_ROWS, columns: MAX_COLUMNS };

/** Returns the area of one cell. */
export function cellArea({ row, column }: Position): Area {
  return { row, column, rows: 1, columns: 1 };
}

export function cellCount({ rows, columns }: Area): number {
  return rows * columns;
}

/** True if two areas of one sheet have a common cell. */
export function overlaps(one: Area, other: Area): boolean {
  return (
    one.row < other.row + other.rows &&
    other.row < one.row + one.rows &&
    one.column < other.column + other.columns &&
    other.column < one.column + one.columns
  );
}

/** Returns the common cells of two areas of one sheet; undefined if there are none. */
export function intersection(one: Area, other: Area): Area | undefined {
  return overlaps(one, other) ? areaOfBoth(one, other, Math.max, Math.min) : undefined;
}

/** Returns the smallest area that contains both. */
export function enclosingArea(one: Area, other: Area): Area {
  return areaOfBoth(one, other, Math.min, Math.max);
}

type Choose = (one: number, other: number) => number;

/** @param start Chooses between the areas' first rows and columns; `end` between those after their last ones. */
function areaOfBoth(one: Area, other: Area, start: Choose, end: Choose): Area {
  const row = start(one.row, other.row);
  const column = start(one.column, other.column);
  return {
    row,
    column,
    rows: end(one.row + one.rows, other.row + other.rows) - row,
    columns: end(one.column + one.columns, other.column + other.columns) - column,
  };
}

export function contains(area: Area, position: Position): boolean {
  return overlaps(area, cellArea(position));
}

/** True if the whole area is on the sheet. */
export function isOnSheet(area: Area): boolean {
  return isInside(area, WHOLE_SHEET);
}

/** True if one area contains another of the same sheet. */
export function isInside({ row, column, rows, columns }: Area, outer: Area): boolean {
  return (
    row >= outer.row &&
    column >= outer.column &&
    row + rows <= outer.row + outer.rows &&
    column + columns <= outer.column + outer.columns
  );
}

/** Maps each cell, row by row. */
export function mapCells<T>(area: Area, entryAt: (row: number, column: number) => T): T[][] {
  return Array.from({ length: area.rows }, (_, down) =>
    Array.from({ length: area.columns }, (_, right) => entryAt(area.row + down, area.column + right)),
  );
}

/** Numbers the cells of a sheet, row by row. A number is a faster key than a text. */
export function cellIndex({ row, column }: Position): number {
  return row * MAX_COLUMNS + column;
}

/** Returns the cell of a `cellIndex`. */
export function cellPosition(number: number): Position {
  return { row: Math.floor(number / MAX_COLUMNS), column: number % MAX_COLUMNS };
}

/** Returns the cells of an area, row by row. */
export function positionsIn(area: Area): Position[] {
  return mapCells(area, (row, column) => ({ row, column })).flat();
}
