/** The pane's store over Microsoft's real proxies, on a device, a clock and a service that are the test's. */
import { openDevice } from "../../src/taskpane/device";
import type { PaneModel, PaneState } from "../../src/taskpane/model";
import { createStore } from "../../src/taskpane/store/store";
import type { WorkbookSettings } from "../../src/saved/settings";
import { openDesk, type Desk } from "../workbook/desk";

export const APP = "https://app.example";
export const KEY = "s3cret-key-of-a-person";

export interface Opening {
  cells?: Record<string, string | number>;
  connected?: boolean;
  settings?: WorkbookSettings;
  fixedAddress?: string;
  sandbox?: boolean;
}

export interface Bench {
  readonly desk: Desk;
  readonly store: PaneModel;
  /** What the device keeps. */
  readonly kept: Map<string, string>;
  /** How the document is to be opened. */
  readonly startup: () => string;
  /** What waits for a minute or more. */
  readonly scheduled: () => { minutes: number; run: () => void }[];
  /** As soon as the state is so; three seconds or so at most. */
  readonly until: (isSo: (state: PaneState) => boolean) => Promise<void>;
}

export async function openStore({
  cells = {},
  connected = false,
  settings = {},
  fixedAddress = "",
  sandbox,
}: Opening = {}): Promise<Bench> {
  const desk = await openDesk(cells, { connected });
  desk.settings.current = settings;
  const kept = new Map<string, string>();
  const startup = installOffice();
  const { scheduled, after } = createClock();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as Storage;
  const store = createStore({
    session: desk.session,
    settings: desk.settings,
    ledger: desk.ledger,
    device: openDevice(storage, "part"),
    fixedAddress,
    version: "1.2.3",
    findSandbox: () => Promise.resolve(sandbox ? { appUrl: APP, apiKey: KEY } : undefined),
    now: () => Date.now(),
    after,
  });
  return { desk, store, kept, startup, scheduled, until: (isSo) => until(store, isSo) };
}

/** Short times pass ten times as fast; long ones when the test says so. */
function createClock() {
  let tasks: { minutes: number; run: () => void }[] = [];
  const after = (milliseconds: number, run: () => void): (() => void) => {
    if (milliseconds < 60_000) {
      const timer = setTimeout(run, milliseconds / 10);
      return () => clearTimeout(timer);
    }
    const task = { minutes: milliseconds / 60_000, run };
    tasks.push(task);
    return () => void (tasks = tasks.filter((each) => each !== task));
  };
  return { scheduled: () => tasks, after };
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
  const Office = { addin, context, StartupBehavior: { load: "Load", none: "None" } };
  Object.assign(globalThis, { navigator: { userAgent: "Test" }, Office });
  return () => startup;
}

async function until(store: PaneModel, isSo: (state: PaneState) => boolean): Promise<void> {
  for (let look = 0; !isSo(store.state()); look += 1) {
    if (look > 600) throw new Error(`The state stayed ${JSON.stringify(store.state())}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
