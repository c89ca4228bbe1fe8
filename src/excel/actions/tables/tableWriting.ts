/** Writes into cells for the actions of the grid. */
import { formatAddress } from "../../../spreadsheet/cells/address";
import type { SheetArea } from "../../../spreadsheet/cells/area";
import { readOccupied, type OccupiedCell } from "../../workbook/insertion";
import { setState, type StoreContext } from "../context";
import { obstacleOf } from "../obstacle";
import { MOST_GRID_CELLS } from "../../../reporting/tables/definition";
import type { TableState } from "./tableState";

export type TableUpdater = (next: Partial<TableState>) => void;

export function tooLarge({ rows, columns }: TableState["size"]): string {
  return `The table would have ${rows} by ${columns} cells; ${MOST_GRID_CELLS} is the most. Remove lines, columns or periods.`;
}

/**
 * Shows what would be overwritten. Returns true if there is anything.
 * @param findFree Finds the cells that may be overwritten without a question, such as "Sheet1!B4". @default none may
 */
export async function findObstacle(
  context: StoreContext,
  area: SheetArea,
  findFree: (occupied: readonly OccupiedCell[]) => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set()),
): Promise<boolean> {
  const all = await readOccupied(formatAddress(area.sheet, { ...area, rows: 1, columns: 1 }), area);
  const free = all.length > 0 ? await findFree(all) : new Set();
  const occupied = all.filter(({ address }) => !free.has(address));
  if (occupied.length === 0) return false;
  setState(context, { obstacle: obstacleOf(occupied) });
  return true;
}
