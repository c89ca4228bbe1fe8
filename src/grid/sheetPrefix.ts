/**
 * What stands before a cell in its address: the sheet, in quotes where it needs them. Cells are compared by their addresses, so
 * that there is one way of writing them. Excel's own is not documented: it has been seen to quote names that need no quotes.
 */

/** No number, and nothing that could be taken for one or for an operator. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
/** A cell, such as "Q1" and "FY26", also in the notation of rows and columns, or a constant. */
const TAKEN = /^(?:[a-z]{1,3}\d+|(?=.)(?:r\d*)?(?:c\d*)?|true|false)$/i;

/** "Sheet1!", "'P&L'!", "'FY26'!"; "" where no sheet is named. */
export function sheetPrefix(name: string): string {
  if (name === "") return "";
  return PLAIN.test(name) && !TAKEN.test(name) ? `${name}!` : `'${name.replaceAll("'", "''")}'!`;
}

/** A cell's address as `formatSheetPosition` writes it, however Excel has written it. */
export function normalizeSheetPosition(address: string): string {
  const at = address.lastIndexOf("!");
  if (at < 0) return address;
  const text = address.slice(0, at);
  const name = text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
  // The workbook's own name tells nothing.
  return sheetPrefix(name.slice(name.lastIndexOf("]") + 1)) + address.slice(at + 1).replaceAll("$", "");
}
