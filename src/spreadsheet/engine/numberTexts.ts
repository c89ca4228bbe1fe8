/** Converts texts to numbers as Excel does, whatever country it is set to. */
import { hasMomentForm, momentOf } from "./momentTexts";
import { areNumberWords } from "./numberWords";

const AMOUNT = /^([-+]?)([$€]?)(\d+|\d{1,3}(?:,\d{3})+)?(\.\d*)?(E[-+]?\d{1,3})?(%?)(€?)(-?)$/i;
const PLAIN = /^-?\d{1,7}(?:\.\d{1,7})?$/;
const IN_BRACKETS = /^\(([$€]?[\d.,]+)\)$/;

/**
 * The number; undefined for a text that is none. "unsure" if it may be a date, a time, a fraction or an amount in another
 * notation, which depends on how the computer is set.
 */
export function numberOfText(text: string): number | "unsure" | undefined {
  if (PLAIN.test(text)) return Number(text);
  const trimmed = text.replace(/^ +| +$/g, "");
  const moment = momentOf(text);
  if (moment) return (moment.date ?? 0) + (moment.time ?? 0);
  const inside = IN_BRACKETS.exec(trimmed)?.[1];
  const amount = amountOf(inside ?? trimmed);
  if (amount === undefined) return mayBeNumber(trimmed) ? "unsure" : undefined;
  return inside === undefined ? amount : -amount;
}

/** Reads "1,234.5", "-5%", "$5", "5€", "1E3", and "1,234.50-" as SAP writes it. */
function amountOf(text: string): number | undefined {
  const [, sign, dollar, whole = "", decimals = "", power = "", percent, euro, minus] = AMOUNT.exec(text) ?? [];
  if (!/\d/.test(whole + decimals)) return undefined;
  const isPlain = !sign && !dollar && !power && !percent && !euro;
  if ((minus && !isPlain) || (dollar && euro)) return undefined;
  const size = Number(fifteenDigitsOf(whole.replaceAll(",", "") + decimals) + power) / (percent ? 100 : 1);
  return sign === "-" || minus ? -size : size;
}

/** Excel takes the digits after the first 15 for zeros. */
function fifteenDigitsOf(digits: string): string {
  if (digits.length <= 15) return digits;
  let count = 0;
  return digits.replace(/\d/g, (digit) => {
    if (count > 0 || digit !== "0") count++;
    return count > 15 ? "0" : digit;
  });
}

/** True if some setting of Excel may read the text as a number, a date or a time. */
function mayBeNumber(text: string): boolean {
  if (!/\p{Nd}/u.test(text) || hasMomentForm(text)) return false;
  if (!/^[\p{L}\p{M}\p{Nd}\p{Sc}\s.,:/'’%+()\u2212-]*$/u.test(text)) return false;
  if (/[\d+-] *\+|^[-+] *-/.test(text)) return false;
  return !isCode(text) && areNumberWords(text);
}

/** True for groups of digits that are no date, as in a telephone or account number. */
function isCode(text: string): boolean {
  if (!/^\d+(?:-\d+)+$/.test(text)) return false;
  const groups = text.split("-").map(({ length }) => length);
  return groups.length > 3 || groups.some((length) => length > 4) || groups.filter((length) => length > 2).length > 1;
}
