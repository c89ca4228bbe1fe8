/**
 * Reads and writes a ledger. Several parts hold it, called shards: Excel on the web takes no more than 5 MB at a time. Its
 * questions and its key decide the shard of an entry. So a shard without changes keeps its text, and is not written again.
 *
 * A shard has three lists. `answers` are the questions that its results were computed from, each with a time. The key of a
 * question is long, so it is saved once, and entries refer to it by index. `ledger` has the entries, `runs` the plans that were
 * refreshed.
 */
import { callKey, normalizeArguments, trimArguments, type CallSettings } from "../../numbers/language/callKey";
import { childOf, findChild } from "./document";
import { hashText } from "./hash";
import { readJsonList, writeJsonList } from "./jsonList";
import { isNewer, type DatedQuestion, type SavedEntry, type SavedLedger } from "./ledger";
import { bytesInRequest } from "./shards";

const ELEMENT = "ledger";
const ANSWERS = "answers";
const RUNS = "runs";
const NAME = "name";
/** Average length of the texts of a shard. Hardly any shard then has 500 kB. */
const SHARD_LENGTH = 250_000;
/** Largest average length of one question's entries in one shard. */
const PIECE_LENGTH = 25_000;
/** Bytes of an entry in a request, which has 5 MB at most. */
const MOST_BYTES = 4_000_000;

/** Reads and unites the shards of one edition. Of two runs of a plan the earlier counts: the later came after its first answers. */
export function readShards(roots: readonly Element[]): Shard {
  const runs = roots.flatMap((root) => readJsonList(root, RUNS).flatMap(readRun));
  return {
    entries: newestEntries(roots.flatMap(readShard)),
    runs: new Map(runs.sort(([, one], [, other]) => other - one)),
  };
}

function readShard(root: Element): SavedEntry[] {
  const answers = readJsonList(root, ANSWERS).map(readAnswer);
  return readJsonList(root, ELEMENT).flatMap((tuple) => readEntry(tuple, answers) ?? []);
}

/** True if a part can hold the entry. A larger table is requested again when the workbook is opened. */
export function isSavable(entry: SavedEntry): boolean {
  return !Array.isArray(entry.result) || bytesInRequest(JSON.stringify(entry.result)) <= MOST_BYTES;
}

/** Returns one entry a call, the newest. */
export function newestEntries(entries: readonly SavedEntry[]): SavedEntry[] {
  const newest = new Map<string, SavedEntry>();
  for (const entry of entries) {
    const other = newest.get(entry.key);
    if (!other || isNewer(entry, other)) newest.set(entry.key, entry);
  }
  return [...newest.values()];
}

/** One shard: the entries in the order of their keys. */
export type Shard = Pick<SavedLedger, "entries" | "runs">;

/** Distributes entries over shards, always in the same way. Returns at least one shard. */
export function shardLedger({ entries, runs }: Shard): Shard[] {
  const groups = new Map<string, number>();
  for (const entry of entries) groups.set(groupOf(entry), (groups.get(groupOf(entry)) ?? 0) + lengthOf(entry));
  const total = [...groups].reduce((sum, [key, length]) => sum + key.length + length, 0);
  const count = powerOfTwo(total / SHARD_LENGTH);
  const shards = Array.from({ length: count }, () => ({
    entries: [] as SavedEntry[],
    runs: new Map<string, number>(),
  }));
  const shardOf = (key: string) => shards[hashText(key) % count];
  for (const entry of entries) {
    const group = groupOf(entry);
    const piece = hashText(entry.key) % powerOfTwo((groups.get(group) ?? 0) / PIECE_LENGTH);
    shardOf(`${piece} ${group}`)?.entries.push(entry);
  }
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

/**
 * Writes one shard, and names it after its text, so another text has another name.
 * @param number The index of the shard.
 * @returns its name
 */
export function writeNamedShard(root: Element, { entries, runs }: Shard, number: number): string {
  const { tuples, answers } = shardContent(entries);
  const text = JSON.stringify([tuples, answers, ...runs]);
  const name = `${number}-${text.length.toString(36)}-${hashText(text).toString(36)}`;
  const element = childOf(root, ELEMENT);
  writeJsonList(element, tuples);
  element.setAttribute(NAME, name);
  writeList(root, ANSWERS, answers);
  writeList(root, RUNS, [...runs]);
  return name;
}

/** Returns the name of a shard; "" if it has none. */
export function shardName(root: Element): string {
  return findChild(root, ELEMENT)?.getAttribute(NAME) ?? "";
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

/** `answers` is one index, or a list of them; null if the questions are unknown. Settings are left out if there are none. */
type Tuple = Start | [...Start, settings: CallSettings];

type Start = [
  id: string,
  args: readonly unknown[],
  result: unknown,
  answeredAt: number,
  answers: number | readonly number[] | null,
];

function tupleOf(entry: SavedEntry, placeOf: (question: DatedQuestion) => number): Tuple {
  const { id, args, result, answeredAt, questions, settings } = entry;
  const places = questions?.map(placeOf) ?? null;
  const [only = null] = places ?? [];
  const start: Start = [id, trimArguments(args), result, answeredAt, places?.length === 1 ? only : places];
  return Object.keys(settings).length > 0 ? [...start, settings] : start;
}

function readEntry(tuple: unknown, answers: readonly (DatedQuestion | undefined)[]): SavedEntry | undefined {
  if (!Array.isArray(tuple)) return undefined;
  const [id, given, result, answeredAt, places, known] = tuple as unknown[];
  if (typeof id !== "string" || !Array.isArray(given) || result === undefined) return undefined;
  if (typeof answeredAt !== "number") return undefined;
  const call = { id, args: normalizeArguments(given), settings: settingsOf(known) };
  return { ...call, key: callKey(call), result, answeredAt, questions: readQuestions(places, answers) };
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

function readRun(tuple: unknown): [string, number][] {
  const [plan, newest] = Array.isArray(tuple) ? (tuple as unknown[]) : [];
  return typeof plan === "string" && typeof newest === "number" ? [[plan, newest]] : [];
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
