/** Formats the numbers of an explanation. */
import { formatLanguage } from "../actions/format/formatLanguage";
import { MINUS, percentInWords, pointsInWords } from "../../numbers/language/shareWords";
import type { NumberKind } from "../../numbers/analysis/explainedNumber";
import type { ExplainStep } from "../actions/explain/explainState";
import type { Part } from "../../numbers/analysis/division";
import { unbroken } from "./format";
import { explainTexts } from "./texts/explain";

/**
 * Returns a number as the pane shows it, in the language of the workbook's formats.
 * @param isVariance True for a number with a sign. @default true for points alone
 */
export function numberText(value: number | undefined, kind: NumberKind, isVariance = kind === "points"): string {
  return value === undefined ? explainTexts.noValue : formatExplained(value, kind, isVariance);
}

/** Returns a share of the whole as the pane shows it; "" without one. */
export function shareText(share: number | undefined): string {
  return share === undefined ? "" : formatExplained(share, "percent", false);
}

function formatExplained(value: number, kind: NumberKind, isVariance: boolean): string {
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : isVariance && value > 0 ? "+" : "";
  const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });
  const write = (number: number, options: Intl.NumberFormatOptions) =>
    sign + new Intl.NumberFormat(formatLanguage(), options).format(number);
  switch (kind) {
    case "ratio":
    case "percent":
      return unbroken(percentInWords(value, { hasSign: isVariance, language: formatLanguage() }));
    case "points":
      return unbroken(pointsInWords(value, { hasSign: isVariance, language: formatLanguage() }));
    case "amount per unit":
      return write(size, digits(2));
    default:
      // A small amount would be shown as 0.
      return write(size, size >= 100 || size === 0 ? digits(0) : digits(2));
  }
}

interface GapStep extends Pick<ExplainStep, "label" | "value" | "kind" | "isNewer"> {
  readonly nearest?: Pick<NonNullable<ExplainStep["nearest"]>, "label" | "of"> | undefined;
}

/**
 * Returns what lies between a number that the service does not divide and the nearest one that was opened in its place, in words.
 * Undefined for any other step, and for two numbers that no difference compares: of other units, or of other runs.
 */
export function gapText(steps: readonly GapStep[], isVariance: boolean): string | undefined {
  const [before, step] = steps.slice(-2);
  if (!step || !before?.nearest || before.nearest.label !== step.label) return undefined;
  const isOneRun = !before.isNewer && !step.isNewer;
  if (before.kind !== step.kind || !isOneRun || before.value === undefined || step.value === undefined)
    return undefined;
  const text = (value: number) => numberText(value, step.kind, isVariance);
  const gap = numberText(step.value - before.value, step.kind, true);
  return explainTexts.gap(before.nearest.of, text(before.value), step.label, gap);
}

/** Returns the label of the last month that has a number, if all months before it have one, and none after it has. */
export function lastMonthOf(parts: readonly Pick<Part, "label" | "amount">[]): string | undefined {
  const gap = parts.findIndex(({ amount }) => amount === undefined);
  const isEnd = gap > 0 && parts.slice(gap).every(({ amount }) => amount === undefined);
  return isEnd ? parts[gap - 1]?.label : undefined;
}
