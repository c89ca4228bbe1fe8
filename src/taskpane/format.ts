/** Formats numbers, times and names as the user's Excel does. */

/** The language of Excel's formats; the browser's language without a host. */
function locale(): string | undefined {
  return (Office.context as Partial<Office.Context>).contentLanguage || undefined;
}

export function formatTime(time: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** The name of a calendar month, from 1 to 12. */
export function formatMonth(month: number): string {
  return new Intl.DateTimeFormat(locale(), { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month - 1));
}

/** Formats a cell's value for reading: large numbers without decimals, small numbers with few. */
export function formatValue(value: unknown, isRatio = false): string {
  if (typeof value !== "number") return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
  if (isRatio) return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 }).format(value);
  const digits = Math.abs(value) >= 1000 ? 0 : 4;
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
}

/** ISO 4217 codes with their names. */
export function currencies(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => ({ code, name: names.of(code) ?? code }));
}
