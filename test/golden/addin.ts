/** The add-in at work on a workbook of the model, with the sandbox as its service. */
import { setHost } from "../../src/numbers/functions/host";
import { createSession, type Session } from "../../src/insights";
import type { Sandbox } from "../../sandbox/sandbox";
import type { HeldSettings } from "../../src/reporting/saved/keptSettings";
import { createLedger, type Ledger } from "../../src/excel/workbook/ledger/ledger";
import { createReader } from "../../src/excel/workbook/reader";
import { refreshWorkbook, type Refreshment } from "../../src/excel/workbook/refresh/refresh";
import { openWorkbook, type SavedWorkbook, type Workbook } from "../workbench/excel";
import { functionsOf, hostOf } from "../excel/workbook/ledgerFunctions";

export const SERVICE = "https://planning.example";

export interface Addin {
  readonly workbook: Workbook;
  readonly session: Session;
  readonly ledger: Ledger;
  readonly settings: HeldSettings;
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
  /** The address of the planning service. @default SERVICE */
  readonly service?: string;
}

/** Opens the workbook as the add-in does: reads what it keeps, before any function answers. */
export async function openAddin(
  saved: SavedWorkbook,
  { sandbox, now, isConnected, service = SERVICE }: AddinOptions,
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
  setHost(hostOf(session, ledger, settings));
  const isSetSupported = () => true;
  Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported } } } });
  const workbook = openWorkbook(saved, functionsOf(ledger));
  await prepare();
  await createReader(settings, ledger).read();
  if (isConnected) {
    session.connect({ appUrl: service, credentials: { apiKey: sandbox.apiKey } });
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
