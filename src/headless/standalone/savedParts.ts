/** Reads and writes the add-in's custom XML parts in a file: settings and ledger. */
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import type { Settings } from "../../numbers/functions/host";
import {
  callKey,
  normalizeArguments,
  settingsReadBy,
  type CallSettings,
  type CallWithSettings,
} from "../../numbers/language/callKey";
import {
  createSaved,
  parseSaved,
  partNamespace,
  SAVED_NAMESPACE,
  type Dom,
  type PartName,
} from "../../reporting/saved/document";
import { questionInKey, type Mistake } from "../../insights";
import { holdSettings, type HeldSettings } from "../../reporting/saved/keptSettings";
import {
  nextEdition,
  UNREFRESHED,
  type Edition,
  type SavedEntry,
  type SavedLedger,
} from "../../reporting/saved/ledger";
import { readIndex, readStoredLedger, writeIndex, type StoredLedger } from "../../reporting/saved/ledgerIndex";
import { readShards, shardLedger, writeNamedShard, type Shard } from "../../reporting/saved/ledgerShards";
import { readSettings } from "../../reporting/saved/chosenSettings";
import { customXmlOf, type CustomXml, type Workbook } from "../../spreadsheet/xlsx/workbook";

/** A text in an argument that names none of what there is. */
export interface MisspeltName extends Pick<Mistake, "argument" | "wrong"> {
  /** The message of the call's error. */
  readonly message: string;
}

/** A call of a refresh with its result. */
export interface CallResult {
  /** The function's id, such as "PNL". */
  readonly id: string;
  readonly args: readonly unknown[];
  /** The settings that it was asked with. @default those of the file that it reads */
  readonly settings?: CallSettings | undefined;
  /** Undefined if the call failed. */
  readonly result: unknown;
  /** Why the call failed, if an argument names nothing. */
  readonly misspelt?: MisspeltName | undefined;
  /** The questions that the result was computed from. @default unknown */
  readonly questions?: SavedEntry["questions"];
  /** The cells that made it, such as "Plan!B4". @default unknown */
  readonly cells?: ReadonlySet<string>;
}

/** A library's XML parser, typed as the browser's. */
const DOM = {
  parse: (text: string) => new DOMParser({ onError: () => undefined }).parseFromString(text, "text/xml"),
  serialize: (root: Node) => new XMLSerializer().serializeToString(root as never),
} as unknown as Dom;

/**
 * Reads the settings into `current`: undefined if the add-in has kept nothing in the workbook, and a refresh of the file at most its service. If only the settings are gone, those of its
 * kept numbers stand in.
 */
export async function savedSettingsOf(
  workbook: Workbook,
): Promise<Pick<HeldSettings, "kept"> & { readonly current: Settings | undefined }> {
  const { stored, isServiceAlone, isNew } = await savedLedgerOf(workbook);
  if (isNew || isServiceAlone) return { current: undefined };
  const [saved] = await rootsFor("settings", workbook);
  const settings: HeldSettings = { current: {} };
  holdSettings(settings, saved && readSettings(saved.root), () => stored?.entries ?? []);
  return settings;
}

/** Returns the settings in these custom XML parts; none if no part has any. */
export function settingsInParts(texts: readonly string[]): Settings {
  const roots = texts.map((text) => rootOf({ text }));
  return readSettings(roots.find((root) => root?.namespaceURI === partNamespace("settings")));
}

/** A file's ledger, and the parts that hold it. */
export interface FileLedger {
  readonly shards: readonly PartWithRoot[];
  readonly indexes: readonly PartWithRoot[];
  /** Undefined if the workbook keeps none. */
  readonly stored: StoredLedger | undefined;
  /** True if all that the workbook keeps is the service that it belongs to, as `createServiceParts` says it. */
  readonly isServiceAlone: boolean;
  /** True if the workbook keeps nothing of ours. */
  readonly isNew: boolean;
}

export async function savedLedgerOf(workbook: Workbook): Promise<FileLedger> {
  const [shards, indexes] = [await rootsFor("ledger", workbook), await rootsFor("index", workbook)];
  const rootsOf = (parts: readonly PartWithRoot[]) => parts.map(({ root }) => root);
  const stored = readStoredLedger(rootsOf(shards), rootsOf(indexes));
  const all = await customXmlOf(workbook, SAVED_NAMESPACE);
  const isFirst = ({ root }: PartWithRoot) => readIndex(root)?.edition.number === UNREFRESHED.number;
  const isServiceAlone =
    stored !== undefined &&
    all.length === shards.length + indexes.length &&
    readShards(rootsOf(shards)).entries.length === 0 &&
    indexes.every(isFirst);
  return { shards, indexes, stored, isServiceAlone, isNew: all.length === 0 };
}

/**
 * Returns the new texts of the parts with the ledger: the results of these calls replace all of it, as a refresh in Excel does. None
 * if the workbook keeps no ledger, or the same one.
 * @param settings The settings that calls read if their arguments leave them out.
 * @param service The service that has answered, as `serviceOf` returns it.
 * @param answeredAt Milliseconds since the epoch.
 */
export function replaceLedger(
  { shards, indexes, stored: before, isServiceAlone }: FileLedger,
  calls: readonly CallResult[],
  settings: Settings,
  { service, answeredAt }: { service: string | undefined; answeredAt: number },
): Map<string, string> {
  if (!before || calls.length === 0) return new Map();
  const { entries, runs } = resultsOf(calls, settings, answeredAt);
  const asked = service ?? before.edition.service;
  if (asked === before.edition.service && (isServiceAlone || isSameLedger(before, entries))) return new Map();
  if (isServiceAlone) return movedTo(asked, indexes);
  const edition = nextEdition(before.edition, asked, { entries, runs });
  const pieces = shardLedger({ entries, runs });
  const names = shards.map(({ root }, at) => {
    // There may be more pieces than parts: Excel divides what is too large for the web when the add-in next writes.
    const own = pieces.filter((_, number) => number % shards.length === at);
    const shard = {
      entries: own.flatMap((piece) => piece.entries),
      runs: new Map(own.flatMap((piece) => [...piece.runs])),
    };
    return writeNamedShard(root, shard, at);
  });
  for (const { root } of indexes) writeIndex(root, { shards: names, edition, isUnshown: false });
  return new Map([...shards, ...indexes].map(({ xmlPart, root }) => [xmlPart, DOM.serialize(root)]));
}

/** Returns the parts of a ledger of these calls, for a workbook that keeps none yet. Times as for `replaceLedger`. */
export function createLedgerParts(
  calls: readonly CallResult[],
  settings: Settings,
  { service, answeredAt }: { service: string; answeredAt: number },
): string[] {
  const results = resultsOf(calls, settings, answeredAt);
  return partsOf(results, nextEdition(UNREFRESHED, service, results)).map(({ text }) => text);
}

/**
 * Returns the parts by which a workbook that keeps no ledger belongs to a service: a ledger as before the first refresh. It holds no
 * result, since a result would also be of settings that the workbook does not have.
 */
export function createServiceParts(service: string): SavedPart[] {
  return partsOf({ entries: [], runs: new Map() }, { ...UNREFRESHED, service });
}

/** A part for a workbook. */
export interface SavedPart {
  readonly namespace: string;
  readonly text: string;
}

function partsOf(results: Shard, edition: Edition): SavedPart[] {
  const shards = shardLedger(results).map((shard, at) => {
    const root = createSaved(DOM, "ledger");
    return { root, name: writeNamedShard(root, shard, at) };
  });
  const index = createSaved(DOM, "index");
  writeIndex(index, { shards: shards.map(({ name }) => name), edition, isUnshown: false });
  return [
    ...shards.map(({ root }) => ({ namespace: partNamespace("ledger"), text: DOM.serialize(root) })),
    { namespace: partNamespace("index"), text: DOM.serialize(index) },
  ];
}

/** Returns the indexes of a workbook that belongs to another service now. */
function movedTo(service: string | undefined, indexes: readonly PartWithRoot[]): Map<string, string> {
  return new Map(
    indexes.flatMap(({ xmlPart, root }) => {
      const index = readIndex(root);
      if (!index) return [];
      writeIndex(root, { ...index, edition: { ...index.edition, service } });
      return [[xmlPart, DOM.serialize(root)] as const];
    }),
  );
}

interface PartWithRoot extends CustomXml {
  readonly root: Element;
}

/** Returns the readable parts of a kind of content. */
async function rootsFor(name: PartName, workbook: Workbook): Promise<PartWithRoot[]> {
  const all = await customXmlOf(workbook, SAVED_NAMESPACE);
  return all.flatMap((part) => {
    const root = part.namespace === partNamespace(name) ? rootOf(part) : undefined;
    return root ? [{ ...part, root }] : [];
  });
}

function rootOf({ text }: { readonly text: string }): Element | undefined {
  return parseSaved(DOM, text.replace(/^\ufeff/, ""));
}

/** Returns a call as workbooks keep it, with the settings that it reads of `all`. */
export function keptCall(
  { id, args: given, settings }: Pick<CallResult, "id" | "args" | "settings">,
  all: Settings,
): CallWithSettings {
  const args = normalizeArguments(given);
  return { id, args, settings: settings ?? settingsReadBy(id, args, all) };
}

/** Returns the entries and runs that these calls make. A call that failed has no result, and no entry. */
function resultsOf(calls: readonly CallResult[], all: Settings, answeredAt: number): Shard {
  const made = new Map<string, SavedEntry>();
  for (const { result, questions, ...given } of calls) {
    const call = keptCall(given, all);
    const key = callKey(call);
    if (result === undefined) made.delete(key);
    else made.set(key, { ...call, key, result, questions, answeredAt });
  }
  return { entries: [...made.values()], runs: runsOf(made.values()) };
}

/** Returns when the newest answer of each plan was computed. */
function runsOf(entries: Iterable<SavedEntry>): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { key, computedAt } of new Set([...entries].flatMap(({ questions = [] }) => questions))) {
    const { plan } = questionInKey(key);
    newest.set(plan, Math.max(computedAt, newest.get(plan) ?? computedAt));
  }
  return newest;
}

function isSameLedger({ entries }: SavedLedger, others: readonly SavedEntry[]): boolean {
  const contentOf = ({ result, questions }: SavedEntry) =>
    JSON.stringify([result, questions?.map(({ key }) => key).sort()]);
  const contents = new Map(entries.map((entry) => [entry.key, contentOf(entry)]));
  return contents.size === others.length && others.every((entry) => contents.get(entry.key) === contentOf(entry));
}
