/** What Excel makes of a text where it needs a number. */

const AMOUNT = /^([-+]?)\$?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(E[-+]?\d{1,3})?(%?)$/i;
const IN_BRACKETS = /^\(([^()+-]*)\)$/;

/**
 * The number; undefined for a text that is none. "unsure" if it may be a date, a time, a fraction or an amount in another
 * notation, which depends on how the computer is set.
 */
export function numberOfText(text: string): number | "unsure" | undefined {
  const trimmed = text.trim();
  const inside = IN_BRACKETS.exec(trimmed)?.[1];
  const [, sign, digits, power = "", percent] = AMOUNT.exec(inside ?? trimmed) ?? [];
  if (digits === undefined) return /\d/.test(trimmed) ? "unsure" : undefined;
  const number = Number(digits.replaceAll(",", "") + power) / (percent ? 100 : 1);
  return sign === "-" || inside !== undefined ? -number : number;
}
