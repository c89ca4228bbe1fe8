/** Filters the changes of a refresh by words. Pure. */
import type { ListedChange } from "../workbook/changes/changeSummary";

/** Returns changes whose sheet, plan, scenario, labels, address or values contain each of the words, in any order. */
export function filterChanges(changes: readonly ListedChange[], text: string): readonly ListedChange[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return changes;
  return changes.filter(({ sheet, plan, scenario, labels, address, shown }) => {
    const all = [sheet, plan, scenario, labels.row, labels.column, address, shown.before, shown.after];
    const searched = all.join("\n").toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
