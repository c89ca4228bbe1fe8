/**
 * What the calls of a workbook last returned, so that it shows its numbers also where nobody is connected. It is kept in
 * several parts, its shards, since Excel on the web takes no more than 5 MB at a time. A call is always in the shard that its
 * key says, so that what has not changed stands in a part that need not be written.
 */
import { callKey, normalizeArguments, trimArguments, type CallSettings, type KeyedCall } from "./callKey";
import { childOf, findChild } from "./document";
import { hashText } from "./hash";
import { readJsonList, writeJsonList } from "./jsonList";
import { bytesInRequest } from "./shards";

/** One call, and what it returned. Times are milliseconds since the epoch. */
export interface LedgerLine extends KeyedCall {
  readonly result: unknown;
  readonly answeredAt: number;
  /** Of two lines for one call, that with the later stamp holds. */
  readonly stamp: number;
}

export interface SavedLedger {
  /** The address of the service that answered; undefined where it is not known. */
  readonly service: string | undefined;
  /** Some cells do not show yet what stands here. */
  readonly isUnshown: boolean;
  readonly lines: readonly LedgerLine[];
}

const ELEMENT = "ledger";
const SERVICE = "service";
const UNSHOWN = "unshown";
/** Letters that the lines of a shard are to take on average, so that hardly one has 500 kB. */
const SHARD_LENGTH = 250_000;
/** Bytes of a line in a request, which has 5 MB at most. */
const MOST_BYTES = 4_000_000;

/** What the shards hold together. */
export function readLedger(roots: readonly Element[]): SavedLedger {
  const elements = roots.flatMap((root) => findChild(root, ELEMENT) ?? []);
  return {
    service: elements.map((element) => element.getAttribute(SERVICE)).find(Boolean) ?? undefined,
    isUnshown: elements.some((element) => element.getAttribute(UNSHOWN) === "true"),
    lines: newestLines(roots.flatMap((root) => readJsonList(root, ELEMENT).flatMap((line) => lineOf(line) ?? []))),
  };
}

/** Whether a part can hold it. A table of several megabytes is asked for anew where the workbook is opened again. */
export function isKept(line: LedgerLine): boolean {
  return !Array.isArray(line.result) || bytesInRequest(JSON.stringify(tupleOf(line))) <= MOST_BYTES;
}

/** One line a call: that with the latest stamp. */
export function newestLines(lines: readonly LedgerLine[]): LedgerLine[] {
  const newest = new Map<string, LedgerLine>();
  for (const line of lines) {
    const key = callKey(line);
    const other = newest.get(key);
    if (!other || other.stamp < line.stamp) newest.set(key, line);
  }
  return [...newest.values()];
}

/** Writes one shard; a service that is not known leaves the one that is kept. */
export function writeShard(root: Element, { service, isUnshown, lines }: SavedLedger): void {
  const element = childOf(root, ELEMENT);
  writeJsonList(element, lines.map(tupleOf));
  if (service) element.setAttribute(SERVICE, service);
  if (isUnshown) element.setAttribute(UNSHOWN, "true");
  else element.removeAttribute(UNSHOWN);
}

/** The lines by shard, each in one order, whatever the order was in which they came. There is at least one shard. */
export function shardLines(lines: readonly LedgerLine[]): LedgerLine[][] {
  const keyed = lines.map((line) => ({ line, key: callKey(line), length: JSON.stringify(tupleOf(line)).length }));
  const total = keyed.reduce((sum, { length }) => sum + length, 0);
  // A power of two: few calls more do not put all others into other shards.
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(total / SHARD_LENGTH)));
  const shards = Array.from({ length: count }, (): typeof keyed => []);
  for (const each of keyed) shards[hashText(each.key) % count]?.push(each);
  return shards.map((shard) => shard.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ line }) => line));
}

type Tuple = [
  id: string,
  args: readonly unknown[],
  result: unknown,
  answeredAt: number,
  stamp: number,
  reads: CallSettings,
];

function tupleOf({ id, args, result, answeredAt, stamp, reads }: LedgerLine): Tuple {
  return [id, trimArguments(args), result, answeredAt, stamp, reads];
}

function lineOf(line: unknown): LedgerLine | undefined {
  if (!Array.isArray(line)) return undefined;
  const [id, given, result, answeredAt, stamp, settings] = line as unknown[];
  if (typeof id !== "string" || !Array.isArray(given) || result === undefined) return undefined;
  if (typeof answeredAt !== "number" || typeof stamp !== "number") return undefined;
  const reads = readsOf(settings);
  return reads && { id, args: normalizeArguments(given), reads, result, answeredAt, stamp };
}

function readsOf(known: unknown): CallSettings | undefined {
  if (typeof known !== "object" || known === null) return undefined;
  const { plan, scenarios, currency, fiscalMonth, fiscalNameByBegin } = known as Record<string, unknown>;
  return {
    ...(typeof plan === "string" && { plan }),
    ...(Array.isArray(scenarios) && { scenarios: scenarios.map(String) }),
    ...(typeof currency === "string" && { currency }),
    ...(typeof fiscalMonth === "number" && { fiscalMonth }),
    ...(fiscalNameByBegin === true && { fiscalNameByBegin }),
  };
}

/** A name for a shard of these lines: another for others. `number` is its place. */
export function shardName(lines: readonly LedgerLine[], number: number): string {
  const text = JSON.stringify(lines.map(tupleOf));
  return `${number}-${text.length.toString(36)}-${hashText(text).toString(36)}`;
}
