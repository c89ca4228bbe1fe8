/** Caches what arguments mean, so cells with the same arguments share one query. */
import type { Memory } from "../../insights";
import { getHost, getSettings, type Settings } from "./host";
import { settledOutcome, outcomeValue, type CachedOutcome } from "./outcome";

/** One level for each value. */
type Tree = Map<unknown, unknown>;

/** Valid for calls whose blank arguments and dates mean the same. */
interface ArgumentCache {
  readonly dateSystem: unknown;
  readonly settings: Settings;
  readonly tree: Tree;
}

/** Returns or throws what `read` returned or threw for the same values before. */
export function readOnce<T>(memory: Memory, values: readonly unknown[], read: () => T): T {
  let tree = currentTree(memory);
  for (const value of values.some(Array.isArray) ? values.flatMap(flattenRange) : values) {
    // Equal data types of Excel are different objects.
    if (typeof value === "object" && value !== null && value !== RANGE) return read();
    const next = tree.get(value) as Tree | undefined;
    if (next) tree = next;
    else tree.set(value, (tree = new Map()));
  }
  let outcome = tree.get(LEAF) as CachedOutcome<T> | undefined;
  if (!outcome) tree.set(LEAF, (outcome = settledOutcome(read)));
  return outcomeValue(outcome);
}

// Keys that no cell holds.
const LEAF = {};
const RANGE = {};

/** A range is read row by row, whatever its shape. */
function flattenRange(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value];
  const values = (value as unknown[]).flat();
  return [RANGE, values.length, ...values];
}

function currentTree(memory: Memory): Tree {
  const { dateSystem } = getHost();
  const caches = memory.recall(LEAF, "", (): ArgumentCache[] => []);
  const settings = getSettings();
  const known = caches.find((cache) => cache.dateSystem === dateSystem && isSameSettings(cache.settings, settings));
  if (known) return known.tree;
  const cache = { dateSystem, settings: { ...settings }, tree: new Map() };
  caches.push(cache);
  return cache.tree;
}

function isSameSettings(one: Settings, other: Settings): boolean {
  if (one.plan !== other.plan || one.currency !== other.currency) return false;
  if (one.currentMonth !== other.currentMonth) return false;
  if (one.fiscalMonth !== other.fiscalMonth || one.fiscalNameByBegin !== other.fiscalNameByBegin) return false;
  return one.scenarios === other.scenarios || String(one.scenarios) === String(other.scenarios);
}
