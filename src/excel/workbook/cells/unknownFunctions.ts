/**
 * Names in formulas that Excel does not know: most often because it has not registered the add-in's functions. In Turkish it knows
 * no function that an add-in writes: they show #AD?, its #NAME?.
 */
import { findCalls } from "../../../numbers/language/calls";

/** True for what a cell shows if Excel does not know a name in its formula. Excel in Turkish shows #AD?. */
export function isUnknownName(value: unknown): boolean {
  return value === "#NAME?" || value === "#AD?";
}

/** Why a cell shows that although its call is right, in words for users. */
export const UNKNOWN_NAME =
  "Excel did not know a name when it last looked, such as our functions before the add-in was installed. It looks again only if the formula is entered again.";

const MESSAGE =
  "Excel does not know the function that the add-in has written and shows #NAME?. Usually the functions were not registered: close the workbook, open it again, wait until the pane shows your plans, and try again. If a formula that you type yourself works, Excel in Turkish (#AD?) is the cause: set its display language to English. In another language, check the names in the formula.";

/** True if the formula calls one of our functions. */
export function callsFunction(formula: unknown): boolean {
  return typeof formula === "string" && formula.startsWith("=") && findCalls(formula).length > 0;
}

/**
 * @param value What the cell of a formula shows that was just written and calls one of our functions.
 * @throws Error with a message for users if Excel does not know the function.
 */
export function requireKnownFunction(value: unknown): void {
  if (isUnknownName(value)) throw new Error(MESSAGE);
}
