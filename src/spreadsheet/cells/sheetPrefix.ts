/**
 * The sheet in a cell's address, quoted if necessary. Cells are compared by address, so each has one spelling. Excel's own rule
 * is undocumented, and sometimes quotes names that need no quotes.
 */

/** Matches names without operators that do not look like a number. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
/** Matches names that look like a cell ("Q1", "FY26", "R1C1") or a constant. */
const TAKEN = /^(?:[a-z]{1,3}\d+|(?=.)(?:r\d*)?(?:c\d*)?|true|false)$/i;

/** Returns "Sheet1!", "'P&L'!" or "'FY26'!"; "" without a sheet. */
export function sheetPrefix(name: string): string {
  if (name === "") return "";
  return PLAIN.test(name) && !TAKEN.test(name) ? `${name}!` : `${quoteSheetName(name)}!`;
}

/** Quotes a sheet's name for formulas, whatever the name: "'It''s'". */
export function quoteSheetName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** Rewrites a cell's address as `formatSheetPosition` does. */
export function normalizeSheetPosition(address: string): string {
  const at = address.lastIndexOf("!");
  if (at < 0) return address;
  const text = address.slice(0, at);
  const name = text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
  // Ignore the name of the workbook.
  return sheetPrefix(name.slice(name.lastIndexOf("]") + 1)) + address.slice(at + 1).replaceAll("$", "");
}
