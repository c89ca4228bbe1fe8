/** The values of cells and calls, in types of our own rather than those of a spreadsheet engine. */

export type Scalar = string | number | boolean;

/** An error of a cell: `code` as in Excel ("#N/A"), and a message for people. */
export interface CellError {
  code: string;
  message: string;
}

/** The value of a cell; null for a blank cell or an omitted argument. */
export type Value = Scalar | null | CellError;

/** One value, or rows of values that all have the same length. */
export type Values = Value | Value[][];

export function isCellError(value: unknown): value is CellError {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Replaces one row of one value by that value. */
export function unwrapSingle(values: Values): Values {
  return Array.isArray(values) && values.length === 1 && values[0]?.length === 1 ? (values[0][0] ?? null) : values;
}

/** Returns the size of the area that rows fill. */
export function sizeOf(rows: readonly (readonly unknown[])[]): { rows: number; columns: number } {
  return { rows: rows.length, columns: rows[0]?.length ?? 0 };
}

/** Finds the first error among the values. */
export function errorIn(values: Values): CellError | undefined {
  return [values].flat(2).find(isCellError);
}
