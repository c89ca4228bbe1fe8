/** Functions of dates and times. They calculate in the date system of 1900; the kinds of their parameters convert others. */
import { dayNumber, dayOfSerial, END_OF_TIME, endOfMonth, monthsLater, serialOf, weekdayOfSerial } from "../calendar";
import { numberOf } from "../coercion";
import { days360, yearFraction } from "../dayCounts";
import { doubt } from "../doubt";
import { NUM, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { momentOf } from "../momentTexts";
import { row, type Table } from "../parameters";
import type { CellError } from "../values";

const { floor, trunc } = Math;

/** Up to December 9999. */
const MONTHS_OF_EXCEL = 120_000;

function date(...parts: [year: number, month: number, day: number]): number | CellError {
  if (parts.some((part) => part < 0 && !Number.isInteger(part)))
    doubt("DATE is not calculated here for negative parts of years, months and days.");
  const [year, month, day] = parts.map(floor) as typeof parts;
  if (year < 0 || year > 9999) return NUM;
  if (year * 12 + month > MONTHS_OF_EXCEL && day < 1)
    doubt("DATE is not calculated here for days before a month that Excel does not have.");
  const serial = serialOf(year < 1900 ? year + 1900 : year, month, day);
  return serial >= 0 && serial < END_OF_TIME ? serial : NUM;
}

/** Returns the whole seconds of the day. */
function secondsOf(serial: number): number {
  return Math.round((serial - dayNumber(serial)) * 86_400) % 86_400;
}

/** The largest number of hours, minutes or seconds that TIME takes. */
const MOST_PARTS = 32_767;

function time(...parts: [hours: number, minutes: number, seconds: number]): number | CellError {
  const [hours, minutes, seconds] = parts.map(trunc) as typeof parts;
  const total = hours * 3600 + minutes * 60 + seconds;
  return total < 0 || Math.max(hours, minutes, seconds) > MOST_PARTS ? NUM : (total % 86_400) / 86_400;
}

/** @param type 1 (from Sunday), 2 (from Monday), 3 (Monday is 0) or 11 to 17 (from Monday to from Sunday). */
function weekday(serial: number, type = 1): number | CellError {
  const kind = trunc(type);
  const day = weekdayOfSerial(dayNumber(serial));
  if (kind === 3) return day;
  const first = firstWeekday(kind);
  return first === undefined ? NUM : ((day - first + 7) % 7) + 1;
}

/** Returns the weekday, 0 for Monday, from which on a type of WEEKDAY and WEEKNUM counts. */
function firstWeekday(kind: number): number | undefined {
  if (kind === 1) return 6;
  if (kind === 2) return 0;
  return kind >= 11 && kind <= 17 ? kind - 11 : undefined;
}

function weekNumber(serial: number, type = 1): number | CellError {
  const kind = trunc(type);
  if (kind === 21) return isoWeek(serial);
  const first = firstWeekday(kind);
  if (first === undefined) return NUM;
  const start = serialOf(dayOfSerial(serial).year, 1, 1);
  return floor((dayNumber(serial) - start + ((weekdayOfSerial(start) - first + 7) % 7)) / 7) + 1;
}

/** A week belongs to the year of its Thursday. */
function isoWeek(serial: number): number {
  const thursday = dayNumber(serial) - weekdayOfSerial(serial) + 3;
  if (thursday < 61) doubt("Weeks are not calculated here before March 1900.");
  return floor((thursday - serialOf(dayOfSerial(thursday).year, 1, 1)) / 7) + 1;
}

function dateDif(from: number, to: number, unit: string): number | CellError {
  const [start, end] = [dayOfSerial(from), dayOfSerial(to)];
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (first > last) return NUM;
  const isBefore = end.day < start.day;
  const months = (end.year - start.year) * 12 + end.month - start.month - (isBefore ? 1 : 0);
  switch (unit.toUpperCase()) {
    case "D":
      return last - first;
    case "M":
      return months;
    case "Y":
      return floor(months / 12);
    case "YM":
      return months % 12;
    case "YD":
      return daysWithinYear(first, last);
    case "MD":
      return isBefore ? daysSinceMonthBefore(start.day, last) : end.day - start.day;
    default:
      return NUM;
  }
}

/** Excel does not always count a leap day between the dates. */
function daysWithinYear(first: number, last: number): number {
  const [start, end] = [dayOfSerial(first), dayOfSerial(last)];
  const isLater = end.month > start.month || (end.month === start.month && end.day >= start.day);
  const from = serialOf(end.year - (isLater ? 0 : 1), start.month, start.day);
  const inYearOfStart = serialOf(start.year + (isLater ? 0 : 1), end.month, end.day);
  if (last - from !== inYearOfStart - first)
    doubt('DATEDIF is not calculated here for "YD" if a leap day lies between the dates.');
  return last - from;
}

/** Excel counts from the same day of the month before, and wrongly if that month is too short. */
function daysSinceMonthBefore(day: number, last: number): number {
  const { year, month } = dayOfSerial(last);
  const from = serialOf(year, month - 1, day);
  if (from < 61 || dayOfSerial(from).day !== day)
    doubt(
      'DATEDIF is not calculated here for "MD" if the month before the second date is shorter than the first date.',
    );
  return last - from;
}

/** Throws a doubt for a text that is no date everywhere. */
function dateValue(text: string): number | CellError {
  // Spaces before a date matter to arithmetic alone.
  const moment = momentOf(text.trimStart());
  if (moment?.date !== undefined) return moment.date;
  if (moment) doubt("DATEVALUE is not calculated here for a time without a date.");
  numberOf(text);
  return VALUE_ERROR;
}

function timeValue(text: string): number | CellError {
  const moment = momentOf(text);
  if (moment) return (moment.time ?? 0) % 1;
  numberOf(text);
  return VALUE_ERROR;
}

/** The days between two dates, each without its time. */
const days = (end: number, start: number) => dayNumber(end) - dayNumber(start);

export const DATES: Table = {
  DATE: row("number number number", date, "date"),
  TIME: row("number number number", time),
  YEAR: row("date", (serial) => dayOfSerial(serial).year),
  MONTH: row("date", (serial) => dayOfSerial(serial).month),
  DAY: row("date", (serial) => dayOfSerial(serial).day),
  HOUR: row("date", (serial) => floor(secondsOf(serial) / 3600)),
  MINUTE: row("date", (serial) => floor(secondsOf(serial) / 60) % 60),
  SECOND: row("date", (serial) => secondsOf(serial) % 60),
  DATEVALUE: row("text", dateValue, "date"),
  TIMEVALUE: row("text", timeValue),
  TODAY: row("", today, "volatile"),
  NOW: row("", now, "volatile"),
  WEEKDAY: row("date number?", weekday),
  WEEKNUM: row("strictDate strict?", weekNumber),
  ISOWEEKNUM: row("date", isoWeek),
  EDATE: row("strictDate strict", monthsLater, "date"),
  EOMONTH: row("strictDate strict", endOfMonth, "date"),
  DAYS: row("date date", days),
  DAYS360: row("date date logical?", (from, to, isEuropean = false) => {
    if (!Number.isInteger(from) || !Number.isInteger(to)) doubt("DAYS360 is not known for times of the day.");
    return days360(from, to, isEuropean);
  }),
  YEARFRAC: row("strictDate strictDate basis?", (from, to, basis = 0) => yearFraction(from, to, basis)),
  DATEDIF: row("date date text", dateDif),
};

function now(this: Evaluation): number {
  return this.book.now();
}

function today(this: Evaluation): number {
  return floor(this.book.now());
}
