/** Merges parts that two users wrote at the same time. */
import { createSaved, type Dom, type PartName } from "./document";
import { addReport, readReports } from "./reports";
import { readSettings, writeSettings } from "./chosenSettings";

/** The kinds that are merged as a whole. The ledger's entries are merged one by one; of changes the latest summary counts. */
export type SmallPartName = Exclude<PartName, "ledger" | "index" | "changes">;

/** Returns one root with the content of all. If they differ, the first wins; every report is kept. */
export function mergeSaved(dom: Dom, name: SmallPartName, roots: readonly Element[]): Element {
  const [only, ...others] = roots;
  if (only && others.length === 0) return only;
  const merged = createSaved(dom, name);
  MERGES[name](merged, roots);
  return merged;
}

const MERGES: Readonly<Record<SmallPartName, (merged: Element, roots: readonly Element[]) => void>> = {
  settings(merged, roots) {
    writeSettings(merged, Object.assign({}, ...roots.map(readSettings).reverse()) as object);
  },
  reports(merged, roots) {
    for (const report of unique(roots.flatMap(readReports), ({ id }) => id)) addReport(merged, report);
  },
};

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}
