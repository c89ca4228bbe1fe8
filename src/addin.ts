/** The one place that wires session, workbook, functions, commands and pane together, in Excel's shared runtime. */
import { associateCommands } from "./commands/commands";
import type * as Functions from "./functions/functions";
import type { ErrorCode } from "./functions/host";
import type { Store } from "./taskpane/store";
import { readDateSystem } from "./workbook/dateSystem";
import { createLedger, type Run } from "./workbook/ledger";
import { readPart } from "./workbook/part";
import { settingsIn } from "./workbook/settings";

/** Excel hands over the calls of one recalculation in several messages; so many milliseconds gather them. */
const COLLECTION = 50;
/** Milliseconds after a call in which others are awaited before the workbook is made to keep them. */
const KEEPING = 3_000;
const ADDRESS = "scenario-insights.address";

const ledger = createLedger({ now: () => Date.now(), maxAge: () => Infinity, entered: keepLedger });

/** The functions' ids; their code loads beside this page's, which has to answer Excel at once. */
const IDS: readonly (keyof typeof Functions)[] = [
  "PLANS",
  "SCENARIOS",
  "FIELDS",
  "PNL",
  "DEMAND",
  "KPI",
  "SUPPLY",
  "SUSTAINABILITY",
  "ASOF",
];

/** Reads what the functions need of the workbook, and puts them to work. Nothing is calculated and nothing sent. */
async function start() {
  const loading = import(/* webpackChunkName: "functions" */ "./functions/chunk");
  await Office.onReady();
  const [part, dateSystem, { createSession, functions, setHost }] = await Promise.all([
    readPart().catch(() => undefined),
    readDateSystem().catch(() => 1900 as const),
    loading,
  ]);
  const session = createSession({
    fetch: (...request) => fetch(...request),
    collect: (flush) => void setTimeout(flush, COLLECTION),
  });
  const settings = { current: settingsIn(part) };
  setHost({
    session,
    settings: () => settings.current,
    dateSystem,
    cellError,
  });
  if (part?.getElementsByTagName("ledger").length)
    (await import(/* webpackChunkName: "ledger" */ "./workbook/ledgerPart")).loadLedger(part, ledger);
  return { functions: functions as unknown as Record<string, Run>, session, settings };
}

let keeping: ReturnType<typeof setTimeout> | undefined;

/** Has the workbook keep the ledger, once for all that is entered meanwhile. */
function keepLedger(): void {
  keeping ??= setTimeout(() => {
    keeping = undefined;
    // A workbook that cannot be written, such as one opened to be read, still calculates.
    void import(/* webpackChunkName: "ledger" */ "./workbook/ledgerPart")
      .then(({ saveLedger }) => saveLedger(ledger))
      .catch(() => {});
  }, KEEPING);
}

/** An error of Excel's own kind, which its types do not tell to be an `Error`. */
function cellError(code: ErrorCode, message: string): Error {
  const { notAvailable, invalidValue } = CustomFunctions.ErrorCode;
  return new CustomFunctions.Error(code === "#N/A" ? notAvailable : invalidValue, message) as unknown as Error;
}

/** The last service address, which is no secret, under Office's key for this part of the storage where there is one. */
function deviceAddress() {
  const key = [Office.context.partitionKey, ADDRESS].filter(Boolean).join(".");
  return {
    read: () => localStorage.getItem(key) ?? "",
    write: (appUrl: string) => localStorage.setItem(key, appUrl),
  };
}

/** What a person can do, loaded when one does it: a workbook that only calculates never pays for it. */
async function openStore(): Promise<Store> {
  const [{ createStore }, { session, settings }] = await Promise.all([
    import(/* webpackChunkName: "store" */ "./taskpane/store"),
    started,
  ]);
  return createStore({ session, settings, ledger, address: deviceAddress() });
}

/** Loads and shows the pane once the page can be seen. */
function showWhenVisible(element: HTMLElement): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void Promise.all([import(/* webpackChunkName: "pane" */ "./taskpane/pane"), store()]).then(
      ([{ showPane }, opened]) => showPane(element, opened),
    );
  });
  observer.observe(element);
}

const started = start();
let opened: Promise<Store> | undefined;
const store = () => (opened ??= openStore());

for (const id of IDS) {
  const kept = ledger.keep(id, async (...values) => (await started).functions[id]?.(...values));
  CustomFunctions.associate(id, async (...values: unknown[]) => {
    await started;
    return kept(...values);
  });
}

associateCommands(async () => (await store()).refresh());

void started.then(() => {
  const root = document.getElementById("root");
  if (root) showWhenVisible(root);
});
