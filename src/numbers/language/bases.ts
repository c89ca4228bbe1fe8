/** Extends a period by its last month: to date, to go, or rolling. */
import { monthsBefore, type FiscalYear } from "./fiscalYear";
import { monthsFrom, shiftMonth } from "./months";

/** Each basis by one name. */
export const PROPER_BASES = ["QTD", "YTD", "QTG", "YTG", "R3", "R12"] as const;
/** LTM and TTM are other names of R12. */
export const BASES = [...PROPER_BASES, "LTM", "TTM"] as const;
export type BasisName = (typeof BASES)[number];

/** Returns the months in order. To date includes `month`; to go starts after it and can be empty. */
export function monthsOfBasis(basis: BasisName, month: string, fiscalYear: FiscalYear): string[] {
  const before = monthsBefore(month, fiscalYear);
  switch (basis) {
    case "QTD":
      return endingWith(month, (before % 3) + 1);
    case "YTD":
      return endingWith(month, before + 1);
    case "QTG":
      return monthsFrom(shiftMonth(month, 1), 2 - (before % 3));
    case "YTG":
      return monthsFrom(shiftMonth(month, 1), 11 - before);
    default:
      return endingWith(month, stepOfBasis(basis));
  }
}

/**
 * Returns how many months a base lies before a period of `length` months. PY is the year before, PP the period before. Undefined
 * if `basePeriod` names other months.
 */
export function monthsBack(basePeriod: string, basis: BasisName | undefined, length: number): number | undefined {
  const word = basePeriod.trim().toUpperCase();
  if (word === "PY") return 12;
  return word === "PP" ? (basis ? stepOfBasis(basis) : length) : undefined;
}

/** Returns how many months PP goes back for a basis: a quarter, a year, or as many months as it rolls over. */
export function stepOfBasis(basis: BasisName): number {
  return basis === "R3" || basis.startsWith("Q") ? 3 : 12;
}

function endingWith(last: string, count: number): string[] {
  return monthsFrom(shiftMonth(last, 1 - count), count);
}
