/** The dates of a table. */
import { InsightsError, type Interval } from "../../insights";
import { readPeriod } from "./arguments";
import { daysOfMonths } from "../language/periods";

/** Days, ISO 8601, both included; undefined for an open end. */
export interface DateRange {
  readonly dateFrom?: string;
  readonly dateTo?: string;
}

/**
 * Returns the first day of `dateFrom` and the last day of `dateTo`. Months and years are whole: a date stands for its month.
 * @param current The current month, if a date names it.
 */
export function readDates(from: unknown, to: unknown, interval: Interval, current: string): DateRange {
  const first = readPeriod(from, "dateFrom", current)?.first;
  const last = readPeriod(to, "dateTo", current)?.last;
  if (first && last && first > last) {
    throw new InsightsError("argument", `dateFrom (${first}) is after dateTo (${last}).`);
  }
  const isWhole = interval === "M" || interval === "FY";
  const wholeOf = (day: string) => daysOfMonths(day.slice(0, 7), day.slice(0, 7));
  return {
    ...(first ? { dateFrom: isWhole ? wholeOf(first).first : first } : {}),
    ...(last ? { dateTo: isWhole ? wholeOf(last).last : last } : {}),
  };
}
