/** Days as whole numbers from the first day of the horizon, and the periods that they fall into. */
import type { Interval } from "../../src/insights/endpoints";

const MILLISECONDS_PER_DAY = 86_400_000;
const FIRST = Date.UTC(2024, 0, 1);

/** The number of days in the horizon 2024-01-01 to 2026-12-31. */
export const DAYS = 1096;

/**
 * 2025-01-01, from which growth and prices count. The days before it have random draws of their own, so that the numbers after
 * it do not depend on how far back the horizon reaches.
 */
export const BASE_DAY = 366;

/** First and last day, both inclusive; empty when `to` is before `from`. */
export interface DayRange {
  from: number;
  to: number;
}

export interface CalendarPeriod {
  interval: Interval;
  /** The first day of the whole period, which may lie before the range that was asked for. */
  start: number;
}

export interface Calendar {
  periods: readonly CalendarPeriod[];
  /** For each day of the horizon the index of its period, or -1 to leave the day out. */
  periodOf: Int16Array;
}

/** The number of an ISO 8601 day, which may lie outside the horizon; undefined if it is not a real day. */
export function dayOf(iso: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const day = (time - FIRST) / MILLISECONDS_PER_DAY;
  // Some engines roll 30 February over into March.
  return isoOf(day) === iso ? day : undefined;
}

export function dateOf(day: number): Date {
  return new Date(FIRST + day * MILLISECONDS_PER_DAY);
}

export function isoOf(day: number): string {
  return dateOf(day).toISOString().slice(0, 10);
}

/** 0 is Monday. */
export function weekdayOf(day: number): number {
  return (dateOf(day).getUTCDay() + 6) % 7;
}

function startOf(interval: Interval, day: number): number {
  const date = dateOf(day);
  switch (interval) {
    case "D":
      return day;
    case "W":
      return day - weekdayOf(day);
    case "M":
      return day - date.getUTCDate() + 1;
    case "FY":
      return (Date.UTC(date.getUTCFullYear(), 0, 1) - FIRST) / MILLISECONDS_PER_DAY;
  }
}

/** The periods of a range, in order. */
export function calendarOf(interval: Interval, range: DayRange): Calendar {
  const periods: CalendarPeriod[] = [];
  const periodOf = new Int16Array(DAYS).fill(-1);
  for (let day = range.from; day <= range.to; day++) {
    const start = startOf(interval, day);
    if (periods.at(-1)?.start !== start) periods.push({ interval, start });
    periodOf[day] = periods.length - 1;
  }
  return { periods, periodOf };
}

/** A calendar's last day of each period alone, for what is a state and not a flow. */
export function closingDays({ periods, periodOf }: Calendar): Calendar {
  return { periods, periodOf: periodOf.map((period, day) => (period === periodOf[day + 1] ? -1 : period)) };
}

/** A whole range as one period; none if the range is empty. */
export function wholeOf(range: DayRange): Calendar {
  const periodOf = new Int16Array(DAYS).fill(-1);
  if (range.from > range.to) return { periods: [], periodOf };
  return { periods: [{ interval: "FY", start: range.from }], periodOf: periodOf.fill(0, range.from, range.to + 1) };
}
