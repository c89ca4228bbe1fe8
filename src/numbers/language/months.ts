/** Calendar months, each as YYYY-MM. */

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

/** True for a text such as "2026-03". */
export function isMonth(text: string): boolean {
  return /^\d{4}-\d\d$/.test(text);
}

/** Returns how many months a month is from the beginning of the era. */
function countOfMonth(month: string): number {
  const [year = 0, inYear = 0] = month.split("-").map(Number);
  return year * 12 + inYear - 1;
}
