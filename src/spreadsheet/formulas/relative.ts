/** Recognises copies of a formula by their texts. */
import { parseColumn } from "../cells/address";
import { MAX_COLUMNS, MAX_ROWS } from "../cells/limits";
import type { Position } from "../cells/area";

/**
 * Matches texts, quoted sheets, and the possible references: whole columns, whole rows, cells (not part of a name, no function, no
 * sheet).
 */
const PARTS = new RegExp(
  String.raw`"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.\\$?])(?:` +
    String.raw`(?<columns>\$?[A-Z]{1,3}:\$?[A-Z]{1,3})|(?<rows>\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6})|` +
    String.raw`(?<column>\$?[A-Z]{1,3})(?<row>\$?[1-9]\d{0,6}))(?![\p{L}\p{N}_.\\(!?])`,
  "giu",
);

/**
 * Matches formulas that cannot be compared: columns of tables may have names like cells, and `A1#`, `@`, LET and LAMBDA do not
 * simply move when a formula is copied.
 */
const UNLIKE = /[[#@]|\b(?:LET|LAMBDA|ANCHORARRAY|SINGLE)\(/i;

/** Returns a key that is equal for copies of a formula on one sheet; undefined for formulas that cannot be compared. */
export function relativeKey(text: string, at: Position): string | undefined {
  if (UNLIKE.test(text)) return undefined;
  return text.replace(PARTS, (whole: string, ...matched: unknown[]) => {
    const { columns, rows, column, row } = matched.at(-1) as Readonly<Record<string, string | undefined>>;
    const across = columns?.split(":") ?? (column === undefined ? [] : [column]);
    const down = rows?.split(":") ?? (row === undefined ? [] : [row]);
    const sides = [
      ...across.map((side) => relativeSide(side, parseColumn, at.column, MAX_COLUMNS)),
      ...down.map((side) => relativeSide(side, (digits) => Number(digits) - 1, at.row, MAX_ROWS)),
    ];
    const kind = columns ? "columns" : rows ? "rows" : "";
    return sides.length === 0 || sides.includes(undefined) ? whole : `\u0001${kind}${sides.join(",")};`;
  });
}

/** Returns a side as its distance from the cell, or with `$` as it is; undefined beyond the end of the sheet. */
function relativeSide(side: string, parse: (side: string) => number, at: number, end: number): string | undefined {
  const isFixed = side.startsWith("$");
  const index = parse(isFixed ? side.slice(1) : side);
  return index >= end ? undefined : isFixed ? `$${index}` : String(index - at);
}
