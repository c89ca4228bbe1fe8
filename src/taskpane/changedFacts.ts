/** What the last refresh changed, as facts: one for each number of the plan, however many cells show it. Pure. */
import type { ChangeSummary, ListedChange } from "../workbook/changes/changeSummary";

export interface ChangedFact {
  /** Such as "EBIT · Actual". */
  readonly label: string;
  /** As the first of its cells shows it. */
  readonly before: string;
  readonly after: string;
  readonly effect: "better" | "worse" | undefined;
  readonly cells: number;
}

/** Returns the largest changes first. A cell that is more than one number of a plan is a fact of its own. */
export function changedFacts({ listed }: ChangeSummary, most: number): readonly ChangedFact[] {
  const byFact = new Map<string, ListedChange[]>();
  for (const change of listed) {
    const { explained, address } = change;
    const key = explained ? JSON.stringify([explained.call.id, explained.call.args]) : address;
    byFact.set(key, [...(byFact.get(key) ?? []), change]);
  }
  return [...byFact.values()].slice(0, most).flatMap((cells) => cells.slice(0, 1).map((first) => factOf(first, cells)));
}

function factOf(
  { labels, scenario, address, shown, weight }: ListedChange,
  cells: readonly ListedChange[],
): ChangedFact {
  const name = [labels.row, labels.column || scenario].filter((text) => text !== "").join(" · ");
  return {
    label: name || address,
    before: shown.before,
    after: shown.after,
    effect: weight.effect,
    cells: cells.length,
  };
}
