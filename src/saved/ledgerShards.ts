/**
 * Reads and writes a ledger. Several parts hold it, called shards: Excel on the web takes no more than 5 MB at a time. Its
 * questions and its key decide the shard of an entry. So a shard without changes keeps its text, and is not written again.
 *
 * A shard has four lists. `answers` are the questions that its results were computed from, each with a time. The key of a
 * question is long, so it is saved once, and entries refer to it by index. `ledger` has the entries, `dropped` the calls that
 * were removed, `runs` the plans that were refreshed.
 */
import { callKey, normalizeArguments, trimArguments, type CallSettings } from "./callKey";
import { childOf, findChild } from "./document";
import { hashText } from "./hash";
import { readJsonList, writeJsonList } from "./jsonList";
import { isNewer, oldestOf, type DatedQuestion, type PlanRun, type SavedEntry, type SavedLedger } from "./ledger";
import { bytesInRequest } from "./shards";

const ELEMENT = "ledger";
const ANSWERS = "answers";
const DROPPED = "dropped";
const RUNS = "runs";
const SERVICE = "service";
/** Average length of the texts of a shard. Hardly any shard then has 500 kB. */
const SHARD_LENGTH = 250_000;
/** Largest average length of one question's entries in one shard. */
const PIECE_LENGTH = 25_000;
/** Bytes of an entry in a request, which has 5 MB at most. */
const MOST_BYTES = 4_000_000;
/** Removed calls that are kept. Older ones are forgotten: their entries may come back until the next refresh drops them. */
const MOST_DROPPED = 2_000;

/** Reads and merges the shards. */
export function readLedger(all: readonly Element[]): SavedLedger {
  const found = all.map(readServiceShard);
  const service = firstService(found);
  const shards = service === undefined ? found : found.filter((shard) => (shard.service ?? service) === service);
  const roots = shards.map(({ root }) => root);
  const dropped = new Map<string, number>();
  for (const [key, stamp] of roots.flatMap((root) => readJsonList(root, DROPPED).flatMap(readDropped)))
    dropped.set(key, Math.max(stamp, dropped.get(key) ?? stamp));
  return {
    service,
    entries: newestEntries(
      shards.flatMap(({ entries }) => entries),
      dropped,
    ),
    dropped,
    runs: latestRuns(roots.flatMap((root) => readJsonList(root, RUNS).flatMap(readRun))),
  };
}

interface ServiceShard {
  readonly root: Element;
  readonly service: string | undefined;
  readonly entries: readonly SavedEntry[];
}

function readServiceShard(root: Element): ServiceShard {
  const service = findChild(root, ELEMENT)?.getAttribute(SERVICE);
  return { root, service: service || undefined, entries: readShard(root) };
}

/** Returns the service of the earliest entry: two users may have saved the first answers of two services at the same moment. */
function firstService(shards: readonly ServiceShard[]): string | undefined {
  let first: { service: string | undefined; answeredAt: number } | undefined;
  for (const { service, entries } of shards.filter((shard) => shard.service))
    for (const { answeredAt } of entries) if (!first || answeredAt < first.answeredAt) first = { service, answeredAt };
  return first?.service ?? shards.find((shard) => shard.service)?.service;
}

/** Returns one run a plan, the one that was brought last. */
function latestRuns(runs: readonly (readonly [plan: string, run: PlanRun])[]): Map<string, PlanRun> {
  return new Map([...runs].sort(([, one], [, other]) => one.stamp - other.stamp));
}

function readShard(root: Element): SavedEntry[] {
  const answers = readJsonList(root, ANSWERS).map(readAnswer);
  return readJsonList(root, ELEMENT).flatMap((tuple) => readEntry(tuple, answers) ?? []);
}

/** True if a part can hold the entry. A larger table is requested again when the workbook is opened. */
export function isSavable(entry: SavedEntry): boolean {
  return !Array.isArray(entry.result) || bytesInRequest(JSON.stringify(entry.result)) <= MOST_BYTES;
}

/** Returns one entry a call, the newest, without those that were dropped since. */
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

/** One shard: the entries in the order of their keys. */
export type Shard = Pick<SavedLedger, "entries" | "dropped" | "runs">;

/** Distributes entries over shards, always in the same way. Returns at least one shard. */
export function shardLedger({ entries, dropped, runs = new Map() }: Shard): Shard[] {
  const groups = new Map<string, number>();
  for (const entry of entries) groups.set(groupOf(entry), (groups.get(groupOf(entry)) ?? 0) + lengthOf(entry));
  const total = [...groups].reduce((sum, [key, length]) => sum + key.length + length, 0);
  const count = powerOfTwo(total / SHARD_LENGTH);
  const shards = Array.from({ length: count }, () => ({
    entries: [] as SavedEntry[],
    dropped: new Map<string, number>(),
    runs: new Map<string, PlanRun>(),
  }));
  const shardOf = (key: string) => shards[hashText(key) % count];
  for (const entry of entries) {
    const group = groupOf(entry);
    const piece = hashText(entry.key) % powerOfTwo((groups.get(group) ?? 0) / PIECE_LENGTH);
    shardOf(`${piece} ${group}`)?.entries.push(entry);
  }
  for (const [key, stamp] of latestDropped(dropped)) shardOf(key)?.dropped.set(key, stamp);
  for (const [plan, run] of runs) shardOf(plan)?.runs.set(plan, run);
  for (const shard of shards) shard.entries.sort((one, other) => (one.key < other.key ? -1 : 1));
  return shards;
}

/** Entries with the same first question share shards, so few shards contain its key. */
function groupOf({ questions = [] }: SavedEntry): string {
  return questions[0]?.key ?? "";
}

/** Rounds up to a power of two. Most entries then keep their shard when the ledger grows a little. */
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

/** Writes one shard. If `service` is undefined, the shard keeps its service. */
export function writeShard(root: Element, service: string | undefined, { entries, dropped, runs }: Shard): void {
  const { tuples, answers } = shardContent(entries);
  const element = childOf(root, ELEMENT);
  writeJsonList(element, tuples);
  if (service) element.setAttribute(SERVICE, service);
  writeList(root, ANSWERS, answers);
  writeList(root, DROPPED, [...dropped]);
  writeList(root, RUNS, runTuples(runs));
}

function runTuples(runs: Shard["runs"] = new Map()): (string | number)[][] {
  return [...runs].map(([plan, { newest, stamp }]) => [plan, newest, stamp]);
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
 * Most entries end with `answers`: one index, or a list of them; null if the questions are unknown. The stamp is left out if it
 * is the time of the oldest answer, settings if there are none.
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

function readRun(tuple: unknown): [string, PlanRun][] {
  const [plan, newest, stamp] = Array.isArray(tuple) ? (tuple as unknown[]) : [];
  const isRun = typeof plan === "string" && typeof newest === "number" && typeof stamp === "number";
  return isRun ? [[plan, { newest, stamp }]] : [];
}

function settingsOf(known: unknown): CallSettings {
  if (typeof known !== "object" || known === null) return {};
  const { plan, scenarios, currency, fiscalMonth, fiscalNameByBegin, currentMonth } = known as Record<string, unknown>;
  return {
    ...(typeof plan === "string" && { plan }),
    ...(Array.isArray(scenarios) && { scenarios: scenarios.map(String) }),
    ...(typeof currency === "string" && { currency }),
    ...(typeof fiscalMonth === "number" && { fiscalMonth }),
    ...(fiscalNameByBegin === true && { fiscalNameByBegin }),
    ...(typeof currentMonth === "string" && { currentMonth }),
  };
}

/** Names a shard after its text, so another text has another name. `number` is its index. */
export function shardName({ entries, dropped, runs }: Shard, number: number): string {
  const { tuples, answers } = shardContent(entries);
  const text = JSON.stringify([tuples, answers, [...dropped], ...runTuples(runs)]);
  return `${number}-${text.length.toString(36)}-${hashText(text).toString(36)}`;
}
