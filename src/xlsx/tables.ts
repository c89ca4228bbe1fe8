/** Structured references: which cells `Sales[[#This Row],[Net]]` means. */
import type { Place, Range } from "./places";
import type { Table } from "./workbook";

/**
 * The cells of a table's columns (all for none; two are the ends of a row of them) in its sections ("headers", "data",
 * "totals", "all", "this row"; the data for none). Undefined where the table has no such column or section.
 */
export function tableRange(
  table: Table,
  columns: readonly string[],
  sections: readonly string[],
  { row }: Place,
): Range | undefined {
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

/** The first row of a section, from the table's own first, and how many it has. */
function rowsOf({ range, headerRows, totalsRows }: Table, section: string, row: number): [first: number, rows: number] {
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

function findColumn({ columns }: Table, name: string): number {
  return columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
}
