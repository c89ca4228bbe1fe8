/** How large a result is, and what is too large for Excel. */
import { MAX_COLUMNS, MAX_PAYLOAD_BYTES, MAX_ROWS } from "../grid/limits";
import { InsightsError, numberAt, type TextColumn } from "../insights";

interface ResultSize {
  readonly rows: number;
  readonly columns: number;
  /** As JSON in UTF-8. */
  readonly bytes: number;
}

/** The most that a number takes as JSON, with its comma. */
const BYTES_OF_A_NUMBER = 18;

const encoder = new TextEncoder();
/** Letters of several bytes. */
const BEYOND_ASCII = /[^\0-\x7f]/;

/** As JSON in UTF-8, a text with its quotes and comma. */
export function bytesOf(value: string | number | boolean): number {
  if (typeof value !== "string") return BYTES_OF_A_NUMBER;
  return (BEYOND_ASCII.test(value) ? encoder.encode(value).length : value.length) + 3;
}

/** At least as many, without a look at the letters: none of a text's units takes more than three bytes. */
export function mostBytesOf(value: string | number | boolean): number {
  return typeof value === "string" ? 3 * value.length + 3 : BYTES_OF_A_NUMBER;
}

/** Bytes of the first so many texts. */
export function bytesOfTexts(column: TextColumn, length: number): number {
  const each = column.texts.map(bytesOf);
  let bytes = 0;
  for (let at = 0; at < length; at += 1) bytes += each[column.codes[at] ?? -1] ?? bytesOf("");
  return bytes;
}

/** Bytes of the first so many cells of a field; one that is not known, or worked out, is blank at the least. */
export function bytesOfNumbers(column: Float64Array | undefined, length: number): number {
  let numbers = 0;
  for (let at = 0; column && at < length; at += 1) if (numberAt(column, at) !== undefined) numbers += 1;
  return numbers * BYTES_OF_A_NUMBER + (length - numbers) * bytesOf("");
}

/** Throws `argument` for a result that Excel does not take. */
export function checkSize({ rows, columns, bytes }: ResultSize): void {
  if (rows <= MAX_ROWS && columns <= MAX_COLUMNS && bytes <= MAX_PAYLOAD_BYTES) return;
  throw new InsightsError(
    "argument",
    `The result has ${rows} rows and ${columns} columns, more than Excel takes. Narrow the question: fewer scenarios or fields, a shorter time, a longer interval.`,
  );
}
