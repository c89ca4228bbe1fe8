/**
 * Parses periods as users and services write them: days, months, quarters, halves and years, as text, Excel date or number.
 * Quarters, halves and years belong to the fiscal year, months to the calendar. Days are calendar days in UTC, so no time zone
 * shifts them.
 */

import { fromSerial, toSerial, type DateSystem } from "../grid/dateSerial";
import { FIRST_YEAR, isDay, isoDay, LAST_YEAR, readPeriodParts, type PeriodParts } from "../insights";
import { CALENDAR_YEAR, firstOfYear, monthsBetween, shiftMonth, type FiscalYear } from "./months";

/** From first to last day, both ISO 8601. */
export interface DateSpan {
  readonly first: string;
  readonly last: string;
  readonly unit: "day" | "month" | "quarter" | "half" | "year";
}

/**
 * Returns the period that a value names, or undefined: "2026-03-31", "2026-03", "Mar 2026", "2026-Q2", "2026-H1", "2026",
 * "FY26", a year as a number, or an Excel date in the given date system.
 * @param fiscalYear What a year is. A service's own labels are always the calendar's.
 */
export function parsePeriod(
  value: unknown,
  dateSystem: DateSystem,
  fiscalYear: FiscalYear = CALENDAR_YEAR,
): DateSpan | undefined {
  if (typeof value === "number") {
    return value >= FIRST_YEAR && value <= LAST_YEAR
      ? toPeriod({ year: value }, fiscalYear)
      : parseSerial(value, dateSystem);
  }
  const parts = readPeriodParts(String(value));
  return parts && toPeriod(parts, fiscalYear);
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
    return month >= 1 && month <= 12 ? span(isoDay(year, month, 1).slice(0, 7), 1, "month") : undefined;
  }
  const begin = firstOfYear(year, fiscalYear);
  if (quarter !== undefined) return span(shiftMonth(begin, quarter * 3 - 3), 3, "quarter");
  return half === undefined ? span(begin, 12, "year") : span(shiftMonth(begin, half * 6 - 6), 6, "half");
}

function span(month: string, count: number, unit: DateSpan["unit"]): DateSpan {
  const last = shiftMonth(month, count - 1);
  const [year = 0, inYear = 0] = last.split("-").map(Number);
  return { first: `${month}-01`, last: `${last}-${new Date(Date.UTC(year, inYear, 0)).getUTCDate()}`, unit };
}
