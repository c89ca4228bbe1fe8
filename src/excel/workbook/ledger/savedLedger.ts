/** Saves the ledger in the workbook. With it, cells show their numbers elsewhere and without a connection. */
import { createSaved, partNamespace } from "../../../reporting/saved/document";
import { isLater, type Edition, type SavedLedger } from "../../../reporting/saved/ledger";
import { NOTHING_STORED, readStoredLedger, writeIndex, type StoredLedger } from "../../../reporting/saved/ledgerIndex";
import { isSavable, newestEntries, shardLedger, writeNamedShard } from "../../../reporting/saved/ledgerShards";
import { bytesInRequest, splitByWeight } from "../../../reporting/saved/shards";
import { isRepeated, loadAll, rootsOf, writeInTurn, type WorkbookPart } from "../customXml/customXml";
import { BROWSER_DOM } from "../customXml/xml";
import type { Ledger, WorkbookKnowledge } from "./ledger";
import { runExcel } from "../cells/runExcel";

/** Bytes of the parts in one request, which has 5 MB at most. */
const MOST_BYTES = 4_500_000;

/**
 * Merges the saved ledger into memory.
 * @returns true if another user's refresh has replaced this ledger's results
 */
export async function loadLedger(ledger: Ledger): Promise<boolean> {
  return mergeParts(ledger, await writeInTurn(() => runExcel({ delayForCellEdit: true }, loadParts)));
}

/** True if another user has written the saved ledger since this one read or wrote it. Reads only the index. */
export async function isWrittenByOthers(ledger: Ledger): Promise<boolean> {
  const load = (context: Excel.RequestContext) => loadAll(context, [partNamespace("index")]);
  const [indexes = []] = await writeInTurn(() => runExcel({ delayForCellEdit: true }, load));
  return indexText(indexes) !== ledger.workbook.index;
}

/**
 * Merges the saved ledger into memory and saves the result.
 * @returns true if another user's refresh has replaced this ledger's results
 */
export function saveLedger(ledger: Ledger): Promise<boolean> {
  return writeInTurn(() =>
    runExcel({ delayForCellEdit: true }, async (context) => {
      const parts = await loadParts(context);
      const isReplaced = mergeParts(ledger, parts);
      const { isUnshown, workbook } = ledger;
      const { hasUnknown } = workbook;
      Object.assign(workbook, await writeParts(context, parts, { ...ledger.content(), isUnshown, hasUnknown }));
      return isReplaced;
    }),
  );
}

/** Facts about the saved ledger that the ledger in memory needs. */
type WrittenLedger = Pick<WorkbookKnowledge, "index" | "isSaved">;

/**
 * Saves what a refresh brought, marked "not shown everywhere yet".
 * @returns undefined, and changes nothing, if another user has refreshed the workbook since `former`
 */
export function saveRefresh(refreshed: SavedLedger, former: Edition): Promise<WrittenLedger | undefined> {
  return writeInTurn(() =>
    runExcel({ delayForCellEdit: true }, async (context) => {
      const parts = await loadParts(context);
      if (isLater(readParts(parts).edition, former)) return undefined;
      return writeParts(context, parts, { ...refreshed, isUnshown: true });
    }),
  );
}

function mergeParts(ledger: Ledger, parts: LedgerParts): boolean {
  const { workbook } = ledger;
  const stored = readParts(parts);
  const index = indexText(parts.indexes);
  const isSaved = stored.entries.length > 0;
  // This ledger knows better whether the cells show what it wrote itself.
  if (index !== workbook.index) {
    ledger.isUnshown ||= stored.isUnshown;
    if (isSaved) workbook.hasUnknown = stored.hasUnknown;
  }
  Object.assign(workbook, { index, isSaved });
  return ledger.merge(stored);
}

function indexText(parts: readonly WorkbookPart[]): string {
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
  return readStoredLedger(rootsOf(shards), rootsOf(indexes)) ?? NOTHING_STORED;
}

/** All or nothing: new shards count only when the last request switches the index. */
async function writeParts(
  context: Excel.RequestContext,
  parts: LedgerParts,
  { entries, runs, edition, isUnshown, hasUnknown }: StoredLedger,
): Promise<WrittenLedger> {
  const shards = shardLedger({ entries: newestEntries(entries).filter(isSavable), runs });
  const roots = shards.map(() => createSaved(BROWSER_DOM, "ledger"));
  const names = shards.map((shard, number) => writeNamedShard(roots[number] as Element, shard, number));
  const texts = new Set(roots.map((root) => BROWSER_DOM.serialize(root)));
  const index = createSaved(BROWSER_DOM, "index");
  writeIndex(index, { shards: names, edition, isUnshown, hasUnknown });
  const present = new Set(parts.shards.map(({ text }) => text));
  const missing = [...texts].filter((text) => !present.has(text));
  const { customXmlParts } = context.workbook;
  const [last = [], ...ahead] = splitByWeight(missing, bytesInRequest, MOST_BYTES);
  for (const batch of ahead) {
    batch.forEach((text) => customXmlParts.add(text));
    // One request cannot hold them all.
    // oxlint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
  last.forEach((text) => customXmlParts.add(text));
  const text = BROWSER_DOM.serialize(index);
  replaceIndex(context, parts.indexes, text);
  const isStale = (part: WorkbookPart, at: number) => !texts.has(part.text) || isRepeated(parts.shards, at);
  for (const { item } of parts.shards.filter(isStale)) item.delete();
  await context.sync();
  return { index: text, isSaved: entries.length > 0 };
}

function replaceIndex(context: Excel.RequestContext, indexes: readonly WorkbookPart[], text: string): void {
  const kept = indexes.find((index) => index.text === text);
  if (!kept) context.workbook.customXmlParts.add(text);
  for (const index of indexes) if (index !== kept) index.item.delete();
}
