/** Actions that change reports and formulas of the workbook, one at a time. */
import { notePlan } from "../connection/notedPlans";
import { planNamed } from "../../../numbers/language/nameTexts";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { awaitResults } from "../../workbook/awaitResults";
import { selectCell } from "../../workbook/insertion";
import type { WrittenSheet } from "../../workbook/cells/newSheet";
import type { ReportKind } from "../../../reporting/reports/reportParameters";
import { NO_OUTCOME, runAction, runBusy, runInBackground, setState, waitOf, type StoreContext } from "../context";
import { once } from "../../../insights/once";
import { download } from "../connection/page";
import type { BarActions } from "../reportBar/reportBar";
import { followWritten } from "../refresh/followedCells";
import { findReportPlan, findSubject } from "./newReports";
import { watchInputs, watchTabs } from "./reportTabs";
import { createSnapshotActions, requireShown, showListed, type RunAlone, type SnapshotActions } from "./snapshot";

export interface WorkbookActions extends SnapshotActions {
  /** Searches the workbook for the state's `inventory`. */
  readonly takeInventory: () => Promise<void>;
  /** Chooses the plan of new reports by its id. The workbook's plan stays as it is. */
  readonly chooseReportPlan: (planId: string) => void;
  /** Inserts a report on a new sheet. One of this kind with the same inputs is shown instead. */
  readonly insertReport: (kind: ReportKind) => Promise<void>;
  /** Shows the report's sheet, by the id of the report. */
  readonly showReport: (id: string) => Promise<void>;
  readonly duplicateReport: (id: string) => Promise<void>;
  /** Deletes the report's sheet. */
  readonly removeReport: (id: string) => Promise<void>;
  /** Lets a report follow the inputs of all reports, or keep its own, by the id of the report. */
  readonly linkReport: (id: string, isLinked: boolean) => Promise<void>;
  /** Loads the code of the bar for all reports. */
  readonly loadBar: () => Promise<BarActions>;
  /** Makes a values-only copy. With `asWorkbook` it is opened rather than downloaded. The workbook stays as it is. */
  readonly sendCopy: (asWorkbook?: boolean) => Promise<void>;
  readonly repair: () => Promise<void>;
}

const loadReports = () => import(/* webpackChunkName: "reports" */ "../../workbook/reports/report");
const loadLikeSheets = () => import(/* webpackChunkName: "reports" */ "../../workbook/reports/likeSheets");
const loadRepair = () => import(/* webpackChunkName: "reports" */ "../../workbook/repair");
const loadTabs = () => import(/* webpackChunkName: "reports" */ "../../workbook/reports/reportTabs");
const loadInventory = () => import(/* webpackChunkName: "reports" */ "../../workbook/inventory");

/** Loads the code for files on demand: it is large and seldom needed. */
const loadCopy = () => import(/* webpackChunkName: "copy" */ "./valuesOnlyCopy");

/** @param idle Fulfilled when no refresh is running: a refresh that ends later would undo the action. */
export function createWorkbookActions(context: StoreContext, idle: () => Promise<void>): WorkbookActions {
  /** The running search. Actions wait for it, since they may delete a sheet that it reads, and search again when they end. */
  let listing = Promise.resolve();
  const run: RunAlone = async (action) => {
    await idle();
    await listing;
    await runAlone(context, action);
  };
  const changeReports = (action: (reports: Awaited<ReturnType<typeof loadReports>>) => Promise<WrittenSheet>) =>
    run(async () => {
      const { notes } = await action(await loadReports());
      setState(context, { notes });
      return undefined;
    });
  const list = () =>
    (listing = context.state.isBusy ? listing : runInBackground(context, () => takeInventory(context)));
  const loadBar = once(async () => {
    const { createBarActions } = await import(/* webpackChunkName: "reports" */ "../reportBar/reportBar");
    return createBarActions(context, run);
  });
  watchInputs(context, list, (address, worksheetId) =>
    runInBackground(context, async () => (await loadBar()).noticeEdit(address, worksheetId)),
  );
  watchTabs(context, () => (listing = listing.then(() => followTabs(context))));
  return {
    takeInventory: list,
    chooseReportPlan: (reportPlan) => setState(context, { reportPlan }),
    insertReport: (kind) =>
      run(async () => {
        const subject = await findSubject(context);
        const { findEqualReport } = await loadLikeSheets();
        const equal = await findEqualReport({ kind, ...subject });
        if (equal !== undefined) {
          await selectCell(formatSheetPosition({ sheet: equal, row: 0, column: 0 }));
          return { action: "opened", sheet: equal };
        }
        const { notes } = await (await loadReports()).insertReport({ kind, ...subject });
        followWritten(context);
        notePlan(context, planNamed(context.state.plans ?? [], subject.plan)?.id);
        setState(context, { notes });
        return undefined;
      }),
    showReport: (id) => runAction(context, () => showListed(context.state.inventory?.reports, id)),
    duplicateReport: (id) => changeReports(({ duplicateReport }) => duplicateReport(id)),
    removeReport: (id) => run(async () => void (await (await loadReports()).removeReport(id))),
    async sendCopy(asWorkbook = false) {
      await idle();
      await runBusy(context, () => makeCopy(context, asWorkbook), NO_OUTCOME);
    },
    ...createSnapshotActions(context, run),
    linkReport: (id, isLinked) => run(async () => void (await (await loadReports()).setLinked(id, isLinked))),
    loadBar,
    repair: () =>
      run(async () => {
        const { repairWorkbook } = await loadRepair();
        const { length: formulas } = await repairWorkbook();
        followWritten(context);
        return { action: "repair", formulas };
      }),
  };
}

async function makeCopy(context: StoreContext, asWorkbook: boolean): Promise<void> {
  const { ledger } = context;
  requireShown(ledger);
  await awaitResults(ledger, waitOf(context));
  const { sendCopy } = await loadCopy();
  setState(context, { copy: await sendCopy(asWorkbook ? undefined : download) });
}

async function runAlone(context: StoreContext, action: Parameters<RunAlone>[0]): Promise<void> {
  const act = async () => {
    setState(context, { result: await action() });
    await takeInventory(context);
  };
  await runBusy(context, act, NO_OUTCOME);
}

async function takeInventory(context: StoreContext): Promise<void> {
  const { readInventory } = await loadInventory();
  const found = await readInventory();
  const plan = await findReportPlan(context);
  setState(context, { inventory: { ...found, plan: plan?.id } });
}

/** Excel may refuse it now; the next sheet that is shown tries again. */
async function followTabs(context: StoreContext): Promise<void> {
  try {
    const { followPlans } = await loadTabs();
    if (await followPlans()) await takeInventory(context);
  } catch {
    // The names of sheets are for readers only.
  }
}
