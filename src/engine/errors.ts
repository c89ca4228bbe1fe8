/** What the errors of the engine mean, and what a person can do about them. */
import type { CellError } from "./values";

const MEANINGS: Record<string, string> = {
  "#DIV/0!":
    "The formula divides by zero, or by a blank. Check the divisor, or give a value for this case with IFERROR.",
  "#N/A":
    "A value was not found, or a function has too few or too many arguments. Check what is looked up, or use IFNA.",
  "#NAME?": "The formula holds a name that is not known. Check the spelling, and put text in quotation marks.",
  "#NULL!": "Two ranges do not meet. Put a comma or a colon between them.",
  "#NUM!": "A number is too large, too small or not possible here. Check the numbers that the formula works with.",
  "#REF!": "The formula refers to a row, column or sheet that does not exist. Check its references and positions.",
  "#VALUE!": "A value is of the wrong kind, such as text where a number is needed. Check what the formula works with.",
  "#CALC!": "The result is empty, or not a value. Check the conditions, and call a LAMBDA with its arguments.",
  "#SPILL!": "The result has no room. Clear the cells below and to the right of the formula.",
  "#CYCLE!": "The formula depends on its own result. Take the reference to itself out.",
};

export const UNREADABLE: CellError = {
  code: "#VALUE!",
  message: "The formula cannot be read. Check its brackets, quotation marks, commas and operators.",
};

/** The error with a message. Univer has #ERROR! for a formula that it cannot read; Excel has no such error. */
export function explained({ code, message }: CellError): CellError {
  if (message !== "") return { code, message };
  const meaning = MEANINGS[code];
  return meaning === undefined ? UNREADABLE : { code, message: meaning };
}

/** The error of a formula that calls functions which do not exist. Without names, it holds another unknown name. */
export function unknownFunctions(names: readonly string[]): CellError {
  if (names.length === 0) return { code: "#NAME?", message: "" };
  const message =
    names.length === 1
      ? `The function ${names[0]} is not known here. Check its spelling.`
      : `The functions ${names.join(", ")} are not known here. Check their spelling.`;
  return { code: "#NAME?", message };
}
