/** What the last refresh changed, in short: the rows of the list of changes. Pure. */
import type { ChangeSummary, ListedChange } from "../workbook/changes/changeSummary";
import { cellsOfAll, changeRows, groupCounts, groupTitle, headlineText, withUnit } from "./changeRows";
import { texts } from "./texts/texts";

export interface ChangedFact {
  /** Such as "EBIT · Actual", or "Committed Plan raised by 1.0 %". */
  readonly label: string;
  /** How many numbers and cells; "" for one cell. */
  readonly detail: string;
  /** Such as "100 → 130 EUR". */
  readonly value: string;
  readonly effect: "better" | "worse" | undefined;
}

/** Returns the largest facts first. */
export function changedFacts({ listed }: ChangeSummary, most: number): readonly ChangedFact[] {
  return changeRows(listed)
    .slice(0, most)
    .map((row) => {
      const { changes, group } = row;
      if (!group) return factOf(changes[0]);
      const detail = groupCounts(group, changes);
      return { label: groupTitle(group, changes.length), detail, value: headlineText(row), effect: undefined };
    });
}

function factOf(change: ListedChange): ChangedFact {
  const { labels, scenario, address, shown, unit, weight } = change;
  const name = [labels.row, labels.column || scenario].filter((text) => text !== "").join(" · ");
  const cells = cellsOfAll([change]);
  return {
    label: name || address,
    detail: cells > 1 ? texts.briefing.inCells(cells) : "",
    value: texts.briefing.fact(shown.before, withUnit(shown.after, unit)),
    effect: weight.effect,
  };
}
