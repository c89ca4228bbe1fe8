/** Wires session, workbook, functions, commands and pane together, in Excel's shared runtime. */
import { withRetries, type LoadChunk } from "../actions/chunks";
import { once } from "../../insights/once";
import { findSandbox, fixedAddress, pageVersion } from "../actions/connection/page";
import type { Store } from "../actions/store";
import { associateCommands } from "../commands/commands";
import { showWhenVisible } from "./pane";
import { scheduleSave } from "./autosave";
import { readAgain } from "./readWorkbook";
import { registerFunctions } from "./registration";
import { createStarter } from "./start";
import { runtimeLedger, runtimeSettings } from "./runtime";
import { wait } from "./wait";

/** webpack calls this for each `import()`. */
// oxlint-disable-next-line prefer-const -- webpack's plugin makes it a variable of its own, which is assigned below
declare let __webpack_chunk_load__: LoadChunk;

__webpack_chunk_load__ = withRetries(__webpack_chunk_load__, wait);

const starter = createStarter(onStarted);
const store = once(openStore);

/** The store of actions, loaded when first needed: a workbook that only calculates never loads it. */
async function openStore(): Promise<Store> {
  const [{ createStore }, { session, device }] = await Promise.all([
    import(/* webpackChunkName: "store" */ "../actions/store"),
    starter.connected(),
  ]);
  return createStore({
    session,
    settings: runtimeSettings,
    ledger: runtimeLedger,
    device,
    partition: Office.context.partitionKey,
    findSandbox,
    reload: readAgain,
    fixedAddress: fixedAddress(),
    version: pageVersion(),
    now: () => Date.now(),
    after(milliseconds, task) {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}

/** Runs after the start, without a user: opens the store, which refreshes with or without a pane. */
async function onStarted(hadFailed: boolean): Promise<void> {
  const { refreshOnOpen } = runtimeSettings.current;
  // The store also updates cells that do not show the last refresh.
  if (!hadFailed && !refreshOnOpen && !runtimeLedger.isUnshown) return;
  const { retryFailed } = await store();
  if (hadFailed) await retryFailed();
}

registerFunctions(starter);
associateCommands(store);

runtimeLedger.subscribe((event) => scheduleSave(event, starter));

// The pane does not wait until Excel has opened the add-in, since it also tells if that never happens.
const root = document.getElementById("root");
if (root) showWhenVisible(root, store);

starter.startAgain();
