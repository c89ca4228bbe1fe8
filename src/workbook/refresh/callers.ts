/**
 * Which cells make which calls. No formula tells: arguments are references and expressions. The ledger hears it from Excel with
 * each call, but cells move and sheets are renamed without a call, and an address then leads to another cell. So what the
 * ledger has heard of a cell counts only as long as the cell is seen to be the one that made the call.
 */
import { findCalls } from "../../formulas/calls";
import { formatSheetPosition } from "../../grid/address";
import type { FormulaAt } from "../cells/cells";
import type { Ledger, LedgerCall } from "../ledger/ledger";

/** A cell when the cells were last looked at. */
interface SeenCell {
  readonly formula: string;
  readonly makesCalls: boolean;
}

const seen = new WeakMap<Ledger, Map<string, SeenCell>>();

/** Remembers cells that have been calculated, so that one with another formula at its address is noticed. */
export function noteFormulas(ledger: Ledger, cells: readonly FormulaAt[]): void {
  const counts = countCalls(ledger);
  const noted = seen.get(ledger) ?? new Map<string, SeenCell>();
  for (const cell of cells) {
    const address = formatSheetPosition(cell);
    noted.set(address, { formula: cell.formula, makesCalls: counts.has(address) });
  }
  seen.set(ledger, noted);
}

/** The cells of which it is not certain which calls they make. */
export function findUncertain<Cell extends FormulaAt>(ledger: Ledger, cells: readonly Cell[]): Cell[] {
  const counts = countCalls(ledger);
  return cells.filter((cell) => {
    const address = formatSheetPosition(cell);
    const count = counts.get(address) ?? 0;
    const before = seen.get(ledger)?.get(address);
    if (before && before.formula !== cell.formula) return true;
    // A formula may make no call, as in a branch that is not taken.
    if (count === 0) return before?.makesCalls !== false;
    // An argument that has changed adds a call to the cell, and takes none away.
    return count > Math.max(1, findCalls(cell.formula).length);
  });
}

function countCalls(ledger: Ledger): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { addresses } of ledger.calls())
    for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}

/** Takes what is heard of other cells than these off the ledger. */
export function detachOthers(ledger: Ledger, cells: readonly FormulaAt[]): void {
  const present = new Set(cells.map(formatSheetPosition));
  const gone = new Set(ledger.calls().flatMap(({ addresses }) => [...addresses].filter((each) => !present.has(each))));
  if (gone.size > 0) ledger.detach(gone);
}

/** The calls that no cell is known to make. */
export function findOrphans(ledger: Ledger): LedgerCall[] {
  return ledger.calls().filter(({ addresses }) => addresses.size === 0);
}

/** Whether there are calls that only uncertain cells may make, or none. */
export function mayHaveOrphans(ledger: Ledger, uncertain: readonly FormulaAt[]): boolean {
  const addresses = new Set(uncertain.map(formatSheetPosition));
  return ledger.calls().some((call) => [...call.addresses].every((address) => addresses.has(address)));
}

/** Those of the cells that make one of the calls, or may. */
export function cellsShowing<Cell extends FormulaAt>(
  ledger: Ledger,
  calls: readonly LedgerCall[],
  cells: readonly Cell[],
): Cell[] {
  const meant = new Set([...cellsMaking(calls, cells), ...findUncertain(ledger, cells)]);
  return cells.filter((cell) => meant.has(cell));
}

/** Those of the cells that make one of the calls. */
export function cellsMaking<Cell extends FormulaAt>(calls: readonly LedgerCall[], cells: readonly Cell[]): Cell[] {
  const addresses = new Set(calls.flatMap((call) => [...call.addresses]));
  return cells.filter((cell) => addresses.has(formatSheetPosition(cell)));
}
