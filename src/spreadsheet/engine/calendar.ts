/** Excel's calendar: serial numbers since 1900, with 29 February 1900 (60), a day that never was, and 0 January 1900 (0). */
import { fromSerial, toSerial } from "../cells/dateSerial";
import { fail, NUM } from "./errorValues";

export interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31; 0 for 0 January 1900. */
  readonly day: number;
}

/** The serial number after 31 December 9999. */
export const END_OF_TIME = 2_958_466;

/** Fails with #NUM! for a serial number that is no date. A time of the day is passed over. */
export function dayOfSerial(serial: number): Day {
  const days = dayNumber(serial);
  if (days === 60) return { year: 1900, month: 2, day: 29 };
  if (days === 0) return { year: 1900, month: 1, day: 0 };
  const date = new Date(fromSerial(days < 60 ? days + 1 : days, 1900));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns a serial number without its time of the day. Fails with #NUM! if it is no date. */
export function dayNumber(serial: number): number {
  return serial >= 0 && serial < END_OF_TIME ? Math.floor(serial) : fail(NUM);
}

/** @param month May be less than 1 or more than 12. @param day May be less than 1 or more than the days of the month. */
export function serialOf(year: number, month: number, day: number): number {
  const first = new Date(Date.UTC(2000, 0, 1));
  first.setUTCFullYear(year, month - 1, 1);
  const days = toSerial(first.getTime(), 1900);
  return (days <= 60 ? days - 1 : days) + day - 1;
}

export function daysInMonth(year: number, month: number): number {
  return year === 1900 && month === 2 ? 29 : new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function isLeapYear(year: number): boolean {
  return daysInMonth(year, 2) === 29;
}

/** True for the last day of a February. */
export function isEndOfFebruary({ year, month, day }: Day): boolean {
  return month === 2 && day === daysInMonth(year, 2);
}

/** Returns the same day of another month, or the last one of a shorter month. Fails with #NUM! if it is no date. */
export function monthsLater(serial: number, months: number): number {
  const { year, month, day } = dayOfSerial(serial);
  const later = monthAt(year * 12 + month - 1 + Math.trunc(months));
  return dayNumber(serialOf(later.year, later.month, Math.min(day, daysInMonth(later.year, later.month))));
}

/** Returns the last day of a month. Fails with #NUM! if it is no date. */
export function endOfMonth(serial: number, months: number): number {
  const { year, month } = dayOfSerial(serial);
  const later = monthAt(year * 12 + month - 1 + Math.trunc(months));
  return dayNumber(serialOf(later.year, later.month, daysInMonth(later.year, later.month)));
}

function monthAt(index: number): { year: number; month: number } {
  const year = Math.floor(index / 12);
  return year >= 1900 && year <= 9999 ? { year, month: index - year * 12 + 1 } : fail(NUM);
}

/** Returns 0 for Monday to 6 for Sunday. Excel's weekdays before March 1900 are one day off. */
export function weekdayOfSerial(serial: number): number {
  return (((Math.floor(serial) - 2) % 7) + 7) % 7;
}
