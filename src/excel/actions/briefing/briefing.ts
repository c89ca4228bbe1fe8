/** What the pane says of the chosen plan before a cell is built. Pure. */
import type { BriefingNumbers, BriefingSubject } from "../../../numbers/analysis/briefingNumbers";
import { isNear, type BridgeStep } from "../../../numbers/analysis/bridge";
import { findField, type Plan } from "../../../insights";
import { MINUS } from "../../../numbers/language/shareWords";
import { scenarioNamed } from "../../../numbers/language/nameTexts";
import { headlineInWords, LEAST_GAP, shareInWords } from "../../../reporting/reports/headlineSentence";
import { valuePhrasing, type Phrasing } from "../../../reporting/reports/phrasing";
import { SHORT_LABELS } from "../../../reporting/reports/statementCascade";
import { directionInWords, sizeInWords, varianceInWords } from "../../../reporting/reports/spokenNumbers";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import { textsOfScenarios } from "../reports/reportScenarios";

/** A column of the briefing's waterfall, with its number in words. */
export interface BriefingStep extends BridgeStep {
  /** Fits below a column in two lines. */
  readonly short: string;
  /** Such as "33.0 m" for an end, and "−10.9 m" for a step; in the unit of the largest. */
  readonly spoken: string;
}

/** A difference that is worth a look. */
export interface WorthALook {
  readonly kind: "month" | "region";
  /** A month, YYYY-MM, or a region. */
  readonly label: string;
  /** Positive is better. */
  readonly amount: number;
  readonly spoken: string;
  /** Its share of the base's size, such as " (−5.4 %)"; "" if it would mislead. */
  readonly share: string;
}

/** What a look at the service has found. */
export interface Briefing {
  /** The names of the scenario and of its base. */
  readonly own: string;
  readonly base: string | undefined;
  /** Such as "Jan–Oct 2026"; undefined if there are no months. */
  readonly period: string | undefined;
  readonly isToDate: boolean;
  /** ISO 4217, as the service says it. */
  readonly currency: string | undefined;
  /** The oldest time at which the service computed the answers, or sent them; milliseconds since the epoch. */
  readonly computedAt: number;
  /** The sentence that a report begins with. */
  readonly headline: string;
  /** From the base to the scenario; none if a line is missing. */
  readonly steps: readonly BriefingStep[];
  readonly worth: readonly WorthALook[];
  readonly gaps: BriefingNumbers["gaps"];
  readonly reason: string | undefined;
}

/** Returns the scenario and the base that a new report of the plan compares; undefined for a plan without scenarios. */
export function subjectOfPlan(plan: Plan, settings: WorkbookSettings): BriefingSubject | undefined {
  const [first, second] = textsOfScenarios(plan, settings.scenarios).map((text) => scenarioNamed(plan, text));
  const own = second ?? first;
  return own && { plan, own, base: second && first, currency: settings.currency };
}

interface LookFacts {
  readonly currency: string | undefined;
  readonly computedAt: number;
}

/** @param language The language of Excel's formats. @default the machine's */
export function describeBriefing(
  { own, base }: BriefingSubject,
  numbers: BriefingNumbers,
  { currency, computedAt }: LookFacts,
  language?: string,
): Briefing {
  const phrasing = valuePhrasing(language);
  const { steps: bridge } = numbers;
  const drivers = bridge && {
    labels: bridge.steps.map(({ label }) => label),
    amounts: bridge.steps.map(({ amount }) => amount),
  };
  const { period, isToDate, percent, gaps, reason } = numbers;
  const headline = headlineInWords(phrasing, {
    subject: "EBIT",
    own: numbers.own,
    base: numbers.base,
    against: base?.name ?? "",
    percent,
    drivers,
  });
  const sizes = bridge ? [bridge.start, ...bridge.steps.map(({ amount }) => amount), bridge.end].map(Math.abs) : [];
  const largest = Math.max(0, ...sizes);
  const spoken = (amount: number) => String(varianceInWords(phrasing, amount, "amount", largest));
  const end = (label: string, amount: number): BriefingStep => ({
    label,
    short: label,
    amount,
    spoken: spoken(amount).replace("+", ""),
  });
  const isWhole = bridge && base && isNear(bridge.start, numbers.base ?? NaN) && isNear(bridge.end, numbers.own ?? NaN);
  return {
    own: own.name,
    base: base?.name,
    period,
    isToDate,
    currency,
    computedAt,
    gaps,
    reason,
    headline: String(headline),
    steps: isWhole
      ? [
          end(base.name, bridge.start),
          ...bridge.steps.map((step) => ({ ...step, short: shortLabel(step.label), spoken: spoken(step.amount) })),
          end(own.name, bridge.end),
        ]
      : [],
    worth: worthALook(numbers, phrasing),
  };
}

/** Returns the headline's number as cells show it, such as "3.1 m below". @param isVariance True for a difference from the base */
export function cellsInWords(value: number, isVariance: boolean, language?: string): string {
  const phrasing = valuePhrasing(language);
  if (!isVariance) return `${value < 0 ? MINUS : ""}${String(sizeInWords(phrasing, value))}`;
  if (Math.abs(value) < LEAST_GAP) return "no difference";
  return `${String(sizeInWords(phrasing, value))}${String(directionInWords(phrasing, value))}`.trim();
}

function shortLabel(label: string): string {
  return SHORT_LABELS[findField(label)?.name ?? ""] ?? label;
}

function worthALook(
  { largestMonth, worstRegion }: BriefingNumbers,
  phrasing: Phrasing<unknown>,
): readonly WorthALook[] {
  const found = [
    largestMonth && { ...largestMonth, kind: "month" as const, percent: undefined },
    worstRegion && { ...worstRegion, kind: "region" as const },
  ];
  return found.flatMap((each) => {
    if (!each) return [];
    const { kind, label, amount, percent } = each;
    const spoken = String(varianceInWords(phrasing, amount, "amount"));
    return [
      { kind, label, amount, spoken, share: percent === undefined ? "" : String(shareInWords(phrasing, percent)) },
    ];
  });
}
