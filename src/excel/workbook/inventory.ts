/** What the pane lists of a workbook: what the add-in has put into it, and what has to be repaired. */
import { findBrokenCalls } from "./repair";
import { listReports, type Report } from "./reports/report";
import { followPlans } from "./reports/reportTabs";
import { listSnapshots, type SheetSnapshot } from "./snapshot/mark";

export interface WorkbookInventory {
  readonly reports: readonly Report[];
  readonly snapshots: readonly SheetSnapshot[];
  /** Formulas and names that cannot calculate, since another program has changed the names of our functions. */
  readonly broken: number;
}

/** Searches the workbook, once the sheets of reports are named after their plans. */
export async function readInventory(): Promise<WorkbookInventory> {
  await followPlans();
  const [reports, snapshots, broken] = await Promise.all([listReports(), listSnapshots(), findBrokenCalls()]);
  return { reports, snapshots, broken: broken.length };
}
