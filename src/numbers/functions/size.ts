/** Measures results, and refuses those too large for Excel. */
import { MAX_COLUMNS, MAX_PAYLOAD_BYTES, MAX_ROWS } from "../../spreadsheet/cells/limits";
import { InsightsError, numberAt, type TextColumn } from "../../insights";

interface ResultSize {
  readonly rows: number;
  readonly columns: number;
  /** As JSON in UTF-8. */
  readonly bytes: number;
}

/** The least bytes of a cell as JSON: a digit and a comma. */
export const LEAST_BYTES = 2;
/** The most bytes of a number: a sign, 17 digits, a point, an exponent such as e-300, and a comma. */
const MOST_BYTES_OF_A_NUMBER = 25;

const encoder = new TextEncoder();
/** Matches characters of several bytes. */
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Returns the bytes of a value as JSON in UTF-8, including quotes and comma. */
export function bytesOf(value: string | number | boolean): number {
  if (typeof value !== "string") return String(value).length + 1;
  return (BEYOND_ASCII.test(value) ? encoder.encode(value).length : value.length) + 3;
}

/** Returns an upper bound of `bytesOf` without reading text or number: a UTF-16 unit takes at most three bytes. */
export function mostBytesOf(value: string | number | boolean): number {
  return typeof value === "string" ? 3 * value.length + 3 : MOST_BYTES_OF_A_NUMBER;
}

/** Returns the bytes of the first `length` texts. */
export function bytesOfTexts(column: TextColumn, length: number): number {
  const each = column.texts.map(bytesOf);
  let bytes = 0;
  for (let at = 0; at < length; at += 1) bytes += each[column.codes[at] ?? -1] ?? bytesOf("");
  return bytes;
}

/** Returns a lower bound of the bytes of the first `length` cells of a field. Unknown and derived values count as blank. */
export function bytesOfNumbers(column: Float64Array | undefined, length: number): number {
  let numbers = 0;
  for (let at = 0; column && at < length; at += 1) if (numberAt(column, at) !== undefined) numbers += 1;
  return numbers * LEAST_BYTES + (length - numbers) * bytesOf("");
}

/** Throws `argument` for a result that Excel does not accept. */
export function checkSize({ rows, columns, bytes }: ResultSize): void {
  if (rows <= MAX_ROWS && columns <= MAX_COLUMNS && bytes <= MAX_PAYLOAD_BYTES) return;
  throw new InsightsError(
    "argument",
    `The result has ${rows} rows and ${columns} columns, more than Excel takes. Narrow the question: fewer scenarios or fields, a shorter time, a longer interval.`,
  );
}
