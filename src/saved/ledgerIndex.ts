/**
 * Names the shards that make up a ledger. Excel on the web limits the size of a request, so a large ledger takes several. The
 * connection may end after any of them. So new shards count only when an index names them. The index is a part of its own, and
 * one request replaces it.
 */
import { childOf, findChild } from "./document";

export interface LedgerIndex {
  /** The names of all shards of the ledger. */
  readonly shards: readonly string[];
  /** True if some cells do not show their entry yet. */
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

/** True if any index is marked: two users may have written one each. */
export function isAnyUnshown(indexes: readonly Element[]): boolean {
  return indexes.some((root) => findChild(root, INDEX)?.getAttribute(UNSHOWN) === "true");
}

/** Returns the shards that count: those of every complete index. If no index is complete, all shards that there are. */
export function findWholeShards(shards: readonly Element[], indexes: readonly Element[]): readonly Element[] {
  const present = new Set(shards.map(nameOf));
  const whole = indexes.map(namesIn).filter((names) => names.length > 0 && names.every((name) => present.has(name)));
  if (whole.length === 0) return shards;
  const named = new Set(whole.flat());
  return shards.filter((root) => named.has(nameOf(root)));
}

function nameOf(root: Element): string {
  return findChild(root, SHARD)?.getAttribute(NAME) ?? "";
}

function namesIn(root: Element): string[] {
  return (findChild(root, INDEX)?.getAttribute(SHARDS) ?? "").split(" ").filter(Boolean);
}
