/** The code that is loaded when the pane lists errors. */
export { applyFixes, undoFixes } from "./applyFix";
export { findCellErrors } from "./cellErrors";
