/** Reads and writes the add-in's custom XML parts in a file: settings and ledger. */
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import type { Settings } from "../functions/host";
import { callKey, normalizeArguments, settingsReadBy } from "../saved/callKey";
import { createSaved, parseSaved, partNamespace, SAVED_NAMESPACE, type Dom, type PartName } from "../saved/document";
import { readLedger, shardLines, writeShard, type LedgerLine, type SavedLedger } from "../saved/ledger";
import { readSettings } from "../saved/settings";
import { customXmlOf, type CustomXml, type Workbook } from "../xlsx/workbook";

/** A call of a refresh with its result. */
export interface CallResult {
  /** The function's id, such as "PNL". */
  readonly id: string;
  readonly args: readonly unknown[];
  /** Undefined if the call failed. */
  readonly result: unknown;
}

/** A library's XML parser, typed as the browser's. */
const DOM = {
  parse: (text: string) => new DOMParser({ onError: () => undefined }).parseFromString(text, "text/xml"),
  serialize: (root: Node) => new XMLSerializer().serializeToString(root as never),
} as unknown as Dom;

/** Reads the settings; empty if the workbook has none. */
export async function savedSettingsOf(workbook: Workbook): Promise<Settings> {
  const [saved] = await partsFor("settings", workbook);
  return saved ? readSettings(rootOf(saved)) : {};
}

/** The parts of a kind of content. */
async function partsFor(name: PartName, workbook: Workbook): Promise<CustomXml[]> {
  const all = await customXmlOf(workbook, SAVED_NAMESPACE);
  return all.filter(({ namespace }) => namespace === partNamespace(name));
}

/**
 * The new texts of the parts with the ledger: it holds of each call what the call has returned now, so that a row that is
 * inserted in Excel does not bring old numbers back. A call that failed is removed, as the add-in does. None where the
 * workbook keeps nothing, or all of it stands there.
 * @param settings What the calls read where their arguments leave it out.
 * @param service The address of the service. What another one answered is dropped, as in the add-in.
 * @param answeredAt Milliseconds since the epoch.
 */
export async function bringLedgerAlong(
  workbook: Workbook,
  calls: readonly CallResult[],
  settings: Settings,
  { service, answeredAt }: { service: string | undefined; answeredAt: number },
): Promise<Map<string, string>> {
  const parts = (await partsFor("ledger", workbook)).flatMap((each) => {
    const root = rootOf(each);
    return root ? [{ ...each, root }] : [];
  });
  if (parts.length === 0 || calls.length === 0) return new Map();
  const before = readLedger(parts.map(({ root }) => root));
  const isOther = service !== undefined && before.service !== undefined && before.service !== service;
  const lines = linesAfter(
    isOther ? [] : before.lines,
    calls.map((call) => lineOf(call, settings, answeredAt)),
  );
  if (!isOther && isSameLedger(before, lines)) return new Map();
  const shards = shardLines(lines);
  return new Map(
    parts.map(({ xmlPart, root }, at) => {
      // There may be more shards than parts: what is too large for Excel on the web is divided when the add-in next writes.
      const own = shards.filter((_, number) => number % parts.length === at).flat();
      writeShard(root, { service, isUnshown: false, lines: own });
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
  const made = calls.map((call) => lineOf(call, settings, answeredAt));
  return shardLines(linesAfter([], made)).map((lines) => {
    const root = createSaved(DOM, "ledger");
    writeShard(root, { service, isUnshown: false, lines });
    return DOM.serialize(root);
  });
}

function rootOf({ text }: { readonly text: string }): Element | undefined {
  return parseSaved(DOM, text.replace(/^\ufeff/, ""));
}

/** A result of `undefined` says that the call failed. */
function lineOf({ id, args: given, result }: CallResult, settings: Settings, answeredAt: number): LedgerLine {
  const args = normalizeArguments(given);
  return { id, args, reads: settingsReadBy(id, args, settings), result, answeredAt, stamp: answeredAt };
}

function linesAfter(known: readonly LedgerLine[], made: readonly LedgerLine[]): LedgerLine[] {
  const lines = new Map([...known, ...made].map((line) => [callKey(line), line]));
  return [...lines.values()].filter(({ result }) => result !== undefined);
}

function isSameLedger({ lines }: SavedLedger, others: readonly LedgerLine[]): boolean {
  const results = new Map(lines.map((line) => [callKey(line), JSON.stringify(line.result)]));
  return (
    results.size === others.length && others.every((line) => results.get(callKey(line)) === JSON.stringify(line.result))
  );
}
