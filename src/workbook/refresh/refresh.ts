/**
 * Refreshes the workbook's cells from the service, all or none.
 *
 * 1. The cells are read, and the calls that they make are found (`callers.ts`). Uncertain cells are calculated once, from the
 *    ledger: the workbook was just opened, or cells have moved. Calls that no cell makes are dropped.
 * 2. Every call of the refreshed plans is computed against a generation beside the one in use (`recompute.ts`). If the service
 *    fails, nothing has been touched.
 * 3. The ledger with the new results is written into the workbook, marked "not shown everywhere yet" (`savedLedger.ts`). If that
 *    fails, nothing has changed. From here on the refresh is committed: if this page closes, the workbook still has the mark.
 * 4. The new generation replaces the one in use, and the ledger in memory follows. The cells of changed calls are calculated,
 *    wherever they are, and cells that are still uncertain (`settle.ts`). When all of them show their entries, the mark is removed
 *    (`unshown.ts`).
 * 5. Some cells make new calls then: an argument comes from our own functions, or nothing was known of the cell. They ask the new
 *    generation. If the service fails on them, the former results come back, into the workbook and into the cells (`restore.ts`).
 *
 * A refresh ends in one of three ways. It is done; or it failed, with every cell as it was; or it is done except for the cells
 * that it names. The next chance updates these.
 */
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode } from "../../grid/errorCodes";
import { cancelled, checkService, unlessAborted, type Generation, type Session } from "../../insights";
import { findCells, readValues, type FormulaCell, type Scope } from "../cells/cells";
import { findScope, isInAreas } from "../cells/scope";
import type { CallError, Ledger, LedgerEntry } from "../ledger/ledger";
import { loadLedger, saveLedger } from "../ledger/savedLedger";
import { findShown, showsAge } from "../ledger/shown";
import {
  callsMadeBy,
  cellsMaking,
  detachOthers,
  findOrphans,
  findUncertain,
  haveMoved,
  mayHaveOrphans,
  noteFormulas,
} from "./callers";
import { findCaught, findChanges, findFailures, type CellFailure, type Change } from "./changes";
import { commit, type Commit, type CommitOptions, type Computation } from "./commit";
import { awaitEditing } from "./editMode";
import { findOutdated, findStale, follow, forgetOldAnswers } from "./follow";
import { callsWith, recompute, recomputeFromMemory, type Outcome, type Outcomes } from "./recompute";
import { noteCalls, readShown, restore, watchCalls, type ShownCells } from "./restore";
import { runsAfter } from "./runs";
import { askedPlans, selectAll, selectPlans, showsRestored } from "./selection";
import { awaitAppearing, findUnseen, settle } from "./settle";
import { findPartlyShown } from "./shownTables";
import { show, showUnshown } from "./unshown";
import { coverWholeSheets } from "./wholeSheets";

/** The cells whose plans are refreshed, or one plan by its id. */
export type RefreshScope = Scope | { readonly plan: string };

export interface RefreshOptions extends CommitOptions {
  /** @default "workbook" */
  readonly scope?: RefreshScope;
  /** Called with the number of computed calls. */
  readonly progress?: (done: number, all: number) => void;
}

/** The outcome of a refresh for the cells. */
export interface Refreshment {
  /** How many cells in the scope call our functions. */
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
    return await transact(options);
  } catch (error) {
    return { end: "failed", error };
  }
}

/** All cells with our formulas, and those in the scope: all for a plan, since any could show it. */
interface FoundCells {
  readonly all: readonly FormulaCell[];
  readonly meant: readonly FormulaCell[];
}

interface RefreshedCells extends FoundCells {
  /** What the uncertain cells showed before. */
  readonly shown: ShownCells;
  /** The errors of calls that failed before the refresh. */
  readonly formerErrors: ReadonlySet<CallError | undefined>;
}

async function transact(options: RefreshOptions): Promise<Summary> {
  const { ledger } = options;
  await readLedger(options);
  const found = await awaitExcel(options, readFoundCells(options));
  // Without saved entries, the ledger does not know what the cells show.
  const uncertain = ledger.workbook.isSaved ? findUncertain(ledger, found.all) : found.all;
  const shown = await awaitExcel(options, readShown(uncertain));
  const formerErrors = new Set(ledger.entries().map(({ error }) => error));
  const cells = { ...found, shown, formerErrors };
  try {
    const committed = await commit(options, (generation) => compute(options, cells, generation));
    const unsettled = await showAll(options, cells, committed);
    if (committed.recordRuns()) await trySave(options);
    unsettled.push(...(await followEntered(options)));
    return await summarize(options, cells, committed, [...new Set(unsettled)]);
  } catch (error) {
    await awaitEditing(options, restore(options, shown)).catch(() => {});
    throw error;
  }
}

/** Another user may have refreshed the workbook, or entered calls that are unknown here. Throws `otherService`. */
async function readLedger(options: RefreshOptions): Promise<void> {
  const { ledger, session } = options;
  await awaitExcel(options, loadLedger(ledger));
  checkService(ledger.service, session.address);
  forgetOldAnswers(options);
  await awaitExcel(options, showUnshown(options));
  ledger.removeOutdated();
}

function readFoundCells({ scope = "workbook" }: RefreshOptions): Promise<FoundCells> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const part = partOf(scope);
    const areas = part && (await findScope(context, part));
    const all = await findCells(context);
    return { all, meant: areas ? all.filter((cell) => isInAreas(cell, areas)) : all };
  });
}

/** Returns the part of the workbook whose cells the scope is about; undefined for all of it. */
function partOf(scope: RefreshScope): Scope | undefined {
  return scope === "workbook" || typeof scope === "object" ? undefined : scope;
}

/** Computes the calls that are refreshed, and finds those that no cell makes. */
async function compute(options: RefreshOptions, cells: RefreshedCells, generation: Generation): Promise<Computation> {
  const { ledger, session, progress, scope = "workbook" } = options;
  const isCertain = await identify(options, cells);
  const isAll = scope === "workbook" || !isCertain || showsRestored(ledger, cells.meant);
  const selection = isAll
    ? selectAll(ledger)
    : selectPlans(ledger, cells.meant, typeof scope === "object" ? scope.plan : undefined);
  if (session.generation) carryOver(session.generation, generation, selection.keeps);
  const isUnused = ({ addresses }: LedgerEntry) => isCertain && addresses.size === 0 && !partOf(scope);
  const select = (outcomes: Outcomes) => {
    const entries = new Set([...selection.select(outcomes), ...findOutdated(ledger, generation)]);
    return [...entries].filter((entry) => !isUnused(entry));
  };
  const shown = (outcomes: Outcomes) => {
    const used = ledger.entries().filter((entry) => !isUnused(entry));
    const calls = callsWith(used, outcomes);
    return findShown(calls, runsAfter(ledger.workbook.runs, calls, selection.plans(outcomes)));
  };
  const outcomes = await recompute({ ledger, generation, progress, select, shown });
  const isLeft = (entry: LedgerEntry) =>
    !outcomes.has(entry.key) && (!entry.questions?.length || (showsAge(entry) && entry.result !== undefined));
  const source = { generation, shown: () => shown(outcomes) };
  const others = await recomputeFromMemory(ledger, ledger.entries().filter(isLeft), source);
  const dropped = ledger.entries().filter(isUnused);
  return {
    outcomes: [...outcomes.values(), ...others].filter(({ entry }) => !isUnused(entry)),
    dropped,
    // Cells in error outside the scope stay as they are.
    isMeant: (entry) => !(entry.error && cells.formerErrors.has(entry.error)) && selection.isMeant(entry, outcomes),
    isPlanMeant: selection.plans(outcomes),
  };
}

/** Moves answers of other plans to the next generation. */
function carryOver(from: Generation, to: Generation, keeps: (plan: string) => boolean): void {
  for (const question of from.questions()) {
    const answer = keeps(question.plan) ? from.peek(question) : undefined;
    if (answer) to.hold(answer);
  }
}

/** Identifies the calls that the cells in the scope make. Returns true if all of them are known now. */
async function identify(options: RefreshOptions, { all, meant, shown }: RefreshedCells): Promise<boolean> {
  const { ledger, scope = "workbook" } = options;
  detachOthers(ledger, all);
  // Any cell may make a call that no cell is known to make: another user may have changed its arguments.
  const uncertain = findOrphans(ledger).length > 0 ? meant : await findDoubtful(options, meant);
  // If every call has a certain cell, all calls are computed, and these cells may wait. They make new calls afterwards.
  const isAsked = scope === "workbook" && !mayHaveOrphans(ledger, uncertain);
  if (uncertain.length === 0 || isAsked) return true;
  const known = new Set(uncertain);
  const others = meant.filter((cell) => !known.has(cell));
  const made = callsMadeBy(ledger, uncertain);
  watchCalls(shown, ledger, uncertain);
  const unsettled = await settle(options, uncertain);
  // If a cell has changed places with another, the other's call is wrong in the ledger too.
  if (haveMoved(ledger, made, unsettled)) unsettled.push(...(await settle(options, others)));
  else noteFormulas(ledger, others);
  return unsettled.length === 0;
}

/** Finds cells whose calls are uncertain; if these name the plans, also by the whole tables: many corners are blank. */
async function findDoubtful(
  { ledger, scope = "workbook" }: RefreshOptions,
  cells: readonly FormulaCell[],
): Promise<readonly FormulaCell[]> {
  const uncertain = findUncertain(ledger, cells);
  if (scope === "workbook") return uncertain;
  const doubtful = new Set([...uncertain, ...(await findPartlyShown(ledger, cells, () => true))]);
  return cells.filter((cell) => doubtful.has(cell));
}

/** Finds cells that do not show their entry now, or may not show it. */
async function findStaleCells(
  options: RefreshOptions,
  { all, meant }: FoundCells,
  { changed, late }: Commit,
): Promise<readonly FormulaCell[]> {
  const { ledger } = options;
  const entries = [...changed.map(({ entry }) => entry), ...late];
  // Another user may have entered cells with the same calls since. If Excel cannot be read, the former cells are used.
  const readAll = async () => (await awaitExcel(options, readFoundCells({ ...options, scope: "workbook" }))).all;
  const cells = entries.length > 0 ? await readAll().catch(() => all) : all;
  const stale = new Set([...cellsMaking(entries, cells), ...findUncertainAnywhere(ledger, cells, meant)]);
  return coverWholeSheets(
    cells.filter((cell) => stale.has(cell)),
    cells,
  );
}

/**
 * Finds uncertain cells, also outside the scope: a workbook that was just opened may show numbers that its ledger has replaced.
 * There, cells in error without a result are left alone: they would ask.
 */
function findUncertainAnywhere(
  ledger: Ledger,
  cells: readonly FormulaCell[],
  meant: readonly FormulaCell[],
): FormulaCell[] {
  const inScope = new Set(meant.map(formatSheetPosition));
  const uncertain = findUncertain(ledger, cells);
  const made = callsMadeBy(ledger, uncertain);
  return uncertain.filter((cell) => {
    const address = formatSheetPosition(cell);
    if (inScope.has(address) || !isErrorCode(cell.value)) return true;
    return made.get(address)?.some(({ result }) => result !== undefined);
  });
}

/** Returns the cells that do not show their entry. Restores all cells and rejects if the service fails on calls that appear now. */
async function showAll(options: RefreshOptions, cells: RefreshedCells, committed: Commit): Promise<string[]> {
  const { ledger } = options;
  const stale = await findStaleCells(options, cells, committed);
  if (stale.length === 0) {
    ledger.isUnshown = false;
    await trySave(options);
    return [];
  }
  let unsettled: string[];
  try {
    watchCalls(cells.shown, ledger, stale);
    unsettled = await awaitExcel(options, show(options, stale));
    const late = await awaitExcel(options, awaitAppearing(options, committed.calledSince));
    unsettled.push(...late.map(formatSheetPosition));
    ledger.isUnshown ||= late.length > 0;
  } catch {
    // Excel refuses it now, or the user stopped waiting.
    const unseen = (await findUnseen(ledger, stale)).map(formatSheetPosition);
    const pending = committed.appeared().filter(({ state }) => state !== "done");
    const named = [...new Set([...unseen, ...pending.flatMap(({ addresses }) => [...addresses])])];
    ledger.isUnshown ||= named.length > 0;
    return named;
  }
  const error = await committed.failedSince();
  if (error === undefined) {
    if (ledger.isUnshown) await trySave(options);
    return unsettled;
  }
  noteCalls(cells.shown, ledger);
  committed.takeBack();
  // First the workbook, then its cells. If it cannot be written, the cells show the former results all the same.
  await trySave(options);
  // If the user stopped waiting, the cells follow at the next chance.
  await awaitExcel(options, showUnshown(options)).catch(() => {});
  throw error;
}

/** Saves the ledger after the commit. A workbook that cannot be written shows the right numbers all the same. */
async function trySave(options: RefreshOptions): Promise<void> {
  await awaitExcel(options, saveLedger(options.ledger)).catch(() => {});
}

/** Updates cells whose calls were made meanwhile, maybe with older answers. Returns the cells that stay stale. */
async function followEntered(options: RefreshOptions): Promise<string[]> {
  const { ledger, session, signal } = options;
  try {
    signal?.throwIfAborted();
    return await awaitExcel(options, follow(options));
  } catch {
    return findStale(ledger, session.generation).flatMap(({ addresses }) => [...addresses]);
  }
}

async function summarize(
  { session, ledger, signal, scope = "workbook" }: RefreshOptions,
  { all, meant, shown }: RefreshedCells,
  { changed, late }: Commit,
  unsettled: readonly string[],
): Promise<Summary> {
  const isCalculated = shown.calls.size + shown.watched.size > 0;
  const isTouched = isCalculated || changed.length + late.length + unsettled.length > 0;
  const after = isTouched ? await readAgain(all) : all;
  const refreshment = {
    cells: typeof scope === "object" ? countCells(ledger, all, scope.plan) : meant.length,
    changes: findChanges(changed, all, after),
    failures: [...findFailures(ledger, after), ...findCaught(changed, after)],
    outcomes: changed,
    // A user who cancels does not wait for pending answers.
    asOf: await unlessAborted(oldest(session), signal, cancelled).catch(() => undefined),
  };
  return unsettled.length > 0 ? { end: "unsettled", unsettled, ...refreshment } : { end: "done", ...refreshment };
}

/** Counts the cells that show the plan. */
function countCells(ledger: Ledger, cells: readonly FormulaCell[], plan: string): number {
  const entries = ledger.entries().filter((entry) => askedPlans(entry).includes(plan));
  return cellsMaking(entries, cells).length;
}

/** Reads the cells again; returns the former ones if Excel cannot be read. */
function readAgain(cells: readonly FormulaCell[]): Promise<readonly FormulaCell[]> {
  return Excel.run((context) => readValues(context, cells)).catch(() => cells);
}

async function oldest(session: Session): Promise<number | undefined> {
  const answers = await session.cachedAnswers(() => true).catch(() => []);
  const times = answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Awaits work that Excel may delay. The user is notified while a cell is being edited, and can stop waiting. */
function awaitExcel<T>(options: RefreshOptions, work: Promise<T>): Promise<T> {
  return unlessAborted(awaitEditing(options, work), options.signal, cancelled);
}
