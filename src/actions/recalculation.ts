/** Recalculates cells, and what reads them once their calls have returned. */
import { followCalls, recalculate, recalculateFailed } from "../workbook/refresh/recalculation";
import { runInBackground, waitOf, type StoreContext } from "./context";

/** @param which All of our cells, or those whose calls failed */
export async function recalculateCells(context: StoreContext, which: "all" | "failed"): Promise<void> {
  if (which === "all") await recalculate();
  else if (!(await recalculateFailed(context.ledger))) return;
  followCells(context);
}

/** Calculates what our cells reach once their calls have returned. The service may take its time, so the user goes on. */
export function followCells(context: StoreContext): void {
  void runInBackground(context, () => followCalls({ ledger: context.ledger, wait: waitOf(context) }));
}
