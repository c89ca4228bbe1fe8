/** Extends a period by its last month: to date, to go, or rolling. */
import { monthsBefore, monthsFrom, shiftMonth, type FiscalYear } from "./months";

export type BasisName = "QTD" | "YTD" | "YTG" | "R3" | "R12";
export const BASES: readonly BasisName[] = ["QTD", "YTD", "YTG", "R3", "R12"];

/** Returns the months in order. To date includes `month`; to go starts after it and can be empty. */
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
