/** What the last refresh changed, in short. Pure. */
import { cellsOfAll } from "./changeRows";
import type { ChangeSummary } from "../workbook/changes/changeSummary";

export interface ChangedFact {
  /** Such as "EBIT · Actual". */
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly effect: "better" | "worse" | undefined;
  readonly cells: number;
}

/** Returns the largest facts first. */
export function changedFacts({ listed }: ChangeSummary, most: number): readonly ChangedFact[] {
  return listed.slice(0, most).map((change) => {
    const { labels, scenario, address, shown, unit, weight } = change;
    const name = [labels.row, labels.column || scenario].filter((text) => text !== "").join(" · ");
    const after = [shown.after, unit].filter(Boolean).join(" ");
    return { label: name || address, before: shown.before, after, effect: weight.effect, cells: cellsOfAll([change]) };
  });
}
