/** Formulas that fill more cells than their own. */
import type { Area, SheetPosition } from "../../../spreadsheet/cells/area";
import { forEachBatch } from "./batches";
import { cellAt } from "./formulaCells";

/** Reads the areas of the formulas that spill. */
export async function readSpills<Cell extends SheetPosition>(
  context: Excel.RequestContext,
  formulas: readonly Cell[],
): Promise<Map<Cell, Area>> {
  const spills = new Map<Cell, Area>();
  await forEachBatch(
    context,
    formulas,
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
