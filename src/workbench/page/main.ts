/** Puts the workbench together: the add-in in its pane, the grid, and Excel's side of what is between them. */
import { CommandType } from "@univerjs/core";
import { windowName } from "../office/transport";
import { loadAddin, type Addin } from "./addin";
import { explainErrors } from "./alerts";
import { connectFunctions } from "./calculation";
import { showCharts } from "./charts";
import { showChoices } from "./choices";
import { connectPane } from "./connection";
import { createExcel, type DocumentState } from "./excel";
import { functionsOf, helpOf } from "./functions";
import { createGrid, type Grid } from "./grid";
import { createHandle } from "./handle";
import { createPane, type Pane } from "./pane";
import { placedCharts } from "./pictures";
import { showRibbon } from "./ribbon";
import { sampleWorkbook } from "./sample";
import { openSnapshot, takeSnapshot, type Snapshot } from "./snapshot";
import { createStatusBar, type StatusBar } from "./status";
import { createKeeper, readKept, shelfOf, type Keeper } from "./storage";

const KEPT = "scenario-insights.workbench";

interface Kept extends Snapshot {
  document?: DocumentState;
}

async function start(status: StatusBar): Promise<void> {
  const addin = await loadAddin();
  const { manifest, metadata } = addin;
  const shelf = shelfOf(localStorage, KEPT);
  const kept: Kept = readKept<Kept>(shelf) ?? { data: sampleWorkbook() };
  const grid = createGrid(element("grid"), helpOf(metadata, manifest.namespace));
  openSnapshot(grid, kept);

  const conversation = crypto.randomUUID();
  const pane = showPane(addin, conversation, (visible) => excel.paneTurned(visible));
  const connected = connect(pane, addin);
  const functions = functionsOf(metadata, manifest.namespace, async (...call) => {
    await connected;
    return excel.invoke(...call);
  });
  const calls = connectFunctions(grid, functions, () => status.waiting(calls.cells("waiting").length));
  const excel = createExcel({
    addin,
    conversation,
    grid,
    calls,
    pane,
    kept: kept.document,
    onChange: () => changed(),
  });
  explainErrors(grid, calls);
  const charts = showCharts(grid, () => placedCharts(grid, excel.document.workbook.charts));
  const choices = showChoices(grid, () => excel.document.workbook.validations);
  showRibbon(element("ribbon"), manifest.tabs, async ({ command, id }) => {
    if (command === undefined) pane.show();
    else await excel.runCommand(command, id).catch((error: Error) => status.tell(error.message));
  });

  const take = (): Kept => ({ ...takeSnapshot(grid), document: excel.document });
  const keeper = createKeeper(shelf, take, (message) => status.tell(message));
  const changed = onEveryChange(grid, [charts, choices, () => keeper.changed()]);
  keepUntilWanted(keeper);
  moveOnWhenWanted(status);
  window.workbench = createHandle(grid, calls, connected);
}

/** Who wants to see what a person sees first connects by hand. */
async function connect(pane: Pane, { apiKey }: Addin): Promise<void> {
  if (!new URLSearchParams(location.search).has("first-run")) await connectPane(pane.frame, location.origin, apiKey);
}

function moveOnWhenWanted(status: StatusBar): void {
  element("step").addEventListener("click", () => {
    const told = "The plans have moved on. Refresh to bring the workbook to them.";
    void fetch("/sandbox/step", { method: "POST" }).then(() => status.tell(told));
  });
}

/** Tells the listeners of every change of the cells, and of those that the function is called for which it gives. */
function onEveryChange({ api }: Grid, listeners: (() => void)[]): () => void {
  const tell = (): void => listeners.forEach((listener) => listener());
  api.addEvent(api.Event.CommandExecuted, ({ type }) => {
    if (type === CommandType.MUTATION) tell();
  });
  return tell;
}

/** Keeps the workbook when the page is left too, and forgets it when a person wants the sample as it was. */
function keepUntilWanted(keeper: Keeper): void {
  window.addEventListener("pagehide", () => keeper.keep());
  element("new-sample").addEventListener("click", () => {
    keeper.forget();
    location.reload();
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

function element(id: string): HTMLElement {
  return document.getElementById(id)!;
}

const status = createStatusBar(element("status"));
void start(status).catch((error: unknown) => {
  status.tell(error instanceof Error ? error.message : String(error));
  throw error;
});
