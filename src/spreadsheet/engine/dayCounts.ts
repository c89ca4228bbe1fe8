/** The days and years between two dates, by the bases of bonds. */
import { dayNumber, dayOfSerial, isEndOfFebruary, isLeapYear, serialOf, type Day } from "./calendar";
import { fail, NUM } from "./errorValues";

const daysOf = (start: Day, end: Day, first: number, last: number): number =>
  (end.year - start.year) * 360 + (end.month - start.month) * 30 + last - first;

/** Returns the days between two dates in years of 12 months of 30 days, as DAYS360 counts them. */
export function days360(from: number, to: number, isEuropean: boolean): number {
  const [start, end] = [dayOfSerial(from), dayOfSerial(to)];
  if (isEuropean) return daysOf(start, end, Math.min(30, start.day), Math.min(30, end.day));
  const first = isEndOfFebruary(start) ? 30 : Math.min(30, start.day);
  return daysOf(start, end, first, end.day === 31 && first === 30 ? 30 : end.day);
}

/** Returns the days of basis 0, the American one of bonds: as DAYS360, but for two ends of February. */
function daysOfBonds(from: number, to: number): number {
  const [start, end] = [dayOfSerial(from), dayOfSerial(to)];
  const isFull = isEndOfFebruary(start) && isEndOfFebruary(end);
  return isFull ? daysOf(start, end, 30, 30) : days360(from, to, false);
}

/** Returns the years between two dates. @param basis 0 to 4, as YEARFRAC takes it. Fails with #NUM! for others. */
export function yearFraction(one: number, other: number, basis: number): number {
  const [from, to] = [dayNumber(Math.min(one, other)), dayNumber(Math.max(one, other))];
  switch (Math.trunc(basis)) {
    case 0:
      return daysOfBonds(from, to) / 360;
    case 1:
      return (to - from) / daysInYear(from, to);
    case 2:
      return (to - from) / 360;
    case 3:
      return (to - from) / 365;
    case 4:
      return days360(from, to, true) / 360;
    default:
      return fail(NUM);
  }
}

/** Returns the length of a year for basis 1: the mean of the years that the dates touch, if they are more than a year apart. */
function daysInYear(from: number, to: number): number {
  const [start, end] = [dayOfSerial(from), dayOfSerial(to)];
  const isAnniversary = start.month > end.month || (start.month === end.month && start.day >= end.day);
  if (end.year > start.year + 1 || (end.year === start.year + 1 && !isAnniversary))
    return (serialOf(end.year + 1, 1, 1) - serialOf(start.year, 1, 1)) / (end.year - start.year + 1);
  if (start.year === end.year) return isLeapYear(start.year) ? 366 : 365;
  const hasLeapDay =
    (isLeapYear(start.year) && from <= serialOf(start.year, 2, 29)) ||
    (isLeapYear(end.year) && to >= serialOf(end.year, 2, 29));
  return hasLeapDay ? 366 : 365;
}
