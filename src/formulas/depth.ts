/** Tells how deep the parts of a formula stand in each other. */
import { tokenTypes } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "./tokenize";

/** Excel nests 64 functions. With names in place of what they stand for, a formula may have more. */
const DEEPEST = 256;

/** Returns true if more brackets and signs stand in each other than a formula that Excel accepts can have. */
export function isTooDeep(formula: string): boolean {
  if (formula.length <= DEEPEST) return false;
  let open = 0;
  let signs = 0;
  return tokenizeFormula(formula).some(({ type, value }) => {
    if (type === tokenTypes.WHITESPACE || type === tokenTypes.NEWLINE) return false;
    if (value === "(" || value === "{") open++;
    if (value === ")" || value === "}") open--;
    signs = type === tokenTypes.OPERATOR && /^[-+%@]$/.test(value) ? signs + 1 : 0;
    return open + signs > DEEPEST;
  });
}
