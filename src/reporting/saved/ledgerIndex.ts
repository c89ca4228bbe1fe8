/**
 * Names the shards that make up a ledger, and the refresh that they show. Excel on the web limits the size of a request, so a large
 * ledger takes several. The connection may end after any of them. So shards count only when an index names all of them. The index
 * is a part of its own, and one request replaces it.
 */
import { childOf, findChild } from "./document";
import { isLater, isSameEdition, UNREFRESHED, type Edition, type SavedLedger } from "./ledger";
import { readShards, shardName } from "./ledgerShards";

/** What a saved ledger says of the workbook's cells. */
interface CellMarks {
  /** True if some cells do not show their entry yet. */
  readonly isUnshown: boolean;
  /** True if cells may show numbers of which the ledger knows nothing. @default false */
  readonly hasUnknown?: boolean | undefined;
}

export interface LedgerIndex extends CellMarks {
  /** The names of all shards of the ledger. */
  readonly shards: readonly string[];
  readonly edition: Edition;
}

/** The ledger as the workbook holds it. */
export interface StoredLedger extends SavedLedger, CellMarks {}

const INDEX = "index";
const SHARDS = "shards";
const EDITION = "edition";
const ID = "id";
const SERVICE = "service";
const UNSHOWN = "unshown";
const UNKNOWN = "unknown";

export function writeIndex(root: Element, { shards, edition, isUnshown, hasUnknown = false }: LedgerIndex): void {
  const element = childOf(root, INDEX);
  const { number, id, service = "" } = edition;
  const attributes = { [SHARDS]: shards.join(" "), [EDITION]: String(number), [ID]: id, [SERVICE]: service };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const marks = { [UNSHOWN]: isUnshown, [UNKNOWN]: hasUnknown };
  for (const [name, isSet] of Object.entries(marks)) {
    if (isSet) element.setAttribute(name, "true");
    else element.removeAttribute(name);
  }
}

/** Reads an index; undefined if the part holds none. */
export function readIndex(root: Element): LedgerIndex | undefined {
  const element = findChild(root, INDEX);
  if (!element) return undefined;
  const attribute = (name: string) => element.getAttribute(name) ?? "";
  return {
    shards: attribute(SHARDS).split(" ").filter(Boolean),
    edition: { number: Number(attribute(EDITION)) || 0, id: attribute(ID), service: attribute(SERVICE) || undefined },
    isUnshown: attribute(UNSHOWN) === "true",
    hasUnknown: attribute(UNKNOWN) === "true",
  };
}

/**
 * Reads the ledger: the shards of the complete indexes of the latest edition. Two users may have written an index each.
 * @returns undefined if no index is complete
 */
export function readStoredLedger(shards: readonly Element[], indexes: readonly Element[]): StoredLedger | undefined {
  const present = new Set(shards.map(shardName));
  const whole = indexes.flatMap((root) => {
    const index = readIndex(root);
    return index?.shards.length && index.shards.every((name) => present.has(name)) ? [index] : [];
  });
  const [first, ...others] = whole;
  if (!first) return undefined;
  const { edition } = others.reduce((last, index) => (isLater(index.edition, last.edition) ? index : last), first);
  const counting = whole.filter((index) => isSameEdition(index.edition, edition));
  const named = new Set(counting.flatMap((index) => index.shards));
  const saved = readShards(shards.filter((root) => named.has(shardName(root))));
  return {
    ...saved,
    edition,
    isUnshown: counting.some(({ isUnshown }) => isUnshown),
    hasUnknown: counting.some(({ hasUnknown }) => hasUnknown),
  };
}

/** The ledger of a workbook that keeps none. */
export const NOTHING_STORED: StoredLedger = { edition: UNREFRESHED, entries: [], runs: new Map(), isUnshown: false };
