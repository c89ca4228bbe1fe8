/** Cells that are #N/A because a heading says something else than when the add-in filled them. */
import { guardsOf, isKept } from "../../../numbers/language/guards";
import { formatSheetPosition, parsePosition } from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { readValues, type FormulaCell } from "../cells/formulaCells";

/** A heading that says something else now. */
export interface ChangedHeading {
  /** Such as "Sheet1!A1". */
  readonly at: string;
  /** What it said when the cell was filled. */
  readonly said: string | number;
  /** "" if it is blank. */
  readonly says: string | number;
}

/** Finds the first changed heading of each cell. Leaves out headings in error, and cells with a formula that the add-in has not written. */
export async function readChangedHeadings(
  context: Excel.RequestContext,
  cells: readonly FormulaCell[],
): Promise<ReadonlyMap<FormulaCell, ChangedHeading>> {
  const guarded = cells
    .filter(({ value }) => value === "#N/A")
    .flatMap((cell) =>
      guardsOf(cell.formula).flatMap((guard) => {
        const position = parsePosition(guard.reference);
        return position ? [{ cell, guard, heading: { ...position, sheet: cell.sheet } }] : [];
      }),
    );
  const distinct = new Map<string, SheetPosition>(
    guarded.map(({ heading }) => [formatSheetPosition(heading), heading]),
  );
  const read = await readValues(context, [...distinct.values()]);
  const values = new Map(read.map((each) => [formatSheetPosition(each), each.value]));
  const changed = new Map<FormulaCell, ChangedHeading>();
  for (const { cell, guard, heading } of guarded) {
    const at = formatSheetPosition(heading);
    const says = values.get(at);
    const isText = typeof says === "string" || typeof says === "number";
    if (!changed.has(cell) && isText && !isKept(guard, says)) changed.set(cell, { at, said: guard.said, says });
  }
  return changed;
}
