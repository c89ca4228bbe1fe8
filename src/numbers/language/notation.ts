/**
 * Converts the notation of our functions. Excel shows `INSIGHTS.PNL` and saves `_xldudf_INSIGHTS_PNL`; the wrong one is #NAME?.
 * Both functions below accept every notation that programs write, and change only names of our functions.
 */
import { NAMESPACE } from "./environment";
import { findCalls, type FormulaCall } from "./calls";
import { replaceSpan } from "../../spreadsheet/formulas/tokens";

/** Converts a formula to Excel's notation. */
export function toExcelNotation(formula: string): string {
  return replaceNames(formula, ({ name }) => `${NAMESPACE}.${name}`);
}

/** Converts a formula to the file's notation, without adding the prefix of newer Excel functions (`_xlfn.`). */
export function toFileNotation(formula: string): string {
  return replaceNames(formula, ({ name }) => `_xldudf_${NAMESPACE}_${name}`);
}

/** Replaces calls from last to first, so the positions of the others stay valid. */
function replaceNames(formula: string, nameOfCall: (call: FormulaCall) => string): string {
  return findCalls(formula).reduceRight((text, call) => replaceSpan(text, call.callee, nameOfCall(call)), formula);
}
