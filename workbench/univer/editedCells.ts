/** Finds the cells whose content a change of the grid has set. */
import type { ICellData } from "@univerjs/core";
import type { ISetRangeValuesMutationParams } from "@univerjs/sheets";
import type { SheetPosition } from "../../src/spreadsheet/cells/area";

/** Returns the cells whose content is set, with the id of their sheet; not cells whose format alone is set. */
export function editedCells({ subUnitId, cellValue }: ISetRangeValuesMutationParams): SheetPosition[] {
  return Object.entries(cellValue ?? {}).flatMap(([row, cells]) =>
    Object.entries((cells ?? {}) as Record<string, ICellData | null>)
      .filter(([, cell]) => cell === null || "v" in cell || "f" in cell || "si" in cell)
      .map(([column]) => ({ sheet: subUnitId, row: Number(row), column: Number(column) })),
  );
}
