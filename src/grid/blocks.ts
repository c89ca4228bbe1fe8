/** Many cells as few blocks. */
import { cellArea, cellCount, union, type SheetArea, type SheetPosition } from "./area";

/** Cells, and an area that holds them. */
export interface Block<Cell> extends SheetArea {
  readonly cells: readonly Cell[];
}

/** Cells of a block for each one that is given, at most: to read three others costs less than to ask for an area more. */
const MOST_FOR_ONE = 4;

/** The cells in few areas, of so many cells at most, which hold others too: for what does them no harm, as to be read. */
export function blocksAround<Cell extends SheetPosition>(cells: readonly Cell[], mostCells = Infinity): Block<Cell>[] {
  return [...bySheet(cells).values()].flatMap((own) => halve(own, mostCells));
}

/** One block, or those of the halves of it. */
function halve<Cell extends SheetPosition>(cells: readonly Cell[], mostCells: number): Block<Cell>[] {
  const [first] = cells;
  if (!first) return [];
  const area = cells.map(cellArea).reduce(union);
  if (cellCount(area) <= Math.min(mostCells, MOST_FOR_ONE * cells.length))
    return [{ ...area, sheet: first.sheet, cells }];
  const isTall = area.rows > area.columns;
  const middle = isTall ? area.row + area.rows / 2 : area.column + area.columns / 2;
  const isBefore = ({ row, column }: Cell) => (isTall ? row : column) < middle;
  return [cells.filter(isBefore), cells.filter((cell) => !isBefore(cell))].flatMap((half) => halve(half, mostCells));
}

/** The cells of each sheet. */
export function bySheet<Cell extends { readonly sheet: string }>(cells: Iterable<Cell>): Map<string, Cell[]> {
  const sheets = new Map<string, Cell[]>();
  for (const cell of cells) {
    const own = sheets.get(cell.sheet);
    if (own) own.push(cell);
    else sheets.set(cell.sheet, [cell]);
  }
  return sheets;
}
