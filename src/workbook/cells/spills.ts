/** Which formulas fill more cells than their own. */
import type { Area } from "../../grid/area";
import { cellAt, rangeOf, type FormulaAt } from "./cells";
import { forEachBatch } from "./batches";
import { bySheet } from "../../grid/blocks";
import { rectanglesOf } from "./rectangles";

/** The areas of the formulas that spill. */
export async function readSpills<Cell extends FormulaAt>(
  context: Excel.RequestContext,
  formulas: readonly Cell[],
): Promise<Map<Cell, Area>> {
  const spilling: Cell[] = [];
  const areas = [...bySheet(formulas)].flatMap(([sheet, own]) =>
    rectanglesOf(own, () => "").map((area) => ({ ...area, sheet })),
  );
  await forEachBatch(
    context,
    areas,
    (area) => ({ area, range: rangeOf(context, area).load("hasSpill").untrack() }),
    // Null says that some do.
    ({ area, range }) => range.hasSpill !== false && spilling.push(...area.cells),
  );
  const spills = new Map<Cell, Area>();
  await forEachBatch(
    context,
    spilling,
    (formula) => {
      const range = cellAt(context, formula).untrack().getSpillingToRangeOrNullObject();
      return { formula, range: range.load("rowCount,columnCount").untrack() };
    },
    ({ formula, range }) => {
      const { row, column } = formula;
      if (!range.isNullObject) spills.set(formula, { row, column, rows: range.rowCount, columns: range.columnCount });
    },
  );
  return spills;
}
