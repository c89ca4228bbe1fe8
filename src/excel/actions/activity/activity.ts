/**
 * Keeps the state's `activity` up to date while a view subscribes. Changes of the ledger start an update. So do a refresh and a
 * preview, which send requests without the ledger. An update schedules the next one while requests are pending. It also does so
 * while Excel does not yet show an error that a call has returned. Otherwise nothing runs.
 */
import type { ErrorCell } from "../../workbook/errors/cellErrors";
import { onEdit } from "../../workbook/edits";
import type { Ledger } from "../../workbook/ledger/ledger";
import { findShown } from "../../workbook/ledger/shown";
import { failureOf, setChanged, setState, stopperOf, type StoreContext } from "../context";
import { functionDescriptions } from "../formula/functionDescriptions";
import type { StoreState } from "../storeState";
import type { WorkbookActivity } from "./activityState";

export const NO_ACTIVITY: WorkbookActivity = {
  waiting: 0,
  running: 0,
  held: 0,
  shown: 0,
  isAgeUnknown: false,
  ages: [],
  failures: [],
};

/** Milliseconds for which changes are collected before an update. */
const PAUSE = 500;
/** Reads of the cells after a change, at most, while a failed call does not show in its cells. */
const MOST_READS = 4;
/** A workbook of fewer calls is read after each edit. The edit may leave an error without a call. */
const MOST_CALLS = 5_000;

/** Starts with one update. Returns a function that stops it. */
export function watchActivity(context: StoreContext): () => void {
  const { ledger, listeners } = context;
  let [isWatched, isUpdating, isChanged] = [true, false, false];
  let reads = MOST_READS;
  let cancel: (() => void) | undefined;
  const schedule = (): void => {
    isChanged = true;
    if (isWatched && !isUpdating) cancel ??= context.after(PAUSE, () => void next());
  };
  const next = async (): Promise<void> => {
    [cancel, isUpdating, isChanged] = [undefined, true, false];
    const readsNow = reads;
    reads = 0;
    const isComplete = await update(context, readsNow > 0);
    if (!isComplete) reads = Math.max(reads, readsNow - 1);
    isUpdating = false;
    if (isChanged || reads > 0 || isAsking(context) || isAskingByItself(context.state)) schedule();
  };
  const readCells = (): void => {
    reads = MOST_READS;
    schedule();
  };
  let wasListing = isListing(context);
  const onState = () => {
    if (isAskingByItself(context.state)) schedule();
    const isListingNow = isListing(context);
    // Errors that no call has returned, and checks, are searched for while they are listed.
    if (isListingNow && !wasListing) readCells();
    wasListing = isListingNow;
  };
  listeners.add(onState);
  const stopLedger = ledger.subscribe((event) => event !== "answered" && readCells());
  // Clearing a cell in error makes no call, so the ledger does not change.
  const isRead = () => isListing(context) && ledger.entries().length < MOST_CALLS;
  const hasListed = ({ failures, checks = [] }: WorkbookActivity) => failures.length + checks.length > 0;
  const stopEdits = stopperOf(onEdit(() => (hasListed(context.state.activity) || isRead()) && readCells()));
  void next();
  return () => {
    isWatched = false;
    cancel?.();
    listeners.delete(onState);
    stopLedger();
    stopEdits();
  };
}

/** True if the section that lists the errors is shown. */
function isListing({ state }: StoreContext): boolean {
  return state.section === "activity";
}

function isAskingByItself({ progress, draft }: StoreState): boolean {
  return progress !== undefined || draft?.preview.state === "working";
}

/** The session raises no event when it starts or ends a request. */
function isAsking({ session }: StoreContext): boolean {
  const { waiting, running } = session.activity;
  return waiting + running > 0;
}

/** Returns a test that is true if a failed call shows in its cells, or if the cells are not read. */
async function update(context: StoreContext, readsCells: boolean): Promise<boolean> {
  const { session, ledger } = context;
  let { unread } = context.state.activity;
  // Nothing can be read while a cell is being edited.
  const notRead = (error: unknown) => void (unread = failureOf(error).message);
  const read = readsCells ? await readErrors(context).catch(notRead) : context.state.activity.failures;
  if (readsCells && read) unread = undefined;
  const checks = readsCells ? await readChecksIfAny(context).catch(() => undefined) : undefined;
  const { running, held } = session.activity;
  const before = context.state.activity;
  const activity: WorkbookActivity = {
    ...before,
    waiting: cellsOf(ledger, "waiting"),
    running,
    held,
    shown: ledger.entries().filter(({ result, addresses }) => result !== undefined && addresses.size > 0).length,
    service: ledger.service,
    isAgeUnknown: ledger.workbook.hasUnknown === true,
    failures: read ?? before.failures,
    checks: checks ?? before.checks,
    unread,
    ages: [...findShown(ledger.entries(), ledger.workbook).plans].map(([plan, age]) => ({ plan, ...age })),
  };
  setChanged(context, { activity });
  return !readsCells || (read !== undefined && isEachShown(ledger, read));
}

/** Notes that cells may show numbers of unknown age. */
export function noteUnknownAge(context: StoreContext): void {
  const { activity } = context.state;
  if (!activity.isAgeUnknown) setState(context, { activity: { ...activity, isAgeUnknown: true } });
}

/** Our cells in error; none without a search if none was known, no call has failed and no view lists them. */
export async function readErrors(context: StoreContext): Promise<readonly ErrorCell[]> {
  const { ledger, state } = context;
  const isKnown = cellsOf(ledger, "failed") > 0 || state.activity.failures.length > 0;
  return isKnown || isListing(context) ? readAllErrors(context) : [];
}

/** Finds what is wrong in cells of ours in error, for a view that explains one of them. */
export async function showErrors(context: StoreContext): Promise<void> {
  const failures = await readAllErrors(context);
  setChanged(context, { activity: { ...context.state.activity, failures } });
}

async function readAllErrors({ ledger }: StoreContext): Promise<readonly ErrorCell[]> {
  const { findCellErrors } = await import(/* webpackChunkName: "activity" */ "../../workbook/errors/cellErrors");
  return findCellErrors({ ledger, functionIds: functionDescriptions.map(({ id }) => id) });
}

/** Reads the checks. Without a view that lists them, a workbook that had none is not searched again. */
async function readChecksIfAny(context: StoreContext): Promise<WorkbookActivity["checks"]> {
  const { checks } = context.state.activity;
  return checks?.length === 0 && !isListing(context) ? checks : readAllChecks(context);
}

/** Reads the checks of the workbook. */
export async function readAllChecks({ ledger, state }: StoreContext): Promise<WorkbookActivity["checks"]> {
  const { readChecks } = await import(/* webpackChunkName: "activity" */ "../../workbook/checks/readChecks");
  return readChecks({ ledger, unsettled: state.unsettled });
}

/** True if each failed call shows in its cells. */
function isEachShown(ledger: Ledger, errors: readonly ErrorCell[]): boolean {
  const shown = new Set(errors.map(({ address }) => address));
  return ledger
    .entries()
    .every(({ state, addresses }) => state !== "failed" || [...addresses].every((each) => shown.has(each)));
}

function cellsOf(ledger: Ledger, wanted: "waiting" | "failed"): number {
  return ledger.entries().reduce((sum, { state, addresses }) => sum + (state === wanted ? addresses.size : 0), 0);
}
