/** In English, as all labels are. */
export const MONTH_NAMES: readonly string[] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Returns the text of months for headings, such as "Apr 2026", "Jan–Apr 2026" or "Nov 2025–Feb 2026"; "" for none. */
export function monthsLabel(months: readonly string[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return "";
  const [year, lastYear] = [first.slice(0, 4), last.slice(0, 4)];
  if (first === last) return `${monthName(first)} ${year}`;
  return `${monthName(first)}${year === lastYear ? "" : ` ${year}`}–${monthName(last)} ${lastYear}`;
}

/** Returns three letters of a month's name. */
export function monthName(month: string): string {
  return MONTH_NAMES[Number(month.slice(5)) - 1] ?? "";
}
