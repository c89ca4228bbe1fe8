/**
 * Parses periods as users and services write them: days, months, quarters, halves and years, as text, Excel date or number.
 * Quarters, halves and years belong to the fiscal year, months to the calendar. Days are calendar days in UTC, so no time zone
 * shifts them.
 */

import { fromSerial, type DateSystem } from "../../spreadsheet/cells/dateSerial";
import { CALENDAR_YEAR, firstOfYear, type FiscalYear } from "./fiscalYear";
import { isMonth, monthsBetween, shiftMonth } from "./months";
import { FIRST_YEAR, LAST_YEAR, readPeriodParts, spanOfParts, type DateSpan, type PeriodParts } from "../../insights";

/**
 * Returns the period that a value names, or undefined: "2026-03-31", "2026-03", "Mar 2026", "Mar-26", "2026-Q2", "1Q26", "FY26-Q1",
 * "2026-H1", "2026", "FY26", the numbers 2026 and 202603, or an Excel date in the given date system.
 * @param fiscalYear The year that years, halves and quarters belong to. Labels of the service always mean the calendar's.
 */
export function parsePeriod(
  value: unknown,
  dateSystem: DateSystem,
  fiscalYear: FiscalYear = CALENDAR_YEAR,
): DateSpan | undefined {
  const parts = typeof value === "number" ? partsOfNumber(value, dateSystem) : readWrittenParts(String(value));
  return parts && spanOfParts(parts, firstOfYear(parts.year, fiscalYear));
}

/** Returns the parts of a period as services write it, or as people do: "Aug 26", "Mar-26", "Q1'26", "1H26". */
export function readWrittenParts(text: string): PeriodParts | undefined {
  const turned = text
    .trim()
    .toLowerCase()
    .replace(/^([1-4])([qh])/, "$2$1");
  return (
    readPeriodParts(turned) ??
    readPeriodParts(turned.replace(/^([a-z]{3,9}\.?|[qh][1-4])[-/ ]?['’]?(\d\d)$/, "$1 20$2"))
  );
}

function partsOfNumber(value: number, dateSystem: DateSystem): PeriodParts {
  if (value >= FIRST_YEAR && value <= LAST_YEAR) return { year: value };
  const year = Math.floor(value / 100);
  if (year >= FIRST_YEAR && year <= LAST_YEAR) return { year, month: value - year * 100 };
  const date = new Date(fromSerial(Math.floor(value), dateSystem));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns the code of a calendar period: "2026", "2026-H1" or "2026-Q1"; "2026-03" for a month or a day in it. */
export function periodCode({ first, unit }: DateSpan): string {
  const [year = "", month] = first.split("-");
  if (unit === "year") return year;
  if (unit === "half") return `${year}-H${Math.ceil(Number(month) / 6)}`;
  return unit === "quarter" ? `${year}-Q${Math.ceil(Number(month) / 3)}` : first.slice(0, 7);
}

const CURRENT = /^current(?:([+-])(\d{1,4}))?$/i;

/** Returns the month that "current", "current-1" or "current+3" names, as YYYY-MM; undefined for any other text. */
export function readCurrent(text: string, current: string): string | undefined {
  const [said, sign = "", count = "0"] = CURRENT.exec(text.replace(/\s/g, "")) ?? [];
  return said && shiftMonth(current, Number(`${sign}${count}`));
}

/** True for a text that names the current month or one around it. */
export function isCurrent(text: string): boolean {
  return readCurrent(text, "2000-01") !== undefined;
}

/** True if a period or date, or an end of a range, names the current month. */
export function saysCurrent(value: unknown): boolean {
  return typeof value === "string" && value.split(":").some(isCurrent);
}

/** Returns the first and last day of the months from one to another. */
export function daysOfMonths(first: string, last: string): Pick<DateSpan, "first" | "last"> {
  return { first: `${first}-01`, last: lastDayOf(last) };
}

/** Returns the months that a period touches, as YYYY-MM. */
export function monthsOf({ first, last }: Pick<DateSpan, "first" | "last">): string[] {
  return monthsBetween(first.slice(0, 7), last.slice(0, 7));
}

/** Returns the code of successive months, such as "2026-03" or "2026-01:2026-04"; "" for none. */
export function codeOfMonths(months: readonly string[]): string {
  return [...new Set([...months.slice(0, 1), ...months.slice(-1)])].join(":");
}

/** Returns the stretches of months in words, such as "2026-01 to 2026-03, 2026-05"; "" for none. */
export function monthStretches(months: Iterable<string>): string {
  const stretches: [first: string, last: string][] = [];
  for (const month of [...new Set(months)].sort()) {
    const before = stretches.at(-1);
    if (before && shiftMonth(before[1], 1) === month) before[1] = month;
    else stretches.push([month, month]);
  }
  return stretches.map(([first, last]) => (first === last ? first : `${first} to ${last}`)).join(", ");
}

/** Returns the months of a code such as "2026-03" or "2026-01:2026-04"; none if it is another text. */
export function monthsOfCode(code: unknown): string[] {
  if (typeof code !== "string") return [];
  const [first = "", last = first, ...more] = code.split(":");
  return isMonth(first) && isMonth(last) && more.length === 0 ? monthsBetween(first, last) : [];
}

function lastDayOf(month: string): string {
  const [year = 0, inYear = 0] = month.split("-").map(Number);
  return `${month}-${new Date(Date.UTC(year, inYear, 0)).getUTCDate()}`;
}
