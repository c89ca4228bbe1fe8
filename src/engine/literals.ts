/** Rewrites numbers and texts in formulas so that Univer parses them as Excel does. */
import { tokenTypes } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";

/** Matches formulas that may need rewriting. Most do not, and are not tokenized. */
const UNUSUAL = /\n|\d\.?e[-+]?\d|\d{16}|\.\d*0\b|(?<!\d)\.\d|\b0\d/i;

/**
 * Univer treats a number as text unless it is written as JavaScript would (`9.99E+307`, `1.50`), and drops line breaks in
 * texts. Texts in array constants stay unchanged: an array constant cannot contain a call.
 */
export function withPlainLiterals(formula: string): string {
  if (!UNUSUAL.test(formula)) return formula;
  let braces = 0;
  const parts = tokenizeFormula(formula).map(({ type, value }) => {
    if (value === "{") braces++;
    if (value === "}") braces--;
    if (type === tokenTypes.NUMBER) return plainNumber(value);
    return type === tokenTypes.STRING && braces === 0 ? withCalledBreaks(value) : value;
  });
  return parts.join("");
}

/** Excel keeps 15 digits of a number. */
function plainNumber(text: string): string {
  return String(Number(Number(text).toPrecision(15)));
}

function withCalledBreaks(text: string): string {
  return text.includes("\n") ? `(${text.split("\n").join('"&CHAR(10)&"')})` : text;
}
