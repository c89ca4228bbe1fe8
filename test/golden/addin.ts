/** The add-in at work on a workbook of the model, with the sandbox as its service. */
import * as functions from "../../src/functions/functions";
import metadata from "../../src/functions/functions.json";
import { setHost } from "../../src/functions/host";
import { createSession, type Session } from "../../src/insights";
import type { Sandbox } from "../../sandbox/sandbox";
import type { WorkbookSettings } from "../../src/saved/settings";
import { createLedger, type Ledger, type ExcelFunction } from "../../src/workbook/ledger/ledger";
import { awaitShown } from "../../src/workbook/ledger/shown";
import { createReader } from "../../src/workbook/reader";
import { refreshWorkbook, type Refreshment } from "../../src/workbook/refresh/refresh";
import { openWorkbook, type SavedWorkbook, type Workbook } from "../workbench/excel";

export const SERVICE = "https://planning.example";

export interface Addin {
  readonly workbook: Workbook;
  readonly session: Session;
  readonly ledger: Ledger;
  readonly settings: { current: WorkbookSettings };
  /** How many requests have been sent. */
  readonly sent: () => number;
  /** Rejects with the error of a refresh that fails. */
  readonly refresh: () => Promise<Refreshment>;
}

export interface AddinOptions {
  readonly sandbox: Sandbox;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly isConnected: boolean;
}

/** Opens the workbook as the add-in does: reads what it keeps, before any function answers. */
export async function openAddin(
  saved: SavedWorkbook,
  { sandbox, now, isConnected }: AddinOptions,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<Addin> {
  let sent = 0;
  const settings: Addin["settings"] = { current: {} };
  const session = createSession({
    fetch: (url, init) => {
      sent += 1;
      return sandbox.fetch(url, init);
    },
    scheduleBatch: (flush) => void setImmediate(flush),
    retries: 0,
  });
  const ledger = createLedger({
    now,
    settings: () => settings.current,
    connected: () => session.address,
  });
  setHost({
    session,
    service: () => ledger.service,
    settings: () => settings.current,
    dateSystem: 1900,
    shown: () => awaitShown(ledger),
    cellError: (code, message) => Object.assign(new Error(message), { code }),
  });
  const isSetSupported = () => true;
  Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported } } } });
  const workbook = openWorkbook(
    saved,
    metadata.functions.map((description) => {
      const real = (functions as unknown as Record<string, ExcelFunction>)[description.id] as ExcelFunction;
      const run = ledger.wrap(description.id, real, () => description.parameters.length);
      return { metadata: description, namespace: "INSIGHTS", run: (args, { address }) => run(...args, { address }) };
    }),
  );
  await prepare();
  await createReader(settings, ledger).read();
  if (isConnected) {
    session.connect({ appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } });
  }
  await workbook.settled();
  const refresh = async () => {
    const summary = await refreshWorkbook({ session, ledger, now, wait: workbook.settled });
    await workbook.settled();
    if (summary.end === "done") return summary;
    throw summary.end === "failed" ? summary.error : new Error(`Not settled: ${summary.unsettled.join(", ")}`);
  };
  return { workbook, session, ledger, settings, sent: () => sent, refresh };
}
