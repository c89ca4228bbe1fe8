/** Tells formulas that are the same relative to their cells, as after a copy, by their texts alone. */
import { fromCol } from "@borgar/fx/xlsx";
import { MAX_COLUMNS, MAX_ROWS } from "../grid/limits";
import type { Position } from "../grid/area";

/** Texts, quoted sheets, and what may be a reference: no part of a name, no function, no sheet. */
const PARTS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.\\$?])(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\p{L}\p{N}_.\\(!?])/giu;

/**
 * Columns of tables may be called like cells. `A1#`, `@`, LET and LAMBDA are not only moved when a formula is copied, or are
 * read in ways of their own.
 */
const UNLIKE = /[[#@]|\b(?:LET|LAMBDA|ANCHORARRAY|SINGLE)\(/i;

/** Two formulas of one sheet with the same key are one formula, copied. Undefined for formulas that are not compared. */
export function relativeKey(text: string, at: Position): string | undefined {
  if (UNLIKE.test(text)) return undefined;
  return text.replace(PARTS, (whole, fixedColumn?: string, letters?: string, fixedRow?: string, digits?: string) => {
    if (letters === undefined) return whole;
    const [column, row] = [fromCol(letters), Number(digits) - 1];
    if (column >= MAX_COLUMNS || row >= MAX_ROWS) return whole;
    const across = fixedColumn ? `$${column}` : column - at.column;
    const down = fixedRow ? `$${row}` : row - at.row;
    return `\u0001${across},${down};`;
  });
}
