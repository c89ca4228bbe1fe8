/** Reads texts of dates and times that mean the same whatever language and country Excel is set to. */
import { daysInMonth, serialOf } from "./calendar";

export interface Moment {
  /** A serial number of the date system of 1900. */
  readonly date?: number;
  /** The time in days. It is 1 or more for a text such as "24:00". */
  readonly time?: number;
}

const DATE = /^(\d{4})([-/])(\d{1,2})(?:\2(\d{1,2}))?$/;
const TIME = /^(\d{1,4}):(\d\d?)(?::(\d\d?(?:\.\d*)?))?(?: +([AP])M?)?$/i;

/**
 * Returns undefined for other texts, and for days and times that do not exist. The first day of a month stands for the month.
 * Spaces may stand after a date, and before and after a time.
 */
export function momentOf(text: string): Moment | undefined {
  const trimmed = text.replace(/^ +| +$/g, "");
  const [, first = "", last] = /^(\S+)(?: +(\S.*))?$/.exec(trimmed) ?? [];
  const date = dateOf(first);
  if (date === undefined) {
    const time = timeOf(trimmed);
    return time === undefined ? undefined : { time };
  }
  if (text.startsWith(" ")) return undefined;
  if (last === undefined) return { date };
  const time = timeOf(last);
  return time === undefined || time >= 1 ? undefined : { date, time };
}

/** True for a form of dates and times that all countries read alike, whether the day and the hour exist or not. */
export function hasMomentForm(text: string): boolean {
  const trimmed = text.replace(/^ +| +$/g, "");
  return DATE.test(trimmed) || (TIME.test(trimmed) && /[AP]M?$/i.test(trimmed));
}

function dateOf(text: string): number | undefined {
  const [, year, , month, day = "1"] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [years, months, days] = [Number(year), Number(month), Number(day)];
  const isDay = years >= 1900 && months >= 1 && months <= 12 && days >= 1 && days <= daysInMonth(years, months);
  return isDay ? serialOf(years, months, days) : undefined;
}

function timeOf(text: string): number | undefined {
  const [, hour = "", minute, second = "0", half] = TIME.exec(text) ?? [];
  if (minute === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : hourOf(Number(hour), half);
  if (hours === undefined || Number(minute) > 59) return undefined;
  return (hours * 3600 + Number(minute) * 60 + Number(second)) / 86_400;
}

/** @param half "A" or "P", in capitals or small letters. */
function hourOf(hour: number, half: string): number | undefined {
  return hour > 12 ? undefined : (hour % 12) + (half.toUpperCase() === "P" ? 12 : 0);
}
