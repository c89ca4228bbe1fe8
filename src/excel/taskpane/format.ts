/** Formats numbers and names as the user's Excel does, and moments as reports do. */
import { formatLanguage } from "../actions/format/formatLanguage";
import type { StoreState } from "../actions/storeState";
import { resultsTimeInWords } from "../../numbers/language/moments";
import { MINUS, shareInFormat } from "../../numbers/language/shareWords";

/** Keeps numbers and their units on one line. */
export function unbroken(sentence: string): string {
  return sentence.replace(/(\d) (?=(?:%|k|m|bn|pp)(?!\w))/g, "$1\u00a0");
}

/** Formats the times of two runs so that they differ: with seconds if the minutes are the same. */
export function formatTimes([one, other]: readonly [number, number]): [string, string] {
  const hasSeconds = resultsTimeInWords(one) === resultsTimeInWords(other);
  return [resultsTimeInWords(one, hasSeconds), resultsTimeInWords(other, hasSeconds)];
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
