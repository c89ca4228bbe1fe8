/** Saves the ledger in the workbook. With it, cells show their numbers elsewhere and without a connection. */
import { serviceOf } from "../../insights";
import { createSaved, partNamespace } from "../../saved/document";
import type { SavedLedger } from "../../saved/ledger";
import {
  isSavable,
  newestEntries,
  readLedger,
  shardLedger,
  shardName,
  writeShard,
  type Shard,
} from "../../saved/ledgerShards";
import { findWholeShards, isAnyUnshown, nameShard, writeIndex } from "../../saved/ledgerIndex";
import { bytesInRequest, splitByWeight } from "../../saved/shards";
import { isRepeated, loadAll, writeInTurn, type WorkbookPart } from "../customXml/customXml";
import { DOM } from "../customXml/xml";
import type { Ledger } from "./ledger";
import { mergeRuns } from "./shown";

/** Bytes of the parts in one request, which has 5 MB at most. */
const MOST_BYTES = 4_500_000;

/** Merges the saved ledger into memory; newer entries win. */
export async function loadLedger(ledger: Ledger): Promise<void> {
  const parts = await writeInTurn(() => Excel.run({ delayForCellEdit: true }, loadParts));
  mergeParts(ledger, parts, readParts(parts));
}

/** True if another user has written the saved ledger since this one read or wrote it. Reads only the index. */
export async function isWrittenByOthers(ledger: Ledger): Promise<boolean> {
  const load = (context: Excel.RequestContext) => loadAll(context, [partNamespace("index")]);
  const [indexes = []] = await writeInTurn(() => Excel.run({ delayForCellEdit: true }, load));
  return textOf(indexes) !== ledger.workbook.index;
}

export interface SaveOptions {
  /** Marks the saved ledger as "not shown everywhere yet". @default the ledger's `isUnshown` */
  readonly isUnshown?: boolean;
  /** Returns what to save, after the saved ledger was merged into memory. @default all of the ledger */
  readonly content?: () => SavedLedger;
}

/** Merges the saved ledger into memory and saves the result. */
export function saveLedger(
  ledger: Ledger,
  { content = () => ledger.content(), ...options }: SaveOptions = {},
): Promise<void> {
  return writeInTurn(() =>
    Excel.run({ delayForCellEdit: true }, async (context) => {
      const parts = await loadParts(context);
      const stored = readParts(parts);
      const { isUnshown = ledger.isUnshown } = options;
      mergeParts(ledger, parts, { ...stored, isUnshown: false });
      const { service, entries, dropped, runs } = content();
      const shards = shardLedger({ entries: newestEntries(entries, dropped).filter(isSavable), dropped, runs });
      ledger.workbook.index = await writeShards(context, parts, {
        service,
        shards,
        isUnshown: isUnshown || ledger.isUnshown,
      });
      ledger.workbook.isSaved = entries.length > 0;
    }),
  );
}

interface StoredLedger extends SavedLedger {
  /** Some cells do not show their entry yet. */
  readonly isUnshown: boolean;
}

function mergeParts(ledger: Ledger, { indexes }: LedgerParts, saved: StoredLedger): void {
  ledger.workbook.index = textOf(indexes);
  ledger.workbook.isSaved = saved.entries.length > 0;
  ledger.isUnshown ||= saved.isUnshown;
  ledger.merge(saved);
  mergeRuns(ledger, saved);
}

function textOf(parts: readonly WorkbookPart[]): string {
  return parts
    .map(({ text }) => text)
    .sort()
    .join("");
}

interface LedgerParts {
  /** All shards, also those that do not count. */
  readonly shards: readonly WorkbookPart[];
  readonly indexes: readonly WorkbookPart[];
}

async function loadParts(context: Excel.RequestContext): Promise<LedgerParts> {
  const [shards = [], indexes = []] = await loadAll(context, [partNamespace("ledger"), partNamespace("index")]);
  return { shards, indexes };
}

function readParts({ shards, indexes }: LedgerParts): StoredLedger {
  const tops = indexes.map(({ root }) => root);
  const whole = findWholeShards(
    shards.map(({ root }) => root),
    tops,
  );
  const { service, ...saved } = readLedger(whole);
  return { ...saved, service: service && serviceOf(service), isUnshown: isAnyUnshown(tops) };
}

interface Written {
  readonly service: string | undefined;
  readonly shards: readonly Shard[];
  readonly isUnshown: boolean;
}

/** All or nothing: new shards count only when the last request switches the index. Returns the index. */
async function writeShards(
  context: Excel.RequestContext,
  parts: LedgerParts,
  { service, shards, isUnshown }: Written,
): Promise<string> {
  const named = shards.map((shard, number) => ({ shard, name: shardName(shard, number) }));
  const texts = new Set(named.map(({ shard, name }) => serializeShard(shard, name, service)));
  const index = createSaved(DOM, "index");
  writeIndex(index, { shards: named.map(({ name }) => name), isUnshown });
  const present = new Set(parts.shards.map(({ text }) => text));
  const missing = [...texts].filter((text) => !present.has(text));
  const { customXmlParts } = context.workbook;
  const [last = [], ...ahead] = splitByWeight(missing, bytesInRequest, MOST_BYTES);
  for (const batch of ahead) {
    batch.forEach((text) => customXmlParts.add(text));
    // One request cannot hold them all.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
  last.forEach((text) => customXmlParts.add(text));
  const text = DOM.serialize(index);
  replaceIndex(context, parts.indexes, text);
  const isStale = (part: WorkbookPart, at: number) => !texts.has(part.text) || isRepeated(parts.shards, at);
  for (const { item } of parts.shards.filter(isStale)) item.delete();
  await context.sync();
  return text;
}

function serializeShard(shard: Shard, name: string, service: string | undefined): string {
  const root = createSaved(DOM, "ledger");
  writeShard(root, service, shard);
  nameShard(root, name);
  return DOM.serialize(root);
}

function replaceIndex(context: Excel.RequestContext, indexes: readonly WorkbookPart[], text: string): void {
  const kept = indexes.find((index) => index.text === text);
  if (!kept) context.workbook.customXmlParts.add(text);
  for (const index of indexes) if (index !== kept) index.item.delete();
}
