/** Writes formats into cells. Cells that have a number format of their own are the caller's to leave out. */
import { cellCount, mapCells, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { blocksAround } from "../../../spreadsheet/cells/blocks";
import { splitByWeight } from "../../../reporting/saved/shards";
import type { CellFormat } from "../../../numbers/language/numberFormats";
import { numberHeadings } from "./cellFormats";
import { rangeOf } from "../cells/formulaCells";

export interface FormattedCell extends SheetPosition {
  readonly numberFormat: string;
}

/** The number format of cells that have none of their own, in any language. */
export const GENERAL = "General";
/** Cells that one request formats: each takes about 30 bytes, of the 5 MB that Excel on the web accepts. */
const MOST_CELLS = 100_000;

/** Writes number formats in few requests. */
export async function writeNumberFormats(
  context: Excel.RequestContext,
  cells: readonly FormattedCell[],
): Promise<void> {
  for (const blocks of splitByWeight(blocksAround(cells, MOST_CELLS), cellCount, MOST_CELLS)) {
    setNumberFormats(
      context,
      blocks.flatMap((block) => block.cells),
    );
    // One request cannot hold them all.
    // oxlint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
}

/** Queues number formats in few arrays. */
export function setNumberFormats(context: Excel.RequestContext, cells: readonly FormattedCell[]): void {
  for (const block of blocksAround(cells, MOST_CELLS)) {
    // Null leaves a cell unchanged, which the types of Excel do not allow.
    const rows: (string | null)[][] = mapCells(block, () => null);
    for (const { row, column, numberFormat } of block.cells) {
      const line = rows[row - block.row];
      if (line) line[column - block.column] = numberFormat;
    }
    rangeOf(context, block).untrack().numberFormat = rows as string[][];
  }
}

/** Queues the look of headings: bold, and at the right above numbers. */
export function setHeadings(context: Excel.RequestContext, area: SheetArea, formats: readonly CellFormat[]): void {
  for (const heading of formats.filter(({ isHeading }) => isHeading))
    rangeOf(context, partOf(area, heading)).untrack().format.font.bold = true;
  for (const heading of numberHeadings(formats))
    rangeOf(context, partOf(area, heading)).untrack().format.horizontalAlignment = "Right";
}

/** Returns a part of an area on its sheet. */
export function partOf({ sheet, row, column }: SheetArea, part: Omit<SheetArea, "sheet">): SheetArea {
  const { rows, columns } = part;
  return { sheet, row: row + part.row, column: column + part.column, rows, columns };
}
