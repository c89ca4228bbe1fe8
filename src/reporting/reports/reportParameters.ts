/**
 * The kinds of reports, and the parameters that a new one starts with. This file imports no report, so the pane lists the
 * kinds before it loads the code of reports.
 */
import type { Plan } from "../../insights";

/** The kinds of reports, in the order in which the gallery offers them. */
export const REPORT_KINDS = ["statement", "months", "demand", "comparison", "onePage", "bridge", "commentary"] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The one name of each kind, in the gallery, on its page and, before the plan, on its tab. */
export const REPORT_TITLES: Readonly<Record<ReportKind, string>> = {
  statement: "P&L statement",
  months: "P&L by month",
  demand: "Demand",
  comparison: "Scenario comparison",
  onePage: "Executive one-pager",
  bridge: "Variance bridge",
  commentary: "Commentary",
};

/** What a tab says before the plan if Excel does not take the whole name. */
const SHORT_TITLES: Readonly<Partial<Record<ReportKind, string>>> = {
  statement: "P&L",
  months: "Months",
  comparison: "Comparison",
  onePage: "One-pager",
  bridge: "Bridge",
};

/** Returns the name of a report's sheet, and a shorter one if it begins with the title of a kind. */
export function sheetNames(name: string): string[] {
  const kind = REPORT_KINDS.find((each) => name.startsWith(`${REPORT_TITLES[each]} `));
  const short = kind && SHORT_TITLES[kind];
  return short ? [name, short + name.slice(REPORT_TITLES[kind].length)] : [name];
}

export function isReportKind(text: string): text is ReportKind {
  return REPORT_KINDS.some((kind) => kind === text);
}

export interface ReportParameters {
  /** The name of a plan, or its id. */
  readonly plan: string;
  /** Flags, names or ids of scenarios; the first is the base. A report ignores scenarios that it has no input for. */
  readonly scenarios: readonly string[];
  /** An ISO 4217 code; "" for the plan's currency. */
  readonly currency: string;
  /** All plans of the service, for the drop-downs. */
  readonly plans: readonly Plan[];
  /** Initial contents of input cells, in place of the defaults. */
  readonly inputs?: Readonly<Partial<Record<InputKey, string>>>;
}

/** An input of a report. */
export type InputKey =
  | "plan"
  | "base"
  | "scenario"
  | "other"
  | "actuals"
  | "through"
  | "period"
  | "basis"
  | "basePeriod"
  | "basePlan"
  | "interval"
  | "groupBy"
  | "measure"
  | "by"
  | "currency"
  | "scale"
  | "threshold"
  | "lineThreshold";
