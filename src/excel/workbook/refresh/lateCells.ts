/** Compares cells with their calls: which cells do not show what their calls returned, and which cells' calls are unknown. */
import { findCalls } from "../../../numbers/language/calls";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { isErrorCode, isWaitingCode } from "../../../spreadsheet/cells/errorCodes";
import { isPlainCall, type FormulaCell } from "../cells/formulaCells";
import { isUnknownName } from "../cells/unknownFunctions";
import type { Ledger, LedgerEntry } from "../ledger/ledger";

/**
 * True if the cell was seen to make more calls than its formula has: a changed argument adds a call and removes none. A name in the
 * formula may stand for a call, so one is never too many.
 */
export function hasFormerCalls({ formula }: FormulaCell, calls: readonly LedgerEntry[]): boolean {
  return calls.length > Math.max(1, findCalls(formula).length);
}

/** Returns a test that is true for a cell that does not show what its calls returned. */
export function isLate(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  return (cell) => {
    const { formula, value } = cell;
    if (isWaitingCode(value)) return true;
    const calls = made.get(formatSheetPosition(cell)) ?? [];
    if (calls.some(({ state }) => state === "waiting")) return true;
    if (!isPlainCall(formula) || isTold(value)) return false;
    // Without an error, calls in its arguments that were not made may be of a branch that is not taken.
    if (isCalled(cell, made) || !isErrorCode(value)) return !isShown(cell, calls);
    // An argument in error makes no call. Excel also shows errors of its own without a call, for a while.
    return !ledger.workbook.silent.has(silentCellId(cell));
  };
}

/**
 * Returns a test that is true for a cell in error with calls that it may make no more: the error may be one of those calls', or Excel's own.
 */
export function isDoubtfulError(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  return (cell) => isErrorCode(cell.value) && hasFormerCalls(cell, made.get(formatSheetPosition(cell)) ?? []);
}

/** True for errors that are told as they are: the table has no room, or Excel does not know the function. */
function isTold(value: unknown): boolean {
  return value === "#SPILL!" || isUnknownName(value);
}

/**
 * Returns a test that is true for a formula that does more than call us, and shows an error that none of its calls returned and that was
 * not there when it was calculated last: Excel may show it by itself.
 */
export function isStrangeError(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  return (cell) => {
    const { formula, value } = cell;
    const isInError: boolean = isErrorCode(value) && !isWaitingCode(value) && !isTold(value);
    if (!isInError || isPlainCall(formula) || ledger.workbook.silent.has(errorId(cell))) return false;
    return made.get(formatSheetPosition(cell))?.some(({ error }) => error?.code === value) !== true;
  };
}

/** Returns a test that is true for a cell of one call that shows an error without having made that call. */
export function isUncalled(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  return (cell) => {
    const isInError: boolean = isErrorCode(cell.value) && !isWaitingCode(cell.value) && !isTold(cell.value);
    return isInError && isPlainCall(cell.formula) && !isCalled(cell, made);
  };
}

/** True if the call that the formula consists of was made, not only calls in its arguments. */
function isCalled({ formula, ...cell }: FormulaCell, made: CallsByAddress): boolean {
  const [outer, ...inner] = findCalls(formula);
  const isAlike = (name: string) => name === outer?.name;
  const calls = made.get(formatSheetPosition(cell)) ?? [];
  return calls.filter(({ id }) => isAlike(id)).length > inner.filter(({ name }) => isAlike(name)).length;
}

/** Returns a test that is true for cells whose calls are unknown: they may make any. */
export function isUnknown(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  return (cell) => !made.has(formatSheetPosition(cell)) && !ledger.workbook.silent.has(silentCellId(cell));
}

/** A plain call makes no call only with an argument in error: with another error, it may make one. */
export function silentCellId(cell: FormulaCell): string {
  return isPlainCall(cell.formula) ? errorId(cell) : `${formatSheetPosition(cell)} ${cell.formula}`;
}

export function errorId(cell: FormulaCell): string {
  return `${formatSheetPosition(cell)} ${cell.formula} ${String(cell.value)}`;
}

/** Returns a test that is true for cells that may be old, for use while Excel calculates: only the number of a cell's one call is sure. */
export function isUnsure(ledger: Ledger): (cell: FormulaCell) => boolean {
  const made = entriesByAddress(ledger);
  const isWrong = isLate(ledger);
  return (cell) => {
    const [call, ...others] = made.get(formatSheetPosition(cell)) ?? [];
    const isSure = call !== undefined && others.length === 0 && isPlainCall(cell.formula) && !isErrorCode(cell.value);
    return !isSure || Array.isArray(call.result) || isWrong(cell);
  };
}

/**
 * True if the cell shows what one of its calls returned. For a formula that does more than call us, this is a guess. Excel shows errors
 * that no call returned, such as #CALC! while it evaluates conditional formats or calculates sheets one by one (oj#3351).
 */
export function isShown({ formula, value }: FormulaCell, calls: readonly LedgerEntry[]): boolean {
  if (!isPlainCall(formula) || isTold(value)) return true;
  if (isErrorCode(value)) return calls.some(({ error }) => error?.code === value);
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
