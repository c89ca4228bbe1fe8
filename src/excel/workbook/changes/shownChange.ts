/** Formats a changed value as its cell does, and the difference likewise. Pure. */
import { withoutDirection } from "../../../insights";
import type { BeforeAfter } from "../../../numbers/analysis/drivers";
import { MINUS, percentInWords, pointsInWords, withPointsInWords } from "../../../numbers/language/shareWords";
import { format, getFormatInfo, isDateFormat, isPercentFormat } from "numfmt";

/** How a change is shown. A text is "" if there is nothing to show. */
export interface ShownChange {
  readonly before: string;
  readonly after: string;
  /** With its sign; of a share in points, such as "+0.8 pp". */
  readonly difference: string;
  /** The difference as a share of the former amount, such as "+4.2 %"; "n.m." if it has no meaning. */
  readonly percent: string;
}

const NOT_MEANINGFUL = "n.m.";

/** @param language Of the workbook's formats, such as "de-DE". */
export function showChange(before: unknown, after: unknown, numberFormat: string, language?: string): ShownChange {
  const shown = {
    before: showValue(before, numberFormat, language),
    after: showValue(after, numberFormat, language),
  };
  if (typeof before !== "number" || typeof after !== "number" || is(isDateFormat, numberFormat))
    return { ...shown, difference: "", percent: "" };
  return {
    ...shown,
    difference: showDifference(after - before, numberFormat, language),
    percent: percentOf({ before, after }, numberFormat, language),
  };
}

/** Formats one value. */
function showValue(value: unknown, numberFormat: string, language?: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number")
    return typeof value === "boolean" ? String(value).toUpperCase() : withoutDirection(stringOrBlank(value));
  return formatNumber(value, numberFormat, language);
}

/** Formats a difference with its sign: points if the cell shows a percentage. */
export function showDifference(difference: number, numberFormat: string, language?: string): string {
  const sign = difference < 0 ? MINUS : "+";
  const size = Math.abs(difference);
  if (!isPercent(numberFormat)) return sign + formatNumber(size, numberFormat, language).trim();
  const { maxDecimals } = getFormatInfo(numberFormat);
  return pointsInWords(difference, { decimals: maxDecimals, hasSign: true, language });
}

/** Formats a share with its sign, such as "+62 %". */
export function showShare(share: number, language?: string, decimals = 0): string {
  return percentInWords(share, { decimals, hasSign: true, language });
}

/** True if numbers in this format are shares, such as 48.4 %. */
export function isPercent(numberFormat: string): boolean {
  return is(isPercentFormat, numberFormat);
}

/** Shares have points instead. A share of 0, or of an amount with the other sign, has no meaning. */
function percentOf({ before, after }: BeforeAfter, numberFormat: string, language?: string): string {
  if (isPercent(numberFormat)) return "";
  if (before === 0 || before * after < 0) return NOT_MEANINGFUL;
  return showShare((after - before) / Math.abs(before), language, 1);
}

/** A format that cannot be read, such as one of a later Excel, counts as "General". */
function is(test: (numberFormat: string) => boolean, numberFormat: string): boolean {
  try {
    return test(numberFormat);
  } catch {
    return false;
  }
}

function formatNumber(value: number, numberFormat: string, language?: string): string {
  const options = { nbsp: false, ...(language && { locale: language }) };
  try {
    return withPointsInWords(format(patternOf(value, numberFormat), value, options));
  } catch {
    return format("General", value, options);
  }
}

/** A large number in no format of its own is read by its thousands. */
function patternOf(value: number, numberFormat: string): string {
  const isGeneral = numberFormat === "" || numberFormat.toLowerCase() === "general";
  if (!isGeneral || Math.abs(value) < 1000) return numberFormat || "General";
  return Number.isInteger(value) ? "#,##0" : "#,##0.00";
}

function stringOrBlank(value: unknown): string {
  return typeof value === "string" ? value : "";
}
