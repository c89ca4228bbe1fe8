/** Splits areas into blocks of rows, since one request cannot hold all cells of a large area. */
import type { SheetArea } from "../../../spreadsheet/cells/area";

/** Cells that one request reads or writes. An answer of Excel on the web has at most 5 MB, which leaves a formula 250 bytes. */
export const MAX_BLOCK_CELLS = 20_000;

/** Splits an area into blocks of `blockRows` rows; the last block may have fewer. */
export function rowBlocks(
  { sheet, row, column, rows, columns }: SheetArea,
  blockRows = Math.max(1, Math.floor(MAX_BLOCK_CELLS / columns)),
): SheetArea[] {
  return Array.from({ length: Math.ceil(rows / blockRows) }, (_, at) => ({
    sheet,
    row: row + at * blockRows,
    column,
    rows: Math.min(blockRows, rows - at * blockRows),
    columns,
  }));
}

/** Splits an area between two rows, in the middle. An area of one row stays whole. */
export function rowHalves(area: SheetArea): SheetArea[] {
  return rowBlocks(area, Math.ceil(area.rows / 2));
}
