/**
 * Calculates cells that show numbers without an entry, and numbers that were restored to such cells. The Document Inspector removed
 * the parts, or a sheet was copied into another workbook. Otherwise these cells would show old numbers beside newer ones. Only a
 * calculation tells what they call.
 */
import { isErrorCode } from "../../grid/errorCodes";
import type { Generation } from "../../insights";
import { findCells } from "../cells/cells";
import type { Ledger } from "../ledger/ledger";
import { findShown, showsAge } from "../ledger/shown";
import { findUncertain } from "./callers";
import { memoryOnly } from "./memoryOnly";
import { recompute, type Outcome } from "./recompute";
import { readShown, restore, watchCalls } from "./restore";
import { isRestored } from "./selection";
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
  watchCalls(shown, ledger, unknown);
  await settle(options, unknown);
  await restore(options, shown);
}

/** Computes restored entries from answers in memory: otherwise other cells would show newer numbers beside them. */
export async function recomputeRestored(ledger: Ledger, generation: Generation): Promise<Outcome[]> {
  const restored = ledger.entries().filter((entry) => isRestored(entry) && !showsAge(entry));
  const shown = () => findShown(ledger.entries(), ledger.workbook.runs);
  const source = memoryOnly(generation);
  const outcomes = await recompute({ ledger, generation: source, select: () => restored, shown });
  // An entry whose answer is not in memory keeps its restored number.
  return [...outcomes.values()].filter(({ error }) => !error);
}
