/** Recalculates cells, and what reads them once their calls have returned. */
import { calculatesByHand, followCalls, recalculate, recalculateFailed } from "../../workbook/refresh/recalculation";
import type { Reach } from "../../workbook/refresh/reach";
import { runInBackground, waitOf, type StoreContext } from "../context";

/** @param which All of our cells, or those whose calls failed */
export async function recalculateCells(context: StoreContext, which: "all" | "failed"): Promise<void> {
  const reach = await (which === "all" ? recalculate() : recalculateFailed(context.ledger));
  if (reach) followCells(context, reach);
}

/** In a workbook that calculates by hand, calculates what the add-in has written and what reads it. */
export function followWritten(context: StoreContext): void {
  const calculate = async () => {
    if (await calculatesByHand()) await followCalls({ ledger: context.ledger, wait: waitOf(context) });
  };
  void runInBackground(context, calculate);
}

/**
 * Calculates what our cells reach once their calls have returned. The service may take its time, so the user goes on.
 * @param reach What they reach. @default read from the workbook
 */
export function followCells(context: StoreContext, reach?: Reach): void {
  void runInBackground(context, () => followCalls({ ledger: context.ledger, wait: waitOf(context) }, reach));
}
