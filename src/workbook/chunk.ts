/** What is loaded together when a person first works on the workbook as a whole. */
export { freeze } from "./freeze";
export { findBrokenCalls, repair } from "./repair";
export { duplicateReport, insertReport, listReports, removeReport } from "./report";
export { followPlans } from "./reportTabs";
export { rebuildReport } from "./rebuilding";
export { countFrozen, thaw } from "./thaw";
