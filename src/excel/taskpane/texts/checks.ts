/** Checks: cells that are TRUE while all is well. */
import { formatCount } from "./numbers";

export const checksTexts = {
  title: "Checks",
  none: "A check is a cell whose formula is TRUE while all is well, such as =B12>=0.95. Refresh then tells if it is not.",
  allTrue: (checks: number) => `${formatCount(checks, "check is", "checks are")} TRUE.`,
  notTrue: (checks: number) => `${formatCount(checks, "check is", "checks are")} not TRUE.`,
  list: "Checks of the workbook",
  label: "Label",
  labelHint: "Blank: the text left of the cell",
  make: "Check the selected cell",
  remove: "Remove",
  removeOf: (label: string) => `Remove the check ${label}`,
  /** @param of Such as "Plan!B4". */
  number: (of: string, value: string) => `${of} = ${value}`,
  more: (numbers: number) => `and ${formatCount(numbers, "number", "numbers")} more`,
  all: "All checks",
} as const;
