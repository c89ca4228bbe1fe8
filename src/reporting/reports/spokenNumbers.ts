/** Numbers as a sentence says them, in expressions or values (`phrasing.ts`). */
import { MINUS, PERCENT_MARK, POINTS } from "../../numbers/language/shareWords";
import { EXPRESSIONS, type Phrasing } from "./phrasing";

/** Returns a size such as "1.5 m", "320 k" or "75". */
export function sizeInWords<Part>(phrasing: Phrasing<Part>, number: Part, largest: Part = number): Part {
  const { choose, isAtLeast, fixed, over, join, text } = phrasing;
  const size = phrasing.size(number);
  const scale = phrasing.size(largest);
  const scaled = (divisor: number, decimals: number, unit: string) =>
    join(fixed(over(size, divisor), decimals), text(unit));
  const thousands = choose(isAtLeast(scale, 999.5), scaled(1000, 0, " k"), fixed(size, 0));
  const millions = choose(isAtLeast(scale, 999500), scaled(1000000, 1, " m"), thousands);
  return choose(isAtLeast(scale, 999950000), scaled(1000000000, 1, " bn"), millions);
}

/** Returns a variance such as "−1.5 m" or, of a ratio, "+0.4 pp". */
export function varianceInWords<Part>(
  phrasing: Phrasing<Part>,
  number: Part,
  unit: "amount" | "volume" | "ratio",
  largest: Part = number,
): Part {
  const { join, fixed, size, text } = phrasing;
  const sized =
    unit === "ratio" ? join(fixed(size(number), 1), text(` ${POINTS}`)) : sizeInWords(phrasing, number, largest);
  return join(signInWords(phrasing, number), sized);
}

export function directionInWords<Part>({ choose, isBelow, text }: Phrasing<Part>, difference: Part): Part {
  return choose(isBelow(difference, 0), text(" below "), text(" above "));
}

export function signInWords<Part>({ choose, isBelow, text }: Phrasing<Part>, number: Part): Part {
  return choose(isBelow(number, 0), text(MINUS), text("+"));
}

/** Returns the expression of `varianceInWords`. */
export function spokenVariance(number: string, unit: "amount" | "volume" | "ratio"): string {
  return varianceInWords(EXPRESSIONS, number, unit);
}

/** Returns the expression of a share such as "18.2 %". */
export function spokenShare(number: string): string {
  return `IF(${number}<0,"${MINUS}","")&FIXED(100*ABS(${number}),1)&"${PERCENT_MARK}"`;
}

/** Returns the expression of a text such as "1.5 m below Budget"; #N/A unless both are numbers. @param against An expression. */
export function spokenDifference(own: string, base: string, against: string): string {
  const difference = `(${own}-${base})`;
  const [size, direction] = [sizeInWords(EXPRESSIONS, difference), directionInWords(EXPRESSIONS, difference)];
  const compared = `IF(ABS${difference}<0.5,"as in ",${size}&${direction})&${against}`;
  return `IF(COUNT(${own},${base})<2,NA(),${compared})`;
}
