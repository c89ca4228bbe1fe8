/** Covers many cells with few blocks. */
import { cellArea, cellCount, enclosingArea, type SheetArea, type SheetPosition } from "./area";

/** Cells, and an area that contains them. */
export interface Block<Cell> extends SheetArea {
  readonly cells: readonly Cell[];
}

/** The most cells of a block per given cell: reading three other cells costs less than another area. */
const MOST_FOR_ONE = 4;

/** Covers `cells` with few areas of limited size. Areas may include other cells, so use them only where that does no harm. */
export function blocksAround<Cell extends SheetPosition>(cells: readonly Cell[], mostCells = Infinity): Block<Cell>[] {
  return [...bySheet(cells).values()].flatMap((own) => halve(own, mostCells));
}

/** Returns one block, or the blocks of its halves. */
function halve<Cell extends SheetPosition>(cells: readonly Cell[], mostCells: number): Block<Cell>[] {
  const [first] = cells;
  if (!first) return [];
  const area = cells.map(cellArea).reduce(enclosingArea);
  if (cellCount(area) <= Math.min(mostCells, MOST_FOR_ONE * cells.length))
    return [{ ...area, sheet: first.sheet, cells }];
  const isTall = area.rows > area.columns;
  const middle = isTall ? area.row + area.rows / 2 : area.column + area.columns / 2;
  const isBefore = ({ row, column }: Cell) => (isTall ? row : column) < middle;
  return [cells.filter(isBefore), cells.filter((cell) => !isBefore(cell))].flatMap((half) => halve(half, mostCells));
}

/** Groups cells by sheet. */
export function bySheet<Cell extends { readonly sheet: string }>(cells: Iterable<Cell>): Map<string, Cell[]> {
  const sheets = new Map<string, Cell[]>();
  for (const cell of cells) {
    const own = sheets.get(cell.sheet);
    if (own) own.push(cell);
    else sheets.set(cell.sheet, [cell]);
  }
  return sheets;
}
