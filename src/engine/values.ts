/** The values of cells and calls, in types of our own rather than those of a spreadsheet engine. */

export type Scalar = string | number | boolean;

/** An error of a cell: `code` as Excel shows it ("#N/A"), `message` says what is wrong and what to do. */
export interface CellError {
  code: string;
  message: string;
}

/** What one cell holds; null is a blank cell or an argument left out. */
export type Value = Scalar | null | CellError;

/** One value, or rows of values that all have the same length. */
export type Values = Value | Value[][];

export function isCellError(value: unknown): value is CellError {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A single value in place of one row of one value; everything else as it is. */
export function unwrapSingle(values: Values): Values {
  if (!Array.isArray(values)) return values;
  const [value, ...others] = values.flat();
  return value !== undefined && others.length === 0 ? value : values;
}

/** How many cells rows fill. */
export function sizeOf(rows: readonly (readonly unknown[])[]): { rows: number; columns: number } {
  return { rows: rows.length, columns: rows[0]?.length ?? 0 };
}

/** The first error among the values. */
export function errorIn(values: Values): CellError | undefined {
  return [values].flat(2).find(isCellError);
}
