/** The ledger as the workbook keeps it, so that one that is opened elsewhere, or off line, has what its cells show. */
import { callKey, type CallSettings } from "../saved/callKey";
import { createSaved } from "../saved/document";
import { newestLines, readLedger, shardLines, writeShard, type LedgerLine, type SavedLedger } from "../saved/ledger";
import { loadParts, PARTS_AT_A_TIME, rootsOf, splitFirst, writeInTurn, type PartsOfKind } from "./customXml";
import type { Ledger } from "./ledger";
import { eachPortion } from "./portions";
import { DOM } from "./xml";

/** The lines that the workbook is known to keep, by their stamps: one that is there and differs was written by somebody else. */
const known = new WeakMap<Ledger, Map<string, number>>();

function know(ledger: Ledger, lines: readonly LedgerLine[]): void {
  known.set(ledger, new Map(lines.map((line) => [callKey(line), line.stamp])));
}

/**
 * Records in the ledger what the workbook keeps of it and it has not, or older. Says whether a call that it holds returned
 * something else by then.
 */
export async function loadLedger(ledger: Ledger, settings: CallSettings = {}): Promise<boolean> {
  const saved = await Excel.run({ delayForCellEdit: true }, async (context) =>
    readLedger(rootsOf(await loadParts(context, "ledger")), settings),
  );
  if (saved.service) ledger.setService(saved.service);
  ledger.isUnshown ||= saved.isUnshown;
  // What this ledger has written itself, and has dropped or taken back since, it knows better.
  const others = foreign(ledger, saved.lines);
  know(ledger, saved.lines);
  return takeOver(ledger, others);
}

/** Has the workbook keep what the ledger holds. Takes over what somebody else has written since and is newer; says if there was any. */
export async function saveLedger(ledger: Ledger): Promise<boolean> {
  const { service, isUnshown } = ledger;
  const others = await writeLines({ ledger, service, isUnshown, lines: linesOf(ledger) });
  // A ledger of another service has been begun meanwhile.
  return ledger.service === service && takeOver(ledger, others);
}

/** What the ledger holds of results. */
export function linesOf(ledger: Ledger): LedgerLine[] {
  return ledger.calls().flatMap(({ id, args, reads, result, answeredAt = 0, stamp = answeredAt }) => {
    return result === undefined ? [] : [{ id, args, reads, result, answeredAt, stamp }];
  });
}

export interface LinesToWrite extends SavedLedger {
  /** Whose lines they are. */
  readonly ledger: Ledger;
}

/** Has the workbook keep these lines, with those of somebody else that are new or newer, which it gives. */
export function writeLines({ ledger, service, isUnshown, lines }: LinesToWrite): Promise<LedgerLine[]> {
  return writeInTurn(() =>
    Excel.run({ delayForCellEdit: true }, async (context) => {
      const parts = await loadParts(context, "ledger");
      const stored = readLedger(rootsOf(parts));
      const isSameService = !stored.service || !service || stored.service === service;
      const others = isSameService ? foreign(ledger, stored.lines) : [];
      const merged = newestLines([...lines, ...others]);
      await writeShards(context, parts, { service: service ?? stored.service, isUnshown, lines: merged });
      know(ledger, merged);
      const taken = new Set(merged);
      return others.filter((line) => taken.has(line));
    }),
  );
}

/** The stored lines that somebody else has written. This ledger's own give way to what it holds now, however old that is. */
function foreign(ledger: Ledger, stored: readonly LedgerLine[]): LedgerLine[] {
  const own = known.get(ledger);
  return stored.filter((line) => own?.get(callKey(line)) !== line.stamp);
}

async function writeShards(context: Excel.RequestContext, parts: PartsOfKind, saved: SavedLedger): Promise<void> {
  const texts = new Set(
    shardLines(saved.lines).map((lines, at) => {
      const root = createSaved(DOM, "ledger");
      // The flag is in one shard, so that no other is written for it.
      writeShard(root, { service: saved.service, isUnshown: saved.isUnshown && at === 0, lines });
      return DOM.serialize(root);
    }),
  );
  const present = new Set(parts.own.map(({ text }) => text));
  const missing = [...texts].filter((text) => !present.has(text));
  const { customXmlParts } = context.workbook;
  const rest = missing.slice(PARTS_AT_A_TIME);
  missing.slice(0, PARTS_AT_A_TIME).forEach((text) => customXmlParts.add(text));
  await eachPortion(context, rest, (text) => customXmlParts.add(text), undefined, PARTS_AT_A_TIME);
  // What is replaced goes last: until then every call is in some part, and the later stamp holds.
  for (const { item } of parts.own.filter(({ text }) => !texts.has(text))) item.delete();
  if (parts.first.length > 0) await splitFirst(context, parts.first, "ledger");
  await context.sync();
}

/** Records what is newer than what the ledger holds. Says whether a call that it holds returned something else then. */
export function takeOver(ledger: Ledger, lines: readonly LedgerLine[]): boolean {
  const calls = new Map(ledger.calls().map((call) => [callKey(call), call]));
  let isOther = false;
  for (const { id, args, reads, ...returned } of lines) {
    const call = calls.get(callKey({ id, args, reads }));
    const stamp = call?.result === undefined ? -1 : (call.stamp ?? -1);
    if (stamp >= returned.stamp) continue;
    isOther ||= call !== undefined && JSON.stringify(call.result) !== JSON.stringify(returned.result);
    ledger.record({ id, args, reads }, returned);
  }
  return isOther;
}
