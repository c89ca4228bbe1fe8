/** Divides the work on large blocks, so the pane stays responsive. Pure. */
import type { Area } from "../../spreadsheet/cells/area";
import type { Sliced } from "../../insights";

/** Cells in one slice: some twenty milliseconds of work. */
const CELLS = 1_000;

/** Yields if a block is large: between steps that are not sliced. */
export function* yieldIfLarge({ rows, columns }: Area): Sliced<void> {
  if (rows * columns > CELLS) yield;
}

/** Maps rows of `width` cells each, and yields before each slice if there are several. */
export function* mapRows<Row, Result>(
  rows: readonly Row[],
  width: number,
  map: (row: Row, at: number) => Result,
): Sliced<Result[]> {
  const results: Result[] = [];
  const inSlice = Math.max(1, Math.floor(CELLS / Math.max(1, width)));
  for (const [at, row] of rows.entries()) {
    if (rows.length > inSlice && at % inSlice === 0) yield;
    results.push(map(row, at));
  }
  return results;
}
