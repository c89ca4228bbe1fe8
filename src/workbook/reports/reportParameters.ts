/**
 * The kinds of reports, and the parameters that a new one starts with. This file imports no report, so the pane lists the
 * kinds before it loads the code of reports.
 */
import type { Plan } from "../../insights";

/** The kinds of reports, in the order in which the gallery offers them. */
export const REPORT_KINDS = ["statement", "months", "demand", "comparison", "onePage", "bridge"] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

export function isReportKind(text: string): text is ReportKind {
  return REPORT_KINDS.some((kind) => kind === text);
}

export interface ReportParameters {
  /** The name of a plan, or its id. */
  readonly plan: string;
  /** Flags, names or ids of scenarios; the first one is the base. Those beyond what a report shows are left out. */
  readonly scenarios: readonly string[];
  /** An ISO 4217 code; "" for the plan's own. */
  readonly currency: string;
  /** What the service has, for the lists to choose from. */
  readonly plans: readonly Plan[];
  /** What the input cells hold at first where it is not the usual, by the input's key. */
  readonly inputs?: Readonly<Partial<Record<InputKey, string>>>;
}

/** What a report can ask for in a cell. */
export type InputKey =
  | "plan"
  | "base"
  | "scenario"
  | "other"
  | "actuals"
  | "through"
  | "period"
  | "basis"
  | "interval"
  | "groupBy"
  | "measure"
  | "by"
  | "currency"
  | "scale";
