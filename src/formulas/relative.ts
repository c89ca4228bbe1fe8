/** Recognises copies of a formula by their texts. */
import { parseColumn } from "../sheet/address";
import { MAX_COLUMNS, MAX_ROWS } from "../sheet/limits";
import type { Position } from "../sheet/area";

/** Matches texts, quoted sheets, and possible references (not part of a name, no function, no sheet). */
const PARTS =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.\\$?])(\$?)([A-Z]{1,3})(\$?)([1-9]\d{0,6})(?![\p{L}\p{N}_.\\(!?])/giu;

/**
 * Matches formulas that cannot be compared: columns of tables may have names like cells, and `A1#`, `@`, LET and LAMBDA do not
 * simply move when a formula is copied.
 */
const UNLIKE = /[[#@]|\b(?:LET|LAMBDA|ANCHORARRAY|SINGLE)\(/i;

/** Returns a key that is equal for copies of a formula on one sheet; undefined for formulas that cannot be compared. */
export function relativeKey(text: string, at: Position): string | undefined {
  if (UNLIKE.test(text)) return undefined;
  return text.replace(PARTS, (whole, fixedColumn?: string, letters?: string, fixedRow?: string, digits?: string) => {
    if (letters === undefined) return whole;
    const [column, row] = [parseColumn(letters), Number(digits) - 1];
    if (column >= MAX_COLUMNS || row >= MAX_ROWS) return whole;
    const across = fixedColumn ? `$${column}` : column - at.column;
    const down = fixedRow ? `$${row}` : row - at.row;
    return `\u0001${across},${down};`;
  });
}
