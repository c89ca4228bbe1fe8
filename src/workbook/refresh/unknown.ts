/**
 * Cells that show numbers without an entry: the Document Inspector removed the parts, or a sheet was copied into another workbook.
 * They would go on showing these numbers beside newer ones. Only calculating them tells what they call, and then they ask.
 */
import { isErrorCode } from "../../grid/errorCodes";
import { findCells } from "../cells/cells";
import { findUncertain } from "./callers";
import { readShown, restore } from "./restore";
import { settle, type SettleOptions } from "./settle";

/**
 * Calculates cells without an entry that show a value, once for each ledger: a workbook that cannot be written never has saved
 * entries. If the service fails on a cell, the cell shows again what it did.
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
