/** Converts texts to numbers as Excel does. */

import { toSerial } from "../grid/dateSerial";

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** 1 March 1900: Excel counts a day too many before. */
const FIRST_DATE = 61;

const AMOUNT = /^([-+]?)\$?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(E[-+]?\d{1,3})?(%?)$/i;
const IN_BRACKETS = /^\(([^()+-]*)\)$/;

/**
 * The number; undefined for a text that is none. "unsure" if it may be a date, a time, a fraction or an amount in another
 * notation, which depends on how the computer is set.
 */
export function numberOfText(text: string): number | "unsure" | undefined {
  const trimmed = text.trim();
  if (ISO_DATE.test(trimmed)) return serialOf(trimmed) ?? "unsure";
  const inside = IN_BRACKETS.exec(trimmed)?.[1];
  const [, sign, digits, power = "", percent] = AMOUNT.exec(inside ?? trimmed) ?? [];
  if (digits === undefined) return /\d/.test(trimmed) ? "unsure" : undefined;
  const number = Number(digits.replaceAll(",", "") + power) / (percent ? 100 : 1);
  return sign === "-" || inside !== undefined ? -number : number;
}

const ISO_MONTH = /^\d{4}-\d{2}$/;
/** Texts that some setting of Excel may read as a date. A period such as "Q1 2026" is none in any. */
const MAY_BE_DATE =
  /^\d{1,4}(?:[/.-]\d{1,4}){1,2}(?:[T ].*)?$|^(?=.*\d).*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** The number, for a function of dates. A formula often asks for the year of a cell although it has found that it holds a text. */
export function dateOfText(text: string): number | "unsure" | undefined {
  const trimmed = text.trim();
  if (ISO_MONTH.test(trimmed)) return serialOf(`${trimmed}-01`) ?? "unsure";
  const number = numberOfText(trimmed);
  return number === "unsure" && !MAY_BE_DATE.test(trimmed) ? undefined : number;
}

/** The serial of a date that every setting of Excel reads the same; undefined for a day that does not exist. */
function serialOf(date: string): number | undefined {
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== date) return undefined;
  const serial = toSerial(milliseconds, 1900);
  return serial >= FIRST_DATE ? serial : undefined;
}
