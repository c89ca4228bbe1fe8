/** How large a change of a cell is beside others. */
import { isErrorCode } from "../../spreadsheet/cells/errorCodes";

/** Returns the difference of numbers; infinity for an error, and -1 for a text. @param before "" or null for a blank cell. */
export function changeSize(before: unknown, after: unknown): number {
  if (typeof before === "number" && typeof after === "number") return Math.abs(after - before);
  if (isErrorCode(after) || isErrorCode(before)) return Infinity;
  return typeof before === "number" || typeof after === "number" ? Math.abs(Number(after || before || 0)) : -1;
}
