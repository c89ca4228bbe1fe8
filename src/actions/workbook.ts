/** Actions that change reports and formulas of the workbook, one at a time. */
import { formatSheetPosition } from "../grid/address";
import { selectCell } from "../workbook/insertion";
import type { Ledger } from "../workbook/ledger/ledger";
import { awaitEditing } from "../workbook/refresh/editing";
import type { ReportKind } from "../workbook/reports/reportParameters";
import { runAction, runInBackground, setState, waitOf, type StoreContext } from "./context";
import { messages } from "./messages";
import { download } from "./page";
import { findReportPlan, findSubject } from "./reports";
import { watchPlans } from "./reportTabs";
import type { ActionResult } from "./state";

export interface WorkbookActions {
  /** Searches the workbook for the state's `inventory`. */
  readonly takeInventory: () => Promise<void>;
  /** Makes a report about the workbook's plan on a sheet of its own. */
  readonly insertReport: (kind: ReportKind) => Promise<void>;
  /** Shows the report's sheet, by the id of the report. */
  readonly showReport: (id: string) => Promise<void>;
  readonly duplicateReport: (id: string) => Promise<void>;
  /** Deletes the report's sheet. */
  readonly removeReport: (id: string) => Promise<void>;
  /** Makes a values-only copy, and leaves the workbook as it is. */
  readonly sendCopy: () => Promise<void>;
  readonly repair: () => Promise<void>;
}

/** Loaded when it is first needed. */
const load = () => import(/* webpackChunkName: "reports" */ "../workbook/chunk");

/** What takes files to pieces is large, and few need it. */
const loadCopy = () => import(/* webpackChunkName: "copy" */ "./copy");

type WorkbookRoom = Awaited<ReturnType<typeof load>>;

/** @param idle Fulfilled when no refresh is under way: one that ends later would undo what is done meanwhile. */
export function createWorkbookActions(context: StoreContext, idle: () => Promise<void>): WorkbookActions {
  /** An action may delete a sheet that an inventory is about to read, and takes one of its own when it is done. */
  let listing = Promise.resolve();
  const run = async (action: (workbook: WorkbookRoom) => Promise<ActionResult | undefined>) => {
    await idle();
    await listing;
    await runAlone(context, action);
  };
  const change = (action: (workbook: WorkbookRoom) => Promise<unknown>) =>
    run(async (workbook) => void (await action(workbook)));
  const list = () =>
    (listing = context.state.isBusy ? listing : runInBackground(context, () => takeInventory(context)));
  watchPlans(context, list);
  return {
    takeInventory: list,
    insertReport: (kind) => change(async ({ insertReport }) => insertReport({ kind, ...(await findSubject(context)) })),
    showReport: (id) => runAction(context, () => showReport(context, id)),
    duplicateReport: (id) => change(({ duplicateReport }) => duplicateReport(id)),
    removeReport: (id) => change(({ removeReport }) => removeReport(id)),
    async sendCopy() {
      await idle();
      await runBusy(context, () => makeCopy(context));
    },
    repair: () => run(async ({ repair }) => ({ action: "repair", count: (await repair("workbook")).length })),
  };
}

async function makeCopy(context: StoreContext): Promise<void> {
  const { ledger } = context;
  requireShown(ledger);
  if (ledger.calls().some(({ state }) => state === "waiting")) throw new Error(messages.waiting);
  const { sendCopy } = await loadCopy();
  setState(context, { copy: await sendCopy(download) });
}

/** Values are kept for good: no cell may show what a refresh has replaced. */
function requireShown({ isUnshown }: Ledger): void {
  if (isUnshown) throw new Error(messages.unshown);
}

/** Runs it unless another such action is under way, and takes the inventory again. */
async function runAlone(
  context: StoreContext,
  action: (workbook: WorkbookRoom) => Promise<ActionResult | undefined>,
): Promise<void> {
  await runBusy(context, async () => {
    setState(context, { result: await action(await load()) });
    await takeInventory(context);
  });
}

/** Runs it unless another such action is under way. */
async function runBusy(context: StoreContext, action: () => Promise<void>): Promise<void> {
  if (context.state.isBusy) return;
  setState(context, { isBusy: true, result: undefined, copy: undefined });
  const onEditing = (isEditing: boolean) => setState(context, { isEditing });
  await awaitEditing({ wait: waitOf(context), onEditing }, runAction(context, action));
  setState(context, { isBusy: false });
}

async function takeInventory(context: StoreContext): Promise<void> {
  const { listReports, followPlans, findBrokenCalls } = await load();
  await followPlans();
  const [reports, broken] = await Promise.all([listReports(), findBrokenCalls("workbook")]);
  const plan = await findReportPlan(context);
  setState(context, { inventory: { reports, broken: broken.length, plan: plan?.id } });
}

async function showReport({ state }: StoreContext, id: string): Promise<void> {
  const report = state.inventory?.reports.find((each) => each.id === id);
  if (report) await selectCell(formatSheetPosition({ sheet: report.sheet, row: 0, column: 0 }));
}
