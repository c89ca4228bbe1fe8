/** TEXT: values as texts by a number format, in English. */
import { format, getFormatDateInfo, isDateFormat } from "numfmt";
import { END_OF_TIME } from "../calendar";
import { numberOf } from "../coercion";
import { fromDate1904 } from "../date1904";
import { doubt } from "../doubt";
import { VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import type { CellError, Scalar } from "../values";
import { limited } from "./texts";

export function formattedText(this: Evaluation, value: Scalar | null, pattern: string): string | CellError {
  if (typeof value === "boolean") return formatted(englishOf(pattern), value ? "TRUE" : "FALSE");
  if (pattern === "") return typeof value === "string" ? refuse("without a format") : "";
  const number = typeof value === "string" ? numberOf(value, this.book.dateSystem) : (value ?? 0);
  const english = englishOf(pattern);
  if (number === undefined) return formatted(english, String(value));
  if (!isDateFormat(english)) return formattedNumber(number, english);
  return formattedDate(dateOf(number, english, this), english);
}

function refuse(what: string): never {
  return doubt(`TEXT is not calculated here ${what}.`);
}

/** Parts of a format that stand for themselves, and parts in brackets. */
const LITERALS = /"[^"]*"|[\\_*].|\[[^\]]*\]/g;
/** English has the language 9 in any country: "[$-409]", "[$-809]". */
const ENGLISH = /\[\$-(?:[0-9a-f]{0,2}09|en-[a-z]{2})\]/gi;

/** Returns the format without the country of a currency ("[$€-407]"), which changes nothing but the names in dates. */
function englishOf(pattern: string): string {
  const plain = pattern.replace(ENGLISH, "");
  const bare = plain.replace(LITERALS, "").replace(/General|AM\/PM|E[-+]/gi, "");
  if (/[^\P{L}ymdhs]/iu.test(bare))
    refuse("for letters that mean different things in different languages. Put letters of a text in quotation marks");
  if (/%[^;]*%/.test(bare)) refuse("for a format with several signs of percent");
  if (/,0{1,2}(?![0#?])|\.[0#?]*,[0#?]/.test(bare)) refuse("for numbers in the notation of other countries");
  if (/^[^;]+;$/.test(pattern)) refuse("for an empty format of negative numbers");
  if (/@.*;/.test(bare)) refuse("for a format of texts before another one");
  if (/\[\$-|\[\$[^\]]*-[0-9a-f]{5}/i.test(plain) || (/\[\$[^\]]*-/.test(plain) && /[ymdhs]/i.test(bare)))
    refuse("for dates and digits of other languages");
  if (/e[-+]/.test(plain.replace(LITERALS, ""))) refuse('for powers of ten with a small "e". Write "E"');
  return scaled(plain.replace(/\[\$([^\]-]*)-[^\]]*\]/g, '"$1"'));
}

const LITERAL_OR_COMMAS = new RegExp(`(${LITERALS.source})|(,+)\\.([0#?]*)`, "g");

/** Each comma before the decimal point divides by a thousand, as those after all digits do. The library knows these alone. */
function scaled(pattern: string): string {
  return pattern.replace(LITERAL_OR_COMMAS, (all: string, literal?: string, commas = "", decimals = "") =>
    literal === undefined ? `.${decimals}${commas}` : all,
  );
}

/** Converts a number of the workbook's date system, unless the format shows hours, minutes and seconds only. */
function dateOf(number: number, pattern: string, { book: { dateSystem } }: Evaluation): number {
  if (dateSystem === 1900 || !showsDays(pattern)) return number;
  if (number < 0 || /\[[hms]+\]/i.test(pattern)) refuse("for such dates since 1904");
  return Number(fromDate1904(number, dateSystem));
}

function showsDays(pattern: string): boolean {
  const { year, month, day } = getFormatDateInfo(pattern);
  return year || month || day;
}

function formattedDate(serial: number, pattern: string): string | CellError {
  checkElapsed(pattern);
  if (serial < 0 && /\[[hms]+\]/i.test(pattern)) refuse("for negative times");
  if (serial < 0 || (serial >= END_OF_TIME && !isElapsed(pattern))) return VALUE_ERROR;
  // Without parts of seconds in the format, Excel rounds to whole seconds.
  const rounded = /s\.0|\[/i.test(pattern) ? serial : Math.round(serial * 86_400) / 86_400;
  if (Math.floor(rounded) !== Math.floor(serial) && showsDays(pattern) && !/s/i.test(pattern))
    refuse("for the last half second of a day");
  return formatted(pattern, Number.isInteger(rounded) ? rounded : rounded + 1e-9);
}

/** True for a format of hours, minutes or seconds alone: they may be more than those of Excel's calendar. */
function isElapsed(pattern: string): boolean {
  return /^\[(?:h+|m+|s+)\]$/i.test(pattern);
}

/** Excel shows all hours at each place of a format that has both "[h]" and "h", and so on. */
function checkElapsed(pattern: string): void {
  const [, unit] = /\[([hms])+\]/i.exec(pattern) ?? [];
  if (unit !== undefined && pattern.replace(LITERALS, "").toLowerCase().includes(unit.toLowerCase()))
    refuse(`for a format with both [${unit}] and ${unit}`);
}

function formattedNumber(number: number, pattern: string): string | CellError {
  const digits = Number(number.toPrecision(15));
  const bare = pattern.replace(LITERALS, "");
  if (bare.includes("@") && !Number.isInteger(digits)) refuse("for fractions in formats of texts");
  if (!/General|E[-+]/i.test(bare)) checkDigits(digits, bare);
  checkFractionParts(pattern);
  if (digits === 0 && /^[^0]*E[-+]/.test(bare)) refuse("for 0 as a power of ten without a digit");
  // A half of the last digit shown is rounded up, although its binary digits are less.
  const shown = formatted(pattern, Number.isInteger(digits) ? digits : digits * (1 + Number.EPSILON));
  if (typeof shown === "string" && /[0#?] *\//.test(bare)) checkFraction(digits, shown);
  return shown;
}

/** The library writes at most 21 digits, and loses some of very small numbers. */
function checkDigits(number: number, bare: string): void {
  const size = Math.abs(number) * 100 ** bare.split("%").slice(1).length;
  const decimals = Math.max(0, ...[...bare.matchAll(/\.([0#?]+)/g)].map(([, digits = ""]) => digits.length));
  if (size >= 1e21) refuse("for numbers of more than 21 digits");
  if (size >= 1e15 && Math.round(size * 10 ** decimals) / 10 ** decimals !== size)
    refuse("with decimals for numbers of more than 15 digits");
  if (decimals > 6 && size !== 0 && size % 1 < 1e-6) refuse("with so many decimals for nearly whole numbers");
}

/** Excel leaves out texts that stand between the parts of a fraction by rules that are not known here. */
function checkFractionParts(pattern: string): void {
  const sections = pattern.replace(LITERALS, '"').split(";");
  for (const digits of sections.map((section) => /[0#?].*[0#?\d]/.exec(section)?.[0] ?? ""))
    if (digits.includes("/") && !/^[0#?]+(?: +[0#?]+)? *\/ *(?:[0#?]+|\d+)$/.test(digits))
      refuse("for texts within fractions");
}

/** Excel's way to find a fraction near a number is not known. */
function checkFraction(number: number, shown: string): void {
  const [, whole = "0", numerator, denominator = "1"] = /(?:(\d+) +)?(\d+) *\/ *(\d+)/.exec(shown) ?? [];
  const fraction =
    numerator === undefined ? parseFloat(shown) : Number(whole) + Number(numerator) / Number(denominator);
  if (!(Math.abs(Math.abs(number) - Math.abs(fraction)) < 1e-12)) refuse("for fractions that are not exact");
}

/** Excel cannot read a format of both dates and digits: #VALUE!. Of others that the library cannot read, that is not known. */
function formatted(pattern: string, value: number | string): string | CellError {
  try {
    const shown: unknown = format(pattern, value, { throws: true, dateErrorThrows: true });
    return typeof shown === "string" ? limited(shown) : VALUE_ERROR;
  } catch {
    const bare = pattern.replace(LITERALS, "");
    return /[ymdhs]/i.test(bare) && /[0#?]/.test(bare) ? VALUE_ERROR : refuse("for this format");
  }
}
