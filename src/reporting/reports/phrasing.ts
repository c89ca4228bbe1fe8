/**
 * What sentences about numbers are made of, so that a report and the pane say the same by one code: a report writes the sentence as
 * a formula, and the pane says it of numbers at hand.
 */

/** Makes parts of a sentence: expressions of Excel, or values. A range is a part too. */
export interface Phrasing<Part> {
  readonly text: (text: string) => Part;
  readonly join: (...parts: readonly Part[]) => Part;
  readonly choose: (condition: Part, then: Part, otherwise: Part) => Part;
  readonly isNumber: (part: Part) => Part;
  readonly isBelow: (number: Part, limit: number) => Part;
  readonly isAtLeast: (number: Part, limit: number) => Part;
  readonly size: (number: Part) => Part;
  readonly difference: (number: Part, other: Part) => Part;
  readonly times: (factor: number, number: Part) => Part;
  readonly over: (number: Part, divisor: number | Part) => Part;
  /** A number with so many decimals, as the reader's language writes it. */
  readonly fixed: (number: Part, decimals: number) => Part;
  readonly least: (range: Part) => Part;
  readonly most: (range: Part) => Part;
  readonly total: (range: Part) => Part;
  /** Returns how many numbers the range has. */
  readonly count: (range: Part) => Part;
  /** Returns the label beside the first amount that is the given one. */
  readonly labelOf: (amount: Part, amounts: Part, labels: Part) => Part;
}

/** Parts are expressions, without "=". FIXED has no format code, which would differ by language. */
export const EXPRESSIONS: Phrasing<string> = {
  text: (text) => `"${text}"`,
  join: (...parts) => parts.join("&"),
  choose: (condition, then, otherwise) => `IF(${condition},${then},${otherwise})`,
  isNumber: (part) => `ISNUMBER(${part})`,
  isBelow: (number, limit) => `${number}<${limit}`,
  isAtLeast: (number, limit) => `${number}>=${limit}`,
  size: (number) => `ABS(${number})`,
  difference: (number, other) => `(${number}-${other})`,
  times: (factor, number) => `${factor}*${number}`,
  over: (number, divisor) => `${number}/${divisor}`,
  fixed: (number, decimals) => `FIXED(${number},${decimals})`,
  least: (range) => `MIN(${range})`,
  most: (range) => `MAX(${range})`,
  total: (range) => `SUM(${range})`,
  count: (range) => `COUNT(${range})`,
  labelOf: (amount, amounts, labels) => `INDEX(${labels},MATCH(${amount},${amounts},0))`,
};

/**
 * Parts are numbers, texts, conditions and lists of them; what is not known is undefined.
 * @param language The language of the reader's Excel. @default the machine's
 */
export function valuePhrasing(language?: string): Phrasing<unknown> {
  const numbers = (range: unknown) =>
    (range as readonly unknown[]).filter((each): each is number => typeof each === "number");
  return {
    text: (text) => text,
    join: (...parts) => parts.join(""),
    choose: (condition, then, otherwise) => (condition === true ? then : otherwise),
    isNumber: (part) => typeof part === "number",
    isBelow: (number, limit) => Number(number) < limit,
    isAtLeast: (number, limit) => Number(number) >= limit,
    size: (number) => Math.abs(Number(number)),
    difference: (number, other) => Number(number) - Number(other),
    times: (factor, number) => factor * Number(number),
    over: (number, divisor) => Number(number) / Number(divisor),
    fixed: (number, decimals) =>
      new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
        Number(number),
      ),
    least: (range) => Math.min(...numbers(range)),
    most: (range) => Math.max(...numbers(range)),
    total: (range) => numbers(range).reduce((sum, number) => sum + number, 0),
    count: (range) => numbers(range).length,
    labelOf: (amount, amounts, labels) =>
      (labels as readonly unknown[])[(amounts as readonly unknown[]).indexOf(amount)],
  };
}
