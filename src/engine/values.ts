/** What cells and calls hold, in words that belong to no spreadsheet engine. */

export type Scalar = string | number | boolean;

/** An error of a cell: `code` as Excel shows it ("#N/A"), `message` says what is wrong and what to do. */
export interface CellError {
  code: string;
  message: string;
}

/** What one cell holds; null is a blank cell or an argument left out. */
export type Value = Scalar | null | CellError;

/** One value, or rows of them, all of one length. */
export type Values = Value | Value[][];

export function isCellError(value: unknown): value is CellError {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first error among the values. */
export function errorIn(values: Values): CellError | undefined {
  return [values].flat(2).find(isCellError);
}
