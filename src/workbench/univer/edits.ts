/** Which cells a change of the grid has given another content. */
import type { ICellData } from "@univerjs/core";
import type { ISetRangeValuesMutationParams } from "@univerjs/sheets";
import type { SheetPosition } from "../../grid/area";

/** The cells whose content is set, each with the id of its sheet; a cell whose format alone is set is none of them. */
export function editedCells({ subUnitId, cellValue }: ISetRangeValuesMutationParams): SheetPosition[] {
  return Object.entries(cellValue ?? {}).flatMap(([row, cells]) =>
    Object.entries((cells ?? {}) as Record<string, ICellData | null>)
      .filter(([, cell]) => cell === null || "v" in cell || "f" in cell || "si" in cell)
      .map(([column]) => ({ sheet: subUnitId, row: Number(row), column: Number(column) })),
  );
}
