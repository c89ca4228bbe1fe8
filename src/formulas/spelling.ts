/**
 * The two spellings of our functions. Excel shows INSIGHTS.PNL and keeps _xldudf_INSIGHTS_PNL in the file; either one in
 * the other's place stays #NAME?. Each function below reads every form, so it also mends calls bound to another file,
 * and changes nothing but the names of our functions.
 */
import { findCalls, replaceCall, type Call } from "./calls";

/** As Excel takes and shows it. */
export function excelSpelling(formula: string): string {
  return respell(formula, ({ name }) => `INSIGHTS.${name}`);
}

/** As it stands in a file. What Excel writes before its own newer functions (`_xlfn.`) is not added. */
export function fileSpelling(formula: string): string {
  return respell(formula, ({ name }) => `_xldudf_INSIGHTS_${name}`);
}

/** From the last to the first, so that places found before stay right. */
function respell(formula: string, spelled: (call: Call) => string): string {
  return findCalls(formula).reduceRight((text, call) => replaceCall(text, call.callee, spelled(call)), formula);
}
