/** Formats the numbers of an explanation. Pure. */
import { POINTS } from "../language/numberFormats";
import type { NumberKind } from "../analysis/explainedNumber";
import type { Part } from "../analysis/division";
import { MINUS } from "./texts/numbers";

interface ExplainedFormat {
  /** Of the workbook, such as "de-DE". */
  readonly language?: string | undefined;
  /** True for a variance, which has a plus sign too. */
  readonly isVariance?: boolean | undefined;
}

export function formatExplained(
  value: number,
  kind: NumberKind,
  { language, isVariance = kind === "points" }: ExplainedFormat = {},
): string {
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : isVariance && value > 0 ? "+" : "";
  const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });
  const write = (number: number, options: Intl.NumberFormatOptions) =>
    sign + new Intl.NumberFormat(language, options).format(number);
  switch (kind) {
    case "ratio":
    case "percent":
      return write(size, { style: "percent", ...digits(1) });
    case "points":
      return `${write(size * 100, digits(1))} ${POINTS}`;
    case "amount per unit":
      return write(size, digits(2));
    default:
      // A small amount would be shown as 0.
      return write(size, size >= 100 || size === 0 ? digits(0) : digits(2));
  }
}

/** Returns the label of the last month that has a number, if all months before it have one, and none after it has. */
export function lastMonthOf(parts: readonly Pick<Part, "label" | "amount">[]): string | undefined {
  const gap = parts.findIndex(({ amount }) => amount === undefined);
  const isEnd = gap > 0 && parts.slice(gap).every(({ amount }) => amount === undefined);
  return isEnd ? parts[gap - 1]?.label : undefined;
}

/** Formats a share of the whole. */
export function formatPart(share: number, language?: string): string {
  const text = new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  });
  return (share < 0 ? MINUS : "") + text.format(Math.abs(share));
}
