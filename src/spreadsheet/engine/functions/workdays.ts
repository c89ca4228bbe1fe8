/** Functions that count days without weekends and holidays. */
import { dayNumber, END_OF_TIME, weekdayOfSerial } from "../calendar";
import { toNumber } from "../coercion";
import { fromDate1904 } from "../date1904";
import { doubt } from "../doubt";
import { fail, NUM, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { isError, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { CellError, Scalar } from "../values";
import { visit } from "./cells";

/** The free days of a week, from Monday. */
type Weekend = readonly boolean[];

const SATURDAY_SUNDAY = weekendOfDays(5, 6);

function weekendOfDays(...free: readonly number[]): Weekend {
  return Array.from({ length: 7 }, (_, day) => free.includes(day));
}

/** @param kind 1 to 7 (two days from Saturday on), 11 to 17 (one day from Sunday on), or seven digits 0 and 1 from Monday on. */
function weekendOf(kind: Scalar | null = 1): Weekend {
  if (typeof kind === "boolean") doubt("Weekends are not calculated here for logical values.");
  if (typeof kind === "string") return /^[01]{7}$/.test(kind) ? [...kind].map((day) => day === "1") : fail(VALUE_ERROR);
  const number = Math.trunc(kind ?? 1);
  if (number >= 1 && number <= 7) return weekendOfDays((number + 4) % 7, (number + 5) % 7);
  return number >= 11 && number <= 17 ? weekendOfDays((number - 5) % 7) : fail(NUM);
}

/** Steps that remembering a holiday costs. */
const STEPS_OF_HOLIDAY = 10;

function holidaysOf(operand: Operand | undefined, at: Evaluation): ReadonlySet<number> {
  const { dateSystem } = at.book;
  const holidays = new Set<number>();
  visit(operand ?? null, (value) => {
    at.spend(STEPS_OF_HOLIDAY);
    if (value === null) return;
    if (typeof value === "boolean") doubt("Holidays are not calculated here for logical values.");
    const number = toNumber(value, dateSystem);
    const date = fromDate1904(number, dateSystem);
    holidays.add(isError(date) ? fail(date) : Math.floor(date));
  });
  return holidays;
}

function countWorkdays(from: number, to: number, weekend: Weekend, holidays: ReadonlySet<number>): number {
  const [start, end] = [dayNumber(Math.min(from, to)), dayNumber(Math.max(from, to))];
  const isWorkday = (day: number) => !weekend[weekdayOfSerial(day)];
  const weeks = Math.floor((end - start + 1) / 7);
  let count = weeks * weekend.filter((isFree) => !isFree).length;
  for (let day = start + weeks * 7; day <= end; day++) if (isWorkday(day)) count++;
  for (const day of holidays) if (day >= start && day <= end && isWorkday(day)) count--;
  return from <= to ? count : -count;
}

function workdayAfter(
  from: number,
  count: number,
  weekend: Weekend,
  holidays: ReadonlySet<number>,
  at: Evaluation,
): number | CellError {
  if (weekend.every(Boolean)) return VALUE_ERROR;
  const step = Math.sign(count);
  let day = dayNumber(from);
  for (let left = Math.abs(Math.trunc(count)); left > 0;) {
    at.spend(STEPS_OF_HOLIDAY);
    day += step;
    if (day < 0 || day >= END_OF_TIME) return NUM;
    if (!weekend[weekdayOfSerial(day)] && !holidays.has(day)) left--;
  }
  return day;
}

export const WORKDAYS: Table = {
  NETWORKDAYS: row("strictDate strictDate operand?", function (from, to, holidays) {
    return countWorkdays(from, to, SATURDAY_SUNDAY, holidaysOf(holidays, this));
  }),
  "NETWORKDAYS.INTL": row("strictDate strictDate any?? operand?", function (from, to, weekend, holidays) {
    return countWorkdays(from, to, weekendOf(weekend), holidaysOf(holidays, this));
  }),
  WORKDAY: row(
    "strictDate strict operand?",
    function (from, count, holidays) {
      return workdayAfter(from, count, SATURDAY_SUNDAY, holidaysOf(holidays, this), this);
    },
    "date",
  ),
  "WORKDAY.INTL": row(
    "strictDate strict any?? operand?",
    function (from, count, weekend, holidays) {
      return workdayAfter(from, count, weekendOf(weekend), holidaysOf(holidays, this), this);
    },
    "date",
  ),
};
