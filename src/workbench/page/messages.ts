/** What is wrong with a cell in error, in words. */
import type { SheetPosition as Cell } from "../../grid/area";
import { explained } from "../../engine/errors";
import type { GridCalls } from "../../engine/grid";
import { ERROR_CODES, valueAt } from "./cells";
import type { Grid } from "./grid";

/** The message of the call that failed at this cell, else what its error means; undefined where it is in no error. */
export function messageAt(grid: Grid, calls: GridCalls, cell: Cell): string | undefined {
  const value = valueAt(grid, cell);
  if (!ERROR_CODES.has(value)) return undefined;
  const code = String(value);
  return explained({ code, message: calls.message(cell, code) ?? "" }).message;
}
