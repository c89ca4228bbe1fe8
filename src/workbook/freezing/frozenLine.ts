/** The line on a sheet that says that its numbers are frozen, and as of when. */
import { formatRange } from "../../grid/address";
import { intersection, type Area, type Position } from "../../grid/area";
import { isBlankArea, type SheetContents } from "../cells/sheetContents";

/** Rows from the top, and columns from the left, in which people look for it. Reports keep their lists in columns beyond. */
const HEAD = 30;
const WIDTH = 20;

/**
 * A blank cell for the line: in the first row of the sheet's head that is blank, else directly below the last row that is not:
 * charts stand further down. It never takes a cell that holds something, or that one of the areas may fill.
 */
export function placeOfLine(contents: SheetContents, taken: readonly Area[]): Position {
  const { row, column, rows } = contents;
  const isFree = (at: number) => {
    const line = { row: at, column, rows: 1, columns: WIDTH };
    return isBlankArea(contents, line) && !taken.some((area) => intersection(area, line));
  };
  const all = Array.from({ length: rows }, (_, at) => row + at);
  const head = all.slice(0, HEAD).find(isFree);
  if (head !== undefined) return { row: head, column };
  return { row: all.reduce((last, at) => (isFree(at) ? last : at), row) + 1, column };
}

/** @param asOf When the oldest of the numbers was worked out, as far as it is known. Both in milliseconds since the epoch. */
export function textOfLine(at: number, asOf: number | undefined): string {
  const frozen = `Frozen on ${momentText(at)}`;
  return asOf === undefined ? `${frozen}.` : `${frozen}, with numbers as of ${momentText(asOf)}.`;
}

/** Whether a cell's value is such a line, of whichever freeze. */
export function isLine(value: unknown): boolean {
  return typeof value === "string" && /^Frozen on \d/.test(value);
}

/** Such as "16 Mar 2026 09:30 UTC+1", by this computer's clock. */
function momentText(time: number): string {
  const date = new Date(time);
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  const clock = date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const offset = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(offset / 60), Math.abs(offset % 60)];
  const zone = offset === 0 ? "" : `${hours > 0 ? "+" : hours < 0 ? "-" : ""}${Math.abs(hours)}`;
  return `${day} ${clock} UTC${zone}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}`;
}

/** Such as "'P&L'!$B$3". */
export function anchoredAddress(sheet: string, { row, column, rows, columns }: Area): string {
  const fixed = { $top: true, $left: true, $bottom: true, $right: true };
  return formatRange(sheet, { top: row, left: column, bottom: row + rows - 1, right: column + columns - 1, ...fixed });
}
