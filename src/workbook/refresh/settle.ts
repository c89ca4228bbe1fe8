/** Calculates our cells, and waits until Excel shows what their calls returned. */
import { findCalls } from "../../formulas/calls";
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode, isWaitingCode } from "../../grid/errorCodes";
import { withFewAreas } from "../cells/cellAreas";
import { findCells, isPlainCall, readValues, type FormulaCell } from "../cells/cells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { calculateDirty, recalculate } from "./recalculation";

export interface SettleOptions {
  readonly ledger: Ledger;
  /** Waits for `milliseconds`. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two looks at the ledger. */
const PAUSE = 100;
/** After so many looks without a call, Excel shows all results, since it collects them for up to 500 ms. */
const SHOWN_LOOKS = 6;
/** After so many looks without a call, no further one is expected. */
const QUIET_LOOKS = 10;
/** After so many looks without a call or a result, running calls are no longer awaited. */
const IDLE_LOOKS = 100;
/** The longest chain of our calls, each of which depends on the one before. */
const LONGEST_CHAIN = 20;
/** How often cells are read in turn if no more of them show their results. */
const MOST_READS = 6;

/**
 * Calculates the cells that may not show their calls. If one of them no longer makes its former calls, cells have moved, and all of
 * our cells are calculated. Excel may leave "#BUSY!" in a few cells, so those that differ are calculated once more. While the
 * workbook has numbers of unknown age, cells of which nothing is known are left as they are.
 * @returns the cells that do not show what their calls returned
 */
export async function settle(options: SettleOptions): Promise<FormulaCell[]> {
  const { ledger } = options;
  const cells = await readCells();
  const isNew = isUnknown(ledger);
  const all = ledger.workbook.hasUnknown ? cells.filter((cell) => !isNew(cell)) : cells;
  const some = withFewAreas(findUnshown(ledger, all), all);
  const before = entriesByAddress(ledger);
  let late = await calculate(options, some, all);
  if (haveMoved(some, before, entriesByAddress(ledger))) late = await calculate(options, all, all);
  return late;
}

/** True if a cell no longer makes a call that it made before; all of its calls if some of them may be former ones. */
function haveMoved(cells: readonly FormulaCell[], before: CallsByAddress, now: CallsByAddress): boolean {
  return cells.some((cell) => {
    const address = formatSheetPosition(cell);
    const calls = before.get(address) ?? [];
    const isGone = (call: LedgerEntry) => !now.get(address)?.includes(call);
    return hasFormerCalls(cell, calls) ? calls.every(isGone) : calls.some(isGone);
  });
}

/**
 * True if the cell was seen to make more calls than its formula has: a changed argument adds a call and removes none. A name in the
 * formula may stand for a call, so one is never too many.
 */
export function hasFormerCalls({ formula }: FormulaCell, calls: readonly LedgerEntry[]): boolean {
  return calls.length > Math.max(1, findCalls(formula).length);
}

/**
 * Calculates cells, then compares all of ours, since dependents may differ too. Excel never tells when a cell shows its value. But it calls
 * our functions, so the ledger knows which calls each cell makes now, and what they returned.
 */
async function calculate(
  options: SettleOptions,
  cells: readonly FormulaCell[],
  all: readonly FormulaCell[],
): Promise<FormulaCell[]> {
  if (cells.length === 0) return [];
  const { ledger } = options;
  await callAgain(ledger, cells);
  let isHanging = await awaitQuiet(options);
  let late = await findLate(ledger, all);
  for (let reads = 0; late.length > 0 && !isHanging && reads < MOST_READS; reads += 1) {
    if (reads === 1) await callAgain(ledger, late);
    isHanging = await awaitQuiet(options);
    const now = await findLate(ledger, all);
    if (now.length < late.length) reads = Math.min(reads, 1);
    late = now;
  }
  const made = entriesByAddress(ledger);
  if (late.length === 0)
    for (const cell of cells) if (!made.has(formatSheetPosition(cell))) ledger.workbook.silent.add(silentCellId(cell));
  return late;
}

/** Calculates cells, and forgets the calls that they made: with other arguments, or one in error, they make them no more. */
function callAgain(ledger: Ledger, cells: readonly FormulaCell[]): Promise<void> {
  ledger.detach(cells.map(formatSheetPosition));
  return recalculate(cells);
}

export function readCells(): Promise<FormulaCell[]> {
  return Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
}

/** Waits until no call is running and none has come for a second. Returns true if a call hangs. */
async function awaitQuiet({ ledger, wait }: SettleOptions): Promise<boolean> {
  let [events, chain] = [0, 0];
  const stop = ledger.subscribe(() => (events += 1));
  try {
    for (let quiet = 0, idle = 0; quiet < QUIET_LOOKS;) {
      const before = events;
      await wait(PAUSE);
      const isRunning = ledger.entries().some(({ state, addresses }) => state === "waiting" && addresses.size > 0);
      [quiet, idle] = events === before ? [isRunning ? 0 : quiet + 1, idle + 1] : [0, 0];
      if (idle === IDLE_LOOKS) return true;
      // Cells depend on what is shown now, and may call next.
      if (quiet === SHOWN_LOOKS && (chain += 1) < LONGEST_CHAIN) await calculateDirty();
    }
    return false;
  } finally {
    stop();
  }
}

async function findLate(ledger: Ledger, cells: readonly FormulaCell[]): Promise<FormulaCell[]> {
  const now = await Excel.run({ delayForCellEdit: true }, (context) => readValues(context, cells));
  return now.filter(isLate(ledger));
}

/**
 * Finds the cells to calculate: those whose calls have changed or are unknown, and those that show something else. Returns all if
 * a cell with a changed call is no longer there, since cells have moved then.
 */
function findUnshown(ledger: Ledger, cells: readonly FormulaCell[]): readonly FormulaCell[] {
  const made = entriesByAddress(ledger);
  const [isWrong, isNew] = [isLate(ledger), isUnknown(ledger)];
  const isChanged = ({ isUnshown, result, state }: LedgerEntry) =>
    isUnshown === true || (result === undefined && state === "done");
  const present = new Set(cells.map(formatSheetPosition));
  const changed = ledger.entries().filter(isChanged);
  if (changed.some(({ addresses }) => [...addresses].some((address) => !present.has(address)))) return cells;
  return cells.filter(
    (cell) => isNew(cell) || isWrong(cell) || made.get(formatSheetPosition(cell))?.some(isChanged) === true,
  );
}

/** Returns a test that is true for a cell that does not show what its calls returned. */
function isLate(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  return (cell) => {
    if (isWaitingCode(cell.value)) return true;
    const calls = made.get(formatSheetPosition(cell));
    // An argument in error, or a branch that is not taken, makes no call.
    if (!calls) return isPlainCall(cell.formula) && !isErrorCode(cell.value);
    return calls.some(({ state }) => state === "waiting") || !isShown(cell, calls);
  };
}

/** Returns a test that is true for cells that may make calls of which nothing is known. */
export function isUnknown(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  return (cell) => !made.has(formatSheetPosition(cell)) && !ledger.workbook.silent.has(silentCellId(cell));
}

function silentCellId(cell: FormulaCell): string {
  return `${formatSheetPosition(cell)} ${cell.formula}`;
}

/** Returns a test that is true for cells that may be old, for use while Excel calculates: only the number of a cell's one call is sure. */
export function isOpen(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  const isWrong = isLate(ledger);
  return (cell) => {
    const [call, ...others] = made.get(formatSheetPosition(cell)) ?? [];
    const isSure = call !== undefined && others.length === 0 && isPlainCall(cell.formula) && !isErrorCode(cell.value);
    return !isSure || Array.isArray(call.result) || isWrong(cell);
  };
}

/** True if the cell shows what one of its calls returned. For a formula that does more than call us, this is a guess. */
export function isShown({ formula, value }: FormulaCell, calls: readonly LedgerEntry[]): boolean {
  if (!isPlainCall(formula)) return true;
  if (value === "#VALUE!" || value === "#N/A") return calls.some(({ error }) => error?.code === value);
  if (isErrorCode(value)) return true;
  return calls.some(({ result, error }) => !error && isSameValue(anchorOf(result) ?? "", value));
}

/** Excel keeps 15 digits of a number that went through a file. */
export function isSameValue(result: unknown, value: unknown): boolean {
  if (typeof result !== "number" || typeof value !== "number") return result === value;
  return Math.abs(result - value) <= 1e-14 * Math.abs(result);
}

/** Returns the value that the cell of the call shows: the corner of a table. */
export function anchorOf(result: unknown): unknown {
  const rows: unknown = Array.isArray(result) ? result[0] : result;
  return Array.isArray(rows) ? rows[0] : rows;
}

export type CallsByAddress = ReadonlyMap<string, readonly LedgerEntry[]>;

/** Returns the calls of each cell that is known to make any, by the cell's address. */
export function entriesByAddress(ledger: Ledger): CallsByAddress {
  const made = new Map<string, LedgerEntry[]>();
  for (const call of ledger.entries()) {
    for (const address of call.addresses) {
      const own = made.get(address);
      if (own) own.push(call);
      else made.set(address, [call]);
    }
  }
  return made;
}
