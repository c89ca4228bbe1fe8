/** The period that one number is for: a year, or months. */
import { InsightsError } from "../insights";
import { isSame, quote } from "./names";
import { readPeriod, readText } from "./arguments";
import { monthsOfBasis, type BasisName } from "./basis";
import { getFiscalYear, getHost } from "./host";
import { shiftMonth } from "./months";
import { monthsOf, parsePeriod } from "./periods";

/** The service's own full year, one calendar year, or months (YYYY-MM) in order. */
export type KpiPeriod = { readonly year?: string } | { readonly months: readonly string[] };

const MOST_MONTHS = 120;

/** Reads a period, or two separated by a colon. */
export function readKpiPeriod(value: unknown, argument: string): KpiPeriod {
  const [from = "", to, ...more] = endsOf(value, argument);
  if (to !== undefined) return { months: readRange(from, to, more) };
  const period = readPeriod(value, argument);
  if (!period) return {};
  // The service adds up calendar years only.
  const isCalendarYear = period.unit === "year" && period.first.endsWith("-01-01");
  return isCalendarYear ? { year: period.first.slice(0, 4) } : { months: monthsOf(period) };
}

/** Reads the period of the base: PY, PP or any period; by default the same period. */
export function readBasePeriod(value: unknown, period: KpiPeriod): KpiPeriod {
  const text = readText(value, "basePeriod");
  if (isSame(text, "PY")) return shiftPeriod(period, 12);
  if (isSame(text, "PP")) return shiftPeriod(period, "months" in period ? period.months.length : 12);
  return text === "" || text === "0" ? period : readKpiPeriod(value, "basePeriod");
}

/** Extends a period by its last month. Returns it unchanged without a basis. */
export function extendPeriod(period: KpiPeriod, basis: BasisName | undefined): KpiPeriod {
  if (!basis) return period;
  const month = "months" in period ? period.months.at(-1) : period.year && `${period.year}-12`;
  if (month) return { months: monthsOfBasis(basis, month, getFiscalYear()) };
  throw new InsightsError("argument", `The basis ${basis} needs a period with a last month, such as 2026-03.`);
}

/** True if no month is left to go, so there is nothing to ask for. */
export function isOver(period: KpiPeriod): boolean {
  return "months" in period && period.months.length === 0;
}

function shiftPeriod(period: KpiPeriod, back: number): KpiPeriod {
  if ("months" in period) return { months: period.months.map((month) => shiftMonth(month, -back)) };
  if (period.year) return { year: String(Number(period.year) - 1) };
  throw new InsightsError("argument", "The basePeriod PY or PP needs a period to go back from, such as 2026.");
}

/** Splits a range at its colon, but not a date with a time. */
function endsOf(value: unknown, argument: string): string[] {
  const text = readText(value, argument);
  return parsePeriod(text, getHost().dateSystem) ? [text] : text.split(":");
}

function readRange(from: string, to: string, more: readonly string[]): string[] {
  const [start, end] = [from, to].map((text) => parsePeriod(text, 1900, getFiscalYear()));
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
