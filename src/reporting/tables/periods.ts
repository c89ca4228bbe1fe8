/** The period codes of a table, as headings that formulas read. Months are dates, so they can be filled and shifted. Pure. */
import { NAMESPACE } from "../../numbers/language/environment";
import type { FiscalYear } from "../../numbers/language/fiscalYear";
import { isMonth, shiftMonth } from "../../numbers/language/months";
import { monthName } from "../../numbers/language/monthsLabel";
import { BASES, monthsOfBasis } from "../../numbers/language/bases";
import { CURRENT } from "../reports/timeCells";
import { isCurrent, monthsOf, monthsOfCode, parsePeriod, readCurrent } from "../../numbers/language/periods";

/** A period code: "current", "current-1", "2026-03", "2026-Q1", "2026-H1" or "2026"; extended by a basis. */
export interface TablePeriod {
  readonly period: string;
  /** Such as "YTD"; "" for the period itself. */
  readonly basis: string;
}

export const MONTH_FORMAT = "mmm yy";

/** The content of a period's heading: a date, a number or a text. */
export type PeriodKind = "month" | "year" | "text";

export function yearPeriod(year: number): TablePeriod {
  return { period: String(year), basis: "" };
}

/** @param month From 1 to 12. */
export function periodOfMonth(year: number | string, month: number): string {
  return `${year}-${String(month).padStart(2, "0")}`;
}

export function kindOfPeriod(period: string): PeriodKind {
  if (/^\d{4}$/.test(period)) return "year";
  return isMonth(period) || isCurrent(period) ? "month" : "text";
}

/** Returns the heading's content: a formula for a month, a number for a year, else the code. */
export function periodContent(period: string, plan: string): string | number {
  if (isCurrent(period)) return `=${NAMESPACE}.PERIOD(${plan},"${period}",,"start")`;
  const [year, month] = period.split("-").map(Number);
  if (isMonth(period)) return `=DATE(${year},${month},1)`;
  return kindOfPeriod(period) === "year" ? Number(year) : period;
}

interface PeriodSource {
  /** The current month, as YYYY-MM; undefined if it is not known. */
  readonly current?: string | undefined;
  readonly fiscalYear: FiscalYear;
}

/** Returns the months of a period, as YYYY-MM; none if they depend on a current month that is not known. */
export function monthsOfPeriod({ period, basis }: TablePeriod, { current, fiscalYear }: PeriodSource): string[] {
  const named = current === undefined ? undefined : readCurrent(period, current);
  const code = named ?? period;
  const span = parsePeriod(code, 1900, fiscalYear);
  const months = span ? monthsOf(span) : monthsOfCode(code);
  const last = months.at(-1);
  const extended = BASES.find((each) => each === basis);
  return extended && last ? monthsOfBasis(extended, last, fiscalYear) : months;
}

/** True if a month follows another. */
export function isNextMonth(period: string, before: string): boolean {
  if (isCurrent(period) && isCurrent(before)) return monthsFromCurrent(period) === monthsFromCurrent(before) + 1;
  return isMonth(period) && isMonth(before) && period === shiftMonth(before, 1);
}

function monthsFromCurrent(period: string): number {
  return Number(period.slice(CURRENT.length) || 0);
}

/** Returns an expression for the period a year before the one in a cell. */
export function yearBefore(cell: string, kinds: ReadonlySet<PeriodKind>): string {
  const text = `VALUE(LEFT(${cell},4))-1&MID(${cell},5,9)`;
  const [only, other] = kinds;
  if (other === undefined) return only === "month" ? `EDATE(${cell},-12)` : only === "year" ? `${cell}-1` : text;
  // The command line computes both branches of IF, and knows EDATE for proper dates only.
  return `IF(ISNUMBER(${cell}),IF(N(${cell})<3000,N(${cell})-1,EDATE(MAX(N(${cell}),3000),-12)),${text})`;
}

/**
 * Returns an expression for the period a year before any heading that the functions read. A text such as "Q1 2026", and a number
 * such as 202603, are read by PERIOD: its months are "2026-01:2026-03" or "2026-03".
 * @param kind What the heading holds now. If another kind is typed over it, the result is right or an error.
 */
export function readableYearBefore(cell: string, kind: PeriodKind, plan: string): string {
  // The functions read a whole year themselves: some fields cannot be summed over its months.
  // Adding 0 makes a number of a text, such as that of a month, as subtracting does.
  if (kind === "year") return `IF(${cell}+0<3000,${cell}-1,EDATE(MAX(${cell}+0,3000),-12))`;
  if (kind === "month") return `EDATE(${cell},-12)`;
  const before = `LEFT(p,4)-1&MID(p,5,4)&IF(LEN(p)>7,MID(p,9,4)-1&MID(p,13,3),"")`;
  return `LET(p,${NAMESPACE}.PERIOD(${plan},${cell}),${before})`;
}

/**
 * Returns an expression for the current month as a month of another fiscal year: that of March 2025 if it is March 2026. Only
 * PERIOD knows which months the year has.
 * @param year An expression for the fiscal year.
 */
export function currentMonthOf(year: string, plan: string): string {
  const start = (period: string) => `${NAMESPACE}.PERIOD(${plan},${period},,"start")`;
  return `LET(s,${start(year)},EDATE(s,MOD(MONTH(${start('"current"')})-MONTH(s),12)))`;
}

/** Returns the code of the period a year before. */
export function codeBefore(period: string): string {
  // A stretch of months names two years.
  if (!isCurrent(period)) return period.replace(/\d{4}/g, (year) => String(Number(year) - 1));
  const months = monthsFromCurrent(period) - 12;
  return `${CURRENT}${months > 0 ? "+" : ""}${months || ""}`;
}

/** Returns a period as people read it: "Mar 26". */
export function periodLabel(period: string): string {
  return isMonth(period) ? `${monthName(period)} ${period.slice(2, 4)}` : period;
}
