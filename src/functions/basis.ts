/** How a period is extended: to date, to go, or rolling, always by its last month. */
import { monthsBefore, monthsFrom, shiftMonth, type FiscalYear } from "./months";

export type BasisName = "QTD" | "YTD" | "YTG" | "R3" | "R12";
export const BASES: readonly BasisName[] = ["QTD", "YTD", "YTG", "R3", "R12"];

/** The months of a basis in order. To date includes the month; to go begins after it, and may have none left. */
export function monthsOfBasis(basis: BasisName, month: string, fiscalYear: FiscalYear): string[] {
  const before = monthsBefore(month, fiscalYear);
  switch (basis) {
    case "QTD":
      return endingWith(month, (before % 3) + 1);
    case "YTD":
      return endingWith(month, before + 1);
    case "YTG":
      return monthsFrom(shiftMonth(month, 1), 11 - before);
    case "R3":
      return endingWith(month, 3);
    case "R12":
      return endingWith(month, 12);
  }
}

function endingWith(last: string, count: number): string[] {
  return monthsFrom(shiftMonth(last, 1 - count), count);
}
