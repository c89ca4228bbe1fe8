/** The ledger as the workbook keeps it, so that one that is opened elsewhere, or off line, has what its cells show. */
import { callKey } from "../../saved/callKey";
import { createSaved, partNamespace } from "../../saved/document";
import {
  isKept,
  newestLines,
  readLedger,
  shardLines,
  shardName,
  writeShard,
  type LedgerLine,
  type SavedLedger,
} from "../../saved/ledger";
import { bytesInRequest, splitByWeight } from "../../saved/shards";
import { findWholeShards, isAnyUnshown, isWhole, nameShard, writeIndex } from "../../saved/ledgerIndex";
import { isRepeated, loadAll, writeInTurn, type WorkbookPart } from "../customXml/customXml";
import { DOM } from "../customXml/xml";
import type { Ledger, LedgerCall } from "./ledger";

/** Bytes of the parts in one request, which has 5 MB at most. */
const MOST_BYTES = 4_500_000;

/** The lines that the workbook is known to keep, by their stamps: one that is there and differs was written by somebody else. */
const known = new WeakMap<Ledger, Map<string, number>>();

/** The index that a ledger has read or written last: another one was written by somebody else. */
const knownIndex = new WeakMap<Ledger, string>();

/** Whether the workbook is known to keep any call. It may have cells that call us all the same. */
export function isAnyKept(ledger: Ledger): boolean {
  return (known.get(ledger)?.size ?? 0) > 0;
}

function know(ledger: Ledger, lines: readonly LedgerLine[]): void {
  known.set(ledger, new Map(lines.map((line) => [callKey(line), line.stamp])));
}

/**
 * Records in the ledger what the workbook keeps of it and it has not, or older. Says whether a call that it holds returned
 * something else by then.
 */
export async function loadLedger(ledger: Ledger): Promise<boolean> {
  const parts = await writeInTurn(() => Excel.run({ delayForCellEdit: true }, loadLedgerParts));
  const saved = readParts(parts);
  knownIndex.set(ledger, textOf(parts.indexes));
  if (saved.service) ledger.setService(saved.service);
  ledger.isUnshown ||= saved.isUnshown;
  // What this ledger has written itself, and has dropped or taken back since, it knows better.
  const others = foreign(ledger, saved.lines);
  const dropped = droppedByOthers(ledger, saved);
  know(ledger, saved.lines);
  return takeOver(ledger, { lines: others, dropped });
}

/** Whether somebody else has written the workbook's ledger since this one has read or written it. That costs little to ask. */
export async function isWrittenByOthers(ledger: Ledger): Promise<boolean> {
  const load = (context: Excel.RequestContext) => loadAll(context, [partNamespace("index")]);
  const [indexes = []] = await writeInTurn(() => Excel.run({ delayForCellEdit: true }, load));
  return textOf(indexes) !== (knownIndex.get(ledger) ?? "");
}

function textOf(parts: readonly WorkbookPart[]): string {
  return parts
    .map(({ text }) => text)
    .sort()
    .join("");
}

/** Has the workbook keep what the ledger holds. Takes over what somebody else has written since and is newer; says if there was any. */
export async function saveLedger(ledger: Ledger): Promise<boolean> {
  const { service, isUnshown } = ledger;
  const others = await writeLines({ ledger, service, isUnshown, lines: () => linesOf(ledger) });
  // A ledger of another service has been begun meanwhile.
  return ledger.service === service && takeOver(ledger, others);
}

/** What the ledger holds of results. */
export function linesOf(ledger: Ledger): LedgerLine[] {
  return ledger.calls().flatMap(({ id, args, reads, result, answeredAt = 0, stamp = answeredAt }) => {
    return result === undefined ? [] : [{ id, args, reads, result, answeredAt, stamp }];
  });
}

export interface LinesToWrite extends Pick<SavedLedger, "service" | "isUnshown"> {
  /** Whose lines they are. */
  readonly ledger: Ledger;
  /** As they are when it comes to writing them: what others have written may be taken over before that. */
  readonly lines: () => readonly LedgerLine[];
}

/** What somebody else has done to the ledger that the workbook keeps. */
export interface OthersWork {
  /** Lines that were not known here, whether they are newer than what stands here or older. */
  readonly lines: readonly LedgerLine[];
  readonly dropped: readonly LedgerCall[];
}

/** Has the workbook keep these lines, with those of somebody else that are new or newer. Gives what somebody else has done. */
export function writeLines({ ledger, service, isUnshown, lines }: LinesToWrite): Promise<OthersWork> {
  return writeInTurn(() =>
    Excel.run({ delayForCellEdit: true }, async (context) => {
      const parts = await loadLedgerParts(context);
      const stored = readParts(parts);
      const isSameService = !stored.service || !service || stored.service === service;
      const others = isSameService ? foreign(ledger, stored.lines) : [];
      const dropped = isSameService ? droppedByOthers(ledger, stored) : [];
      const gone = new Set(dropped.map((call) => `${call.stamp} ${callKey(call)}`));
      const own = lines().filter((line) => !gone.has(`${line.stamp} ${callKey(line)}`));
      const merged = newestLines([...own, ...others]).filter(isKept);
      const index = await writeShards(context, parts, { service: service ?? stored.service, isUnshown, lines: merged });
      know(ledger, merged);
      knownIndex.set(ledger, index);
      return { lines: others, dropped };
    }),
  );
}

/** The stored lines that somebody else has written. This ledger's own give way to what it holds now, however old that is. */
function foreign(ledger: Ledger, stored: readonly LedgerLine[]): LedgerLine[] {
  const own = known.get(ledger);
  return stored.filter((line) => own?.get(callKey(line)) !== line.stamp);
}

/**
 * The calls that this ledger knew the workbook to keep, and that somebody else has dropped: a plan may be gone. Where any part is
 * missing, or all are, nobody has decided that.
 */
function droppedByOthers(ledger: Ledger, { lines, isWhole }: StoredLedger): LedgerCall[] {
  const own = known.get(ledger);
  if (!own || !isWhole) return [];
  const present = new Set(lines.map(callKey));
  const missing = new Map([...own].filter(([key]) => !present.has(key)));
  if (missing.size === 0) return [];
  return ledger.calls().filter((call) => {
    const stamp = missing.get(callKey(call));
    return call.result !== undefined && stamp !== undefined && stamp === call.stamp;
  });
}

/** The shards, whether they count or not, and the indexes. */
interface LedgerParts {
  readonly own: readonly WorkbookPart[];
  readonly indexes: readonly WorkbookPart[];
}

async function loadLedgerParts(context: Excel.RequestContext): Promise<LedgerParts> {
  const [own = [], indexes = []] = await loadAll(context, [partNamespace("ledger"), partNamespace("index")]);
  return { own, indexes };
}

interface StoredLedger extends SavedLedger {
  /** All shards are there that its index names. */
  readonly isWhole: boolean;
}

function readParts({ own, indexes }: LedgerParts): StoredLedger {
  const tops = indexes.map(({ root }) => root);
  const shards = findWholeShards(
    own.map(({ root }) => root),
    tops,
  );
  const saved = readLedger(shards);
  return { ...saved, isUnshown: saved.isUnshown || isAnyUnshown(tops), isWhole: isWhole(shards, tops) };
}

/** All or nothing: new shards count from the request on that switches the index, which is the last. Gives the index. */
async function writeShards(context: Excel.RequestContext, parts: LedgerParts, saved: SavedLedger): Promise<string> {
  const shards = shardLines(saved.lines).map((lines, number) => shardOf(saved, lines, number));
  const index = createSaved(DOM, "index");
  writeIndex(index, { shards: shards.map(({ name }) => name), isUnshown: saved.isUnshown });
  const texts = new Set(shards.map(({ text }) => text));
  const present = new Set(parts.own.map(({ text }) => text));
  const missing = [...texts].filter((text) => !present.has(text));
  const { customXmlParts } = context.workbook;
  const [last = [], ...ahead] = splitByWeight(missing, bytesInRequest, MOST_BYTES);
  for (const piece of ahead) {
    piece.forEach((text) => customXmlParts.add(text));
    // One request cannot hold them all.
    // eslint-disable-next-line office-addins/no-context-sync-in-loop
    await context.sync();
  }
  last.forEach((text) => customXmlParts.add(text));
  const text = DOM.serialize(index);
  replaceIndex(context, parts.indexes, text);
  for (const { item } of parts.own.filter(({ text }, at) => !texts.has(text) || isRepeated(parts.own, at)))
    item.delete();
  await context.sync();
  return text;
}

function shardOf({ service }: SavedLedger, lines: readonly LedgerLine[], number: number) {
  const root = createSaved(DOM, "ledger");
  const name = shardName(lines, number);
  writeShard(root, { service, isUnshown: false, lines });
  nameShard(root, name);
  return { name, text: DOM.serialize(root) };
}

function replaceIndex(context: Excel.RequestContext, indexes: readonly WorkbookPart[], text: string): void {
  const kept = indexes.find((index) => index.text === text);
  if (!kept) context.workbook.customXmlParts.add(text);
  for (const index of indexes) if (index !== kept) index.item.delete();
}

/**
 * Records what is newer than what the ledger holds, and takes the results away that somebody else has dropped. Says whether a call
 * that it holds returned something else then, or has to be made anew; cells that show what is older here are marked as unshown.
 */
export function takeOver(ledger: Ledger, { lines, dropped }: OthersWork): boolean {
  const calls = new Map(ledger.calls().map((call) => [callKey(call), call]));
  let isOther = dropped.length > 0;
  if (dropped.length > 0) ledger.expire(dropped);
  for (const { id, args, reads, ...returned } of lines) {
    const call = calls.get(callKey({ id, args, reads }));
    const stamp = call?.result === undefined ? -1 : (call.stamp ?? -1);
    const isSame = JSON.stringify(call?.result) === JSON.stringify(returned.result);
    // Where it is older, so is what somebody else's cells show.
    if (stamp >= returned.stamp) ledger.isUnshown ||= !isSame;
    if (stamp >= returned.stamp) continue;
    isOther ||= call !== undefined && !isSame;
    ledger.record({ id, args, reads }, returned);
  }
  return isOther;
}
