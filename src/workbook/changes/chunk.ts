/** The code that is loaded when a refresh has changed something, or the pane lists it. */
export { writeChangeSheet } from "./changeSheet";
export { findDrivers, numbersOfLedger } from "./findDrivers";
export { describeChanges } from "./readChanges";
export { readSummary, saveSummary } from "./savedSummary";
export { showDifference, showShare } from "./shownChange";
