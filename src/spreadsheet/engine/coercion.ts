/** Converts values to numbers, texts and logical values, as Excel does for operators and arguments. */
import type { DateSystem } from "../cells/dateSerial";
import { toDate1904 } from "./date1904";
import { doubt } from "./doubt";
import { VALUE_ERROR } from "./errorValues";
import { momentOf } from "./momentTexts";
import { numberOfText } from "./numberTexts";
import { isError } from "./operand";
import type { CellError, Value } from "./values";

/** @param dateSystem Of the workbook. Without it, a text of a date is a doubt. */
export function toNumber(value: Value, dateSystem?: DateSystem): number | CellError {
  if (typeof value === "number") return value;
  if (value === null) return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string") return numberOf(value, dateSystem) ?? VALUE_ERROR;
  return value;
}

/**
 * Returns the number that a text shows: "1,234", "5%", "2026-03-01"; undefined for a text that shows none. Throws a doubt if
 * that depends on the country.
 */
export function numberOf(text: string, dateSystem?: DateSystem): number | undefined {
  const number = numberOfText(text);
  if (number === "unsure")
    doubt(`The text "${text}" may be a date or a number, which depends on the country that Excel is set to.`);
  if (number === undefined || !Number.isFinite(number)) return undefined;
  if (dateSystem === 1900 || momentOf(text)?.date === undefined) return number;
  if (dateSystem === undefined) doubt(`The text "${text}" of a date is not read as a number here. Use DATE.`);
  const date = toDate1904(number, dateSystem);
  return typeof date === "number" ? date : undefined;
}

export function toText(value: Value): string | CellError {
  if (typeof value === "string") return value;
  if (value === null) return "";
  if (typeof value === "number") return textOfNumber(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return value;
}

/** Formats a number as General without a cell: 15 digits, and an exponent from 21 digits on. */
export function textOfNumber(number: number): string {
  if (number === 0) return "0";
  const size = Math.abs(number);
  if (size >= 1e-9 && size < 1e15 && Number.isInteger(number)) return String(number);
  const digits = Number(number.toPrecision(15));
  const [mantissa = "", exponent = "0"] = digits.toExponential().split("e");
  const power = Number(exponent);
  const decimals = mantissa.replace(/[-.]/g, "").length - 1 - power;
  if (power >= 21 || (power < -4 && decimals > 19) || (power < 0 && decimals > 20))
    return `${mantissa}E${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  if (power >= 15) return `${number < 0 ? "-" : ""}${mantissa.replace(/[-.]/g, "").padEnd(power + 1, "0")}`;
  return decimals > 0 ? digits.toFixed(Math.min(100, decimals)) : String(digits);
}

export function toLogical(value: Value): boolean | CellError {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  if (value === null) return false;
  if (isError(value)) return value;
  const logical = logicalOf(value);
  if (logical !== undefined && /^ | $/.test(value)) doubt(`It is not known whether "${value}" is a logical value.`);
  return logical ?? VALUE_ERROR;
}

/** Returns the logical value that a text shows; undefined for other texts. Spaces around it are passed over. */
export function logicalOf(text: string): boolean | undefined {
  const upper = text.replace(/^ +| +$/g, "").toUpperCase();
  return upper === "TRUE" ? true : upper === "FALSE" ? false : undefined;
}

/** Rounds to the 15 digits that Excel keeps when it rounds and compares. */
export function fifteenDigits(number: number): number {
  return Number.isInteger(number) ? number : Number(number.toPrecision(15));
}
