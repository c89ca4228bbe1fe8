/** Which cells to calculate when some have changed. */
import { bySheet } from "../../grid/blocks";
import { areasOf } from "../cells/cellAreas";
import type { FormulaCell } from "../cells/cells";

/** Areas of a sheet that are always calculated alone. */
const FEW_AREAS = 20;
/** Areas for each of our cells in a sheet, above which all of them are calculated. */
const AREAS_PER_CELL = 0.1;

/**
 * Returns the changed cells; in sheets where they make many areas, all of our cells. Each area costs Excel about as much as a cell,
 * and all cells of a sheet are often a few areas. Where few cells changed, the others must not show "#BUSY!" for a moment.
 * @param all All of our cells, in the order in which the result is.
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
