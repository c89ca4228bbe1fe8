/** Which months a number is for. */
import { InsightsError } from "../../insights";
import { monthsBack, monthsOfBasis, type BasisName } from "../language/bases";
import { quote } from "../language/names";
import { daysOfMonths, monthsOf, parsePeriod, readCurrent } from "../language/periods";
import { readPeriod, readText } from "./arguments";
import type { FigurePeriod } from "../language/figure";
import { getFiscalYear, getHost } from "./host";
import { shiftMonth } from "../language/months";

/** Months (YYYY-MM) in order, none if a basis leaves none; undefined for the service's own full year. */
export type KpiPeriod = readonly string[] | undefined;

const MOST_MONTHS = 120;

/** Says a period by its texts, while which months they mean is not known. */
export function writtenPeriod(period: unknown, actualsTo?: unknown): FigurePeriod {
  return {
    written: readText(period, "period") || "full year",
    actualsTo: readText(actualsTo, "actualsTo") || undefined,
  };
}

/**
 * Reads a period, or two separated by a colon.
 * @param current The current month, if the value names it.
 */
export function readKpiPeriod(value: unknown, argument: string, current: string): KpiPeriod {
  const [from = "", to, ...more] = endsOf(value, argument);
  if (to !== undefined) return readRange([from, to, ...more], current);
  const period = readPeriod(value, argument, current);
  return period && monthsOf(period);
}

/**
 * Reads the period of the base, already extended by the basis: PY, PP or any period; by default the same period. Throws
 * `argument` if it has another number of months.
 */
export function readBasePeriod(
  value: unknown,
  period: KpiPeriod,
  basis: BasisName | undefined,
  current: string,
): KpiPeriod {
  const own = extendPeriod(period, basis);
  if (isSamePeriod(value)) return own;
  const text = readText(value, "basePeriod");
  if (!period || !own) {
    throw new InsightsError("argument", "A basePeriod needs a period to compare with, such as 2026 or 2026-03.");
  }
  const back = monthsBack(text, basis, period.length);
  if (back !== undefined) return own.map((month) => shiftMonth(month, -back));
  const base = extendPeriod(readKpiPeriod(value, "basePeriod", current), basis) ?? [];
  if (base.length === own.length) return base;
  throw new InsightsError(
    "argument",
    `The basePeriod ${quote(text)} has ${countOf(base)}, the period ${countOf(own)}. Compare as many months.`,
  );
}

/** True if a basePeriod is left out, so the base is of the same period. */
export function isSamePeriod(basePeriod: unknown): boolean {
  const text = readText(basePeriod, "basePeriod");
  return text === "" || text === "0";
}

/** Extends a period by its last month. Returns it unchanged without a basis. */
export function extendPeriod(period: KpiPeriod, basis: BasisName | undefined): KpiPeriod {
  if (!basis) return period;
  const month = period?.at(-1);
  if (month) return monthsOfBasis(basis, month, getFiscalYear());
  throw new InsightsError("argument", `The basis ${basis} needs a period with a last month, such as 2026-03.`);
}

/** Returns the calendar year that the months are; undefined if they are none. */
export function calendarYearOf(period: KpiPeriod): string | undefined {
  const [first = ""] = period ?? [];
  return period?.length === 12 && first.endsWith("-01") ? first.slice(0, 4) : undefined;
}

function countOf({ length }: readonly string[]): string {
  return `${length} ${length === 1 ? "month" : "months"}`;
}

/** Splits a range at its colon, but not a date with a time. */
function endsOf(value: unknown, argument: string): string[] {
  const text = readText(value, argument);
  return parsePeriod(text, getHost().dateSystem) ? [text] : text.split(":");
}

function readRange(ends: readonly string[], current: string): string[] {
  const [start, end, more] = ends.map((text) => parsePeriod(readCurrent(text, current) ?? text, 1900, getFiscalYear()));
  const text = quote(ends.join(":"));
  if (!start || !end || more || ends.length > 2) {
    throw new InsightsError(
      "argument",
      `The period ${text} is not a range. One runs from a month to a month, such as 2026-01:2026-06.`,
    );
  }
  const span = { first: start.first, last: end.last };
  if (span.first > span.last) throw new InsightsError("argument", `The period ${text} ends before it begins.`);
  const months = monthsOf(span);
  const [month = "", lastMonth = ""] = [months[0], months.at(-1)];
  const whole = daysOfMonths(month, lastMonth);
  if (whole.first !== span.first || whole.last !== span.last) {
    const hint = `Name its months, such as ${month}:${lastMonth}.`;
    throw new InsightsError("argument", `The period ${text} is not of whole months. ${hint}`);
  }
  if (months.length <= MOST_MONTHS) return months;
  throw new InsightsError("argument", `The period ${text} has ${months.length} months; ${MOST_MONTHS} is the most.`);
}
