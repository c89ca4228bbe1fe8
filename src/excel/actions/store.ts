/** The state, and the user's actions in the pane and on the ribbon. It lives as long as the runtime, also without a pane. */
import { selectCell } from "../workbook/insertion";
import { REPORT_KINDS, REPORT_TITLES, type ReportKind } from "../../reporting/reports/reportParameters";
import type { WorkbookSettings } from "../../reporting/saved/chosenSettings";
import { NO_ACTIVITY, watchActivity } from "./activity/activity";
import type { BriefingActions } from "./briefing/briefingActions";
import { createChanges, type ChangeActions } from "./activity/changes";
import { once } from "../../insights/once";
import {
  createConnectionActions,
  offerSandbox,
  oldestKept,
  resume,
  showKept,
  type ConnectionActions,
} from "./connection/connection";
import {
  NO_OUTCOME,
  reload,
  runAction,
  runInBackground,
  setState,
  type StoreContext,
  type StoreOptions,
} from "./context";
import { pageStorage } from "./connection/deviceStorage";
import { diagnosticsOf } from "./support/diagnostics";
import { createCheckActions, type CheckActions } from "./activity/checkActions";
import { createErrorActions, NOTHING_ASKED, type ErrorActions } from "./activity/errors";
import type { ExplainActions } from "./explain/explanation";
import { createExcelCheck, type ExcelCheckActions } from "./support/excelCheck";
import { createFormatActions, type FormatActions } from "./format/formatting";
import { createFormulaActions, type FormulaActions } from "./formula/formulaBuilder";
import { functionDescriptions, type FunctionDescription } from "./formula/functionDescriptions";
import { setPlanMarks } from "./connection/notedPlans";
import { NO_MARKS, openMarkedPlans, withFavourite } from "./connection/planMarks";
import type { TableActions } from "./tables/tableActions";
import { createReadAgain, type ReadAgainActions } from "./tables/readAgain";
import { noteAdopted, watchOthers } from "./refresh/otherUsers";
import { createRefreshes, SEEN, type RefreshActions, type Refreshes } from "./refresh/refresh";
import { changeSettings, choosePlan, restoreSettings, takeDefaultSettings } from "./connection/settings";
import type { Section } from "./sharedState";
import type { StoreState } from "./storeState";
import { BROWSER } from "./connection/unreachable";
import { watchUnshown } from "./refresh/unshown";
import { createWorkbookActions, type WorkbookActions } from "./reports/workbookActions";

/** No action rejects: an error becomes the state's `failure`. */
export interface Store
  extends
    ConnectionActions,
    RefreshActions,
    ChangeActions,
    ErrorActions,
    CheckActions,
    ReadAgainActions,
    FormulaActions,
    FormatActions,
    WorkbookActions,
    ExcelCheckActions {
  /** The same object until something changes. */
  readonly state: () => StoreState;
  /** Calls `listener` after each change. Returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The functions that a formula can be built of. */
  readonly functions: readonly FunctionDescription[];
  /** The add-in's version, and its environment if it is not production. */
  readonly version: string;
  /** The names of the reports that can be inserted, in the order of the gallery. */
  readonly reportTitles: ReadonlyMap<ReportKind, string>;

  readonly showSection: (section: Section) => void;
  /** Sets the workbook's plan, with its currency and all of its scenarios. */
  readonly choosePlan: (planId: string) => Promise<void>;
  /** Marks a plan as a favourite on this device, or removes the mark. */
  readonly toggleFavourite: (planId: string) => void;
  /** Changes settings of the workbook, and updates the cells that read them. */
  readonly changeSettings: (settings: WorkbookSettings) => Promise<void>;
  /** Saves what stands in for the settings that the workbook has lost. */
  readonly restoreSettings: () => Promise<void>;
  /** Takes the defaults for the settings that the workbook has lost. */
  readonly takeDefaultSettings: () => Promise<void>;
  /** Reads the settings again, which another user may have changed. */
  readonly followSettings: () => Promise<void>;
  /** Shows and selects a cell, such as "Sheet1!B4". */
  readonly select: (address: string) => Promise<void>;
  /** Keeps the state's `activity` up to date. Returns a function that stops this. */
  readonly watchActivity: () => () => void;
  /** Adopts other users' refreshes. Returns a function that stops this. */
  readonly watchOthers: () => () => void;
  /** Calculates the cells that do not show the last refresh yet. */
  readonly showUnsettled: () => Promise<void>;
  /** Returns the diagnostic report for support; it contains no secrets. */
  readonly diagnostics: () => Promise<string>;
  /** Loads the actions of the briefing. */
  readonly loadBriefing: () => Promise<BriefingActions>;
  /** Loads the code for tables of one's own. */
  readonly loadGrid: () => Promise<TableActions>;
  /** Loads the actions of the section that explains a cell. */
  readonly loadExplain: () => Promise<ExplainActions>;
  readonly dismissObstacle: () => void;
  readonly dismissFailure: () => void;
}

/** Lists the plans if the session is already connected, and refreshes a workbook whose settings ask for that on opening. */
export function createStore(options: StoreOptions): Store {
  const context: StoreContext = {
    ...options,
    network: options.network ?? BROWSER,
    markedPlans: openMarkedPlans(options.storage ?? pageStorage(), options.partition),
    state: firstState(options),
    connections: 0,
    listeners: new Set(),
  };
  const { onRefreshed, ...changeActions } = createChanges(context);
  const refreshes = createRefreshes(context, onRefreshed);
  const { idle, ...refreshActions } = refreshes;
  void begin(context, refreshes);
  const { formatInserted, ...formatActions } = createFormatActions(context, idle);
  const showUnsettled = watchUnshown(context, idle);
  const loadGrid = once(() => loadGridActions(context));
  followLedger(context);
  return {
    state: () => context.state,
    subscribe(listener) {
      context.listeners.add(listener);
      return () => context.listeners.delete(listener);
    },
    functions: functionDescriptions,
    version: options.version,
    reportTitles: new Map(REPORT_KINDS.map((kind) => [kind, REPORT_TITLES[kind]])),
    showSection: (section) => showSection(context, section),
    choosePlan: (planId) => choosePlan(context, planId, idle),
    toggleFavourite: (planId) => setPlanMarks(context, withFavourite(context.state.planMarks, planId)),
    changeSettings: (settings) => changeSettings(context, settings, idle),
    restoreSettings: () => restoreSettings(context, idle),
    takeDefaultSettings: () => takeDefaultSettings(context, idle),
    followSettings: () => runInBackground(context, () => reload(context)),
    select: (address) => runAction(context, () => selectCell(address)),
    watchActivity: () => watchActivity(context),
    watchOthers: () => watchOthers(context),
    showUnsettled,
    diagnostics: async () => diagnosticsOf(context),
    ...createConnectionActions(context),
    ...refreshActions,
    ...changeActions,
    ...createErrorActions(context),
    ...createCheckActions(context),
    ...createFormulaActions(context, formatInserted),
    ...formatActions,
    ...createWorkbookActions(context, idle),
    ...createExcelCheck(context, idle),
    loadBriefing: once(async () => {
      const { createBriefingActions } = await import(/* webpackChunkName: "briefing" */ "./briefing/briefingActions");
      return createBriefingActions(context);
    }),
    loadGrid,
    ...createReadAgain(context, loadGrid),
    loadExplain: async () =>
      (await import(/* webpackChunkName: "explanation" */ "./explain/explanation")).createExplainActions(context),
    dismissObstacle: () => setState(context, { obstacle: undefined }),
    dismissFailure: () => setState(context, { failure: undefined }),
  };
}

async function loadGridActions(context: StoreContext): Promise<TableActions> {
  const { createTableActions } = await import(/* webpackChunkName: "grid" */ "./tables/tableActions");
  return createTableActions(context);
}

/** The messages of an action leave with the section in which it was started. */
function showSection(context: StoreContext, section: Section): void {
  const { section: former, actedIn = former } = context.state;
  const failures = former === section ? {} : { failure: undefined };
  // The outcome of an action that is still running waits in the section of its button.
  const left = former === section || former !== actedIn ? failures : { ...NO_OUTCOME, notes: undefined, ...failures };
  setState(context, { section, ...NOTHING_ASKED, ...SEEN, ...left });
}

function followLedger(context: StoreContext): void {
  context.ledger.subscribe((event) => {
    if (event === "adopted") noteAdopted(context);
    // The pane may be open before the workbook is read.
    if (event === "edited" || event === "adopted") showKept(context);
  });
}

function firstState({ device, settings, fixedAddress, ledger }: StoreOptions): StoreState {
  return {
    section: "plans",
    isBusy: false,
    status: "disconnected",
    appUrl: fixedAddress || device.appUrl,
    isAddressFixed: fixedAddress !== "",
    keepsKeys: device.keepsKeys,
    isKeyKept: device.apiKey !== "",
    keptSince: oldestKept(ledger),
    hasSandbox: false,
    planMarks: NO_MARKS,
    settings: settings.current,
    keptSettings: settings.kept,
    activity: NO_ACTIVITY,
    unsettled: [],
  };
}

async function begin(context: StoreContext, { refresh }: Refreshes): Promise<void> {
  await runInBackground(context, () => reload(context));
  if (context.session.connected) {
    await resume(context);
    if (context.session.connected && context.settings.current.refreshOnOpen) await refresh();
    return;
  }
  await offerSandbox(context);
}
