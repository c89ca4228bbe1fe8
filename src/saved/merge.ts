/** What two people have written at the same time, as one; and what the first build kept in one part, as several. */
import { createSaved, type Dom, type PartName } from "./document";
import { readFrozen, writeFrozen } from "./frozen";
import { addReport, readReports } from "./reports";
import { readSettings, writeSettings } from "./settings";

/** Of all but the ledger, whose lines are merged one by one. */
export type SmallPartName = Exclude<PartName, "ledger" | "index">;

/** What these roots hold of a kind, in the first one's words where they differ. No report and no frozen formula gets lost. */
export function mergeSaved(dom: Dom, name: SmallPartName, roots: readonly Element[]): Element {
  const [only, ...others] = roots;
  if (only && others.length === 0 && only.namespaceURI?.endsWith(`:${name}`)) return only;
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
  frozen(merged, roots) {
    writeFrozen(merged, readFrozen(roots));
  },
};

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return [...first.values()];
}
