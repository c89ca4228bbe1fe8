/** Reports, their inputs, and copies. */
import type { WorkbookInventory } from "../../workbook/inventory";

/** The values-only copy that was made last. */
export interface CopySent {
  readonly name: string;
  /** Formulas that are values in it. */
  readonly formulas: number;
  /** True if it was opened as an unsaved workbook; false if it was probably downloaded. */
  readonly isOpened: boolean;
  /** True if it was downloaded, and can be opened as a new workbook too. */
  readonly canOpen: boolean;
}

/** Our content of the workbook besides formulas. */
export interface Inventory extends WorkbookInventory {
  /** The id of the plan for a new report without a choice; undefined if the user must choose one. */
  readonly plan?: string | undefined;
}

export interface ReportSlice {
  /** Undefined before the workbook has been searched. */
  readonly inventory?: Inventory | undefined;
  /** The id of the plan that the user chose for new reports. The workbook's plan stays as it is. */
  readonly reportPlan?: string | undefined;
  readonly copy?: CopySent | undefined;
}
