/** Finds formulas that depend on the 1904 date system. The engine supports the 1900 date system only. */

/** Functions that convert between dates and numbers or texts. Others are not verified anyway. */
const FUNCTIONS =
  /\b(?:DATE|DATEVALUE|DAY|EDATE|EOMONTH|MONTH|NETWORKDAYS|NOW|TEXT|TODAY|VALUE|WEEKDAY|WEEKNUM|WORKDAY|YEAR)\(/i;

/** Functions that compare cells with texts such as ">1/2/2026". */
const CRITERIA = /\b(?:COUNTIFS?|SUMIFS?|AVERAGEIFS?|MAXIFS|MINIFS)\(/i;

const DATE = String.raw`"[^"]*\d\s*[-/. ]\s*(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[^"]*"`;
const TEXT = new RegExp(DATE, "i");
const CALCULATED = new RegExp(`${DATE}\\s*[-+*/^]|[-+*/^]\\s*${DATE}`, "i");

const DATE_OF_CELL = /^\s*\d{4}-\d{2}-\d{2}/;
const OPERATOR = /[-+*/^%]/;

/** True for a text that calculations read as a date. */
export function isDateText(value: unknown): boolean {
  return typeof value === "string" && DATE_OF_CELL.test(value);
}

/** @param hasDateTexts True if cells of the workbook hold texts of dates, which the formula may read. */
export function problemOfDates(formula: string, hasDateTexts: boolean): string | undefined {
  const isMet =
    FUNCTIONS.test(formula) ||
    (CRITERIA.test(formula) && TEXT.test(formula)) ||
    CALCULATED.test(formula) ||
    (hasDateTexts && OPERATOR.test(formula.replace(/"[^"]*"|'[^']*'/g, "")));
  return isMet ? "Only Excel can calculate dates in the 1904 date system." : undefined;
}
