/** What a period means for a report by month: its year, and the month up to which it shows actuals. Pure. */
import { isSameName } from "../../numbers/language/names";
import { isCurrent, parsePeriod } from "../../numbers/language/periods";
import { yearOfMonth, type FiscalYear } from "../../numbers/language/fiscalYear";
import { meansFullYear } from "./sharedTexts";
import { CURRENT, FULL_YEAR } from "./timeCells";

/** Returns the fiscal year in which a period ends; undefined for a text that is no period, which leaves the year as it is. */
export function yearOfPeriod(period: string, fiscalYear: FiscalYear): string | undefined {
  if (meansFullYear(period) || isSameName(period, CURRENT)) return FULL_YEAR;
  const last = endOf(period, fiscalYear);
  return last && String(yearOfMonth(last, fiscalYear));
}

/**
 * Returns the month up to which a report by month shows actuals: the period's last one. A full year has no such month, so it is the current
 * one. A report that shows no actuals stays so.
 */
export function throughOfPeriod(period: string, before: string, fiscalYear: FiscalYear): string | undefined {
  if (before.trim() === "") return undefined;
  if (meansFullYear(period)) return CURRENT;
  return isCurrent(period) ? period : endOf(period, fiscalYear);
}

/** Returns the last month of a period, as YYYY-MM. */
function endOf(period: string, fiscalYear: FiscalYear): string | undefined {
  return parsePeriod(period.split(":").at(-1) ?? "", 1900, fiscalYear)?.last.slice(0, 7);
}
