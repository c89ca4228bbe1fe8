/** The code that is loaded together when a user first works on the workbook as a whole. */
export { findBrokenCalls, repair } from "./repair";
export { duplicateReport, insertReport, listReports, removeReport } from "./reports/report";
export { followPlans } from "./reports/reportTabs";
export { applyInput, readChangedInput } from "./reports/sharedInputs";
export { listSnapshots } from "./snapshot/mark";
export { removeSnapshot, takeSnapshots } from "./snapshot/snapshot";
