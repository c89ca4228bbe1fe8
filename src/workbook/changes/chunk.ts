/** The code that is loaded when a refresh has changed something, or the pane lists it. */
export { writeChangeSheet } from "./changeSheet";
export { findDrivers } from "../../analysis/findDrivers";
export { numbersOfLedger } from "./ledgerNumbers";
export { describeChanges } from "./readChanges";
export { readSummary, saveSummary } from "./savedSummary";
export { showDifference, showShare } from "./shownChange";
