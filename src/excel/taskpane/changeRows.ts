/** The rows of a list of changes: facts, and groups of those that moved alike. Pure. */
import type { ChangeGroup, ListedChange, ChangePlace } from "../workbook/changes/changeSummary";
import { changesTexts } from "./texts/changes";

/** A row of the list: one fact, or several of one scenario that moved by one rate. */
export interface ChangeRow {
  /** The largest first. */
  readonly changes: readonly [ListedChange, ...ListedChange[]];
  /** Undefined for a fact that stands alone. */
  readonly group?: ChangeGroup | undefined;
}

/** Returns the rows in the order of their largest changes. */
export function changeRows(listed: readonly ListedChange[]): ChangeRow[] {
  const rows = new Map<
    object,
    {
      changes: [ListedChange, ...ListedChange[]];
      group: ChangeGroup | undefined;
    }
  >();
  for (const change of listed) {
    const { group } = change;
    const row = group && rows.get(group);
    if (row) row.changes.push(change);
    else rows.set(group ?? change, { changes: [change], group });
  }
  return [...rows.values()];
}

/** Returns the change that tells most of a group: the largest of EBIT, else the largest. */
function headlineOf({ changes: [first, ...others] }: ChangeRow): ListedChange {
  return [first, ...others].find(({ labels }) => labels.row === "EBIT") ?? first;
}

/** Returns what a group says of its largest number, such as "EBIT, Jan–Apr 2026: +328,790 EUR". */
export function headlineText(row: ChangeRow): string {
  const change = headlineOf(row);
  const { labels, period } = change;
  return changesTexts.headline(
    [labels.row, period || labels.column].filter(Boolean).join(", "),
    differenceText(change),
  );
}

/** Returns a difference in its unit, such as "+328,790 EUR"; "" without one. */
export function differenceText({ shown, unit }: Pick<ListedChange, "shown" | "unit">): string {
  return withUnit(shown.difference, unit);
}

/**
 * Keeps a number and its unit on one line.
 * @param unit That of the figure; "" for a share, which has its own.
 */
export function withUnit(number: string, unit: string): string {
  return [number, number && unit].filter(Boolean).join("\u00a0");
}

/** Returns what happened to a group, such as "Committed Plan raised by 1.0 %". */
export function groupTitle({ scenario, rate, isAll }: ChangeGroup, numbers: number): string {
  return changesTexts.moved(scenario, rate, numbers, isAll);
}

/** Returns how many numbers and cells a group has. */
export function groupCounts({ isAll }: ChangeGroup, changes: readonly ListedChange[]): string {
  return changesTexts.numbers(changes.length, cellsOfAll(changes), isAll);
}

/** Adds up the cells of changes by sheet. */
export function placesOfAll(changes: readonly ListedChange[]): ChangePlace[] {
  const found = new Map<string, ChangePlace>();
  for (const place of changes.flatMap(({ places }) => places)) {
    const known = found.get(place.sheet);
    found.set(place.sheet, known ? { ...known, cells: known.cells + place.cells } : place);
  }
  return [...found.values()];
}

/** Returns how many cells show the changes. */
export function cellsOfAll(changes: readonly ListedChange[]): number {
  return placesOfAll(changes).reduce((sum, { cells }) => sum + cells, 0);
}
