/**
 * The two notations of our functions. Excel shows `INSIGHTS.PNL` and saves `_xldudf_INSIGHTS_PNL` in the file; the one in
 * place of the other stays #NAME?. Both functions below read either notation, and calls that are bound to another file,
 * and change nothing but the names of our functions.
 */
import { findCalls, replaceCall, type FormulaCall } from "./calls";

/** The formula as Excel shows and accepts it. */
export function toExcelNotation(formula: string): string {
  return replaceNames(formula, ({ name }) => `INSIGHTS.${name}`);
}

/** The formula as a file holds it. The prefix of Excel's own newer functions (`_xlfn.`) is not added. */
export function toFileNotation(formula: string): string {
  return replaceNames(formula, ({ name }) => `_xldudf_INSIGHTS_${name}`);
}

/** Replaces from the last call to the first, so that the positions of the others stay right. */
function replaceNames(formula: string, nameOfCall: (call: FormulaCall) => string): string {
  return findCalls(formula).reduceRight((text, call) => replaceCall(text, call.callee, nameOfCall(call)), formula);
}
