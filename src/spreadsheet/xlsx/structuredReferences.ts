/** Structured references, such as `Sales[[#This Row],[Net]]`. */
import type { Area, Position } from "../cells/area";
import type { FileTable } from "./workbook";

/**
 * Returns the cells of a structured reference; undefined if the table has no such column or section.
 * @param columns Empty for all columns, else one, or the first and the last.
 * @param sections Some of "headers", "data", "totals", "all" and "this row". Empty for the data.
 * @param position The formula's cell, for "this row".
 */
export function tableRange(
  table: FileTable,
  columns: readonly string[],
  sections: readonly string[],
  { row }: Position,
): Area | undefined {
  const spans = (sections.length > 0 ? sections : ["data"]).map((section) => rowsOf(table, section, row));
  const ends = columns.length > 0 ? columns.map((name) => findColumn(table, name)) : [0, table.columns.length - 1];
  if (spans.some(([first, count]) => count < 1 || first < 0) || ends.includes(-1)) return undefined;
  const first = Math.min(...spans.map(([start]) => start));
  const last = Math.max(...spans.map(([start, count]) => start + count));
  const left = Math.min(...ends);
  return {
    row: table.range.row + first,
    rows: last - first,
    column: table.range.column + left,
    columns: Math.max(...ends) - left + 1,
  };
}

/** Returns the first row of a section, counted from the table's first row, and its number of rows. */
function rowsOf(
  { range, headerRows, totalsRows }: FileTable,
  section: string,
  row: number,
): [first: number, rows: number] {
  const dataRows = range.rows - headerRows - totalsRows;
  switch (section) {
    case "all":
      return [0, range.rows];
    case "headers":
      return [0, headerRows];
    case "totals":
      return [range.rows - totalsRows, totalsRows];
    case "this row": {
      const at = row - range.row;
      return at >= headerRows && at < headerRows + dataRows ? [at, 1] : [-1, 0];
    }
    default:
      return [headerRows, dataRows];
  }
}

function findColumn({ columns }: FileTable, name: string): number {
  return columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
}
