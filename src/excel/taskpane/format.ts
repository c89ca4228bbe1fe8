/** Formats numbers, times and names as the user's Excel does. */
import { formatLanguage } from "../actions/format/formatLanguage";
import type { StoreState } from "../actions/storeState";
import { MINUS, shareInFormat } from "../../numbers/language/shareWords";

/** Keeps numbers and their units on one line. */
export function unbroken(sentence: string): string {
  return sentence.replace(/(\d) (?=(?:%|k|m|bn|pp)(?!\w))/g, "$1\u00a0");
}

export function formatTime(time: number): string {
  return new Intl.DateTimeFormat(formatLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** Formats a moment of today by its time, and any other by its day. */
export function formatShortTime(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const style: Intl.DateTimeFormatOptions = isToday ? { timeStyle: "short" } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(formatLanguage(), style).format(time);
}

/** Formats two moments so that they differ. Leaves out the date of today, and seconds if the minutes differ. */
export function formatTimes(moments: readonly [number, number]): [string, string] {
  const dayOf = (moment: number) => new Date(moment).toDateString();
  const isToday = moments.every((moment) => dayOf(moment) === dayOf(Date.now()));
  const styles = (["short", "medium"] as const).map((timeStyle) => {
    const format = new Intl.DateTimeFormat(formatLanguage(), { ...(!isToday && { dateStyle: "medium" }), timeStyle });
    return moments.map((moment) => format.format(moment)) as [string, string];
  });
  const [short, exact] = styles as [[string, string], [string, string]];
  return short[0] === short[1] ? exact : short;
}

/** Returns the text of a month of a year, YYYY-MM, such as "Apr 2026". */
export function formatYearMonth(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(formatLanguage(), { month: "short", year: "numeric", timeZone: "UTC" }).format(day);
}

/** The name of a calendar month, from 1 to 12. */
export function formatMonth(month: number): string {
  return new Intl.DateTimeFormat(formatLanguage(), { month: "long", timeZone: "UTC" }).format(
    Date.UTC(2000, month - 1),
  );
}

/**
 * Formats a cell's value as its number format does; without one, large numbers without decimals and small ones with few.
 * @param decimals Of shares. @default 1
 */
export function formatValue(value: unknown, numberFormat = "", decimals?: number): string {
  if (typeof value !== "number") return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
  const language = formatLanguage();
  const share = shareInFormat(value, numberFormat, { language, decimals });
  if (share !== undefined) return share;
  const maximumFractionDigits = numberFormat.startsWith("#,##0") || Math.abs(value) >= 1000 ? 0 : 4;
  const size = new Intl.NumberFormat(language, { maximumFractionDigits }).format(Math.abs(value));
  return value < 0 ? MINUS + size : size;
}

/**
 * Returns ISO 4217 codes with their names, after the option for none.
 * @param used Codes that come first
 */
export function currencyOptions(none: string, used: readonly string[]): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(formatLanguage(), { type: "currency" });
  const codes = new Set([...used.filter(Boolean), ...Intl.supportedValuesOf("currency")]);
  return [
    { value: "", label: none },
    ...[...codes].map((code) => ({ value: code, label: `${code} – ${nameIn(names, code)}` })),
  ];
}

/** A service may name a currency that is none. */
function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the currencies of the plans. */
export function plansCurrencies({ plans = [] }: Pick<StoreState, "plans">): string[] {
  return plans.map(({ currency }) => currency);
}
