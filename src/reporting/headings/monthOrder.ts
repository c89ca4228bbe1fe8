/** Months without a year in the order of the calendar. Pure. */
import type { FiscalYear } from "../../numbers/language/fiscalYear";
import type { HeadingMeaning } from "./headingMeaning";

interface ReadHeading {
  readonly side: string;
  readonly row: number;
  readonly column: number;
  readonly meanings: readonly HeadingMeaning[] | undefined;
}

/** True if "Jan" to "Jun" stand in one row or column, and the fiscal year begins between them: they are of one calendar year. */
export function areCalendarMonths(headings: readonly ReadHeading[], { firstMonth }: FiscalYear): boolean {
  const before = new Map<string, number>();
  return headings.some(({ side, row, column, meanings = [] }) => {
    const code = meanings.find(({ dimension }) => dimension === "period")?.value ?? "";
    const month = Number(/^\?-(\d\d)$/.exec(code)?.[1] ?? 0);
    if (month === 0) return false;
    const line = side === "beside" ? `column ${column}` : `row ${row}`;
    const last = before.get(line) ?? month;
    before.set(line, month);
    return last < firstMonth && firstMonth <= month;
  });
}
