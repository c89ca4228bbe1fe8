/** Covers many cells with few areas, since an area costs a request as much as a cell. */
import type { SheetArea, SheetPosition } from "../../../spreadsheet/cells/area";

/** Returns areas of one column that hold exactly these cells. */
export function columnAreas(cells: readonly SheetPosition[]): SheetArea[] {
  const sorted = [...cells].sort(
    (one, other) => compare(one.sheet, other.sheet) || one.column - other.column || one.row - other.row,
  );
  const areas: { sheet: string; row: number; column: number; rows: number; columns: number }[] = [];
  for (const { sheet, row, column } of sorted) {
    const last = areas.at(-1);
    const isBelow = last?.sheet === sheet && last.column === column && row <= last.row + last.rows;
    if (isBelow) last.rows = row - last.row + 1;
    else areas.push({ sheet, row, column, rows: 1, columns: 1 });
  }
  return areas;
}

/** Up to so many areas are worth naming one by one; above, one for so many of our cells. */
const FEW_AREAS = 20;
const CELLS_PER_AREA = 10;

/**
 * Returns cells that include these and can be calculated at once: all, if the meant ones are scattered. An area costs Excel about
 * as much as a cell. But if few are meant, the others must not show "#BUSY!" for a moment.
 */
export function withFewAreas<Cell extends SheetPosition>(
  meant: readonly Cell[],
  all: readonly Cell[],
): readonly Cell[] {
  const count = columnAreas(meant).length;
  return count > Math.max(FEW_AREAS, columnAreas(all).length, all.length / CELLS_PER_AREA) ? all : meant;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
