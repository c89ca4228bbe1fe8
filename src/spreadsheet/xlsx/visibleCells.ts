/** Counts the cells of areas that are not hidden, as a chart counts them. */
import { cellCount, type SheetArea } from "../cells/area";
import type { FileSheet, Workbook } from "./workbook";

export interface VisiblePlaces {
  readonly count: number;
  /** Returns the number of a cell among the visible ones by its number among all; undefined for a hidden cell. */
  placeOf(place: number): number | undefined;
}

export function findVisiblePlaces({ sheets }: Workbook, areas: readonly SheetArea[]): VisiblePlaces {
  const read = areas.map((area) => {
    const sheet = sheets.find(({ name }) => name.toLowerCase() === area.sheet.toLowerCase());
    return { size: cellCount(area), columns: area.columns, ...ranksIn(sheet, area) };
  });
  return {
    count: read.reduce((sum, { rows, shown }) => sum + rows.size * shown.size, 0),
    placeOf: (place) => {
      let [left, before] = [place, 0];
      for (const { size, columns, rows, shown } of read) {
        if (left < size) {
          const row = rows.get(Math.floor(left / columns));
          const column = shown.get(left % columns);
          return row === undefined || column === undefined ? undefined : before + row * shown.size + column;
        }
        left -= size;
        before += rows.size * shown.size;
      }
      return undefined;
    },
  };
}

/** Numbers the visible rows and columns, by their places in the area. */
function ranksIn(sheet: FileSheet | undefined, { row, column, rows, columns }: SheetArea) {
  const hiddenRows = new Set(sheet?.hiddenRows);
  const isHidden = (at: number) => sheet?.hiddenColumns.some(({ first, last }) => at >= first && at <= last) ?? false;
  return {
    rows: ranksOf(rows, (at) => hiddenRows.has(row + at)),
    shown: ranksOf(columns, (at) => isHidden(column + at)),
  };
}

function ranksOf(count: number, isHidden: (at: number) => boolean): Map<number, number> {
  const ranks = new Map<number, number>();
  for (let at = 0; at < count; at += 1) if (!isHidden(at)) ranks.set(at, ranks.size);
  return ranks;
}
