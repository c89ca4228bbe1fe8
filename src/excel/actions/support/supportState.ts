/** The checks that support asks for. */
import type { CheckOutcome } from "../../hostChecks/runChecks";

/** The progress of "Check this Excel". */
export interface ExcelCheck {
  readonly isRunning: boolean;
  readonly outcomes: readonly CheckOutcome[];
  /** The name of the running check; undefined if none is running. */
  readonly current?: string | undefined;
  /** The request to the user that it waits for. */
  readonly request?: string | undefined;
}

export interface SupportSlice {
  /** Undefined before this Excel has been checked. */
  readonly excelCheck?: ExcelCheck | undefined;
}
