/** What arguments mean. Cells that write them alike share one reading, and so what is worked out from it. */
import type { Memory } from "../insights";
import { getHost, type Settings } from "./host";

/** By each value in turn. */
type Tree = Map<unknown, unknown>;

/** Readings hold as long as what blank arguments and dates mean. */
interface Readings {
  readonly dateSystem: unknown;
  readonly settings: Settings;
  readonly tree: Tree;
}

/** What `read` makes of these values, which tell it from all else that is read. An error is not remembered. */
export function readOnce<T>(memory: Memory, values: readonly unknown[], read: () => T): T {
  let tree = currentTree(memory);
  for (const value of values) {
    // Of ranges and data types, equal ones are not the same.
    if (typeof value === "object" && value !== null) return read();
    const next = tree.get(value) as Tree | undefined;
    if (next) tree = next;
    else tree.set(value, (tree = new Map()));
  }
  const known = tree.get(READING) as T | undefined;
  if (known !== undefined) return known;
  const reading = read();
  tree.set(READING, reading);
  return reading;
}

/** No value of a cell. */
const READING = {};

function currentTree(memory: Memory): Tree {
  const { settings, dateSystem } = getHost();
  const slot = memory.recall(READING, "", (): { readings?: Readings } => ({}));
  const now = settings();
  if (!slot.readings || slot.readings.dateSystem !== dateSystem || !isAlikeFor(slot.readings.settings, now)) {
    slot.readings = { dateSystem, settings: { ...now }, tree: new Map() };
  }
  return slot.readings.tree;
}

/** Whether arguments mean the same. The scenarios that are chosen are found when the plans are known. */
function isAlikeFor(one: Settings, other: Settings): boolean {
  if (one.plan !== other.plan || one.currency !== other.currency) return false;
  return one.fiscalMonth === other.fiscalMonth && one.fiscalNameByBegin === other.fiscalNameByBegin;
}
