/** The areas that formulas spill over. */
import type { IRange } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import { cellCount, contains, type Area, type SheetArea, type SheetPosition } from "../../src/spreadsheet/cells/area";
import { workbookOf, type Grid } from "./grid";
import { areaOfRange } from "./range";

/** Returns the area of a formula's spill, including its own cell; undefined if it fills no other cell. */
export function spillOf(grid: Grid, { sheet, row, column }: SheetPosition): Area | undefined {
  return spillsOf(grid).find((spill) => spill.sheet === sheet && spill.row === row && spill.column === column);
}

/** Returns the cell whose formula spills into this one. */
export function spillParent(grid: Grid, cell: SheetPosition): SheetPosition | undefined {
  return spillsOf(grid).find((spill) => spill.sheet === cell.sheet && contains(spill, cell));
}

/** Formulas that fill more than their own cell; sheets by their ids. */
function spillsOf(grid: Grid): SheetArea[] {
  const workbook = workbookOf(grid).getId();
  const ranges = grid.injector.get(FormulaDataModel).getArrayFormulaRange()[workbook] ?? {};
  return Object.entries(ranges)
    .flatMap(([sheet, rows]) =>
      Object.values(rows ?? {}).flatMap((columns) =>
        Object.values((columns ?? {}) as Record<string, IRange>).map((range) => ({ sheet, ...areaOfRange(range) })),
      ),
    )
    .filter((area) => cellCount(area) > 1);
}
