/** What the pane lists of a workbook: what the add-in has put into it, and what has to be repaired. */
import { findBrokenCalls } from "./repair";
import { listCopies } from "./reports/likeSheets";
import { listReports, type Report } from "./reports/report";
import { followPlans } from "./reports/reportTabs";
import { listSnapshots, type SheetSnapshot } from "./snapshot/mark";

export interface WorkbookInventory {
  readonly reports: readonly Report[];
  /** Sheets that a person has copied from reports by their tabs: no report of the list. */
  readonly copies: readonly string[];
  readonly snapshots: readonly SheetSnapshot[];
  /** Formulas and names that cannot calculate, since another program has changed the names of our functions. */
  readonly broken: number;
}

/** Searches the workbook, once the sheets of reports are named after their plans. */
export async function readInventory(): Promise<WorkbookInventory> {
  await followPlans();
  const [reports, copies, snapshots, broken] = await Promise.all([
    listReports(),
    listCopies(),
    listSnapshots(),
    findBrokenCalls(),
  ]);
  return { reports, copies, snapshots, broken: broken.length };
}
