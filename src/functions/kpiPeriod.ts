/** The period that one number is for: a year, or months. */
import { InsightsError } from "../insights";
import { readPeriod, readText } from "./arguments";
import { getHost } from "./host";
import { quote } from "./names";
import { monthsOf, parsePeriod } from "./periods";

/** The full year as the service understands it, one calendar year, or months (YYYY-MM) in order. */
export type KpiPeriod = { readonly year?: string } | { readonly months: readonly string[] };

const MOST_MONTHS = 120;

/** As written: a period, or two with a colon between them. */
export function readKpiPeriod(value: unknown): KpiPeriod {
  const [from = "", to, ...more] = endsOf(value);
  if (to !== undefined) return { months: monthsBetween(from, to, more) };
  const period = readPeriod(value, "period");
  if (!period) return {};
  return period.unit === "year" ? { year: period.first.slice(0, 4) } : { months: monthsOf(period) };
}

/** The texts around the colon of a range. A date and time has colons too. */
function endsOf(value: unknown): string[] {
  const text = readText(value, "period");
  return parsePeriod(text, getHost().dateSystem) ? [text] : text.split(":");
}

function monthsBetween(from: string, to: string, more: readonly string[]): string[] {
  const [start, end] = [parsePeriod(from, 1900), parsePeriod(to, 1900)];
  const text = quote([from, to, ...more].join(":"));
  if (!start || !end || more.length > 0) {
    throw new InsightsError(
      "argument",
      `The period ${text} is not a range. One runs from a month to a month, such as 2026-01:2026-06.`,
    );
  }
  if (start.first > end.last) throw new InsightsError("argument", `The period ${text} ends before it begins.`);
  const months = monthsOf({ first: start.first, last: end.last });
  if (months.length <= MOST_MONTHS) return months;
  throw new InsightsError("argument", `The period ${text} has ${months.length} months; ${MOST_MONTHS} is the most.`);
}
