/** A line that Univer writes to the console of formulas that are gone, and that it has no switch for. */

const LINE = "Dependency tree not found for treeId:";

const silenced = new WeakSet<object>();

/**
 * When a sheet is deleted, Univer removes from its index of what formulas read all entries for that sheet's cells, not those of
 * that sheet's formulas: a formula that read another sheet leaves its entry behind. Each calculation that comes upon it skips it,
 * which is right, and writes this useless line. Existing formulas are registered again for each calculation, so
 * none of them is skipped. All other lines are written.
 */
export function silenceGoneFormulas(target: Pick<Console, "error"> = console): void {
  if (silenced.has(target.error)) return;
  const error = target.error.bind(target);
  target.error = (...what: unknown[]) => {
    if (what[0] !== LINE) error(...what);
  };
  silenced.add(target.error);
}
