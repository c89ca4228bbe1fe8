/** What a report is first about; all of it can be changed in its input cells. */
import type { Plan } from "../../insights";

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
