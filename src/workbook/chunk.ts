/** What is loaded together when a person first works on the workbook as a whole. */
export { freeze } from "./freezing/freeze";
export { findBrokenCalls, repair } from "./repair";
export { duplicateReport, insertReport, listReports, removeReport } from "./reports/report";
export { followPlans } from "./reports/reportTabs";
export { rebuildReport } from "./reports/rebuilding";
export { countFrozen, thaw } from "./freezing/thaw";
