/**
 * Calculates cells that do not show their entry yet. A refresh writes the ledger before it touches a cell, and marks it. The next
 * chance calculates the cells, until all show their entries. Only calls without an entry ask.
 */
import { formatSheetPosition } from "../../grid/address";
import { findCells, type FormulaCell } from "../cells/cells";
import type { LedgerEntry } from "../ledger/ledger";
import { isWrittenByOthers, loadLedger, saveLedger } from "../ledger/savedLedger";
import { callsMadeBy, cellsShowing, detachOthers, haveMoved } from "./callers";
import { settle, type SettleOptions } from "./settle";
import { coverWholeSheets } from "./wholeSheets";

/** Calculates all of our cells if some do not show their entry. Returns the cells that still do not. */
export async function showUnshown(options: SettleOptions): Promise<string[]> {
  const { ledger } = options;
  if (!ledger.isUnshown) return [];
  // Another user's refresh may have come since: older results must not be written over it.
  if (await isWrittenByOthers(ledger)) await loadLedger(ledger);
  return show(options, await readCells());
}

/** Calculates the cells that make these calls, or may. Returns the cells that do not show their entry. */
export async function showEntries(options: SettleOptions, entries: readonly LedgerEntry[]): Promise<string[]> {
  const cells = await readCells();
  detachOthers(options.ledger, cells);
  return show(options, coverWholeSheets(cellsShowing(options.ledger, entries, cells), cells));
}

/** Calculates these cells: no other cell has to. Returns the cells that do not show their entry. */
export async function show(options: SettleOptions, cells: readonly FormulaCell[]): Promise<string[]> {
  const { ledger } = options;
  const made = callsMadeBy(ledger, cells);
  const unsettled = await settle(options, cells);
  if (haveMoved(ledger, made, unsettled)) unsettled.push(...(await settle(options, await findOthers(cells))));
  ledger.isUnshown = unsettled.length > 0;
  if (ledger.isUnshown) return unsettled.map(formatSheetPosition);
  await saveLedger(ledger).catch(() => {
    // The saved ledger keeps its mark, so the cells are calculated once more later.
    ledger.isUnshown = true;
  });
  return [];
}

async function findOthers(cells: readonly FormulaCell[]): Promise<FormulaCell[]> {
  const known = new Set(cells.map(formatSheetPosition));
  return (await readCells()).filter((cell) => !known.has(formatSheetPosition(cell)));
}

function readCells(): Promise<FormulaCell[]> {
  return Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
}
