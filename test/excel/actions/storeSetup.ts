/** The store over Microsoft's real proxies, with a device, a clock and a service that are the test's. */
import { openDevice } from "../../../src/excel/actions/connection/device";
import type { StoreState } from "../../../src/excel/actions/storeState";
import { createStore, type Store } from "../../../src/excel/actions/store";
import type { BrowserNetwork } from "../../../src/excel/actions/connection/unreachable";
import type { WorkbookSettings } from "../../../src/reporting/saved/chosenSettings";
import type { Workbook } from "../../workbench/excel";
import { setUpWorkbook, type WorkbookSetup } from "../workbook/setup";

// Cells calculate in real time, however busy the machine is.
export const APP = "https://app.example";
export const KEY = "s3cret-key-of-a-person";

/** Online, and nothing answers. */
const NO_NETWORK: BrowserNetwork = {
  origin: () => "https://addins.example",
  isOnline: () => true,
  isLocalDenied: () => Promise.resolve(false),
  knock: () => Promise.reject(new TypeError("Failed to fetch")),
};

export interface StoreSetupOptions {
  cells?: Record<string, string | number>;
  connected?: boolean;
  settings?: WorkbookSettings;
  fixedAddress?: string;
  sandbox?: boolean | undefined;
}

export interface StoreSetup extends WorkbookSetup {
  readonly store: Store;
  /** What the device keeps. */
  readonly kept: Map<string, string>;
  /** How the document is to be opened. */
  readonly startup: () => string;
  readonly clock: Clock;
  /** Resolves as soon as the state is so. */
  readonly until: (isSo: (state: StoreState) => boolean) => Promise<void>;
  readonly close: () => void;
}

export async function setUpStore({
  cells = {},
  connected = false,
  settings = {},
  fixedAddress = "",
  sandbox,
}: StoreSetupOptions = {}): Promise<StoreSetup> {
  const setup = await setUpWorkbook(cells, { connected });
  setup.settings.current = settings;
  const startup = installOffice();
  const clock = createClock(setup.workbook);
  const { store, kept } = openPane(setup, clock, { fixedAddress, sandbox });
  const close = () => {
    clock.stop();
    // Requests that a test has not awaited, and their time limits, would outlive it.
    setup.session.disconnect();
    setup.workbook.close();
  };
  return { ...setup, store, kept, startup, clock, until: (isSo) => until(setup.workbook, store, isSo), close };
}

/** Opens a pane on a workbook, on a device of its own. */
export function openPane(
  { session, settings, ledger }: Pick<WorkbookSetup, "session" | "settings" | "ledger">,
  clock: Clock,
  { fixedAddress = "", sandbox }: Pick<StoreSetupOptions, "fixedAddress" | "sandbox"> = {},
): Pick<StoreSetup, "store" | "kept"> {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as Storage;
  const store = createStore({
    session,
    settings,
    ledger,
    reload: () => Promise.resolve(),
    device: openDevice(storage, "part"),
    fixedAddress,
    version: "1.2.3",
    network: NO_NETWORK,
    findSandbox: () => Promise.resolve(sandbox ? { appUrl: APP, apiKey: KEY } : undefined),
    now: () => Date.now(),
    after: clock.after,
  });
  return { store, kept };
}

/** Selects a cell of the active sheet, as a user would. */
export async function choose(address: string): Promise<void> {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getActiveWorksheet().getRange(address).select();
    await context.sync();
  });
}

/** Returns the number format of a cell of the first sheet. */
export async function formatOf(address: string): Promise<unknown> {
  return Excel.run(async (context) => {
    const cell = context.workbook.worksheets.getItem("Sheet1").getRange(address).load("numberFormat");
    await context.sync();
    return (cell.numberFormat as unknown[][])[0]?.[0];
  });
}

export interface Clock {
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** What waits for a minute or more, and runs when the test says so. */
  readonly scheduled: () => readonly { minutes: number; run: () => void }[];
  /** What is to run once the workbook has calculated. */
  readonly pending: () => number;
  readonly stop: () => void;
}

/** Seconds pass when the workbook has calculated whatever it has to; minutes when the test says so. */
function createClock(workbook: Workbook): Clock {
  interface Task {
    minutes: number;
    run: () => void;
  }
  let tasks: Task[] = [];
  const remove = (task: Task) => (tasks = tasks.filter((each) => each !== task));
  const isShort = ({ minutes }: Task) => minutes < 1;
  const runIfStillWanted = (task: Task) => {
    if (!tasks.includes(task)) return;
    remove(task);
    task.run();
  };
  return {
    after(milliseconds, run) {
      const task = { minutes: milliseconds / 60_000, run };
      tasks.push(task);
      if (isShort(task)) void workbook.settled().then(() => runIfStillWanted(task));
      return () => void remove(task);
    },
    scheduled: () => tasks.filter((task) => !isShort(task)),
    pending: () => tasks.filter(isShort).length,
    stop: () => (tasks = []),
  };
}

function installOffice(): () => string {
  let startup = "None";
  const addin = {
    getStartupBehavior: () => Promise.resolve(startup),
    setStartupBehavior: (behavior: string) => Promise.resolve(void (startup = behavior)),
  };
  const context = {
    diagnostics: { host: "Excel", version: "16", platform: "OfficeOnline" },
    requirements: { isSetSupported: (_set: string, version: string) => version === "1.9" },
    contentLanguage: "en-US",
    displayLanguage: "en-US",
  };
  const PlatformType = { OfficeOnline: "OfficeOnline" };
  const Office = { addin, context, PlatformType, StartupBehavior: { load: "Load", none: "None" } };
  Object.assign(globalThis, { Office });
  // Node's own has a getter alone.
  Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Test" }, configurable: true, writable: true });
  return () => startup;
}

/** Each takes a millisecond at least: a slow machine, which compiles what an action loads, does not meet it. */
const TURNS = 60_000;

async function until(workbook: Workbook, store: Store, isSo: (state: StoreState) => boolean): Promise<void> {
  for (let turn = 0; !isSo(store.state()); turn += 1) {
    if (turn > TURNS) throw new Error(`The state stayed ${JSON.stringify(store.state())}`);
    await workbook.settled();
  }
}
