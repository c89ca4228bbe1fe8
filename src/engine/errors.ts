/** Messages for the errors of the engine: the meaning, and what to do. */
import type { CellError } from "./values";

const MEANINGS: Record<string, string> = {
  "#DIV/0!":
    "The formula divides by zero or by a blank cell. Check the divisor, or set a value for this case with IFERROR.",
  "#N/A":
    "A value was not found, or a function has too few or too many arguments. Check the lookup value, or use IFNA.",
  "#NAME?": "The formula has an unknown name. Check the spelling, and put text in quotation marks.",
  "#NULL!": "Two ranges do not overlap. Put a comma or a colon between them.",
  "#NUM!": "A number is too large, too small or not possible here. Check the numbers in the formula.",
  "#REF!": "The formula refers to a row, column or sheet that does not exist. Check its references.",
  "#VALUE!": "A value has the wrong type, such as text instead of a number. Check the values in the formula.",
  "#CALC!": "The result is empty or not a value. Check the conditions, and call a LAMBDA with its arguments.",
  "#SPILL!": "The result does not fit. Clear the cells below and to the right of the formula.",
  "#CYCLE!": "The formula depends on its own result. Remove the circular reference.",
};

/** Errors with the messages of `MEANINGS`. */
export const NO_VALUE: CellError = { code: "#VALUE!", message: "" };
export const NO_REFERENCE: CellError = { code: "#REF!", message: "" };
export const NOT_AVAILABLE: CellError = { code: "#N/A", message: "" };

export const UNREADABLE: CellError = {
  code: "#VALUE!",
  message: "The formula cannot be read. Check its brackets, quotation marks, commas and operators.",
};

export const TOO_DEEP: CellError = {
  code: "#VALUE!",
  message: "The formula is nested too deeply. Split it into several cells.",
};

export const TOO_LARGE: CellError = {
  code: "#VALUE!",
  message: "The formula reads a range of more than 1,048,576 cells. Read a smaller range.",
};

/** Ends the calculation of a formula, whose result is `TOO_LARGE`. */
export class TooManyCells extends Error {}

/** Adds a message to an error. Univer's #ERROR! for a formula that it cannot parse does not exist in Excel. */
export function explained({ code, message }: CellError): CellError {
  if (message !== "") return { code, message };
  const meaning = MEANINGS[code];
  return meaning === undefined ? UNREADABLE : { code, message: meaning };
}

/** Returns the error of a formula with unknown functions. Without `names`, another name in it is unknown. */
export function unknownFunctions(names: readonly string[]): CellError {
  if (names.length === 0) return { code: "#NAME?", message: "" };
  const message =
    names.length === 1
      ? `The function ${names[0]} is unknown. Check its spelling.`
      : `The functions ${names.join(", ")} are unknown. Check their spelling.`;
  return { code: "#NAME?", message };
}
