/**
 * Calculates cells that show numbers without an entry. The Document Inspector removed the parts, or a sheet was copied into another
 * workbook. Otherwise these cells would show old numbers beside newer ones. Only a calculation tells what they call.
 */
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode } from "../../grid/errorCodes";
import { findCells, type FormulaCell } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { entriesByAddress, findUncertain } from "./callers";
import { readShown, restore } from "./restore";
import { settle, type SettleOptions } from "./settle";

/** Finds cells that show a value although no call of theirs is known. */
export function findUnknown(ledger: Ledger, cells: readonly FormulaCell[]): FormulaCell[] {
  const made = entriesByAddress(ledger);
  return cells.filter((cell) => !made.has(formatSheetPosition(cell)) && !isErrorCode(cell.value));
}

/**
 * Calculates cells without an entry that show a value, once for each ledger. Otherwise a read-only workbook, which never has saved
 * entries, would ask each time. If the service fails on a cell, the cell's value is restored. Returns the addresses of cells that may
 * show old values.
 */
export async function askUnknown(options: SettleOptions): Promise<string[]> {
  const { ledger } = options;
  if (ledger.workbook.hasAskedUnknown) return [];
  ledger.workbook.hasAskedUnknown = true;
  const cells = await Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
  const unknown = findUncertain(ledger, cells).filter(({ value }) => !isErrorCode(value));
  if (unknown.length === 0) return [];
  const shown = await readShown(unknown);
  const unsettled = await settle(options, unknown);
  const restored = await restore(options, shown);
  return [...new Set([...unsettled, ...restored].map(formatSheetPosition))];
}
