/** Reads and writes the add-in's custom XML parts in a file: settings and ledger. */
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import type { Settings } from "../functions/host";
import { callKey, normalizeArguments, settingsReadBy } from "../saved/callKey";
import { createSaved, parseSaved, partNamespace, SAVED_NAMESPACE, type Dom, type PartName } from "../saved/document";
import { questionInKey, serviceOf } from "../insights";
import { stampAfter, type PlanRun, type SavedEntry, type SavedLedger } from "../saved/ledger";
import { readLedger, shardLedger, writeShard } from "../saved/ledgerShards";
import { readSettings } from "../saved/settings";
import { customXmlOf, type CustomXml, type Workbook } from "../xlsx/workbook";

/** A call of a refresh with its result. */
export interface CallResult {
  /** The function's id, such as "PNL". */
  readonly id: string;
  readonly args: readonly unknown[];
  /** Undefined if the call failed. */
  readonly result: unknown;
  /** The questions that the result was computed from. @default unknown */
  readonly questions?: SavedEntry["questions"];
}

/** A library's XML parser, typed as the browser's. */
const DOM = {
  parse: (text: string) => new DOMParser({ onError: () => undefined }).parseFromString(text, "text/xml"),
  serialize: (root: Node) => new XMLSerializer().serializeToString(root as never),
} as unknown as Dom;

/** Reads the settings; undefined if the add-in has kept nothing in the workbook. */
export async function savedSettingsOf(workbook: Workbook): Promise<Settings | undefined> {
  const all = await customXmlOf(workbook, SAVED_NAMESPACE);
  if (all.length === 0) return undefined;
  const saved = all.find(({ namespace }) => namespace === partNamespace("settings"));
  return saved ? readSettings(rootOf(saved)) : {};
}

/** The parts of a kind of content. */
async function partsFor(name: PartName, workbook: Workbook): Promise<CustomXml[]> {
  const all = await customXmlOf(workbook, SAVED_NAMESPACE);
  return all.filter(({ namespace }) => namespace === partNamespace(name));
}

/** A file's ledger, and the parts that hold it: none if the add-in has kept nothing. */
export interface FileLedger {
  readonly parts: readonly { readonly xmlPart: string; readonly root: Element }[];
  readonly content: SavedLedger;
}

export async function savedLedgerOf(workbook: Workbook): Promise<FileLedger> {
  const parts = (await partsFor("ledger", workbook)).flatMap((each) => {
    const root = rootOf(each);
    return root ? [{ xmlPart: each.xmlPart, root }] : [];
  });
  const { service, ...saved } = readLedger(parts.map(({ root }) => root));
  // Without answers the workbook belongs to no service.
  const isOwned = service !== undefined && saved.entries.length > 0;
  return { parts, content: { ...saved, service: isOwned ? serviceOf(service) : undefined } };
}

/**
 * The new texts of the parts with the ledger: it holds of each call what the call has returned now, so that a row that is
 * inserted in Excel does not bring old numbers back. A call that failed is removed, as the add-in does. None where the
 * workbook keeps nothing, or all of it stands there.
 * @param settings What the calls read where their arguments leave it out.
 * @param service The service that has answered. The ledger's own must not be another one.
 * @param answeredAt Milliseconds since the epoch.
 */
export function bringLedgerAlong(
  { parts, content: before }: FileLedger,
  calls: readonly CallResult[],
  settings: Settings,
  { service, answeredAt }: { service: string | undefined; answeredAt: number },
): Map<string, string> {
  if (parts.length === 0 || calls.length === 0) return new Map();
  const known = new Map(before.entries.map((entry) => [entry.key, entry]));
  const made = calls.map((call) => entryOf(call, settings, answeredAt, known));
  const entries = entriesAfter(before.entries, made);
  if (isSameLedger(before, entries)) return new Map();
  const shards = shardLedger({ entries, dropped: new Map(), runs: runsOf(made, before.runs) });
  return new Map(
    parts.map(({ xmlPart, root }, at) => {
      // There may be more shards than parts: what is too large for Excel on the web is divided when the add-in next writes.
      const own = shards.filter((_, number) => number % parts.length === at);
      const runs = new Map(own.flatMap((shard) => [...(shard.runs ?? [])]));
      writeShard(root, service, { entries: own.flatMap((shard) => shard.entries), dropped: new Map(), runs });
      return [xmlPart, DOM.serialize(root)];
    }),
  );
}

/** The ledger of these calls, as the parts of a workbook that keeps nothing yet. Times as for `bringLedgerAlong`. */
export function createLedgerParts(
  calls: readonly CallResult[],
  settings: Settings,
  { service, answeredAt }: { service: string; answeredAt: number },
): string[] {
  const made = calls.map((call) => entryOf(call, settings, answeredAt));
  return shardLedger({ entries: entriesAfter([], made), dropped: new Map(), runs: runsOf(made) }).map((shard) => {
    const root = createSaved(DOM, "ledger");
    writeShard(root, service, shard);
    return DOM.serialize(root);
  });
}

function rootOf({ text }: { readonly text: string }): Element | undefined {
  return parseSaved(DOM, text.replace(/^\ufeff/, ""));
}

/**
 * A result of `undefined` says that the call failed.
 * @param known The entries of the workbook, by their keys.
 */
function entryOf(
  { id, args: given, result, questions }: CallResult,
  all: Settings,
  answeredAt: number,
  known: ReadonlyMap<string, SavedEntry> = new Map(),
): SavedEntry {
  const args = normalizeArguments(given);
  const call = { id, args, settings: settingsReadBy(id, args, all) };
  const key = callKey(call);
  const stamp = stampAfter(known.get(key), { result, questions }, answeredAt);
  return { ...call, key, result, questions, answeredAt, stamp };
}

/** Returns the runs of the plans that these calls show: the command line refreshes all plans of a workbook. */
function runsOf(made: readonly SavedEntry[], former: ReadonlyMap<string, PlanRun> = new Map()): Map<string, PlanRun> {
  const newest = new Map<string, number>();
  for (const { key, computedAt } of new Set(made.flatMap(({ questions = [] }) => questions))) {
    const { plan } = questionInKey(key);
    newest.set(plan, Math.max(computedAt, newest.get(plan) ?? computedAt));
  }
  const runOf = (plan: string, time: number): PlanRun => {
    const before = former.get(plan);
    return { newest: time, stamp: Math.max(time, before ? before.stamp + 1 : time) };
  };
  return new Map([...former, ...[...newest].map(([plan, time]) => [plan, runOf(plan, time)] as const)]);
}

function entriesAfter(known: readonly SavedEntry[], made: readonly SavedEntry[]): SavedEntry[] {
  const entries = new Map([...known, ...made].map((entry) => [entry.key, entry]));
  return [...entries.values()].filter(({ result }) => result !== undefined);
}

function isSameLedger({ entries }: SavedLedger, others: readonly SavedEntry[]): boolean {
  const contentOf = ({ result, questions }: SavedEntry) =>
    JSON.stringify([result, questions?.map(({ key }) => key).sort()]);
  const contents = new Map(entries.map((entry) => [entry.key, contentOf(entry)]));
  return contents.size === others.length && others.every((entry) => contents.get(entry.key) === contentOf(entry));
}
