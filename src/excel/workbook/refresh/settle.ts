/** Calculates our cells and what depends on them, and waits until Excel shows what their calls returned. */
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { withFewAreas } from "../cells/cellAreas";
import { isPlainCall, readValues, type FormulaAt, type FormulaCell } from "../cells/formulaCells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { findArgumentErrors } from "./argumentErrors";
import {
  entriesByAddress,
  errorId,
  hasFormerCalls,
  isDoubtfulError,
  isLate,
  isStrangeError,
  isUncalled,
  isUnknown,
  silentCellId,
  type CallsByAddress,
} from "./lateCells";
import { findDependents, findReach, readCells, type Reach } from "./reach";
import { awaitQuiet, recalculate, type CallWatch } from "./recalculation";
import { runExcel } from "../cells/runExcel";

/** How often cells are read in turn if no more of them show their results. */
const MOST_READS = 6;

/**
 * Calculates the cells that may not show their calls. If one of them no longer makes its former calls, cells have moved, and all of
 * our cells are calculated. Excel may leave "#BUSY!" in a few cells, so those that differ are calculated once more. While the
 * workbook has numbers of unknown age, cells whose calls are unknown stay as they are.
 * @returns the cells that do not show what their calls returned, and the formulas that may be old because of them
 */
export async function settle(options: CallWatch): Promise<SheetPosition[]> {
  const { ledger } = options;
  const cells = await readCells();
  const isNew = isUnknown(ledger);
  const all = ledger.workbook.hasUnknown ? cells.ours.filter((cell) => !isNew(cell)) : cells.ours;
  const some = withFewAreas(findUnshown(ledger, all), all);
  // A cell that is gone makes no call, and would seem to have moved at every refresh.
  ledger.detach(findAbsent(ledger, cells.ours));
  // It goes on if none of ours is to be calculated: what they reach may be old where a person's Excel calculates by hand.
  if (cells.ours.length === 0) return [];
  const before = entriesByAddress(ledger);
  const reach = findReach(cells);
  let late = await calculate(options, some, { all, reach });
  if (haveMoved(some, before, entriesByAddress(ledger))) late = await calculate(options, all, { all, reach });
  return late.length === 0 ? [] : includeDependents(late, [...reach.formulas, ...cells.ours]);
}

/** Returns the addresses of calls at which none of these cells is. */
function findAbsent(ledger: Ledger, cells: readonly FormulaCell[]): string[] {
  const present = new Set(cells.map(formatSheetPosition));
  return [...entriesByAddress(ledger).keys()].filter((address) => !present.has(address));
}

/** Returns the cells, and the formulas that depend on them. */
export async function includeDependents(
  cells: readonly SheetPosition[],
  formulas: readonly FormulaAt[],
): Promise<SheetPosition[]> {
  const found = [...cells, ...(await findDependents(cells, formulas))];
  return [...new Map(found.map((cell) => [formatSheetPosition(cell), cell])).values()];
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

/** What is looked at after cells have been calculated. */
interface Looked {
  /** The cells of ours that are compared: dependents may differ too. */
  readonly all: readonly FormulaCell[];
  readonly reach: Reach;
}

/**
 * Calculates cells, then compares all of ours, since dependents may differ too. Excel never tells when a cell shows its value. But it calls
 * our functions, so the ledger knows which calls each cell makes now, and what they returned.
 */
async function calculate(
  options: CallWatch,
  cells: readonly FormulaCell[],
  { all, reach }: Looked,
): Promise<SheetPosition[]> {
  const { ledger } = options;
  let isAgain = false;
  let isHanging = false;
  const look = async () => {
    const quiet = await awaitQuiet(options, reach, all);
    isHanging = quiet.isHanging;
    return { late: await findLate(ledger, all, isAgain), unfinished: quiet.unfinished };
  };
  await callAgain(ledger, cells, reach);
  let found = await look();
  const countOf = ({ late, unfinished }: typeof found) => late.length + unfinished.length;
  for (let reads = 0; countOf(found) > 0 && !isHanging && reads < MOST_READS; reads += 1) {
    if (reads === 1) await callAgain(ledger, found.late, reach);
    isAgain ||= reads === 1;
    const now = await look();
    if (countOf(now) < countOf(found)) reads = Math.min(reads, 1);
    found = now;
  }
  if (found.late.length === 0) noteSilent(ledger, cells);
  return [...found.late, ...found.unfinished];
}

/** Notes which of these cells have made no call: a branch that is not taken makes none. */
function noteSilent(ledger: Ledger, cells: readonly FormulaCell[]): void {
  const made = entriesByAddress(ledger);
  for (const cell of cells)
    if (!isPlainCall(cell.formula) && !made.has(formatSheetPosition(cell)))
      ledger.workbook.silent.add(silentCellId(cell));
}

/** Calculates cells, and forgets the calls that they made: with other arguments, or one in error, they make them no more. */
async function callAgain(ledger: Ledger, cells: readonly FormulaCell[], reach: Reach): Promise<void> {
  ledger.detach(cells.map(formatSheetPosition));
  await recalculate(cells, reach);
}

/** @param isAgain True if Excel was told twice to calculate the cells that it did not call for. */
async function findLate(ledger: Ledger, cells: readonly FormulaCell[], isAgain: boolean): Promise<FormulaCell[]> {
  const now = await runExcel({ delayForCellEdit: true }, (context) => readValues(context, cells));
  for (const cell of now.filter(isStrangeError(ledger))) ledger.workbook.silent.add(errorId(cell));
  const late = now.filter(isLate(ledger));
  const explained = await findArgumentErrors(late.filter(isUncalled(ledger)), isAgain);
  for (const cell of explained) ledger.workbook.silent.add(silentCellId(cell));
  return late.filter((cell) => !explained.has(cell));
}

/**
 * Finds the cells to calculate: those whose calls have changed or are unknown, and those that show something else, a new error or a doubtful one. Returns all if
 * a cell with a changed call is no longer there, since cells have moved then.
 */
function findUnshown(ledger: Ledger, cells: readonly FormulaCell[]): readonly FormulaCell[] {
  const made = entriesByAddress(ledger);
  const tests = [isLate(ledger), isUnknown(ledger), isStrangeError(ledger), isDoubtfulError(ledger)];
  const isChanged = ({ isUnshown, result, state }: LedgerEntry) =>
    isUnshown === true || (result === undefined && state === "done");
  const present = new Set(cells.map(formatSheetPosition));
  const changed = ledger.entries().filter(isChanged);
  if (changed.some(({ addresses }) => [...addresses].some((address) => !present.has(address)))) return cells;
  return cells.filter(
    (cell) => tests.some((isMeant) => isMeant(cell)) || made.get(formatSheetPosition(cell))?.some(isChanged) === true,
  );
}
