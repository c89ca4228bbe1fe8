/**
 * Refreshes the workbook's cells from the service.
 *
 * 1. The ledger is loaded, since another user may have refreshed the workbook. A workbook of another service is not refreshed,
 *    unless it is to be moved. Our cells are read.
 * 2. Every call that a cell may make is computed against a new set of answers (a generation); until the end of this step cells are
 *    answered from the former one. The results are then written into the workbook, marked "not shown everywhere" (`commit.ts`).
 *    If the service fails, the user cancels, another user refreshes meanwhile or the workbook cannot be written, the refresh has
 *    failed: no result of it is written or shown. If Excel does not answer the write, nobody knows: if the results are in the workbook,
 *    the next look at it adopts them. If the service refuses a call, perhaps no cell makes it any more. Then the cells
 *    are calculated once with the results that the ledger had, which is saved, and the step is done once more without calls that
 *    no cell makes. Once written, the refresh is committed: if the add-in's page closes, the next opening of the workbook goes on
 *    with step 3.
 * 3. The cells that do not show the ledger are calculated, and answered from it; then each of our cells is compared with its calls
 *    (`settle.ts`). A call that appears only now asks the service, and its cell shows the number or the call's own error. Formulas that
 *    depend on our cells are calculated sheet by sheet (`recalculation.ts`). The ages come last, since all other results decide
 *    them. If all cells show their calls, the mark goes (`unshown.ts`). Cancelling now only ends the wait.
 * 4. The summary names the cells that may be old, and lists what has changed and failed.
 */
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { cancelled, checkService, heldAnswers, isInsightsError, unlessAborted, type Session } from "../../../insights";
import { isSameEdition, type Edition } from "../../../reporting/saved/ledger";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { readValues, type FormulaCell, type WorkbookCells } from "../cells/formulaCells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { updateAges } from "./ages";
import { findCaught, findChanges, findFailures, type CellFailure, type Change } from "./cellChanges";
import { commit, UnknownCommit, type CommitOptions } from "./commit";
import { entriesByAddress, hasFormerCalls, isUnknown } from "./lateCells";
import { awaitEditing, untilCancelled } from "./editMode";
import type { Outcome } from "./recompute";
import { findReach, readCells } from "./reach";
import { includeDependents } from "./settle";
import { findUnsure, load, nameLate, show, type FollowOptions } from "./unshown";
import { runExcel } from "../cells/runExcel";

export interface RefreshOptions extends CommitOptions, FollowOptions {}

/** The outcome of a refresh for the cells. */
export interface Refreshment {
  /** How many cells call our functions. */
  readonly cells: number;
  readonly changes: readonly Change[];
  readonly failures: readonly CellFailure[];
  /** The calls that returned something else than before; `changes` has the cells. */
  readonly outcomes: readonly Outcome[];
  /** When the oldest of the answers was computed; milliseconds since the epoch. */
  readonly asOf: number | undefined;
  /** True if another user's refresh has replaced the results since they were committed. */
  readonly isReplaced: boolean;
}

export type Summary =
  | (Refreshment & { readonly end: "done" })
  /** Done, except for these cells, such as "Sheet1!A1". `showUnshown` updates them on opening, or if the user presses the button. */
  | (Refreshment & { readonly end: "unsettled"; readonly unsettled: readonly string[] })
  /** Not committed: no cell shows a result of this refresh. If it is unknown whether it was written, cells may show it later. */
  | { readonly end: "failed"; readonly error: unknown; readonly isUnknown: boolean };

/** Never rejects. */
export async function refreshWorkbook(options: RefreshOptions): Promise<Summary> {
  try {
    const { ledger, session } = options;
    await awaitExcel(options, load(options));
    if (!options.isMove) checkService(ledger.service, session.address);
    ledger.removeFormerSettings();
    const before = await awaitExcel(options, readCells());
    const changed = await commitWithoutUnused(options, before.ours);
    const { edition } = ledger;
    const unsettled = await showAll(options, before);
    return await summarize(options, before.ours, { changed, edition, unsettled });
  } catch (error) {
    return { end: "failed", error, isUnknown: error instanceof UnknownCommit };
  }
}

/**
 * Commits all calls but the unused ones. Nobody knows which calls cells make after a workbook was opened, nor which of a cell's calls
 * are former ones after its arguments changed. So if the service refuses a call, perhaps no cell uses it any more: the cells are
 * calculated to find out, and the commit is tried once more.
 */
async function commitWithoutUnused(
  options: RefreshOptions,
  cells: readonly FormulaCell[],
): Promise<readonly Outcome[]> {
  const { ledger, signal } = options;
  try {
    return await commit(options, findUnused(ledger, cells));
  } catch (error) {
    const isAboutCall = isInsightsError(error, "forbidden", "refused", "malformed", "mismatch");
    if (!isAboutCall || signal?.aborted || !forgetDoubtful(ledger, cells)) throw error;
    // The cells are answered from the ledger as it was loaded.
    await awaitExcel(options, show(options));
    const unused = findUnused(ledger, cells);
    if (unused.size === 0) throw error;
    return commit(options, unused);
  }
}

/** Forgets the calls of cells that may have former ones. Returns true if calculating the cells would tell more. */
function forgetDoubtful(ledger: Ledger, cells: readonly FormulaCell[]): boolean {
  const { hasUnknown, isSaved } = ledger.workbook;
  if (hasUnknown) return false;
  const callsByCell = entriesByAddress(ledger);
  const isDoubtful = (cell: FormulaCell) => hasFormerCalls(cell, callsByCell.get(formatSheetPosition(cell)) ?? []);
  const doubtful = cells.filter(isDoubtful);
  ledger.detach(doubtful.map(formatSheetPosition));
  // The calls of a saved ledger have no cells until these calculate.
  return doubtful.length > 0 || (isSaved && cells.some(isUnknown(ledger)));
}

/**
 * Finds the calls that no cell makes. They must not fail the refresh, so they are removed. Returns none while the calls of any cell
 * are unknown.
 */
function findUnused(ledger: Ledger, cells: readonly FormulaCell[]): ReadonlySet<LedgerEntry> {
  if (cells.some(isUnknown(ledger))) return new Set();
  const callsByCell = entriesByAddress(ledger);
  const used = new Set(cells.flatMap((cell) => callsByCell.get(formatSheetPosition(cell)) ?? []));
  return new Set(ledger.entries().filter((entry) => !used.has(entry)));
}

/** Calculates the cells that do not show the ledger. Returns those that may be old even then. */
async function showAll(options: RefreshOptions, before: WorkbookCells): Promise<readonly SheetPosition[]> {
  const { ledger } = options;
  try {
    const unsettled = await awaitExcel(options, show(options));
    await updateAges(options);
    const areAgesNew = unsettled.length === 0 && ledger.isUnshown;
    return areAgesNew ? await awaitExcel(options, show(options)) : unsettled;
  } catch {
    // The refresh is committed, so it cannot fail any more: the user stopped waiting, or Excel refused something. Excel may still
    // calculate, so all cells that may be old are named.
    const unsure = await untilCancelled(options, findUnsureNow(ledger, before)).catch(() => [
      // Excel does not answer.
      ...before.ours,
      ...findReach(before).formulas,
    ]);
    ledger.isUnshown = true;
    return nameLate(ledger, unsure);
  }
}

async function findUnsureNow(ledger: Ledger, before: WorkbookCells): Promise<readonly SheetPosition[]> {
  const ours = await runExcel((context) => readValues(context, before.ours)).catch(() => undefined);
  if (ours) return findUnsure(ledger, { ...before, ours });
  return includeDependents(before.ours, findReach(before).formulas);
}

/** A refresh that was committed and, as far as Excel did it, shown. */
interface Committed {
  readonly changed: readonly Outcome[];
  readonly edition: Edition;
  readonly unsettled: readonly SheetPosition[];
}

async function summarize(
  options: RefreshOptions,
  before: readonly FormulaCell[],
  { changed, edition, unsettled }: Committed,
): Promise<Summary> {
  const { session, ledger, signal } = options;
  const reading = runExcel({ delayForCellEdit: !signal?.aborted }, (context) => readValues(context, before));
  // Without the values no change is listed.
  const after = await (signal?.aborted ? untilCancelled(options, reading) : awaitExcel(options, reading)).catch(
    () => before,
  );
  const refreshment = {
    cells: before.length,
    changes: findChanges(changed, before, after),
    failures: [...findFailures(ledger, after), ...findCaught(changed, after)],
    outcomes: changed,
    asOf: oldest(session),
    isReplaced: !isSameEdition(ledger.edition, edition),
  };
  if (unsettled.length === 0) return { end: "done", ...refreshment };
  return { end: "unsettled", unsettled: unsettled.map(formatSheetPosition), ...refreshment };
}

function oldest({ generation }: Session): number | undefined {
  const answers = generation ? heldAnswers(generation) : [];
  const times = answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Awaits work that Excel may delay. The user is notified while a cell is being edited, and can stop waiting. */
function awaitExcel<T>(options: RefreshOptions, work: Promise<T>): Promise<T> {
  return unlessAborted(awaitEditing(options, work), options.signal, cancelled);
}
