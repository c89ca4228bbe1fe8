/** Chooses the cells to calculate after a change. */
import { bySheet } from "../../grid/blocks";
import { areasOf } from "../cells/cellAreas";
import type { FormulaCell } from "../cells/cells";

/** Up to this number of areas in a sheet, only the changed cells are calculated. */
const FEW_AREAS = 20;
/** Above this number of areas for each of our cells, all of them may be calculated. */
const AREAS_PER_CELL = 0.1;

/**
 * Returns the changed cells. In a sheet where they form many areas, returns all of our cells. An area costs Excel about as much
 * as a cell, and all cells of a sheet often form few areas. If few cells changed, the others must not show "#BUSY!" for a moment.
 * @param all All of our cells. The result is in their order if it has whole sheets.
 */
export function coverWholeSheets(changed: readonly FormulaCell[], all: readonly FormulaCell[]): readonly FormulaCell[] {
  const ours = bySheet(all);
  const whole = new Set<string>();
  for (const [sheet, cells] of bySheet(changed)) {
    const own = ours.get(sheet) ?? [];
    const count = areasOf(cells).length;
    const isMany = count > FEW_AREAS && count > AREAS_PER_CELL * own.length;
    if (isMany && areasOf(own).length < count) whole.add(sheet);
  }
  if (whole.size === 0) return changed;
  const meant = new Set(changed);
  return all.filter((cell) => whole.has(cell.sheet) || meant.has(cell));
}
