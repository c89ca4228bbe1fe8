/** Periods, bases and fiscal years, month by month. A month is a text such as "2026-03". */

/** Years times twelve plus months from January. */
type MonthNumber = number;

export interface FiscalYear {
  /** From 1 to 12. */
  readonly firstMonth: number;
  readonly isNamedByBegin: boolean;
}

/** Days, ISO 8601, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const CALENDAR_YEAR: FiscalYear = { firstMonth: 1, isNamedByBegin: false };
export const YEAR: Days = { from: "2026-01-01", to: "2026-12-31" };

export function monthNumber(month: string): MonthNumber {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

export function monthName(month: MonthNumber): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

/** Returns `count` months from the first on. */
export function run(first: MonthNumber, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => monthName(first + at));
}

export function shifted(months: readonly string[], by: number): string[] {
  return months.map((month) => monthName(monthNumber(month) + by));
}

/** Returns the months of one of `count` equal parts of the fiscal year of that name, the first of them 1. */
export function partOfYear(year: number, count: 1 | 2 | 4, which: number, fiscalYear: FiscalYear): string[] {
  const { firstMonth, isNamedByBegin } = fiscalYear;
  const begin = firstMonth === 1 || isNamedByBegin ? year : year - 1;
  const length = 12 / count;
  return run(begin * 12 + firstMonth - 1 + (which - 1) * length, length);
}

export function yearMonths(year: number, fiscalYear: FiscalYear): string[] {
  return partOfYear(year, 1, 1, fiscalYear);
}

function placeInYear(month: MonthNumber, { firstMonth }: FiscalYear): number {
  return (month - (firstMonth - 1) + 12) % 12;
}

/** Returns the months of the fiscal year that has this one. */
export function yearAround(month: string, fiscalYear: FiscalYear): string[] {
  const number = monthNumber(month);
  return run(number - placeInYear(number, fiscalYear), 12);
}

/** Returns the months of a basis that ends with, or starts after, the last of these; without a basis, these. */
export function basisMonths(
  basis: string | null | undefined,
  months: readonly string[],
  fiscalYear: FiscalYear,
): readonly string[] {
  const last = months.at(-1);
  if (!basis || basis === "Period" || last === undefined) return months;
  const month = monthNumber(last);
  const inYear = placeInYear(month, fiscalYear);
  const inQuarter = inYear % 3;
  switch (basis) {
    case "QTD":
      return run(month - inQuarter, inQuarter + 1);
    case "YTD":
      return run(month - inYear, inYear + 1);
    case "QTG":
      return run(month + 1, 2 - inQuarter);
    case "YTG":
      return run(month + 1, 11 - inYear);
    case "R3":
      return run(month - 2, 3);
    default:
      return run(month - 11, 12);
  }
}

/** Returns how many months the period before lies back. */
export function stepBack(basis: string | null | undefined, periodLength: number): number {
  if (!basis || basis === "Period") return periodLength;
  return /^Q|R3/.test(basis) ? 3 : 12;
}

/** Returns the months of each fiscal quarter that are among these. */
export function quartersOf(months: readonly string[], { firstMonth }: FiscalYear): string[][] {
  const quarters = new Map<number, string[]>();
  for (const month of months) {
    const quarter = Math.floor((monthNumber(month) - (firstMonth - 1)) / 3);
    quarters.set(quarter, [...(quarters.get(quarter) ?? []), month]);
  }
  return [...quarters.values()];
}

/** Returns the days of months that follow each other. */
export function daysOf(months: readonly string[]): Days {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) throw new Error("No months have no days.");
  const end = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5)), 0));
  return { from: `${first}-01`, to: end.toISOString().slice(0, 10) };
}

export function monthOf(month: string): Days {
  return daysOf([month]);
}

const DAY = 86_400_000;

export function daysBetween({ from, to }: Days): string[] {
  const length = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return Array.from({ length }, (_, at) => new Date(Date.parse(from) + at * DAY).toISOString().slice(0, 10));
}
