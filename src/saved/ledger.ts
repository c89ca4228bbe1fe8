/**
 * The saved results of a workbook's calls, so it shows its numbers without a connection. The ledger is split into several parts,
 * called shards, since Excel on the web limits a request to 5 MB. The questions and the key of a call decide its shard, so a
 * shard without changes keeps its text and is not written again.
 *
 * A shard has three lists. `answers` are the questions that its results were computed from, each with a time; a key of a
 * question is long, so it stands once, and entries refer to it by index. `ledger` has the entries, `dropped` the calls that
 * were removed.
 */
import { callKey, normalizeArguments, trimArguments, type CallSettings, type CallWithSettings } from "./callKey";
import { childOf, findChild } from "./document";
import { hashText } from "./hash";
import { readJsonList, writeJsonList } from "./jsonList";
import { bytesInRequest } from "./shards";

/** A question that a result was computed from, and when the service computed its answer: milliseconds since the epoch. */
export interface DatedQuestion {
  readonly key: string;
  readonly computedAt: number;
}

/** One call, and what it returned. Times are milliseconds since the epoch. */
export interface SavedEntry extends CallWithSettings {
  /** `callKey` of the call. */
  readonly key: string;
  readonly result: unknown;
  /** When the call returned, by this machine's clock. */
  readonly answeredAt: number;
  /** Of two entries for one call, the one with the later stamp wins. */
  readonly stamp: number;
  /** Undefined if unknown. */
  readonly questions?: readonly DatedQuestion[] | undefined;
}

export interface SavedLedger {
  /** The address of the service that answered; undefined if unknown. */
  readonly service: string | undefined;
  readonly entries: readonly SavedEntry[];
  /** The stamps of removed calls, by `callKey`: an entry with the same or an earlier stamp does not count. */
  readonly dropped: ReadonlyMap<string, number>;
}

const ELEMENT = "ledger";
const ANSWERS = "answers";
const DROPPED = "dropped";
const SERVICE = "service";
/** Average length of the texts of a shard. Hardly any shard then has 500 kB. */
const SHARD_LENGTH = 250_000;
/** The average length of one question's entries in one shard. */
const PIECE_LENGTH = 25_000;
/** The most bytes of an entry: a request has at most 5 MB. */
const MOST_BYTES = 4_000_000;
/** How many removed calls are saved. Entries of older ones may come back until the next refresh removes them. */
const MOST_DROPPED = 2_000;

/** Reads and merges the shards. */
export function readLedger(roots: readonly Element[]): SavedLedger {
  const services = roots.map((root) => findChild(root, ELEMENT)?.getAttribute(SERVICE));
  const dropped = new Map<string, number>();
  for (const [key, stamp] of roots.flatMap((root) => readJsonList(root, DROPPED).flatMap(readDropped)))
    dropped.set(key, Math.max(stamp, dropped.get(key) ?? stamp));
  return {
    service: services.find(Boolean) ?? undefined,
    entries: newestEntries(roots.flatMap(readShard), dropped),
    dropped,
  };
}

function readShard(root: Element): SavedEntry[] {
  const answers = readJsonList(root, ANSWERS).map(readAnswer);
  return readJsonList(root, ELEMENT).flatMap((tuple) => readEntry(tuple, answers) ?? []);
}

/** True if a part can hold the entry. A larger table is requested again when the workbook is opened again. */
export function isSavable(entry: SavedEntry): boolean {
  return !Array.isArray(entry.result) || bytesInRequest(JSON.stringify(entry.result)) <= MOST_BYTES;
}

/** Returns the newest entry of each call, without calls that were removed later. */
export function newestEntries(
  entries: readonly SavedEntry[],
  dropped: ReadonlyMap<string, number> = new Map(),
): SavedEntry[] {
  const newest = new Map<string, SavedEntry>();
  for (const entry of entries) {
    const other = newest.get(entry.key);
    if (other ? isNewer(entry, other) : entry.stamp > (dropped.get(entry.key) ?? -Infinity))
      newest.set(entry.key, entry);
  }
  return [...newest.values()];
}

type Stamped = Pick<SavedEntry, "result" | "stamp">;

/** True if the entry wins over the other. With equal stamps the choice is arbitrary, but the same for all users. */
export function isNewer(entry: Stamped, other: Stamped): boolean {
  if (entry.stamp !== other.stamp) return entry.stamp > other.stamp;
  return JSON.stringify(entry.result) > JSON.stringify(other.result);
}

/** One shard: the entries in the order of their keys. */
export type Shard = Pick<SavedLedger, "entries" | "dropped">;

/** Distributes entries over shards, always in the same way. Returns at least one shard. */
export function shardLedger({ entries, dropped }: Shard): Shard[] {
  const groups = new Map<string, number>();
  for (const entry of entries) groups.set(groupOf(entry), (groups.get(groupOf(entry)) ?? 0) + lengthOf(entry));
  const total = [...groups].reduce((sum, [key, length]) => sum + key.length + length, 0);
  const count = powerOfTwo(total / SHARD_LENGTH);
  const shards = Array.from({ length: count }, () => ({
    entries: [] as SavedEntry[],
    dropped: new Map<string, number>(),
  }));
  const shardOf = (key: string) => shards[hashText(key) % count];
  for (const entry of entries) {
    const group = groupOf(entry);
    const piece = hashText(entry.key) % powerOfTwo((groups.get(group) ?? 0) / PIECE_LENGTH);
    shardOf(`${piece} ${group}`)?.entries.push(entry);
  }
  for (const [key, stamp] of latestDropped(dropped)) shardOf(key)?.dropped.set(key, stamp);
  for (const shard of shards) shard.entries.sort((one, other) => (one.key < other.key ? -1 : 1));
  return shards;
}

/** Keeps entries with the same first question together, so its key stands in few shards. */
function groupOf({ questions = [] }: SavedEntry): string {
  return questions[0]?.key ?? "";
}

/** Rounds up to a power of two, so a few more calls leave most calls in their shards. */
function powerOfTwo(least: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(least)));
}

function lengthOf(entry: SavedEntry): number {
  return JSON.stringify(tupleOf(entry, () => 0)).length;
}

function latestDropped(dropped: ReadonlyMap<string, number>): [string, number][] {
  const latest = [...dropped].sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1));
  return latest.slice(0, MOST_DROPPED);
}

/** Writes one shard. Without a service, the saved one stays. */
export function writeShard(root: Element, service: string | undefined, { entries, dropped }: Shard): void {
  const { tuples, answers } = shardContent(entries);
  const element = childOf(root, ELEMENT);
  writeJsonList(element, tuples);
  if (service) element.setAttribute(SERVICE, service);
  writeList(root, ANSWERS, answers);
  writeList(root, DROPPED, [...dropped]);
}

function writeList(root: Element, name: string, list: readonly unknown[]): void {
  if (list.length > 0) return writeJsonList(childOf(root, name), list);
  const element = findChild(root, name);
  element?.parentNode?.removeChild(element);
}

/** A question's key, and the time of its answer. */
type AnswerTuple = [key: string, computedAt: number];

function shardContent(entries: readonly SavedEntry[]): { tuples: Tuple[]; answers: AnswerTuple[] } {
  const answers: AnswerTuple[] = [];
  const places = new Map<string, number>();
  const placeOf = ({ key, computedAt }: DatedQuestion): number => {
    const name = `${computedAt} ${key}`;
    const place = places.get(name) ?? answers.push([key, computedAt]) - 1;
    places.set(name, place);
    return place;
  };
  return { tuples: entries.map((entry) => tupleOf(entry, placeOf)), answers };
}

/**
 * Most entries end with `answers`: an index, a list of indexes, or null if the questions are unknown. A stamp that equals the
 * time of the oldest answer is left out, and so are empty settings.
 */
type Tuple = Start | [...Start, stamp: number | null] | [...Start, stamp: number | null, settings: CallSettings];

type Start = [
  id: string,
  args: readonly unknown[],
  result: unknown,
  answeredAt: number,
  answers: number | readonly number[] | null,
];

function tupleOf(entry: SavedEntry, placeOf: (question: DatedQuestion) => number): Tuple {
  const { id, args, result, answeredAt, questions, stamp, settings } = entry;
  const places = questions?.map(placeOf) ?? null;
  const [only = null] = places ?? [];
  const start: Start = [id, trimArguments(args), result, answeredAt, places?.length === 1 ? only : places];
  const ownStamp = stamp === oldestOf(questions) ? null : stamp;
  if (Object.keys(settings).length > 0) return [...start, ownStamp, settings];
  return ownStamp === null ? start : [...start, ownStamp];
}

/** Returns when the oldest of the answers was computed; undefined without answers. */
export function oldestOf(questions: readonly DatedQuestion[] = []): number | undefined {
  return questions.length > 0 ? Math.min(...questions.map(({ computedAt }) => computedAt)) : undefined;
}

function readEntry(tuple: unknown, answers: readonly (DatedQuestion | undefined)[]): SavedEntry | undefined {
  if (!Array.isArray(tuple)) return undefined;
  const [id, given, result, answeredAt, places, ownStamp, known] = tuple as unknown[];
  if (typeof id !== "string" || !Array.isArray(given) || result === undefined) return undefined;
  const questions = readQuestions(places, answers);
  const stamp = ownStamp ?? oldestOf(questions);
  if (typeof answeredAt !== "number" || typeof stamp !== "number") return undefined;
  const call = { id, args: normalizeArguments(given), settings: settingsOf(known) };
  return { ...call, key: callKey(call), result, answeredAt, stamp, questions };
}

function readQuestions(places: unknown, answers: readonly (DatedQuestion | undefined)[]): DatedQuestion[] | undefined {
  const list: unknown[] = Array.isArray(places) ? places : [places];
  const questions = list.map((place) => answers[Number(place ?? -1)]);
  return questions.every((question) => question !== undefined) ? questions : undefined;
}

function readAnswer(answer: unknown): DatedQuestion | undefined {
  const [key, computedAt] = Array.isArray(answer) ? (answer as unknown[]) : [];
  return typeof key === "string" && typeof computedAt === "number" ? { key, computedAt } : undefined;
}

function readDropped(line: unknown): [string, number][] {
  const [key, stamp] = Array.isArray(line) ? (line as unknown[]) : [];
  return typeof key === "string" && typeof stamp === "number" ? [[key, stamp]] : [];
}

function settingsOf(known: unknown): CallSettings {
  if (typeof known !== "object" || known === null) return {};
  const { plan, scenarios, currency, fiscalMonth, fiscalNameByBegin } = known as Record<string, unknown>;
  return {
    ...(typeof plan === "string" && { plan }),
    ...(Array.isArray(scenarios) && { scenarios: scenarios.map(String) }),
    ...(typeof currency === "string" && { currency }),
    ...(typeof fiscalMonth === "number" && { fiscalMonth }),
    ...(fiscalNameByBegin === true && { fiscalNameByBegin }),
  };
}

/** Returns a name for a shard that depends on its text. `number` is its position. */
export function shardName({ entries, dropped }: Shard, number: number): string {
  const { tuples, answers } = shardContent(entries);
  const text = JSON.stringify([tuples, answers, [...dropped]]);
  return `${number}-${text.length.toString(36)}-${hashText(text).toString(36)}`;
}
