/**
 * Starts the functions: loads their code, connects with the stored key, and reads the workbook. Sends nothing. The pane needs no workbook
 * that was read, and says why it could not be. Cells do: their arguments left out are settings of the workbook.
 */
import { once } from "../../insights/once";
import { openDevice, type Device } from "../actions/connection/device";
import { keepsKeys } from "../actions/connection/page";
import { pageStorage } from "../actions/connection/deviceStorage";
import { fixedAddress } from "../actions/connection/page";
import type { Session } from "../../insights";
import { createCellError } from "./cellError";
import { reader } from "./readWorkbook";
import { runtimeLedger, loadedCode, runtimeSettings } from "./runtime";

/** Milliseconds for one batch: Excel passes the calls of one recalculation in several messages. */
const COLLECTION = 50;
/** Milliseconds after which a failed start is repeated without a call. */
const START_AGAIN = 30_000;

interface Connected {
  readonly session: Session;
  readonly device: Device;
}

export interface Starter {
  /** Loads and connects once for all callers. After a failure, the next caller does so again. */
  readonly connected: () => Promise<Connected>;
  /** Also reads the workbook. */
  readonly started: () => Promise<Connected>;
  /** The error of the last start; undefined once a start has succeeded. */
  readonly failure: () => Error | undefined;
  /** Starts in the background, if no caller does. */
  readonly startAgain: () => void;
}

/** @param onStarted Called after each start. True if an earlier one failed: the cells that show its error must calculate again. */
export function createStarter(onStarted: (hadFailed: boolean) => Promise<void>): Starter {
  let failure: Error | undefined;
  let startingAgain: ReturnType<typeof setTimeout> | undefined;
  const connected = once(connect);
  const started = once(async () => {
    try {
      const [opened] = await Promise.all([connected(), readOpened()]);
      const hadFailed = failure !== undefined;
      failure = undefined;
      void onStarted(hadFailed).catch(() => undefined);
      return opened;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      startingAgain ??= setTimeout(startAgain, START_AGAIN);
      throw failure;
    }
  });
  const startAgain = () => {
    startingAgain = undefined;
    void started().catch(() => undefined);
  };
  return { connected, started, failure: () => failure, startAgain };
}

async function readOpened(): Promise<void> {
  const { untilOpened, read } = await reader();
  await untilOpened();
  await read();
}

async function connect(): Promise<Connected> {
  const loading = import(/* webpackChunkName: "functions" */ "../../numbers/functions/chunk");
  const [{ callFunction, createSession, setHost }, { dateSystem, untilOpened }] = await Promise.all([
    loading,
    reader(),
  ]);
  await untilOpened();
  const session = createSession({
    fetch: (...request) => fetch(...request),
    scheduleBatch: (flush, batchStartedAt) => void setTimeout(flush, batchStartedAt + COLLECTION - Date.now()),
  });
  loadedCode.session = session;
  setHost({
    session,
    service: () => runtimeLedger.service,
    settings: () => runtimeSettings.current,
    get dateSystem() {
      return dateSystem();
    },
    shown: () =>
      import(/* webpackChunkName: "reader" */ "../workbook/ledger/shown").then(({ awaitShown }) =>
        awaitShown(runtimeLedger),
      ),
    cellError: createCellError,
  });
  const device = openDevice(pageStorage(), Office.context.partitionKey, keepsKeys());
  resume(session, device);
  loadedCode.call = callFunction;
  return { session, device };
}

/** Connects with the stored key, without sending anything. */
function resume(session: Session, device: Device): void {
  const { appUrl, apiKey } = device;
  // The key may be sent only to the address that it was entered for.
  if (!apiKey || (fixedAddress() && fixedAddress() !== appUrl)) return;
  try {
    session.connect({ appUrl, credentials: { apiKey } });
  } catch {
    // The stored connection is invalid; the functions must start all the same.
    device.forget();
  }
}
