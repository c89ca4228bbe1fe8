/** The period that one number is for: a year, or months. */
import { InsightsError } from "../insights";
import { isSame, quote } from "./names";
import { readPeriod, readText } from "./arguments";
import { monthsOfBasis, type BasisName } from "./basis";
import { getFiscalYear, getHost } from "./host";
import { shiftMonth } from "./months";
import { monthsOf, parsePeriod } from "./periods";

/** The full year as the service understands it, one calendar year, or months (YYYY-MM) in order. */
export type KpiPeriod = { readonly year?: string } | { readonly months: readonly string[] };

const MOST_MONTHS = 120;

/** As written: a period, or two with a colon between them. */
export function readKpiPeriod(value: unknown, argument: string): KpiPeriod {
  const [from = "", to, ...more] = endsOf(value, argument);
  if (to !== undefined) return { months: readRange(from, to, more) };
  const period = readPeriod(value, argument);
  if (!period) return {};
  // Only a calendar year is one that the service adds up itself.
  const isCalendarYear = period.unit === "year" && period.first.endsWith("-01-01");
  return isCalendarYear ? { year: period.first.slice(0, 4) } : { months: monthsOf(period) };
}

/** What a variance compares with: the same period where it is left out, PY, PP, or a period of its own. */
export function readBasePeriod(value: unknown, period: KpiPeriod): KpiPeriod {
  const text = readText(value, "basePeriod");
  if (isSame(text, "PY")) return shiftPeriod(period, 12);
  if (isSame(text, "PP")) return shiftPeriod(period, "months" in period ? period.months.length : 12);
  return text === "" || text === "0" ? period : readKpiPeriod(value, "basePeriod");
}

/** The months that a basis makes of a period, by its last month; the period itself where there is no basis. */
export function extendPeriod(period: KpiPeriod, basis: BasisName | undefined): KpiPeriod {
  if (!basis) return period;
  const month = "months" in period ? period.months.at(-1) : period.year && `${period.year}-12`;
  if (month) return { months: monthsOfBasis(basis, month, getFiscalYear()) };
  throw new InsightsError("argument", `The basis ${basis} needs a period that says by which month, such as 2026-03.`);
}

/** To go at the end of a year: there is nothing to ask for. */
export function isOver(period: KpiPeriod): boolean {
  return "months" in period && period.months.length === 0;
}

function shiftPeriod(period: KpiPeriod, back: number): KpiPeriod {
  if ("months" in period) return { months: period.months.map((month) => shiftMonth(month, -back)) };
  if (period.year) return { year: String(Number(period.year) - 1) };
  throw new InsightsError("argument", "The basePeriod PY or PP needs a period to go back from, such as 2026.");
}

/** The texts around the colon of a range. A date and time has colons too. */
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
