import { monthsBetween } from "../grid/months";

/** Returns the months of a code such as "2026-03" or "2026-01:2026-04"; none if it is another text. */
export function monthsOfCode(code: unknown): string[] {
  if (typeof code !== "string") return [];
  const [first = "", last = first, ...more] = code.split(":");
  const isMonth = (text: string) => /^\d{4}-\d\d$/.test(text);
  return isMonth(first) && isMonth(last) && more.length === 0 ? monthsBetween(first, last) : [];
}
