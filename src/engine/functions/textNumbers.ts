/**
 * Texts that may be numbers, as criteria read them. A text whose meaning depends on the country is a doubt only where a cell
 * meets it for which that matters.
 */
import { folded } from "../../grid/wildcards";
import { numberOfText } from "../numberTexts";

/**
 * Returns the number that a text shows in every country; undefined for a text that is a number in none, as "FY26" or "Q1 2026";
 * else "unsure".
 */
export function numberIn(text: string): number | "unsure" | undefined {
  if (!/\d/.test(text)) return undefined;
  const number = numberOfText(text.replace(/^(\s*[-+]?\d{15})(\d+)(?=\s*$)/, withZeros));
  if (number !== "unsure") return number;
  return isName(text) ? undefined : "unsure";
}

/** Excel reads 15 digits of a text, and zeros after them. */
const withZeros = (_: string, digits: string, others: string): string => digits + "0".repeat(others.length);

/** Three letters with which the names of months begin, in the languages of Latin letters that Excel often speaks. */
const MONTHS = new Set(
  `jan feb mar apr may jun jul aug sep oct nov dec mär mai okt dez fév avr jui aoû déc ene abr ago dic gen mag giu lug set ott
   fev out mrt maa mei maj des sty lut kwi cze lip sie wrz paź lis gru led úno bře dub kvě čvn čvc srp zář říj pro oca şub nis
   haz tem ağu eyl eki kas ara`.split(/\s+/),
);

/** Characters that stand in no number, date or time. */
const FOREIGN = /[<>=#@_&"{}[\]|\\!?;*~]/;

/** True for a text with digits that is no number and no date. It has a word which is neither a month nor a unit. */
function isName(text: string): boolean {
  if (FOREIGN.test(text)) return true;
  const words = folded(text).match(/\p{L}+/gu) ?? [];
  if (words.some((word) => MONTHS.has(word.slice(0, 3)) || /[^\p{Script=Latin}]/u.test(word))) return false;
  if (words.some((word) => word.length >= 4)) return true;
  return /^\s*\p{L}/u.test(text) && !/^\s*e\d/i.test(text);
}

/** Letters and digits by their kind: texts of one shape are read in the same way. */
function shapeOf(text: string): string {
  return text.replace(/\d/g, "0").replace(/\p{L}/gu, "a");
}

/** True if two texts cannot show the same number: they differ, and look alike. Parts of hours or fractions may still be equal. */
export function differs(one: string, other: string): boolean {
  return folded(one) !== folded(other) && shapeOf(one) === shapeOf(other) && !/:| \d*\//.test(one);
}
