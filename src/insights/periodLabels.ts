/** Period labels as people and services write them. */

/** The parts of a period that a text names. A month or day needs a year. */
export interface PeriodParts {
  readonly year: number;
  readonly month?: number;
  readonly quarter?: number;
  readonly half?: number;
  readonly day?: number;
}

/** The days of a period, ISO 8601, both included. */
export interface DateSpan {
  readonly first: string;
  readonly last: string;
  readonly unit: "day" | "month" | "quarter" | "half" | "year";
}

export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2199;

const MONTHS = "january february march april may june july august september october november december".split(" ");

/** A year of two digits needs "FY" before it. */
const YEAR = String.raw`(?<year>fy\s*\d{2}|(?:fy\s*)?\d{4})`;

/** The forms of a label, with the names of its parts. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^${YEAR}$`),
  new RegExp(`^${YEAR}[-/ ]?q(?<quarter>[1-4])$`),
  new RegExp(`^q(?<quarter>[1-4])[-/ ]?${YEAR}$`),
  new RegExp(`^${YEAR}[-/ ]?h(?<half>[12])$`),
  new RegExp(`^h(?<half>[12])[-/ ]?${YEAR}$`),
  /^(?<year>\d{4})m?(?<month>\d{2})$/,
  /^(?<year>\d{4})[-/ ]m?(?<month>\d{1,2})$/,
  /^m?(?<month>\d{1,2})[-/ ](?<year>\d{4})$/,
  /^(?<month>[a-z]{3,9})\.?[-/ ]?(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/ ]?(?<month>[a-z]{3,9})\.?$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:t.*)?$/,
];

/** Returns the parts that a text names, in or out of the calendar; undefined for any other text. */
export function readPeriodParts(text: string): PeriodParts | undefined {
  const clean = text.trim().toLowerCase();
  for (const form of FORMS) {
    const groups = form.exec(clean)?.groups;
    if (groups) return Object.fromEntries(Object.entries(groups).map(numberOfPart)) as unknown as PeriodParts;
  }
  return undefined;
}

/** Reads the digits of a part, a year of two digits, or the name of a month. */
function numberOfPart([part, text]: [string, string]): [string, number] {
  const number = Number(part === "year" ? text.slice(text.search(/\d/)) : text);
  if (Number.isNaN(number)) return [part, monthNamed(text)];
  return [part, part === "year" && number < 100 ? 2000 + number : number];
}

/** Returns the span of a service's label; undefined if it names no calendar period. A service's years are calendar years. */
export function readLabel(label: string): DateSpan | undefined {
  const parts = readPeriodParts(label);
  // Another time than midnight may be another day where it was written.
  if (!parts || (/t(?!00:00)/i.test(label) && parts.day !== undefined)) return undefined;
  return spanOfParts(parts);
}

/**
 * Returns the days of a period; undefined if the calendar has none, or the year is out of bounds.
 * @param begin The first month of the period's year, YYYY-MM; months and days are the calendar's.
 */
export function spanOfParts(
  { year, month, quarter, half, day }: PeriodParts,
  begin = `${year}-01`,
): DateSpan | undefined {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  if (day !== undefined && month !== undefined) {
    const date = isoDay(year, month, day);
    return isDay(date) ? { first: date, last: date, unit: "day" } : undefined;
  }
  if (month !== undefined) {
    const isOfCalendar = Number.isInteger(month) && month >= 1 && month <= 12;
    return isOfCalendar ? monthsFrom(isoDay(year, month, 1), 0, 1, "month") : undefined;
  }
  if (quarter !== undefined) return monthsFrom(begin, quarter * 3 - 3, 3, "quarter");
  return half === undefined ? monthsFrom(begin, 0, 12, "year") : monthsFrom(begin, half * 6 - 6, 6, "half");
}

const MILLISECONDS_PER_DAY = 86_400_000;

/**
 * Returns the days that a service's label of a week may cover; undefined for any other label. A Monday is the first of its week;
 * another day may be the first or the last.
 */
export function readWeek(label: string): Pick<DateSpan, "first" | "last"> | undefined {
  const span = readLabel(label);
  if (span) {
    const day = Date.parse(span.first);
    const isMonday = new Date(day).getUTCDay() === 1;
    return span.unit === "day"
      ? { first: dayAt(isMonday ? day : day - 6 * MILLISECONDS_PER_DAY), last: dayAt(day + 6 * MILLISECONDS_PER_DAY) }
      : undefined;
  }
  const [, year, week] = /^(\d{4})-?W(\d{2})$/i.exec(label.trim()) ?? [];
  if (!year || !(Number(week) >= 1 && Number(week) <= 53)) return undefined;
  // The first week has the fourth of January (ISO 8601).
  const fourth = Date.parse(`${year}-01-04`);
  const monday = fourth + (Number(week) * 7 - 7 - ((new Date(fourth).getUTCDay() + 6) % 7)) * MILLISECONDS_PER_DAY;
  return { first: dayAt(monday), last: dayAt(monday + 6 * MILLISECONDS_PER_DAY) };
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the month of a label as YYYY-MM; undefined if it names no month or day. */
export function monthOfLabel(label: string): string | undefined {
  const span = readLabel(label);
  return span?.unit === "month" || span?.unit === "day" ? span.first.slice(0, 7) : undefined;
}

function isoDay(year: number, month: number, day: number): string {
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

/** True if the calendar has this day. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function monthsFrom(begin: string, skipped: number, count: number, unit: DateSpan["unit"]): DateSpan {
  const [year = 0, month = 0] = begin.split("-").map(Number);
  const first = month - 1 + skipped;
  return { first: dayAt(Date.UTC(year, first, 1)), last: dayAt(Date.UTC(year, first + count, 0)), unit };
}

/** Returns the number of a month from three letters of its name on; 0 for any other word. */
export function monthNamed(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}
