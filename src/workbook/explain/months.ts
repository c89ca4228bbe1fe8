/** Arithmetic with months such as "2026-03". Pure. */

/** Returns the month that is `count` months later, earlier if it is negative. */
export function monthAfter(month: string, count: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}`;
}

const NAMES = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Returns the label of a month, such as "Mar 2026", as PERIOD does. */
export function monthLabel(month: string): string {
  return `${NAMES[Number(month.slice(5, 7)) - 1] ?? ""} ${month.slice(0, 4)}`;
}

/** Returns the months of a code such as "2026-03" or "2026-01:2026-04"; none if it is another text. */
export function monthsOfCode(code: unknown): string[] {
  if (typeof code !== "string") return [];
  const [first = "", last = first, ...more] = code.split(":");
  const isMonth = (text: string) => /^\d{4}-\d\d$/.test(text);
  if (!isMonth(first) || !isMonth(last) || more.length > 0 || last < first) return [];
  const months = [first];
  for (let month = monthAfter(first, 1); month <= last; month = monthAfter(month, 1)) months.push(month);
  return months;
}
