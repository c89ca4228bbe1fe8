/** The look at the service. */
import type { LookComparison } from "../../workbook/refresh/lookComparison";
import type { LookedNumber } from "../explain/explainState";
import type { Failure } from "../sharedState";
import type { Briefing } from "./briefing";
import type { News } from "./news";

/** The briefing of the workbook's plan, and the look at the service behind it. */
export interface BriefingState {
  /** What the look was of: connection, plan and settings. */
  readonly key: string;
  /** The plan's id. */
  readonly plan: string;
  readonly isLooking: boolean;
  /** Why some or all answers are missing. */
  readonly failure?: Failure | undefined;
  /** True if no answer came: what is shown is of an earlier look. */
  readonly isEarlier?: boolean | undefined;
  /** Undefined before the first answer. */
  readonly said?: Briefing | undefined;
  /** The number of its sentence. */
  readonly looked?: LookedNumber | undefined;
  /** How the answers compare with what cells show; undefined if the workbook is of another service. */
  readonly comparison?: LookComparison | undefined;
  readonly news?: News | undefined;
  /** The number of the sentence as cells show it, such as "3.1 m below"; undefined if they show none, or one in the same words. */
  readonly inCells?: string | undefined;
}

export interface BriefingSlice {
  /** Undefined before the section was opened with a plan. */
  readonly briefing?: BriefingState | undefined;
}
