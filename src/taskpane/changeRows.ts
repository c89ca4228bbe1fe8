/** The rows of a list of changes: facts, and groups of those that moved alike. Pure. */
import { groupsOf } from "../analysis/facts";
import { cellsOfChange, numberOfChange, type ListedChange, type Place } from "../workbook/changes/changeSummary";

/** A row of the list: one fact, or several of one scenario that moved by one rate. */
export interface ChangeRow {
  /** The largest first. */
  readonly changes: readonly [ListedChange, ...ListedChange[]];
  /** Undefined for a fact that stands alone. */
  readonly group?: { readonly scenario: string; readonly rate: number; readonly isAll: boolean } | undefined;
}

/** Returns the rows in the order of their largest changes. */
export function changeRows(listed: readonly ListedChange[]): ChangeRow[] {
  const facts = listed.map((change) => ({ change, ...numberOfChange(change) }));
  const groups = new Map(groupsOf(facts).flatMap((group) => group.facts.map(({ change }) => [change, group] as const)));
  const done = new Set<object>();
  return listed.flatMap((change): ChangeRow[] => {
    const group = groups.get(change);
    if (!group) return [{ changes: [change] }];
    if (done.has(group)) return [];
    done.add(group);
    const [, ...others] = group.facts;
    return [{ changes: [change, ...others.map((fact) => fact.change)], group }];
  });
}

/** Returns the change that tells most of a group: that of EBIT over the longest time, else the largest. */
export function headlineOf({ changes: [first, ...others] }: ChangeRow): ListedChange {
  return [first, ...others].find(({ labels }) => labels.row === "EBIT") ?? first;
}

/** Adds up the cells of changes by sheet. */
export function placesOfAll(changes: readonly ListedChange[]): Place[] {
  const found = new Map<string, Place>();
  for (const place of changes.flatMap(({ places }) => places)) {
    const known = found.get(place.sheet);
    found.set(place.sheet, known ? { ...known, cells: known.cells + place.cells } : place);
  }
  return [...found.values()];
}

export function cellsOfAll(changes: readonly ListedChange[]): number {
  return changes.reduce((sum, change) => sum + cellsOfChange(change), 0);
}
