/** Many cells as few areas, since each area that Excel is asked for costs as much as a cell. */
import type { SheetArea, SheetPosition } from "../../grid/area";

/** The cells as areas of one column, none with a cell that is not given. */
export function areasOf(cells: readonly SheetPosition[]): SheetArea[] {
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

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
