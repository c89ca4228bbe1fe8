/**
 * Cells that do not show yet what the ledger holds. A refresh writes the ledger before it touches a cell, and says in it that
 * this is so. Until all cells have followed, whoever comes next makes it good: nothing is asked of the service for it.
 */
import { formatSheetPosition } from "../../grid/address";
import { findCells, type FormulaCell } from "../cells/cells";
import type { LedgerCall } from "../ledger/ledger";
import { saveLedger } from "../ledger/savedLedger";
import { callsMadeBy, cellsShowing, detachOthers, haveMoved } from "./callers";
import { settle, type SettlingOptions } from "./settling";

/** Has all of our cells show what the ledger holds, where some do not. Gives the cells that still do not. */
export async function showUnshown(options: SettlingOptions): Promise<string[]> {
  if (!options.ledger.isUnshown) return [];
  return show(options, await Excel.run({ delayForCellEdit: true }, (context) => findCells(context)));
}

/** Has the cells that make these calls, which are all that do not, show what the ledger holds. */
export async function showCalls(options: SettlingOptions, calls: readonly LedgerCall[]): Promise<string[]> {
  const cells = await Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
  detachOthers(options.ledger, cells);
  return show(options, cellsShowing(options.ledger, calls, cells));
}

async function findOthers(cells: readonly FormulaCell[]): Promise<FormulaCell[]> {
  const known = new Set(cells.map(formatSheetPosition));
  const all = await Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
  return all.filter((cell) => !known.has(formatSheetPosition(cell)));
}

/** Has these cells, which are all that do not, show what the ledger holds. Gives those that still do not. */
export async function show(options: SettlingOptions, cells: readonly FormulaCell[]): Promise<string[]> {
  const { ledger } = options;
  const made = callsMadeBy(ledger, cells);
  const unsettled = await settle(options, cells);
  if (haveMoved(ledger, made)) unsettled.push(...(await settle(options, await findOthers(cells))));
  ledger.isUnshown = unsettled.length > 0;
  if (ledger.isUnshown) return unsettled.map(formatSheetPosition);
  await saveLedger(ledger).catch(() => {
    // All is shown, but the workbook says otherwise: it is calculated once more some time.
    ledger.isUnshown = true;
  });
  return [];
}
