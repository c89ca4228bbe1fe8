/** Structured references, such as `Sales[[#This Row],[Net]]`. */
import type { Area, Position } from "../grid/area";
import type { FileTable } from "./workbook";

/**
 * The cells of a table that a structured reference means; undefined where the table has no such column or section.
 * @param columns None for all columns, one, or the first and the last of several.
 * @param sections Of "headers", "data", "totals", "all" and "this row". None means the data.
 * @param position The cell of the formula, for "this row".
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

/** The first row of a section, counted from the table's first row, and its number of rows. */
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
