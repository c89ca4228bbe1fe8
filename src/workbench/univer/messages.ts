/** What is wrong with a cell in error, in words. */
import type { SheetPosition } from "../../grid/area";
import { explained } from "../../engine/errors";
import type { Calls } from "../../engine/calls";
import { isErrorValue, valueAt } from "./cells";
import type { Grid } from "./grid";

/** The message of the call that failed at this cell, else what its error means; undefined where it is in no error. */
export function messageAt(grid: Grid, calls: Calls, cell: SheetPosition): string | undefined {
  const value = valueAt(grid, cell);
  if (!isErrorValue(value)) return undefined;
  return explained({ code: value, message: calls.message(cell, value) ?? "" }).message;
}
