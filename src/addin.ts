/** The one place that wires session, workbook, functions, commands and pane together, in Excel's shared runtime. */
import { associateCommands } from "./commands/commands";
import type * as Functions from "./functions/functions";
import type { ErrorCode } from "./functions/host";
import type { Session } from "./insights";
import { once, withRetries, type LoadChunk } from "./actions/chunks";
import { openDevice, pageStorage, type Device } from "./actions/device";
import type { Store } from "./actions/store";
import { findSandbox, fixedAddress, version } from "./actions/page";
import { hideUnloaded, showUnloaded } from "./actions/unloaded";
import type { WorkbookSettings } from "./saved/settings";
import { createLedger, type Run } from "./workbook/ledger/ledger";
import { createPause } from "./workbook/pause";

/** Excel hands over the calls of one recalculation in several messages; so many milliseconds from the first gather them. */
const COLLECTION = 50;
/** Milliseconds after a call has returned in which others are awaited before the ledger is saved. */
const SAVE_DELAY = 3_000;
/** Milliseconds after which a workbook that could not be read is read again. */
const READ_AGAIN = 5_000;
/** Milliseconds after which a start that has failed is tried again, although nobody asks. */
const START_AGAIN = 30_000;
const MINUTE = 60_000;

/** What webpack makes of each `import()` calls this. */
declare let __webpack_chunk_load__: LoadChunk;

// eslint-disable-next-line prefer-const, @typescript-eslint/no-unused-vars -- webpack reads it
__webpack_chunk_load__ = withRetries(__webpack_chunk_load__, wait);

const settings: { current: WorkbookSettings } = { current: {} };
let isConnected = () => false;

const pause = createPause(settings);

/** Milliseconds after which an answer is asked for anew. Off line and while fetching is paused the last one is shown, however old. */
const maxAge = () =>
  isConnected() && !pause.isOn() && settings.current.maxAge ? settings.current.maxAge * MINUTE : Infinity;
const ledger = createLedger({ now: () => Date.now(), maxAge, settings: () => settings.current });

/** The functions' ids; their code loads beside this page's, which has to answer Excel at once. */
const IDS: readonly (keyof typeof Functions)[] = [
  "PLANS",
  "SCENARIOS",
  "FIELDS",
  "PNL",
  "DEMAND",
  "KPI",
  "VAR",
  "BRIDGE",
  "SUPPLY",
  "SUSTAINABILITY",
  "ASOF",
];

/** How many arguments each function takes besides the invocation, as soon as its code has come. */
const arities: Record<string, number> = {};

/** What reads the workbook's settings, ledger and date system; loaded beside the functions. */
const reader = once(async () => {
  const { createReader } = await import(/* webpackChunkName: "opening" */ "./workbook/opening");
  return createReader(settings, ledger);
});

/** Reads what the functions need of the workbook, and puts them to work. Nothing is calculated and nothing sent. */
async function start() {
  const reading = reader().then(async ({ read, dateSystem }) => {
    await Office.onReady();
    await read().catch(readLater);
    return dateSystem;
  });
  const loading = import(/* webpackChunkName: "functions" */ "./functions/chunk");
  const [{ createSession, functions, setHost }, dateSystem] = await Promise.all([loading, reading]);
  const session = createSession({
    fetch: (...request) => fetch(...request),
    collect: (flush, since) => void setTimeout(flush, since + COLLECTION - Date.now()),
    maxAge,
  });
  isConnected = () => session.connected;
  setHost({
    session,
    settings: () => settings.current,
    get dateSystem() {
      return dateSystem();
    },
    isPaused: pause.isOn,
    cellError,
  });
  const device = openDevice(pageStorage(), Office.context.partitionKey);
  resume(session, device);
  const runs = functions as unknown as Record<string, Run>;
  for (const id of IDS) arities[id] = (runs[id]?.length ?? 1) - 1;
  return { functions: runs, session, device };
}

async function readWorkbook(): Promise<void> {
  await (await reader()).read();
}

/** As `readWorkbook`, and the settings that another person may have changed since, where Excel tells them now. */
async function readAgain(): Promise<void> {
  await readWorkbook();
  const { followSettings } = await import(/* webpackChunkName: "ledger" */ "./workbook/customXml/settings");
  await followSettings(settings).catch(() => undefined);
}

/** One bad moment must not cost the workbook its settings and its ledger. */
function readLater(): void {
  setTimeout(() => void readWorkbook().catch(readLater), READ_AGAIN);
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

/** What Excel is given of a result: with number formats where the workbook wants them and the host can take them. */
async function withFormats(result: unknown): Promise<unknown> {
  if (!settings.current.numberFormats) return result;
  if (!Office.context.requirements.isSetSupported("CustomFunctionsRuntime", "1.4")) return result;
  const loading = import(/* webpackChunkName: "cellFormats" */ "./workbook/cellFormats");
  // A number without its format is better than none.
  return loading.then(({ withNumberFormats }) => withNumberFormats(result)).catch(() => result);
}

let saving: ReturnType<typeof setTimeout> | undefined;

/** Saves the ledger in the workbook, once for all calls that return meanwhile. */
function scheduleSave(): void {
  saving ??= setTimeout(() => {
    saving = undefined;
    // A workbook that cannot be written, such as one opened to be read, still calculates.
    const load = () => import(/* webpackChunkName: "keeping" */ "./workbook/refresh/keeping");
    void Promise.all([load(), started(), readAgain()])
      .then(([{ keepLedger }, { session }]) => keepLedger({ session, ledger, now: Date.now, wait }))
      .catch(() => {});
  }, SAVE_DELAY);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}

/** An error of Excel's own kind, which its types do not tell to be an `Error`. */
function cellError(code: ErrorCode, message: string): Error {
  const { notAvailable, invalidValue } = CustomFunctions.ErrorCode;
  return new CustomFunctions.Error(code === "#N/A" ? notAvailable : invalidValue, message) as unknown as Error;
}

/** What a person can do, loaded when one does it: a workbook that only calculates never pays for it. */
async function openStore(): Promise<Store> {
  const [{ createStore }, { session, device }] = await Promise.all([
    import(/* webpackChunkName: "store" */ "./actions/store"),
    started(),
  ]);
  return createStore({
    ...{ session, settings, ledger, pause, device, findSandbox },
    reload: readAgain,
    fixedAddress: fixedAddress(),
    version: version(),
    now: () => Date.now(),
    after(milliseconds, task) {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}

/** Loads and shows the pane once the page can be seen. */
function showWhenVisible(element: HTMLElement): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void openPane(element);
  });
  observer.observe(element);
}

async function openPane(element: HTMLElement): Promise<void> {
  hideUnloaded();
  try {
    const pane = import(/* webpackChunkName: "pane" */ "./taskpane/pane");
    const [{ showPane }, opened] = await Promise.all([pane, store()]);
    showPane(element, opened);
  } catch {
    showUnloaded(() => void openPane(element));
  }
}

/** Why the last start has failed, until one succeeds. */
let failure: Error | undefined;
let startingAgain: ReturnType<typeof setTimeout> | undefined;

/** The start, tried anew by whoever asks after it has failed. Cells that have shown the failure follow when it succeeds. */
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

/** What follows the start without anybody asking: it opens the store, which refreshes with or without a pane. */
async function goOn(hadFailed: boolean): Promise<void> {
  const { refreshOnOpen, refreshEvery } = settings.current;
  // The store also makes good what an earlier refresh could not show.
  if (!hadFailed && !refreshOnOpen && !refreshEvery && !ledger.isUnshown) return;
  const { retryFailed } = await store();
  if (hadFailed) await retryFailed();
}

function startAgain(): void {
  startingAgain = undefined;
  void started().catch(() => undefined);
}

const store = once(openStore);

/*
 * How a call of Excel reaches a function.
 *
 * Excel asks for the functions as soon as this script has run: before Office is ready, before their code has come, and before
 * the workbook's ledger has been read. A function that is associated later may be missed for good. So each is associated at
 * once, by what waits for the start and then asks the ledger. Asked sooner, the ledger would be empty, and each cell of a
 * workbook that was just opened would go to the service, or show an error where nobody is connected.
 *
 * The ledger answers what it knows. For the rest it runs the function that it was given here, which gets the real one out of
 * the code that has come by then. A refresh and the pane's preview have it run the same function past what it knows. Where
 * the code could not be loaded, the ledger hears of the failure, so that the cell can be found when it has come.
 *
 * Number formats are put on last, so that the ledger holds plain results: they depend on a setting that may change meanwhile.
 */
for (const id of IDS) {
  const run: Run = async (...values) => {
    if (failure) throw cellError("#VALUE!", failure.message);
    return (await started()).functions[id]?.(...values);
  };
  // What is kept in the workbook is called when the functions have come, each of which takes the invocation last.
  const memoized = ledger.memoize(id, run, () => arities[id] ?? 0);
  CustomFunctions.associate(id, async (...values: unknown[]) => {
    await started().catch(() => undefined);
    return withFormats(await memoized(...values));
  });
}

associateCommands(store);

// Only what a call returns is new to the workbook: a refresh saves what it records, and what is read from it stands there.
ledger.subscribe((event) => {
  if (event === "returned") scheduleSave();
});

void Office.onReady().then(() => {
  const root = document.getElementById("root");
  if (root) showWhenVisible(root);
});

startAgain();
