/** A line below a table that says how it is read. */
import { QUIET, type ReportSection } from "./sheetSpec";

export const VARIANCE_NOTE =
  "Variance: scenario against base, better is positive. ▲ Fav better, ▼ Adv worse, n.m. not meaningful, pp percentage points.";

export function noteSection(row: number, text: string = VARIANCE_NOTE): ReportSection {
  return { blocks: [{ at: `A${row}`, rows: [[text]] }], styles: [{ range: `A${row}`, color: QUIET, size: 9 }] };
}
