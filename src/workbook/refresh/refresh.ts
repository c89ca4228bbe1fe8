/**
 * Brings the workbook's cells to the service's present state, all or none. The story:
 *
 * 1. The cells are read, and it is found out which calls they make (`callers.ts`). Where that is uncertain, since the workbook
 *    was just opened or cells have moved, they are calculated once, from the ledger. Calls that no cell makes are dropped.
 * 2. Every call in the scope is worked out against a generation beside the one in use, and so is every other that shows one of
 *    the answers which that takes (`working.ts`). If the service fails, nothing has been touched.
 * 3. The ledger with the new results is written into the workbook, marked "not shown everywhere yet" (`savedLedger.ts`). If
 *    that fails, nothing has changed. From here on the refresh is committed: whatever happens to this page, the workbook knows.
 * 4. The new generation takes the place of the old one, the ledger in memory follows, and the cells whose call has changed are
 *    calculated, wherever they are (`settling.ts`). When all of them show it, the mark is taken off (`unshown.ts`).
 * 5. Arguments that come from our own functions make new calls then; they ask the new generation. If the service fails on
 *    them, the former results come back, into the workbook and into the cells.
 *
 * So it ends in one of three ways: done; failed, with every cell as it was; or done but for the cells that it names, which follow
 * at the next chance.
 */
import { formatSheetPosition } from "../../grid/address";
import type { Generation, Session } from "../../insights";
import { findCells, readValues, type FormulaCell, type Scope } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { isAnyKept, loadLedger, saveLedger } from "../ledger/savedLedger";
import { findScope, isInAreas } from "../cells/scope";
import { cellsShowing, detachOthers, findOrphans, findUncertain, mayHaveOrphans, noteFormulas } from "./callers";
import { findCaught, findChanges, findFailures, type CallOutcome, type CellFailure, type Change } from "./changes";
import { commit, type Commit, type CommitOptions } from "./commit";
import { awaitEditing } from "./editing";
import { findAhead, findStrangers, follow, followFromMemory, takeNewer } from "./following";
import { readShown, restore } from "./restoring";
import { findUnseen, settle } from "./settling";
import { askUnknown } from "./unknown";
import { show, showUnshown } from "./unshown";
import { workOut } from "./working";

export interface RefreshOptions extends CommitOptions {
  /** @default "workbook" */
  readonly scope?: Scope;
  /** Told how many of the calls have been worked out. */
  readonly progress?: (done: number, all: number) => void;
}

/** What a refresh has brought to the cells. */
export interface Refreshment {
  /** How many cells in the scope call our functions. */
  readonly cells: number;
  readonly changes: readonly Change[];
  readonly failures: readonly CellFailure[];
  /** When the oldest of the answers was worked out; milliseconds since the epoch. */
  readonly asOf: number | undefined;
}

export type Summary =
  | (Refreshment & { readonly end: "done" })
  /** All is done but for these cells, such as "Sheet1!A1", which follow at the next chance. */
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

/** Our cells, all of them and those that are meant. */
interface FoundCells {
  readonly all: readonly FormulaCell[];
  readonly meant: readonly FormulaCell[];
}

async function transact(options: RefreshOptions): Promise<Summary> {
  const cells = await awaitExcel(options, readFoundCells(options));
  await readLedger(options);
  // Where nothing is kept, nobody knows what the cells have got.
  const isKnown = isAnyKept(options.ledger);
  const shown = isKnown ? { cells: cells.all } : await awaitExcel(options, readShown(cells.all));
  try {
    const committed = await commit(options, (generation) => gather(options, cells, generation));
    const stale = await findStale(options, cells, committed);
    const unsettled = await showAll(options, committed, stale);
    if (!isKnown && !options.signal?.aborted) await awaitExcel(options, askUnknown(options)).catch(() => {});
    unsettled.push(...(await showEntered(options, cells)));
    return await summarize(options, cells, committed.changed, unsettled);
  } catch (error) {
    await awaitEditing(options, restore(options, shown)).catch(() => {});
    throw error;
  }
}

/** Somebody else may have refreshed the workbook, or entered calls that are unknown here. */
async function readLedger(options: RefreshOptions): Promise<void> {
  const { scope = "workbook" } = options;
  const isNewer = await awaitExcel(options, loadLedger(options.ledger));
  takeNewer(options, isNewer);
  await awaitExcel(options, showUnshown(options));
  options.ledger.removeOutdated();
  // What cells out of the scope have asked of the generation in use is compared while it can still tell, and need not be asked anew.
  if (scope !== "workbook" && !isNewer) await awaitExcel(options, followFromMemory(options));
}

function readFoundCells({ scope = "workbook" }: RefreshOptions): Promise<FoundCells> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const areas = scope === "workbook" ? undefined : await findScope(context, scope);
    const all = await findCells(context);
    return { all, meant: areas ? all.filter((cell) => isInAreas(cell, areas)) : all };
  });
}

/** What the calls in the scope come to now, and the calls that no cell makes. */
async function gather(options: RefreshOptions, cells: FoundCells, generation: Generation) {
  const { ledger, progress, scope = "workbook" } = options;
  const isCertain = await identify(options, cells);
  // Cells that are entered meanwhile make calls too, and are part of the workbook.
  const made = () => (scope === "workbook" ? findMade(ledger) : callsOf(ledger, cells.meant));
  // Those of which it is not known may make any of the calls that no cell is known to make.
  const meant = () => (isCertain ? made() : [...made(), ...findOrphans(ledger)]);
  const others = () => (scope === "workbook" && isCertain ? [] : ledger.calls());
  const outcomes = await workOut({ ledger, generation, meant, others, progress });
  const orphans = scope === "workbook" && isCertain ? findOrphans(ledger) : [];
  const dropped = new Set(orphans);
  return { outcomes: outcomes.filter(({ call }) => !dropped.has(call)), dropped: orphans };
}

function findMade(ledger: Ledger) {
  return ledger.calls().filter(({ addresses }) => addresses.size > 0);
}

function callsOf(ledger: Ledger, cells: readonly FormulaCell[]) {
  const addresses = new Set(cells.map(formatSheetPosition));
  return ledger.calls().filter((call) => [...call.addresses].some((address) => addresses.has(address)));
}

/** Finds out which calls the cells make that are meant. Says whether it is known of all of them now. */
async function identify(options: RefreshOptions, { all, meant }: FoundCells): Promise<boolean> {
  const { ledger, scope = "workbook" } = options;
  detachOthers(ledger, all);
  // A call that nobody makes may be that of any cell: another person may have changed what its arguments come to.
  const uncertain = findOrphans(ledger).length > 0 ? meant : findUncertain(ledger, meant);
  // Where all calls are worked out and known to be made, these cells ask what the ledger has not: when all others have their answers.
  const isAsked = scope === "workbook" && !mayHaveOrphans(ledger, uncertain);
  if (uncertain.length === 0 || isAsked) return true;
  const unsettled = await settle(options, uncertain);
  const others = new Set(uncertain);
  noteFormulas(
    ledger,
    meant.filter((cell) => !others.has(cell)),
  );
  return unsettled.length === 0;
}

/** The cells that do not show what the ledger holds now, or may not. */
async function findStale(
  options: RefreshOptions,
  { all, meant }: FoundCells,
  { changed }: Commit,
): Promise<readonly FormulaCell[]> {
  const { ledger } = options;
  const calls = changed.map(({ call }) => call);
  if (calls.length === 0) return findUncertain(ledger, meant);
  // Another person's Excel may have brought cells since, that make the same calls. What has been committed is shown all the same
  // where this one does not tell now.
  const reading = awaitExcel(options, readFoundCells(options));
  const cells = await reading.then(
    (now) => now.all,
    () => all,
  );
  return cellsShowing(ledger, calls, cells);
}

/** Gives the cells that do not show it. Rejects, with every cell as it was, where the service fails on calls that appear now. */
async function showAll(options: RefreshOptions, committed: Commit, stale: readonly FormulaCell[]): Promise<string[]> {
  const { ledger } = options;
  if (stale.length === 0) {
    ledger.isUnshown = false;
    // A workbook that cannot be written shows the right numbers all the same.
    await saveLedger(ledger).catch(() => {});
    return [];
  }
  let unsettled: string[];
  try {
    unsettled = await awaitExcel(options, show(options, stale));
  } catch {
    // Excel does not take it now, or nobody waits for it. The workbook is marked.
    return (await findUnseen(ledger, stale)).map(formatSheetPosition);
  }
  const error = await committed.failedSince();
  if (error === undefined) return unsettled;
  await committed.takeBack();
  // Who does not wait for that has it made good at the next chance.
  await awaitExcel(options, show(options, stale)).catch(() => {});
  throw error;
}

/** Calls that were made meanwhile may have been answered by the generation before. Gives the cells that do not follow. */
async function showEntered(options: RefreshOptions, { meant }: FoundCells): Promise<string[]> {
  const { ledger, session, scope = "workbook", signal } = options;
  const calls = new Set(scope === "workbook" ? ledger.calls() : callsOf(ledger, meant));
  const entered = findStrangers(ledger, session.generation).filter((call) => calls.has(call));
  try {
    signal?.throwIfAborted();
    return await awaitExcel(options, follow(options, [...new Set([...entered, ...findAhead(ledger)])]));
  } catch {
    return entered.flatMap(({ addresses }) => [...addresses]);
  }
}

async function summarize(
  { session, ledger, signal }: RefreshOptions,
  { all, meant }: FoundCells,
  changed: readonly CallOutcome[],
  unsettled: readonly string[],
): Promise<Summary> {
  const after = changed.length > 0 || unsettled.length > 0 ? await readAgain(all) : all;
  const refreshment = {
    cells: meant.length,
    changes: findChanges(changed, all, after),
    failures: [...findFailures(ledger, after), ...findCaught(changed, after)],
    // Who leaves does not wait for answers that are on their way.
    asOf: await unlessCancelled(signal, oldest(session)).catch(() => undefined),
  };
  return unsettled.length > 0 ? { end: "unsettled", unsettled, ...refreshment } : { end: "done", ...refreshment };
}

/** The cells as they are now; as they were, where Excel does not tell. */
function readAgain(cells: readonly FormulaCell[]): Promise<readonly FormulaCell[]> {
  return Excel.run((context) => readValues(context, cells)).catch(() => cells);
}

async function oldest(session: Session): Promise<number | undefined> {
  const answers = await session.cachedAnswers(() => true).catch(() => []);
  const times = answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Work that Excel may hold up: the person is told while a cell is being edited, and need not wait for it. */
function awaitExcel<T>(options: RefreshOptions, work: Promise<T>): Promise<T> {
  return unlessCancelled(options.signal, awaitEditing(options, work));
}

async function unlessCancelled<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  let leave = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(new Error("The refresh was cancelled."));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", leave));
}
