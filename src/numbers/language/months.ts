/** Calendar months, each as YYYY-MM, and fiscal years. */

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

/** Returns the month `by` months later, or earlier if `by` is negative. */
export function shiftMonth(month: string, by: number): string {
  const number = countOfMonth(month) + by;
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
}

/** Returns `count` months in order, starting with `first`. */
export function monthsFrom(first: string, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => shiftMonth(first, at));
}

/** Returns all months from one to another; none if the last is before the first. */
export function monthsBetween(first: string, last: string): string[] {
  return monthsFrom(first, countOfMonth(last) - countOfMonth(first) + 1);
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
  return (countOfMonth(month) + 13 - firstMonth) % 12;
}

/** True for a text such as "2026-03". */
export function isMonth(text: string): boolean {
  return /^\d{4}-\d\d$/.test(text);
}

/** Returns how many months a month is from the beginning of the era. */
function countOfMonth(month: string): number {
  const [year = 0, inYear = 0] = month.split("-").map(Number);
  return year * 12 + inYear - 1;
}
