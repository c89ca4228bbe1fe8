/** A line below a table that says how it is read. */
import { QUIET, type SheetPart } from "./sheetSpec";

export const VARIANCE_NOTE =
  "Variance: scenario against base, better is positive. ▲ Fav better, ▼ Adv worse, n.m. not meaningful, pp percentage points.";

export function notePart(row: number, text: string = VARIANCE_NOTE): SheetPart {
  return { blocks: [{ at: `A${row}`, rows: [[text]] }], styles: [{ range: `A${row}`, color: QUIET, size: 9 }] };
}
