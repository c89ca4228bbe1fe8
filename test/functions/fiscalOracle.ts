/** What a period and a basis mean, month by month, by looking at the calendar. */
import type { Part } from "./oracle";

export interface Fiscal {
  /** From 1 to 12. */
  month: number;
  byBegin: boolean;
}

/** A month as its first day. */
type Month = Date;

const monthAt = (year: number, index: number): Month => new Date(Date.UTC(year, index, 1));
const next = (month: Month, by = 1): Month => monthAt(month.getUTCFullYear(), month.getUTCMonth() + by);
export const labelOfMonth = (month: Month): string => month.toISOString().slice(0, 7);

/** The twelve months of the fiscal year with this name. */
export function yearMonths(name: number, { month, byBegin }: Fiscal): Month[] {
  for (const begin of [name - 1, name]) {
    const months = Array.from({ length: 12 }, (_, at) => monthAt(begin, month - 1 + at));
    const named = byBegin ? months[0] : months[11];
    if (named?.getUTCFullYear() === name) return months;
  }
  throw new Error(`There is no fiscal year ${name}.`);
}

/** All months of a basis that ends with, or begins after, this month. */
export function basisMonths(basis: string, last: Month, fiscal: Fiscal): Month[] {
  const isFirst = (month: Month) => month.getUTCMonth() === fiscal.month - 1;
  const isQuarter = (month: Month) => (month.getUTCMonth() + 12 - (fiscal.month - 1)) % 3 === 0;
  const back = (isBegin: (month: Month, count: number) => boolean) => {
    const months = [last];
    while (!isBegin(months[0] ?? last, months.length)) months.unshift(next(months[0] ?? last, -1));
    return months;
  };
  if (basis === "YTD") return back(isFirst);
  if (basis === "QTD") return back((month) => isQuarter(month));
  if (basis === "R3") return back((_month, count) => count === 3);
  if (["R12", "LTM", "TTM"].includes(basis)) return back((_month, count) => count === 12);
  const months: Month[] = [];
  const isOver = (month: Month) => (basis === "QTG" ? isQuarter(month) : isFirst(month));
  for (let month = next(last); !isOver(month); month = next(month)) months.push(month);
  return months;
}

/** First to last day of months that follow each other. */
export function partOf(months: readonly Month[]): Part {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) throw new Error("No months are no part of time.");
  return {
    from: first.toISOString().slice(0, 10),
    to: new Date(next(last).getTime() - 86_400_000).toISOString().slice(0, 10),
  };
}

export function shifted(months: readonly Month[], by: number): Month[] {
  return months.map((month) => next(month, by));
}
