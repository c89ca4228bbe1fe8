/**
 * Parses periods as users and services write them: days, months, quarters, halves and years, as text, Excel date or number.
 * Quarters, halves and years belong to the fiscal year, months to the calendar. Days are calendar days in UTC, so no time zone
 * shifts them.
 */

import { fromSerial, toSerial, type DateSystem } from "../grid/dateSerial";
import { CALENDAR_YEAR, firstOfYear, monthsBetween, shiftMonth, type FiscalYear } from "./months";

/** From first to last day, both ISO 8601. */
export interface DateSpan {
  readonly first: string;
  readonly last: string;
  readonly unit: "day" | "month" | "quarter" | "half" | "year";
}

const MONTHS = "january february march april may june july august september october november december".split(" ");
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

type Parts = { year: number; month?: number; quarter?: number; half?: number; day?: number };

const FORMS: readonly [RegExp, (match: string[]) => Parts][] = [
  [/^(?:fy\s*)?(\d{4})$/, ([, year]) => ({ year: Number(year) })],
  [/^fy\s*(\d{2})$/, ([, year]) => ({ year: 2000 + Number(year) })],
  [/^(\d{4})[-/ ]?q([1-4])$/, ([, year, quarter]) => ({ year: Number(year), quarter: Number(quarter) })],
  [/^q([1-4])[-/ ]?(\d{4})$/, ([, quarter, year]) => ({ year: Number(year), quarter: Number(quarter) })],
  [/^(\d{4})[-/ ]?h([12])$/, ([, year, half]) => ({ year: Number(year), half: Number(half) })],
  [/^h([12])[-/ ]?(\d{4})$/, ([, half, year]) => ({ year: Number(year), half: Number(half) })],
  [/^(\d{4})m?(\d{2})$/, ([, year, month]) => ({ year: Number(year), month: Number(month) })],
  [/^(\d{4})[-/ ]m?(\d{1,2})$/, ([, year, month]) => ({ year: Number(year), month: Number(month) })],
  [/^m?(\d{1,2})[-/ ](\d{4})$/, ([, month, year]) => ({ year: Number(year), month: Number(month) })],
  [/^([a-z]{3,9})\.?[-/ ]?(\d{4})$/, ([, month, year]) => ({ year: Number(year), month: monthOf(month) })],
  [/^(\d{4})[-/ ]?([a-z]{3,9})\.?$/, ([, year, month]) => ({ year: Number(year), month: monthOf(month) })],
  [
    /^(\d{4})-(\d{2})-(\d{2})(?:t.*)?$/,
    ([, year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
];

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
  const text = String(value).trim().toLowerCase();
  for (const [form, read] of FORMS) {
    const match = form.exec(text);
    if (match) return toPeriod(read(match), fiscalYear);
  }
  return undefined;
}

/** Returns the months that a period touches, as YYYY-MM. */
export function monthsOf({ first, last }: Pick<DateSpan, "first" | "last">): string[] {
  return monthsBetween(first.slice(0, 7), last.slice(0, 7));
}

/** Returns the month of a service's period label, as YYYY-MM; undefined if the label names no month. */
export function monthOfLabel(label: string): string | undefined {
  const period = parsePeriod(label, 1900);
  return period?.unit === "month" || period?.unit === "day" ? period.first.slice(0, 7) : undefined;
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

function toPeriod({ year, month, quarter, half, day }: Parts, fiscalYear: FiscalYear): DateSpan | undefined {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  if (day !== undefined && month !== undefined) {
    const first = iso(year, month, day);
    return isDay(first) ? { first, last: first, unit: "day" } : undefined;
  }
  if (month !== undefined) {
    return month >= 1 && month <= 12 ? span(iso(year, month).slice(0, 7), 1, "month") : undefined;
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

function iso(year: number, month: number, day = 1): string {
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Returns the number of a month by at least three letters of its name; 0 for any other word. */
function monthOf(name = ""): number {
  return MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}
