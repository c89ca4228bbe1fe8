/**
 * Cells that show numbers of which the workbook keeps nothing: the Document Inspector has removed its parts, or a sheet was copied
 * into a workbook of its own. They would go on showing these numbers beside what newer formulas get. What they call is learnt only
 * by calculating them, and then they ask.
 */
import { isErrorCode } from "../../grid/errorCodes";
import { findCells } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { findUncertain } from "./callers";
import { readShown, restore } from "./restoring";
import { settle, type SettlingOptions } from "./settling";

/** A workbook that cannot be written never keeps anything. */
const asked = new WeakSet<Ledger>();

/** Once for each ledger: has all cells ask that show a value and are not known to make a call. Those that the service fails on show again what they did. */
export async function askUnknown(options: SettlingOptions): Promise<void> {
  const { ledger } = options;
  if (asked.has(ledger)) return;
  asked.add(ledger);
  const cells = await Excel.run({ delayForCellEdit: true }, (context) => findCells(context));
  const unknown = findUncertain(ledger, cells).filter(({ value }) => !isErrorCode(value));
  if (unknown.length === 0) return;
  const shown = await readShown(unknown);
  await settle(options, unknown);
  await restore(options, shown);
}
