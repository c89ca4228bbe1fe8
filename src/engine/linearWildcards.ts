/** Replaces the regular expressions by which Univer compares texts with wildcards: these may take hours. */
import { BooleanValueObject, StringValueObject } from "@univerjs/engine-formula";
import { isMatch, LONGEST_PATTERN } from "../grid/wildcards";

type Check = (this: StringValueObject, pattern: string, operator: string) => BooleanValueObject;

/** Changes all texts of Univer; calling this again does nothing more. */
export function matchWildcardsLinearly(): void {
  const check: Check = function (pattern, operator) {
    return BooleanValueObject.create(compared(this.getValue(), pattern, operator));
  };
  Object.assign(StringValueObject.prototype, { _checkWildcard: check });
}

function compared(text: string, pattern: string, operator: string): boolean {
  const isEqual = pattern.length <= LONGEST_PATTERN && isMatch(text, pattern);
  const lower = text.toLowerCase();
  switch (operator) {
    case "=":
      return isEqual;
    case "<>":
      return !isEqual;
    case ">":
    case ">=":
      return isEqual || lower > plain(pattern);
    default:
      return lower < plain(pattern);
  }
}

/** The pattern as a text for comparisons: Univer's own order. */
function plain(pattern: string): string {
  return pattern.replace(/~?[*?]/g, (part) => (part.startsWith("~") ? part.slice(1) : " "));
}
