/**
 * What an Excel of another language shows and takes: texts of numbers, and the properties whose names end with `Local`. All
 * others are in English. Languages differ here in their separators; the names of functions stay English.
 */
import { numfmt } from "@univerjs/core";

/** Languages with a comma before decimals, a point between thousands, and a semicolon between arguments. */
const WITH_COMMAS = /^(de|es|fr|it|nl|pl|pt)\b/;

export function hasCommas(locale: string): boolean {
  return WITH_COMMAS.test(locale);
}

/** "SUM(1.5,A1)" as "SUM(1,5;A1)". */
export function toLocalFormula(formula: string, locale: string): string {
  if (!hasCommas(locale)) return formula;
  return outsideOfQuotes(formula, (part) => part.replaceAll(",", ";").replace(/(\d)\.(?=\d)/g, "$1,"));
}

export function fromLocalFormula(formula: string, locale: string): string {
  if (!hasCommas(locale)) return formula;
  return outsideOfQuotes(formula, (part) => part.replace(/(\d),(?=\d)/g, "$1.").replaceAll(";", ","));
}

/** "#,##0.0" as "#.##0,0", and the other way round. */
export function swapSeparators(pattern: string, locale: string): string {
  if (!hasCommas(locale)) return pattern;
  return outsideOfQuotes(pattern, (part) => part.replace(/[,.]/g, (sign) => (sign === "," ? "." : ",")));
}

/** "1.234,5" as "1234.5", "-12,5%" as "-12.5%"; undefined where a text is no number of the language. */
export function fromLocalNumber(text: string, locale: string): string | undefined {
  if (!hasCommas(locale) || !/^\s*[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d*)?\s*%?\s*$/.test(text)) return undefined;
  return text.replaceAll(".", "").replace(",", ".").trim();
}

/** A number as a cell shows it. */
export function formatNumber(pattern: string, value: number, locale: string): string {
  return numfmt.format(pattern, value, { locale: locale.slice(0, 2) });
}

function outsideOfQuotes(text: string, change: (part: string) => string): string {
  // Every other part is between quotation marks or apostrophes.
  return text
    .split(/("(?:[^"]|"")*"|'(?:[^']|'')*')/)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join("");
}
