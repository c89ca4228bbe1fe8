/** The one place that wires session, workbook, functions, commands and pane together, in Excel's shared runtime. */
import { associateCommands } from "./commands/commands";
import * as functions from "./functions/functions";
import { setHost, type ErrorCode } from "./functions/host";
import { createSession } from "./insights";
import type { Store } from "./taskpane/store";
import { readDateSystem } from "./workbook/dateSystem";
import { readSettings, type WorkbookSettings } from "./workbook/settings";

/** Excel hands over the calls of one recalculation in several messages; so many milliseconds gather them. */
const COLLECTION = 50;
const ADDRESS = "scenario-insights.address";

/** Reads what the functions need of the workbook, and puts them to work. Nothing is calculated and nothing sent. */
async function start() {
  await Office.onReady();
  const session = createSession({
    fetch: (...request) => fetch(...request),
    collect: (flush) => void setTimeout(flush, COLLECTION),
  });
  const none: WorkbookSettings = {};
  const [current, dateSystem] = await Promise.all([
    readSettings().catch(() => none),
    readDateSystem().catch(() => 1900 as const),
  ]);
  const settings = { current };
  setHost({
    session,
    settings: () => settings.current,
    dateSystem,
    cellError,
  });
  return { session, settings };
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
  const [{ createStore }, { session, settings }] = await Promise.all([import("./taskpane/store"), started]);
  return createStore({ session, settings, address: deviceAddress() });
}

/** Loads and shows the pane once the page can be seen. */
function showWhenVisible(element: HTMLElement): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void Promise.all([import("./taskpane/pane"), store()]).then(([{ showPane }, opened]) => showPane(element, opened));
  });
  observer.observe(element);
}

const started = start();
let opened: Promise<Store> | undefined;
const store = () => (opened ??= openStore());

for (const [id, run] of Object.entries(functions)) {
  const call = run as (...values: unknown[]) => Promise<unknown>;
  CustomFunctions.associate(id, async (...values: unknown[]) => {
    await started;
    return call(...values);
  });
}

associateCommands(async () => (await store()).refresh());

void started.then(() => {
  const root = document.getElementById("root");
  if (root) showWhenVisible(root);
});
