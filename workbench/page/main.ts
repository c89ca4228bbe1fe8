/** Puts the workbench together: the add-in in its pane, the grid, and Excel's side of what is between them. */
import { windowName } from "../office/transport";
import { loadAddin, type Addin } from "./addin";
import { createAutosave, type PageAutosave } from "./pageAutosave";
import { connectPane } from "./paneConnection";
import { connectFocusKey, leavePane } from "./keyboardFocus";
import { functionsOf, helpOf } from "./functions";
import { runCountersByEnter, showCellMenus } from "./cellMenus";
import { createGrid } from "./grid";
import { createHandle } from "./handle";
import { openStoredWorkbook, type StoredWorkbook } from "./storedWorkbook";
import type { RibbonButton } from "./manifest";
import { createPane, type Pane } from "./pane";
import { createPeople } from "./people";
import { connectNewSample, showRecovery } from "./recovery";
import { showRibbon } from "./ribbon";
import { readSample } from "./sample";
import { createStatusBar } from "./status";
import { readEntry, createStorageEntry } from "./storage";

const STORAGE_KEY = "scenario-insights.workbench";

const status = createStatusBar(element("status"));
const entry = createStorageEntry(localStorage, STORAGE_KEY);
let autosave: PageAutosave | undefined;

async function start(): Promise<void> {
  connectNewSample(element("new-sample"), replaceBySample, (question) => window.confirm(question));
  connectStep(element("step"), element("stepped"));
  const addin = await loadAddin();
  try {
    open(addin, readEntry<StoredWorkbook>(entry) ?? (await readSample(fetch)));
  } catch (error) {
    const stored = entry.read();
    if (stored === null) throw error;
    showRecovery(document.body, { reason: messageOf(error), stored, beginAnew: replaceBySample });
    throw error;
  }
}

/** @throws Error if the workbook cannot be opened. It then stays stored. */
function open(addin: Addin, stored: StoredWorkbook): void {
  const { manifest, metadata } = addin;
  const grid = createGrid(element("grid"), helpOf(metadata, manifest.namespace));
  const conversation = crypto.randomUUID();
  const pane = showPane(addin, conversation, (visible) => workbook.excel.paneTurned(visible));
  const connected = connect(pane, addin);
  const functions = functionsOf(metadata, manifest.namespace, async (...call) => {
    await connected;
    return people.atWork().invoke(...call);
  });
  const onChange = (): void => autosave?.schedule();
  const workbook = openStoredWorkbook({
    addin,
    grid,
    functions,
    stored,
    status,
    onChange,
    own: {
      conversation,
      frame: pane.frame,
      pane: { ...pane, leave: (way) => leavePane(grid, pane, way) },
    },
  });
  const { excel } = workbook;
  const people = createPeople({
    addin,
    pane: element("pane"),
    first: () => excel,
    connect: (frame) => excel.connect(frame),
  });
  const press = async ({ command, id }: RibbonButton) => {
    if (command === undefined) pane.show();
    else await workbook.excel.runCommand(command, id).catch((error: Error) => status.setMessage(error.message));
  };
  showRibbon(element("ribbon"), manifest.tabs, press);
  connectFocusKey(grid, pane, excel);
  showCellMenus(grid.api, manifest.cellMenus, press);
  runCountersByEnter();
  const { behaviour } = excel;
  window.workbench = createHandle({
    grid,
    calculation: workbook.calculation,
    ready: connected,
    behaviour,
    people,
  });
  autosave = createAutosave(entry, workbook.takeSnapshot, (message) => status.setMessage(message));
  window.addEventListener("pagehide", () => autosave?.saveNow());
}

function replaceBySample(): void {
  autosave?.stop();
  entry.clear();
  location.reload();
}

/** True with `?first-run`, which leaves connecting to the user. */
function isFirstRun(): boolean {
  return new URLSearchParams(location.search).has("first-run");
}

/** Connects the pane to the sandbox. */
async function connect(pane: Pane, { apiKey }: Addin): Promise<void> {
  if (!isFirstRun()) await connectPane(pane.frame, location.origin, apiKey);
}

/** Connects the button that lets the sandbox simulate new results. The answer appears beside it. */
function connectStep(button: HTMLElement, answer: HTMLElement): void {
  // It names the time, since it stays, also after a refresh.
  const done = () => `New results, ${new Date().toLocaleTimeString("en-GB")}. Refresh shows them.`;
  const failed = (error: unknown) => `No new results: ${messageOf(error)}`;
  const say = (text: string): void => void (answer.textContent = text);
  button.addEventListener("click", () => {
    void fetch("/sandbox/step", { method: "POST" }).then(
      ({ ok, status: code }) => say(ok ? done() : failed(new Error(`the sandbox answered ${code}.`))),
      (error: unknown) => say(failed(error)),
    );
  });
}

function showPane({ manifest }: Addin, conversation: string, onChange: (visible: boolean) => void): Pane {
  const host = location.origin + location.pathname;
  return createPane(
    { pane: element("pane"), divider: element("divider") },
    {
      title: manifest.name,
      address: `/${manifest.page}`,
      windowName: windowName({ conversation, addin: manifest.id, host }),
    },
    onChange,
  );
}

/** @throws Error if index.html has no such element. */
function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

void start().catch((error: unknown) => {
  status.setMessage(messageOf(error));
  throw error;
});
