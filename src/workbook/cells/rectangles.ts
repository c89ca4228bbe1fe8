/** Covers cells with few rectangles. */
import type { Area, Position } from "../../grid/area";

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
  let above = new Map<string, Growing<Cell>>();
  let current = new Map<string, Growing<Cell>>();
  let row = -1;
  for (const run of runsOf(sorted, keyOf)) {
    if (run.area.row !== row) {
      above = run.area.row === row + 1 ? current : new Map<string, Growing<Cell>>();
      current = new Map<string, Growing<Cell>>();
      row = run.area.row;
    }
    const place = `${run.area.column} ${run.area.columns} ${run.key}`;
    const known = above.get(place);
    if (known && known.cells.length + run.cells.length <= MOST_CELLS) {
      known.area.rows += 1;
      known.cells.push(...run.cells);
      current.set(place, known);
    } else {
      done.push(run);
      current.set(place, run);
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
