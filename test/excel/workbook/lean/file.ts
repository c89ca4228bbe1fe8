/** The workbook as a file: its saved ledger, and the command line's refresh of it. */
import { DOMParser } from "@xmldom/xmldom";
import { replaceLedger, type FileLedger } from "../../../../src/headless/standalone/savedParts";
import { partNamespace } from "../../../../src/reporting/saved/document";
import { holdSettings, type HeldSettings } from "../../../../src/reporting/saved/keptSettings";
import { readSettings } from "../../../../src/reporting/saved/chosenSettings";
import { createFunctions, type PersonOptions } from "./person";
import type { LeanWorkbook } from "./workbook";
import { readStoredLedger, type StoredLedger } from "../../../../src/reporting/saved/ledgerIndex";

/** Returns the saved ledger; undefined if the file keeps none. */
export function storedLedgerOf(workbook: LeanWorkbook): StoredLedger | undefined {
  return fileLedgerOf(workbook).stored;
}

/** Calculates every cell anew, and replaces the results of the saved ledger. A file that keeps none is left as it is. */
export async function refreshFile(workbook: LeanWorkbook, options: Omit<PersonOptions, "isConnected">): Promise<void> {
  const file = fileLedgerOf(workbook);
  const service = file.stored?.edition.service;
  if (!service) return;
  const settings = fileSettingsOf(workbook);
  const { functions, ledger, act, leave } = createFunctions({
    ...options,
    settings,
    isConnected: true,
    appUrl: service,
  });
  workbook.use(functions, () => act);
  workbook.renewAll();
  while (workbook.formulaCells().some(({ cell }) => cell.isDirty)) {
    workbook.calculate();
    await workbook.settled();
  }
  const calls = ledger.entries().map(({ result, ...call }) => ({ ...call, result }));
  const texts = replaceLedger(file, calls, {}, { service, answeredAt: options.now() });
  for (const [name, text] of texts) workbook.document.parts[name] = text;
  leave();
}

/** Returns the settings of the file; if they are gone, those of its kept numbers. */
function fileSettingsOf(workbook: LeanWorkbook): HeldSettings {
  const settings: HeldSettings = { current: {} };
  const part = partsOf(workbook).find(({ namespace }) => namespace === partNamespace("settings"));
  holdSettings(settings, part && readSettings(part.root), () => storedLedgerOf(workbook)?.entries ?? []);
  return settings;
}

function partsOf({ document }: LeanWorkbook) {
  return Object.entries(document.parts).flatMap(([xmlPart, text]) => {
    const root = new DOMParser().parseFromString(text, "text/xml").documentElement as unknown as Element | null;
    return root ? [{ xmlPart, text, root, namespace: root.namespaceURI ?? "" }] : [];
  });
}

function fileLedgerOf(workbook: LeanWorkbook): FileLedger {
  const parts = partsOf(workbook);
  const ofKind = (name: "ledger" | "index") => parts.filter(({ namespace }) => namespace === partNamespace(name));
  const [shards, indexes] = [ofKind("ledger"), ofKind("index")];
  const rootsOf = (own: typeof parts) => own.map(({ root }) => root);
  const stored = readStoredLedger(rootsOf(shards), rootsOf(indexes));
  return { shards, indexes, stored, isServiceAlone: false, isNew: parts.length === 0 };
}
