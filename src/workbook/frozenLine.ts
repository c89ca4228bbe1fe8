/** The line on a sheet that says that its numbers are frozen, and as of when. */
import { formatRange } from "../grid/address";
import { intersection, type Area, type Position } from "../grid/area";
import { isBlankArea, type SheetContents } from "./sheetContents";

/** Rows from the top in which people look for it. */
const HEAD = 30;
/** Cells that the text takes when the ones beside it are blank. */
const WIDTH = 4;

/**
 * A blank cell for the line: in the first row of the sheet's head that is wholly blank, else below all that is used. It never
 * takes a cell that holds something, or that one of the areas may fill.
 */
export function placeOfLine(contents: SheetContents, taken: readonly Area[]): Position {
  const { row, column, rows, columns } = contents;
  const isFree = (at: number) => {
    const line = { row: at, column, rows: 1, columns: Math.max(columns, WIDTH) };
    return isBlankArea(contents, line) && !taken.some((area) => intersection(area, line));
  };
  const head = Array.from({ length: Math.min(rows, HEAD) }, (_, at) => row + at).find(isFree);
  if (head !== undefined) return { row: head, column };
  let below = row + rows + 1;
  while (!isFree(below)) below += 1;
  return { row: below, column };
}

/** @param asOf When the oldest of the numbers was worked out, as far as it is known. Both in milliseconds since the epoch. */
export function textOfLine(at: number, asOf: number | undefined): string {
  const frozen = `Frozen on ${momentText(at)}`;
  return asOf === undefined ? `${frozen}.` : `${frozen}, with numbers as of ${momentText(asOf)}.`;
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
