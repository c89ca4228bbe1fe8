/**
 * Calculates cells that show numbers without an entry. The Document Inspector removed the parts, or a sheet was copied into another
 * workbook. Otherwise these cells would show old numbers beside newer ones. Only a calculation tells what they call.
 */
import { isErrorCode } from "../../grid/errorCodes";
import { findCells } from "../cells/cells";
import { findUncertain } from "./callers";
import { readShown, restore } from "./restore";
import { settle, type SettleOptions } from "./settle";

/**
 * Calculates cells without an entry that show a value, once for each ledger. Otherwise a read-only workbook, which never has saved
 * entries, would ask each time. If the service fails on a cell, the cell's value is restored.
 */
export async function askUnknown(options: SettleOptions): Promise<void> {
  const { ledger } = options;
  if (ledger.workbook.hasAskedUnknown) return;
  ledger.workbook.hasAskedUnknown = true;
  const cells = await Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
  const unknown = findUncertain(ledger, cells).filter(({ value }) => !isErrorCode(value));
  if (unknown.length === 0) return;
  const shown = await readShown(unknown);
  await settle(options, unknown);
  await restore(options, shown);
}
