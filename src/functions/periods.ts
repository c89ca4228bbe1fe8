/**
 * Periods as people and services write them: days, months, quarters and years, as text, as Excel dates or as numbers.
 * Days are calendar days in UTC arithmetic, so that no time zone shifts them.
 */

import { fromSerial, toSerial, type DateSystem } from "../grid/dateSerial";

/** From first to last day, both ISO 8601. */
export interface DateSpan {
  readonly first: string;
  readonly last: string;
  readonly unit: "day" | "month" | "quarter" | "year";
}

const MONTHS = "january february march april may june july august september october november december".split(" ");
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

type Parts = { year: number; month?: number; quarter?: number; day?: number };

const FORMS: readonly [RegExp, (match: string[]) => Parts][] = [
  [/^(?:fy\s*)?(\d{4})$/, ([, year]) => ({ year: Number(year) })],
  [/^fy\s*(\d{2})$/, ([, year]) => ({ year: 2000 + Number(year) })],
  [/^(\d{4})[-/ ]?q([1-4])$/, ([, year, quarter]) => ({ year: Number(year), quarter: Number(quarter) })],
  [/^q([1-4])[-/ ]?(\d{4})$/, ([, quarter, year]) => ({ year: Number(year), quarter: Number(quarter) })],
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
 * The period that a value names, or undefined: "2026-03-31", "2026-03", "Mar 2026", "2026-Q2", "2026", "FY26",
 * a year as a number, or an Excel date in the given date system.
 */
export function parsePeriod(value: unknown, dateSystem: DateSystem): DateSpan | undefined {
  if (typeof value === "number") {
    return value >= FIRST_YEAR && value <= LAST_YEAR ? toPeriod({ year: value }) : parseSerial(value, dateSystem);
  }
  const text = String(value).trim().toLowerCase();
  for (const [form, read] of FORMS) {
    const match = form.exec(text);
    if (match) return toPeriod(read(match));
  }
  return undefined;
}

/** The months that a period touches, as YYYY-MM. */
export function monthsOf({ first, last }: Pick<DateSpan, "first" | "last">): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = first.split("-").map(Number);
  for (let label = first.slice(0, 7); label <= last.slice(0, 7); label = iso(year, month).slice(0, 7)) {
    months.push(label);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return months;
}

/** The month of a service's period label, as YYYY-MM, or undefined where it names no month. */
export function monthOfLabel(label: string): string | undefined {
  const period = parsePeriod(label, 1900);
  return period?.unit === "month" || period?.unit === "day" ? period.first.slice(0, 7) : undefined;
}

/** The Excel date-time of a moment, in local time. */
export function toLocalSerial(milliseconds: number, dateSystem: DateSystem): number {
  return toSerial(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000, dateSystem);
}

function parseSerial(serial: number, dateSystem: DateSystem): DateSpan | undefined {
  const date = new Date(fromSerial(Math.floor(serial), dateSystem));
  return toPeriod({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
}

function toPeriod({ year, month, quarter, day }: Parts): DateSpan | undefined {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  if (day !== undefined && month !== undefined) {
    const first = iso(year, month, day);
    return isDay(first) ? { first, last: first, unit: "day" } : undefined;
  }
  if (month !== undefined) return month >= 1 && month <= 12 ? span(year, month, month, "month") : undefined;
  return quarter === undefined ? span(year, 1, 12, "year") : span(year, quarter * 3 - 2, quarter * 3, "quarter");
}

function span(year: number, from: number, to: number, unit: DateSpan["unit"]): DateSpan {
  const lastDay = new Date(Date.UTC(year, to, 0)).getUTCDate();
  return { first: iso(year, from), last: iso(year, to, lastDay), unit };
}

function iso(year: number, month: number, day = 1): string {
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** The number of a month from three letters of its name on, 0 for any other word. */
function monthOf(name = ""): number {
  return MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}
