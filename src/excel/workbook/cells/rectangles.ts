/** Covers cells with few rectangles. */
import type { Area, Position } from "../../../spreadsheet/cells/area";

/** Cells of one kind that fill an area. */
export interface Rectangle<Cell> extends Area {
  /** Row by row. */
  readonly cells: readonly Cell[];
}

/** The most cells of a rectangle. */
const MOST_CELLS = 10_000;

interface Growing<Cell> {
  readonly area: { row: number; column: number; rows: number; columns: number };
  readonly key: string;
  readonly cells: Cell[];
}

/** Covers the cells of one sheet with rectangles of cells that have the same key: runs in a row, and equal runs below each other. */
export function rectanglesOf<Cell extends Position>(
  cells: readonly Cell[],
  keyOf: (cell: Cell) => string,
): Rectangle<Cell>[] {
  const sorted = [...cells].sort((one, other) => one.row - other.row || one.column - other.column);
  const done: Growing<Cell>[] = [];
  const lowest = new Map<string, Growing<Cell>>();
  for (const run of runsOf(sorted, keyOf)) {
    const place = `${run.area.column} ${run.area.columns} ${run.key}`;
    const above = lowest.get(place);
    const isNext = above && above.area.row + above.area.rows === run.area.row;
    if (isNext && above.cells.length + run.cells.length <= MOST_CELLS) {
      above.area.rows += 1;
      above.cells.push(...run.cells);
    } else {
      done.push(run);
      lowest.set(place, run);
    }
  }
  return done.map(({ area, cells: own }) => ({ ...area, cells: own }));
}

/** Finds runs of neighbours in a row that have the same key. */
function runsOf<Cell extends Position>(sorted: readonly Cell[], keyOf: (cell: Cell) => string): Growing<Cell>[] {
  const runs: Growing<Cell>[] = [];
  for (const cell of sorted) {
    const last = runs.at(-1);
    const key = keyOf(cell);
    const { row, column } = cell;
    if (last?.key === key && last.area.row === row && last.area.column + last.area.columns === column) {
      last.area.columns += 1;
      last.cells.push(cell);
    } else runs.push({ area: { row, column, rows: 1, columns: 1 }, key, cells: [cell] });
  }
  return runs;
}
