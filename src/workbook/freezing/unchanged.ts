/** Whether a person has changed the workbook since it was read: Excel takes edits between any two requests. */
import { positionsIn } from "../../grid/area";
import { findScope } from "../cells/scope";
import { formulaIn, readContents, valueIn, type SheetContents } from "../cells/sheetContents";
import { ANCHOR_SHEET, readAnchors, type Anchor } from "./anchors";
import type { FreezePlan } from "./freezePlan";

/**
 * Whether all sheets hold the formulas, and the contents that people have typed, that the plan was made from. What formulas show
 * may have changed by itself.
 */
export async function isUnchanged(context: Excel.RequestContext, { contents, isFilled }: FreezePlan): Promise<boolean> {
  const used = (await findScope(context, "workbook")).filter(({ sheet }) => sheet !== ANCHOR_SHEET);
  const before = new Map(contents.map((each) => [each.sheet, each]));
  if (used.length !== before.size) return false;
  return (await readContents(context, used)).every((now) => {
    const then = before.get(now.sheet);
    return then !== undefined && isSame(then, now, isFilled(now.sheet));
  });
}

function isSame(then: SheetContents, now: SheetContents, isFilled: ReturnType<FreezePlan["isFilled"]>): boolean {
  if (then.row !== now.row || then.column !== now.column) return false;
  if (then.rows !== now.rows || then.columns !== now.columns) return false;
  return positionsIn(now).every((cell) => {
    if (formulaIn(then, cell) !== formulaIn(now, cell)) return false;
    return isFilled(cell) || valueIn(then, cell) === valueIn(now, cell);
  });
}

/** What nobody can prevent: an edit between the last look and the writing. */
export const MOVED =
  "Cells were moved in the very moment in which others were written, so that some may have been overwritten. Look at the sheets, and undo (Ctrl+Z) if so.";

/** Whether the anchors still lead to where they were written. */
export async function areInPlace(context: Excel.RequestContext, anchors: Iterable<Anchor>): Promise<boolean> {
  const now = await readAnchors(context);
  return [...anchors].every(({ id, areas }) => now.get(id)?.areas.join() === areas.join());
}
