/**
 * Finds the calls of each cell. A formula does not contain them, since its arguments are references and expressions.
 *
 * Excel passes the address of the cell with each call. But cells move and sheets are renamed without a call, and the address then
 * leads to another cell. So an address counts only while its cell has the same formula and shows what the call returned.
 */
import { findCalls } from "../../formulas/calls";
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode } from "../../grid/errorCodes";
import { isPlainCall, type FormulaAt, type FormulaCell } from "../cells/cells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";

/** Stores the formulas of calculated cells, to notice another formula at the same address later. */
export function noteFormulas(ledger: Ledger, cells: readonly FormulaAt[]): void {
  const made = entriesByAddress(ledger);
  for (const cell of cells) {
    const address = formatSheetPosition(cell);
    ledger.workbook.cells.set(address, { formula: cell.formula, makesCalls: made.has(address) });
  }
}

/** Finds cells whose calls are uncertain, or that do not show what these returned. */
export function findUncertain(ledger: Ledger, cells: readonly FormulaCell[]): FormulaCell[] {
  const made = entriesByAddress(ledger);
  return cells.filter((cell) => {
    const address = formatSheetPosition(cell);
    const calls = made.get(address) ?? [];
    const before = ledger.workbook.cells.get(address);
    if (before && before.formula !== cell.formula) return true;
    // A formula may make no call, as in a branch that is not taken. If a plain call shows a value, another user's Excel made it.
    if (calls.length === 0)
      return before?.makesCalls !== false || (isPlainCall(cell.formula) && !isErrorCode(cell.value));
    // A changed argument adds a call to the cell and removes none.
    if (calls.length > Math.max(1, findCalls(cell.formula).length)) return true;
    return !isShown(cell, calls);
  });
}

/** True if the cell shows what one of its calls returned. For a formula that does more than call us, this is a guess. */
export function isShown({ formula, value }: FormulaCell, calls: readonly LedgerEntry[]): boolean {
  if (!isPlainCall(formula)) {
    if (value === "#VALUE!" || value === "#N/A") return calls.some(({ state }) => state !== "done");
    return true;
  }
  if (value === "#VALUE!" || value === "#N/A") return calls.some((call) => showsError(value, call));
  if (isErrorCode(value)) return true;
  return calls.some(({ state, result }) => state !== "failed" && isSameValue(anchorOf(result) ?? "", value));
}

function showsError(value: string, { state, error }: LedgerEntry): boolean {
  return state === "waiting" || (state === "failed" && error?.code === value);
}

/** Excel keeps 15 digits of a number that went through a file. */
export function isSameValue(result: unknown, value: unknown): boolean {
  if (typeof result !== "number" || typeof value !== "number") return result === value;
  return Math.abs(result - value) <= 1e-14 * Math.abs(result);
}

/** Returns the value that the cell of the call shows: the corner of a table. */
function anchorOf(result: unknown): unknown {
  const rows: unknown = Array.isArray(result) ? result[0] : result;
  return Array.isArray(rows) ? rows[0] : rows;
}

/** Returns the calls of each cell that is known to make any, by the cell's address. */
export function entriesByAddress(ledger: Ledger): Map<string, LedgerEntry[]> {
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

/** Returns the calls that these cells are known to make, to be compared later. */
export function callsMadeBy(ledger: Ledger, cells: readonly FormulaAt[]): ReadonlyMap<string, readonly LedgerEntry[]> {
  const made = entriesByAddress(ledger);
  return new Map(cells.map(formatSheetPosition).map((address) => [address, made.get(address) ?? []]));
}

/**
 * True if one of these cells no longer makes a call that it made before. After a sort another cell may make it, which has the same
 * number as before or is known by a call that failed. Cells that have not settled do not count: they may call yet.
 */
export function haveMoved(
  ledger: Ledger,
  before: ReadonlyMap<string, readonly LedgerEntry[]>,
  unsettled: readonly FormulaAt[],
): boolean {
  const now = entriesByAddress(ledger);
  const open = new Set(unsettled.map(formatSheetPosition));
  return [...before].some(([address, calls]) => {
    const own = now.get(address) ?? [];
    return calls.length > 0 && !open.has(address) && !calls.some((call) => own.includes(call));
  });
}

/** Removes the addresses of all other cells from the ledger. */
export function detachOthers(ledger: Ledger, cells: readonly FormulaAt[]): void {
  const present = new Set(cells.map(formatSheetPosition));
  const gone = new Set(
    ledger.entries().flatMap(({ addresses }) => [...addresses].filter((each) => !present.has(each))),
  );
  if (gone.size > 0) ledger.detach(gone);
}

/** Finds the calls that no cell is known to make. */
export function findOrphans(ledger: Ledger): LedgerEntry[] {
  return ledger.entries().filter(({ addresses }) => addresses.size === 0);
}

/** True if any call has no known cell except uncertain ones. */
export function mayHaveOrphans(ledger: Ledger, uncertain: readonly FormulaAt[]): boolean {
  const addresses = new Set(uncertain.map(formatSheetPosition));
  return ledger.entries().some((call) => [...call.addresses].every((address) => addresses.has(address)));
}

/** Finds the cells that make one of the calls, or may. */
export function cellsShowing(
  ledger: Ledger,
  calls: readonly LedgerEntry[],
  cells: readonly FormulaCell[],
): FormulaCell[] {
  const meant = new Set([...cellsMaking(calls, cells), ...findUncertain(ledger, cells)]);
  return cells.filter((cell) => meant.has(cell));
}

/** Finds the cells that make one of the calls. */
export function cellsMaking<Cell extends FormulaAt>(calls: readonly LedgerEntry[], cells: readonly Cell[]): Cell[] {
  const addresses = new Set(calls.flatMap((call) => [...call.addresses]));
  return cells.filter((cell) => addresses.has(formatSheetPosition(cell)));
}
