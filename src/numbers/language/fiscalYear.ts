/** Fiscal years: which months they have, and what they are called. A month is YYYY-MM. */
import { shiftMonth } from "./months";

/** The first month of a fiscal year, and the calendar year that names it. */
export interface FiscalYear {
  /** From 1, January, to 12. */
  readonly firstMonth: number;
  readonly namedBy: "end" | "begin";
}

export const CALENDAR_YEAR: FiscalYear = { firstMonth: 1, namedBy: "end" };

/** Returns the fiscal year of a workbook's settings. */
export function fiscalYearOf(settings: {
  readonly fiscalMonth?: number | undefined;
  readonly fiscalNameByBegin?: boolean | undefined;
}): FiscalYear {
  return { firstMonth: settings.fiscalMonth ?? 1, namedBy: settings.fiscalNameByBegin ? "begin" : "end" };
}

/** Returns the first month of the fiscal year with this name. */
export function firstOfYear(name: number, { firstMonth, namedBy }: FiscalYear): string {
  const year = firstMonth > 1 && namedBy === "end" ? name - 1 : name;
  return shiftMonth(`${year}-01`, firstMonth - 1);
}

/** Returns the calendar year that names the fiscal year of a month. */
export function yearOfMonth(month: string, fiscalYear: FiscalYear): number {
  const { firstMonth, namedBy } = fiscalYear;
  const begin = Number(shiftMonth(month, -monthsBefore(month, fiscalYear)).slice(0, 4));
  return firstMonth > 1 && namedBy === "end" ? begin + 1 : begin;
}

/** Returns what a fiscal year is called: "2026" if it is the calendar's, else "FY2026". */
export function nameOfYear(year: number, { firstMonth }: FiscalYear): string {
  return firstMonth === 1 ? String(year) : `FY${year}`;
}

/** Returns how many months of the fiscal year precede a month: 0 to 11. */
export function monthsBefore(month: string, { firstMonth }: FiscalYear): number {
  return (Number(month.slice(5)) + 12 - firstMonth) % 12;
}
