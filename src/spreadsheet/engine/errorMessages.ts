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

const OTHER = "The formula reads a cell with this error. Look at that cell in Excel.";

/** Adds a message to an error. */
export function explained({ code, message }: CellError): CellError {
  return { code, message: message || (MEANINGS[code] ?? OTHER) };
}
