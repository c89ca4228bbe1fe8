/** Puts the functions to work: their code is loaded, the workbook is read, the kept key connects. Nothing is calculated and nothing sent. */
import { once } from "../actions/chunks";
import { openDevice, pageStorage, type Device } from "../actions/device";
import { fixedAddress } from "../actions/page";
import type { Session } from "../insights";
import type { Run } from "../workbook/ledger/ledger";
import { cellError } from "./cellError";
import { reader, readLater } from "./reading";
import { fetchingPause, ledger, loaded, maxAge, settings } from "./state";

/** Excel hands over the calls of one recalculation in several messages; so many milliseconds from the first gather them. */
const COLLECTION = 50;
/** Milliseconds after which a start that has failed is tried again, although nobody asks. */
const START_AGAIN = 30_000;

interface Started {
  readonly session: Session;
  readonly device: Device;
}

export interface Starter {
  /** The start, tried anew by whoever asks after it has failed. */
  readonly started: () => Promise<Started>;
  /** Why the last start has failed, until one succeeds. */
  readonly failure: () => Error | undefined;
  /** Has it tried where nobody asks. */
  readonly startAgain: () => void;
}

/** `goOn` is called after a start, and told whether one before has failed: cells that have shown the failure are to follow. */
export function createStarter(goOn: (hadFailed: boolean) => Promise<void>): Starter {
  let failure: Error | undefined;
  let startingAgain: ReturnType<typeof setTimeout> | undefined;
  const started = once(async () => {
    try {
      const opened = await start();
      const hadFailed = failure !== undefined;
      failure = undefined;
      void goOn(hadFailed).catch(() => undefined);
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
  return { started, failure: () => failure, startAgain };
}

async function start(): Promise<Started> {
  const reading = reader().then(async ({ read, dateSystem }) => {
    await Office.onReady();
    await read().catch(readLater);
    return dateSystem;
  });
  const loading = import(/* webpackChunkName: "functions" */ "../functions/chunk");
  const [{ createSession, functions, setHost }, dateSystem] = await Promise.all([loading, reading]);
  const session = createSession({
    fetch: (...request) => fetch(...request),
    scheduleBatch: (flush, batchStartedAt) => void setTimeout(flush, batchStartedAt + COLLECTION - Date.now()),
    maxAge,
  });
  loaded.session = session;
  setHost({
    session,
    settings: () => settings.current,
    get dateSystem() {
      return dateSystem();
    },
    isPaused: fetchingPause.isOn,
    cellError,
  });
  const device = openDevice(pageStorage(), Office.context.partitionKey);
  resume(session, device);
  loaded.functions = functions as unknown as Record<string, Run>;
  return { session, device };
}

/** Connects by the key that was kept, so that functions answer; nothing is sent before one is asked. */
function resume(session: Session, device: Device): void {
  const { appUrl, apiKey } = device;
  // A key is sent to the address only that it was entered for.
  if (!apiKey || (fixedAddress() && fixedAddress() !== appUrl)) return;
  try {
    session.connect({ appUrl, credentials: { apiKey } });
    ledger.setService(appUrl);
  } catch {
    // What was kept is no connection any more; the functions must start all the same.
    device.forget();
  }
}
