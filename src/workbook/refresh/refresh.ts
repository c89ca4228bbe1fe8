/**
 * Refreshes the workbook's cells from the service.
 *
 * 1. The ledger is loaded, since another user may have refreshed the workbook. Our cells are read.
 * 2. Every call of the ledger is computed against a generation beside the one in use, and the results are written into the workbook,
 *    marked "not shown everywhere yet" (`commit.ts`). If the service fails or the workbook cannot be written, no cell has changed.
 *    From here on the refresh is committed: if this page closes, the workbook still has the mark.
 * 3. The cells that do not show the ledger are calculated, and answered from it (`settle.ts`). A call that appears only then asks
 *    the service, and its cell shows the number or the call's own error.
 * 4. Each of our cells is compared with its calls. Cells that do not show them are named, and the mark stays. Otherwise it goes.
 */
import { findCalls } from "../../formulas/calls";
import { formatSheetPosition } from "../../grid/address";
import { cancelled, checkService, isInsightsError, unlessAborted, type Session } from "../../insights";
import { readValues, type FormulaCell } from "../cells/cells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { recordFirstRuns, updateAges } from "./ages";
import { findCaught, findChanges, findFailures, type CellFailure, type Change } from "./changes";
import { commit, type CommitOptions } from "./commit";
import { awaitEditing } from "./editMode";
import { heldAnswers } from "./memoryOnly";
import type { Outcome } from "./recompute";
import { entriesByAddress, isOpen, isUnknown, readCells } from "./settle";
import { load, show, type FollowOptions } from "./unshown";

export interface RefreshOptions extends CommitOptions, FollowOptions {}

/** The outcome of a refresh for the cells. */
export interface Refreshment {
  /** How many cells call our functions. */
  readonly cells: number;
  readonly changes: readonly Change[];
  readonly failures: readonly CellFailure[];
  /** The calls that returned something else than before. */
  readonly outcomes: readonly Outcome[];
  /** When the oldest of the answers was computed; milliseconds since the epoch. */
  readonly asOf: number | undefined;
}

export type Summary =
  | (Refreshment & { readonly end: "done" })
  /** Done, except for these cells, such as "Sheet1!A1", which follow at the next chance. */
  | (Refreshment & { readonly end: "unsettled"; readonly unsettled: readonly string[] })
  /** Every cell is as it was. */
  | { readonly end: "failed"; readonly error: unknown };

/** Never rejects. */
export async function refreshWorkbook(options: RefreshOptions): Promise<Summary> {
  try {
    const { ledger, session } = options;
    await awaitExcel(options, load(options));
    if (!options.isMove) checkService(ledger.service, session.address);
    ledger.removeOutdated();
    const before = await awaitExcel(options, readCells());
    const changed = await commitUsed(options, before);
    const late = await showAll(options, before);
    return await summarize(options, before, changed, late);
  } catch (error) {
    return { end: "failed", error };
  }
}

/** Commits the calls that cells make. If the service fails on a call in a workbook that was just opened, no cell may make it any more. */
async function commitUsed(options: RefreshOptions, cells: readonly FormulaCell[]): Promise<readonly Outcome[]> {
  const { ledger, signal } = options;
  try {
    return await commit(options, findUnused(ledger, cells));
  } catch (error) {
    const isOfCalls = isInsightsError(error, "forbidden", "refused", "malformed", "mismatch");
    const mayHaveUnused = isOfCalls && ledger.workbook.isSaved && cells.some(isUnknown(ledger));
    if (!mayHaveUnused || signal?.aborted) throw error;
    // Calculating the cells tells their calls. They show the ledger, so nothing changes.
    await awaitExcel(options, show(options));
    const unused = findUnused(ledger, cells);
    if (unused.size === 0) throw error;
    return commit(options, unused);
  }
}

/**
 * Finds calls that no cell certainly makes, if something is known of every cell. They must not fail the refresh. A changed argument
 * adds a call to the cell and removes none.
 */
function findUnused(ledger: Ledger, cells: readonly FormulaCell[]): ReadonlySet<LedgerEntry> {
  if (cells.some(isUnknown(ledger))) return new Set();
  const made = entriesByAddress(ledger);
  const used = new Set(
    cells.flatMap((cell) => {
      const calls = made.get(formatSheetPosition(cell)) ?? [];
      return calls.length > Math.max(1, findCalls(cell.formula).length) ? [] : calls;
    }),
  );
  return new Set(ledger.entries().filter((entry) => !used.has(entry)));
}

/** Calculates the cells that do not show the ledger. Returns those that do not show it even then. */
async function showAll(options: RefreshOptions, before: readonly FormulaCell[]): Promise<readonly FormulaCell[]> {
  const { ledger } = options;
  try {
    let late = await awaitExcel(options, show(options));
    recordFirstRuns(ledger);
    await updateAges(options);
    if (late.length === 0 && ledger.isUnshown) late = await awaitExcel(options, show(options));
    return late;
  } catch {
    // Excel refuses it now, or the user stopped waiting.
    const now = await Excel.run((context) => readValues(context, before)).catch(() => undefined);
    return now ? now.filter(isOpen(ledger)) : before;
  }
}

async function summarize(
  { session, ledger }: RefreshOptions,
  before: readonly FormulaCell[],
  changed: readonly Outcome[],
  late: readonly FormulaCell[],
): Promise<Summary> {
  const after = await Excel.run((context) => readValues(context, before)).catch(() => before);
  const refreshment = {
    cells: before.length,
    changes: findChanges(changed, before, after),
    failures: [...findFailures(ledger, after), ...findCaught(changed, after)],
    outcomes: changed,
    asOf: oldest(session),
  };
  const unsettled = late.map(formatSheetPosition);
  return unsettled.length > 0 ? { end: "unsettled", unsettled, ...refreshment } : { end: "done", ...refreshment };
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
