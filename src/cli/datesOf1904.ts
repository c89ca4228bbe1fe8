/** Finds formulas that depend on the 1904 date system. The engine supports the 1900 date system only. */

/** Functions that convert between dates and numbers or texts. */
const FUNCTIONS =
  /\b(?:DATE|DATEVALUE|DATEDIF|DAY|DAYS|DAYS360|EDATE|EOMONTH|HOUR|ISOWEEKNUM|MONTH|NETWORKDAYS(?:\.INTL)?|NOW|TEXT|TODAY|VALUE|WEEKDAY|WEEKNUM|WORKDAY(?:\.INTL)?|YEAR|YEARFRAC)\(/i;

/** Functions that compare cells with texts such as ">1/2/2026". */
const CRITERIA = /\b(?:COUNTIFS?|SUMIFS?|AVERAGEIFS?|MAXIFS|MINIFS)\(/i;

const DATE = String.raw`"[^"]*\d\s*[-/. ]\s*(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[^"]*"`;
const TEXT = new RegExp(DATE, "i");
const CALCULATED = new RegExp(`${DATE}\\s*[-+*/^]|[-+*/^]\\s*${DATE}`, "i");

export function problemOfDates(formula: string): string | undefined {
  const isMet = FUNCTIONS.test(formula) || (CRITERIA.test(formula) && TEXT.test(formula)) || CALCULATED.test(formula);
  return isMet ? "Only Excel can calculate dates in the 1904 date system." : undefined;
}
