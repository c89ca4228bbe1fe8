/** Calendar months, each as YYYY-MM, and the fiscal years that they make. */

/** The first of twelve calendar months, and which of the calendar years that they touch names them. */
export interface FiscalYear {
  /** From 1, January, to 12. */
  readonly firstMonth: number;
  readonly namedBy: "end" | "begin";
}

export const CALENDAR_YEAR: FiscalYear = { firstMonth: 1, namedBy: "end" };

/** The month so many months later, or earlier where `by` is negative. */
export function shiftMonth(month: string, by: number): string {
  const number = numberOf(month) + by;
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
}

/** So many months in order, from the first on. */
export function monthsFrom(first: string, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => shiftMonth(first, at));
}

/** All months from one to another, none where the last is before the first. */
export function monthsBetween(first: string, last: string): string[] {
  return monthsFrom(first, numberOf(last) - numberOf(first) + 1);
}

/** The first month of the fiscal year with this name. */
export function firstOfYear(name: number, { firstMonth, namedBy }: FiscalYear): string {
  const year = firstMonth > 1 && namedBy === "end" ? name - 1 : name;
  return shiftMonth(`${year}-01`, firstMonth - 1);
}

/** How many whole months of its fiscal year lie before a month: 0 to 11. */
export function monthsBefore(month: string, { firstMonth }: FiscalYear): number {
  return (numberOf(month) + 13 - firstMonth) % 12;
}

function numberOf(month: string): number {
  const [year = 0, inYear = 0] = month.split("-").map(Number);
  return year * 12 + inYear - 1;
}
