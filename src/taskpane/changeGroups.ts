/** Groups the changes of a refresh by sheet, then by plan and scenario, and filters them by words. Pure. */
import type { ListedChange } from "../actions/state";

/** Changes of one plan and scenario on a sheet, the largest first. */
export interface ChangeGroup {
  readonly plan: string;
  readonly scenario: string;
  readonly changes: readonly ListedChange[];
}

export interface ChangedSheet {
  readonly sheet: string;
  readonly groups: readonly ChangeGroup[];
}

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

/** Groups changes in their order: the sheet and the group with the largest change come first. */
export function groupChanges(changes: readonly ListedChange[]): ChangedSheet[] {
  const sheets = new Map<string, Map<string, ListedChange[]>>();
  for (const change of changes) {
    const groups = sheets.get(change.sheet) ?? new Map<string, ListedChange[]>();
    sheets.set(change.sheet, groups);
    const key = JSON.stringify([change.plan, change.scenario]);
    const own = groups.get(key);
    if (own) own.push(change);
    else groups.set(key, [change]);
  }
  return [...sheets].map(([sheet, groups]) => ({
    sheet,
    groups: [...groups.values()].flatMap((own) => {
      const [first] = own;
      return first ? [{ plan: first.plan, scenario: first.scenario, changes: own }] : [];
    }),
  }));
}
