/**
 * Which shards make up a ledger. Excel on the web takes so little at a time that a large ledger is written in several requests, and
 * any of them may be the last. New shards therefore count for nothing until an index names them, in a part of its own that is
 * switched in one request. Shards without a name were written before there were indexes.
 */
import { childOf, findChild } from "./document";

export interface LedgerIndex {
  /** The names of all shards of the ledger. */
  readonly shards: readonly string[];
  /** Some cells do not show yet what stands there. */
  readonly isUnshown: boolean;
}

const SHARD = "ledger";
const NAME = "name";
const INDEX = "index";
const SHARDS = "shards";
const UNSHOWN = "unshown";

export function nameShard(root: Element, name: string): void {
  childOf(root, SHARD).setAttribute(NAME, name);
}

export function writeIndex(root: Element, { shards, isUnshown }: LedgerIndex): void {
  const element = childOf(root, INDEX);
  element.setAttribute(SHARDS, shards.join(" "));
  if (isUnshown) element.setAttribute(UNSHOWN, "true");
  else element.removeAttribute(UNSHOWN);
}

/** Two people may have written an index each. What one says to be unshown is, for all. */
export function isAnyUnshown(indexes: readonly Element[]): boolean {
  return indexes.some((root) => findChild(root, INDEX)?.getAttribute(UNSHOWN) === "true");
}

/** The shards that count: those of every index that has all of its own. Where none has, as many as there are. */
export function findWholeShards(shards: readonly Element[], indexes: readonly Element[]): readonly Element[] {
  const present = new Set(shards.map(nameOf));
  const whole = indexes.map(namesIn).filter((names) => names.length > 0 && names.every((name) => present.has(name)));
  const unnamed = shards.filter((root) => nameOf(root) === "");
  if (whole.length > 0) {
    const named = new Set(whole.flat());
    return shards.filter((root) => named.has(nameOf(root)) || nameOf(root) === "");
  }
  // The first index was never written: what stood there before is all that is known to be whole.
  return indexes.length === 0 && unnamed.length > 0 ? unnamed : shards;
}

function nameOf(root: Element): string {
  return findChild(root, SHARD)?.getAttribute(NAME) ?? "";
}

function namesIn(root: Element): string[] {
  return (findChild(root, INDEX)?.getAttribute(SHARDS) ?? "").split(" ").filter(Boolean);
}
