/** What the add-in keeps in a workbook's file: what its calls returned, and the settings, in custom XML parts. */
import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import type { Settings } from "../functions/host";
import { parseSaved, SAVED_NAMESPACE, type Dom } from "../saved/document";
import { readLedger, writeLedger, type LedgerLine, type SavedLedger } from "../saved/ledger";
import { readSettings } from "../saved/settings";
import { customXmlOf, type Workbook } from "../xlsx/workbook";

/** A call that a refresh has made. */
export interface MadeCall {
  /** The function's id, such as "PNL". */
  readonly id: string;
  readonly args: readonly unknown[];
  /** Undefined where the call failed. */
  readonly result: unknown;
}

/** A library's parser, typed as the browser's, which it stands for. */
const DOM = {
  parse: (text: string) => new DOMParser({ onError: () => undefined }).parseFromString(text, "text/xml"),
  serialize: (root: Node) => new XMLSerializer().serializeToString(root as never),
} as unknown as Dom;

/** The names and texts of the add-in's parts. */
export function savedPartsOf(workbook: Workbook): Promise<{ part: string; text: string }[]> {
  return customXmlOf(workbook, SAVED_NAMESPACE);
}

/** What blank arguments mean; nothing where the workbook does not say. */
export async function savedSettingsOf(workbook: Workbook): Promise<Settings> {
  const [saved] = await savedPartsOf(workbook);
  return saved ? readSettings(rootOf(saved)) : {};
}

/**
 * The new text of the part with the ledger: it holds of each call what the call has returned now, so that a row that is
 * inserted in Excel does not bring old numbers back. A call that failed is removed, as the add-in does. None where the
 * workbook keeps nothing, or all of it stands there.
 * @param service The address of the service. What another one answered is dropped, as in the add-in.
 * @param answeredAt Milliseconds since the epoch.
 */
export async function bringLedgerAlong(
  workbook: Workbook,
  calls: readonly MadeCall[],
  { service, answeredAt }: { service: string | undefined; answeredAt: number },
): Promise<Map<string, string>> {
  const [saved] = await savedPartsOf(workbook);
  const root = saved && rootOf(saved);
  if (!root || calls.length === 0) return new Map();
  const before = readLedger(root);
  const isOther = service !== undefined && before.service !== undefined && before.service !== service;
  const known = isOther ? [] : before.lines;
  const lines = linesAfter(known, calls, answeredAt);
  if (!isOther && isSameLedger(before, lines)) return new Map();
  writeLedger(root, { service, lines });
  return new Map([[saved.part, DOM.serialize(root)]]);
}

function rootOf({ text }: { readonly text: string }): Element | undefined {
  return parseSaved(DOM, text.replace(/^\ufeff/, ""));
}

function linesAfter(known: readonly LedgerLine[], calls: readonly MadeCall[], answeredAt: number): LedgerLine[] {
  const made = new Map(calls.map((call) => [keyOfCall(call), call]));
  const missing = new Map(made);
  const kept = known.flatMap((line) => {
    const call = made.get(keyOfCall(line));
    missing.delete(keyOfCall(line));
    if (!call) return [line];
    return call.result === undefined ? [] : [{ ...line, result: call.result, answeredAt }];
  });
  const added = [...missing.values()].filter(({ result }) => result !== undefined);
  return [...kept, ...added.map((call) => ({ ...call, answeredAt }))];
}

function isSameLedger({ lines }: SavedLedger, others: readonly LedgerLine[]): boolean {
  return (
    lines.length === others.length &&
    lines.every(({ result }, at) => JSON.stringify(result) === JSON.stringify(others[at]?.result))
  );
}

/** Blank, null, 0 and "" are the same argument, and one that is left out at the end. */
function keyOfCall({ id, args }: Pick<MadeCall, "id" | "args">): string {
  const plain = JSON.stringify(args, (_name, value: unknown) => (value === "" || value === 0 ? null : value));
  return `${id}${plain.replace(/(?:,null)*\]$/, "]").replace(/^\[null\]$/, "[]")}`;
}
