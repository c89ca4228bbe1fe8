/**
 * Parses periods as users and services write them: days, months, quarters, halves and years, as text, Excel date or number.
 * Quarters, halves and years belong to the fiscal year, months to the calendar. Days are calendar days in UTC, so no time zone
 * shifts them.
 */

import { fromSerial, toSerial, type DateSystem } from "../grid/dateSerial";
import { FIRST_YEAR, isDay, isoDay, LAST_YEAR, readPeriodParts, type PeriodParts } from "../insights";
import { CALENDAR_YEAR, firstOfYear, monthsBetween, shiftMonth, type FiscalYear } from "../grid/months";

/** From first to last day, both ISO 8601. */
export interface DateSpan {
  readonly first: string;
  readonly last: string;
  readonly unit: "day" | "month" | "quarter" | "half" | "year";
}

/**
 * Returns the period that a value names, or undefined: "2026-03-31", "2026-03", "Mar 2026", "2026-Q2", "FY26-Q1", "2026-H1",
 * "2026", "FY26", the numbers 2026 and 202603, or an Excel date in the given date system.
 * @param fiscalYear What a year is. A service's own labels are always the calendar's.
 */
export function parsePeriod(
  value: unknown,
  dateSystem: DateSystem,
  fiscalYear: FiscalYear = CALENDAR_YEAR,
): DateSpan | undefined {
  if (typeof value === "number") {
    if (value >= FIRST_YEAR && value <= LAST_YEAR) return toPeriod({ year: value }, fiscalYear);
    const year = Math.floor(value / 100);
    const isMonth = year >= FIRST_YEAR && year <= LAST_YEAR;
    return isMonth ? toPeriod({ year, month: value - year * 100 }, fiscalYear) : parseSerial(value, dateSystem);
  }
  const parts = readPeriodParts(String(value));
  return parts && toPeriod(parts, fiscalYear);
}

const CURRENT = /^current(?:([+-])(\d{1,4}))?$/i;

/** Returns the month that "current", "current-1" or "current+3" names, as YYYY-MM; undefined for any other text. */
export function readCurrent(text: string, current: string): string | undefined {
  const [said, sign = "", count = "0"] = CURRENT.exec(text.replace(/\s/g, "")) ?? [];
  return said && shiftMonth(current, Number(`${sign}${count}`));
}

/** Returns the first and last day of the months from one to another. */
export function daysOfMonths(first: string, last: string): Pick<DateSpan, "first" | "last"> {
  return { first: `${first}-01`, last: lastDayOf(last) };
}

/** Returns the months that a period touches, as YYYY-MM. */
export function monthsOf({ first, last }: Pick<DateSpan, "first" | "last">): string[] {
  return monthsBetween(first.slice(0, 7), last.slice(0, 7));
}

/** Returns the Excel date-time of a moment, in local time. */
export function toLocalSerial(milliseconds: number, dateSystem: DateSystem): number {
  return toSerial(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000, dateSystem);
}

function parseSerial(serial: number, dateSystem: DateSystem): DateSpan | undefined {
  const date = new Date(fromSerial(Math.floor(serial), dateSystem));
  return toPeriod(
    { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    CALENDAR_YEAR,
  );
}

function toPeriod({ year, month, quarter, half, day }: PeriodParts, fiscalYear: FiscalYear): DateSpan | undefined {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  if (day !== undefined && month !== undefined) {
    const first = isoDay(year, month, day);
    return isDay(first) ? { first, last: first, unit: "day" } : undefined;
  }
  if (month !== undefined) {
    return Number.isInteger(month) && month >= 1 && month <= 12
      ? span(isoDay(year, month, 1).slice(0, 7), 1, "month")
      : undefined;
  }
  const begin = firstOfYear(year, fiscalYear);
  if (quarter !== undefined) return span(shiftMonth(begin, quarter * 3 - 3), 3, "quarter");
  return half === undefined ? span(begin, 12, "year") : span(shiftMonth(begin, half * 6 - 6), 6, "half");
}

function span(month: string, count: number, unit: DateSpan["unit"]): DateSpan {
  return { ...daysOfMonths(month, shiftMonth(month, count - 1)), unit };
}

function lastDayOf(month: string): string {
  const [year = 0, inYear = 0] = month.split("-").map(Number);
  return `${month}-${new Date(Date.UTC(year, inYear, 0)).getUTCDate()}`;
}
