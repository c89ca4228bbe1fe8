/**
 * The hidden cells with what a report's inputs of time mean. A month is counted as 12 × year + month − 1, which needs no date. The
 * functions return expressions, without "=".
 */
import { MONTH_NAMES } from "../../numbers/language/monthsLabel";
import { RESULT_COLUMN, TIMES } from "./hiddenColumns";

/** The input for a whole fiscal year, and for the workbook's current month. */
export const FULL_YEAR = "Full year";
export const CURRENT = "current";

/** The cell with the as-of time of the numbers, in minutes. */
export const AGE_MINUTES = `$${RESULT_COLUMN}$3`;

/** The first row of the cells about time. */
export const TIME_ROW = 10;
const timeCell = (at: number) => `$${TIMES}$${TIME_ROW + at}`;

/** The first day of the fiscal year that the input names, and of the fiscal year that the report shows. */
export const NAMED_START = timeCell(0);
export const YEAR_START = timeCell(1);
/** The count of its first month, its name such as 2026, and its text such as FY26. */
export const YEAR_FIRST = timeCell(2);
export const YEAR_NAME = timeCell(3);
export const YEAR_TEXT = timeCell(4);
/** The months of period and basis: as text, how many, and the count of the first. */
export const TIME_LABEL = timeCell(5);
export const TIME_MONTHS = timeCell(6);
export const TIME_FIRST = timeCell(7);
/** The months of the base: how many, the count of the first, as arguments of a function, and as text for headings. */
export const BASE_MONTHS = timeCell(8);
export const BASE_FIRST = timeCell(9);
export const BASE_PERIOD = timeCell(10);
export const BASE_BASIS = timeCell(11);
export const BASE_TEXT = timeCell(12);
/** Period and basis as the page says them. */
export const TIME_TEXT = timeCell(13);
/** The count of the current month; #N/A without one. */
export const CURRENT_COUNT = timeCell(14);
/** The counts of the last months that charts show of the scenario and of the base. */
export const LAST_SHOWN = { scenario: timeCell(20), base: timeCell(21) } as const;

/** Returns the count of the month of an Excel date. */
export function countOfDate(date: string): string {
  return `YEAR(${date})*12+MONTH(${date})-1`;
}

/** Converts a count to the month as functions read it, such as 2026-04. */
export function monthCode(count: string): string {
  return `INT((${count})/12)&"-"&RIGHT("0"&(MOD(${count},12)+1),2)`;
}

/** Converts a count to the name of its month, such as "Apr". All labels are in English. */
export function shortMonth(count: string): string {
  return `MID("${MONTH_NAMES.join("")}",3*MOD(${count},12)+1,3)`;
}

/** Converts a count to the month as people read it, such as "Apr 26". */
export function monthHeading(count: string): string {
  return `${shortMonth(count)}&" "&RIGHT(INT((${count})/12),2)`;
}

/** Converts the name of a fiscal year, such as 2026, to its text: the same if the report's years are the calendar's, else "FY26". */
export function yearText(name: string): string {
  return `IF(MONTH(${YEAR_START})=1,${name},"FY"&RIGHT(${name},2))`;
}

/** Returns the period of some months from the first on, such as "2026-01:2026-04". */
export function rangeCode(first: string, months: string): string {
  return `${monthCode(first)}&":"&${monthCode(`${first}+${months}-1`)}`;
}

/** TRUE if the input means the whole year. */
export function isFullYear(typed: string): string {
  return `OR(${typed}="",${typed}="${FULL_YEAR}")`;
}

/** A larger number is a date; a smaller one is a year. */
export const FIRST_DATE = 2200;

/** Converts a date to its month: Excel may have turned the typed text into a date. */
export function monthText(typed: string): string {
  const month = `YEAR(${typed})&"-"&RIGHT("0"&MONTH(${typed}),2)`;
  return `IF(ISNUMBER(${typed}),IF(${typed}>${FIRST_DATE},${month},${typed}&""),TRIM(${typed}&""))`;
}
