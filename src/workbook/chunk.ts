/** What is loaded together when a person first works on the workbook as a whole. */
export { findBrokenCalls, repair } from "./repair";
export { duplicateReport, insertReport, listReports, removeReport } from "./reports/report";
export { followPlans } from "./reports/reportTabs";
export { listSnapshots } from "./snapshot/mark";
export { removeSnapshot, takeSnapshots } from "./snapshot/snapshot";
