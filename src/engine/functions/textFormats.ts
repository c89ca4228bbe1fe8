/** TEXT and its kin: numbers as texts by a format. */
import { format, getFormatDateInfo, isDateFormat } from "numfmt";
import { END_OF_TIME } from "../calendar";
import { numberOf } from "../coercion";
import { fromDate1904 } from "../date1904";
import { doubt } from "../doubt";
import { VALUE } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { row, type Table } from "../parameters";
import type { CellError, Scalar } from "../values";
import { round } from "./rounding";
import { limited } from "./texts";

/** Numbers are formatted in English. A currency's country ("[$€-407]") changes nothing but the names in dates. */
function text(this: Evaluation, value: Scalar | null, pattern: string): string | CellError {
  if (typeof value === "boolean") return formattedLogical(value, pattern);
  if (pattern === "") return typeof value === "string" ? doubt("TEXT is not calculated here without a format.") : "";
  const number = typeof value === "string" ? numberOf(value) : (value ?? 0);
  if (number === undefined) return formatted(pattern, String(value));
  if (!isDateFormat(pattern)) return formattedNumber(number, withoutCountries(pattern));
  const isSerial = typeof value !== "string";
  return formattedDate(isSerial ? dateOf(number, pattern, this) : number, englishOf(pattern));
}

function formattedLogical(value: boolean, pattern: string): string {
  if (/@./.test(pattern) || /.@/.test(pattern)) doubt("TEXT is not calculated here for logical values in texts.");
  return value ? "TRUE" : "FALSE";
}

function withoutCountries(pattern: string): string {
  if (/\[\$[^\]]*-[0-9a-f]{5,}\]/i.test(pattern))
    doubt("TEXT is not calculated here for the digits of other languages.");
  return pattern.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, currency: string) => (currency === "" ? "" : `"${currency}"`));
}

function englishOf(pattern: string): string {
  const plain = pattern.replace(/\[\$-(?:0*409|en-US)\]/gi, "");
  if (/\[\$[^\]]*-/.test(plain)) doubt("TEXT is not calculated here for dates in other languages.");
  return plain;
}

/** Converts a number of the workbook's date system, unless the format shows hours, minutes and seconds only. */
function dateOf(number: number, pattern: string, { book: { dateSystem } }: Evaluation): number {
  const { year, month, day } = getFormatDateInfo(pattern);
  if (dateSystem === 1900 || !(year || month || day)) return number;
  if (number < 0 || /\[[hms]+\]/i.test(pattern)) doubt("TEXT is not calculated here for such dates since 1904.");
  return Number(fromDate1904(number, number, dateSystem));
}

function formattedDate(serial: number, pattern: string): string | CellError {
  if (serial < 0 || serial >= END_OF_TIME) return VALUE;
  // Without parts of seconds in the format, Excel rounds to whole seconds.
  const rounded = /s\.0|\[/i.test(pattern) ? serial : Math.round(serial * 86_400) / 86_400;
  return formatted(pattern, Number.isInteger(rounded) ? rounded : rounded + 1e-9);
}

function formattedNumber(number: number, pattern: string): string | CellError {
  const digits = Number(number.toPrecision(15));
  const decimals = decimalsOf(pattern);
  const size = Math.abs(digits) * (pattern.includes("%") ? 100 : 1);
  if (!/General|E[-+]/i.test(pattern)) {
    if (size >= 1e21) doubt("TEXT is not calculated here for numbers of more than 21 digits.");
    if (size >= 1e15 && decimals > 0 && (round(size, 0) * 10 ** decimals) / 10 ** decimals !== size)
      doubt("TEXT is not calculated here with decimals for numbers of more than 15 digits.");
    if (decimals > 6 && size !== 0 && size % 1 < 1e-6)
      doubt("TEXT is not calculated here with more than six decimals for numbers that are nearly whole.");
  }
  // A half of the last digit shown is rounded up, although its binary digits are less.
  return formatted(pattern, Number.isInteger(digits) ? digits : digits * (1 + Number.EPSILON));
}

function decimalsOf(pattern: string): number {
  return Math.max(0, ...[...pattern.matchAll(/\.([0#?]+)/g)].map(([, digits = ""]) => digits.length));
}

/** A format that Excel cannot read is #VALUE!. */
function formatted(pattern: string, value: number | string): string | CellError {
  try {
    const shown: unknown = format(pattern, value, { throws: true, dateErrorThrows: true });
    return typeof shown === "string" ? limited(shown) : VALUE;
  } catch {
    return VALUE;
  }
}

function fixed(number: number, decimals = 2, hasNoCommas = false): string | CellError {
  const places = Math.trunc(decimals);
  if (places > 127) return VALUE;
  const rounded = round(number, places);
  const [size, shown] = [Math.abs(rounded), Math.max(0, places)];
  if (size >= 1e15 || (size !== 0 && shown + Math.log10(size) > 15))
    doubt("FIXED and DOLLAR are not calculated here for more than 15 digits.");
  const [before = "", after] = size.toFixed(Math.min(100, shown)).split(".");
  const grouped = hasNoCommas ? before : before.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${rounded < 0 ? "-" : ""}${grouped}${after === undefined ? "" : `.${after}`}`;
}

export const TEXT_FORMATS: Table = {
  TEXT: row("any text", text),
  FIXED: row("number number?? logical?", fixed),
  DOLLAR: row("number number?", () => doubt("DOLLAR writes the currency of the computer's country. Use TEXT.")),
};
