/** Finds what Univer cannot read in the structure of a formula. */
import { tokenTypes } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "./tokenize";
import { isBlank } from "./tokens";

/** Excel nests 64 functions. With names in place of what they stand for, a formula may have more. */
const DEEPEST = 256;

/** Returns true if more brackets and signs stand in each other than a formula that Excel accepts can have. */
export function isTooDeep(formula: string): boolean {
  if (formula.length <= DEEPEST) return false;
  let open = 0;
  let signs = 0;
  return tokenizeFormula(formula).some(({ type, value }) => {
    if (isBlank({ type })) return false;
    if (value === "(" || value === "{") open++;
    if (value === ")" || value === "}") open--;
    signs = type === tokenTypes.OPERATOR && /^[-+%@]$/.test(value) ? signs + 1 : 0;
    return open + signs > DEEPEST;
  });
}

/** Returns true if a LET has nothing to calculate: no result stands after its names. */
export function hasEmptyLet(formula: string): boolean {
  if (!/\bLET\(/i.test(formula)) return false;
  const open: string[] = [];
  const tokens = tokenizeFormula(formula).filter(({ type }) => type !== tokenTypes.WHITESPACE);
  return tokens.some(({ value }, at) => {
    const before = tokens[at - 1]?.value ?? "";
    if (value === "(") open.push(before.toUpperCase());
    return value === ")" && open.pop() === "LET" && before === ",";
  });
}
