/** Messages of errors in cells. */
import type { SheetPosition } from "../../src/grid/area";
import { explained } from "../../src/engine/errors";
import type { Calls } from "../../src/engine/calls";
import { isErrorValue, valueAt } from "./cells";
import type { Grid } from "./grid";

/** Returns the message of the cell's failed call, else the meaning of its error; undefined without an error. */
export function messageAt(grid: Grid, calls: Calls, cell: SheetPosition): string | undefined {
  const value = valueAt(grid, cell);
  if (!isErrorValue(value)) return undefined;
  return explained({ code: value, message: calls.message(cell, value) ?? "" }).message;
}
