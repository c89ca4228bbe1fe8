/** The state that all features share: of the pane, of the settings, and of the action that runs or has ended. */
import type { ErrorKind } from "../../insights";
import type { KeptSettings } from "../../reporting/saved/keptSettings";
import type { WorkbookSettings } from "../../reporting/saved/chosenSettings";
import type { CellsFormatted } from "../workbook/format/formatCells";
import type { InputsRestored } from "../workbook/reports/writeInputs";
import type { SnapshotsTaken } from "../workbook/snapshot/snapshot";

/** The last failure and what to do, in words for users. */
export interface Failure {
  readonly message: string;
  /** Undefined for an error that does not come from the client. */
  readonly kind?: ErrorKind | undefined;
  /** Possible causes, for those who look for them. */
  readonly details?: string | undefined;
  /** The member of Excel's API that failed, such as "Range.values"; undefined for an error that does not come from Excel. */
  readonly location?: string | undefined;
}

/** The cells that an insertion would overwrite. */
export interface Obstacle {
  readonly count: number;
  /** The first of them, such as "B5 (Revenue)". */
  readonly examples: readonly string[];
}

export type Section = "plans" | "formula" | "grid" | "reports" | "explain" | "activity";

/** The outcome of the last action on the workbook's formulas. */
export type ActionResult =
  | {
      readonly action: "repair";
      /** How many formulas were changed. */
      readonly formulas: number;
    }
  | {
      readonly action: "inputs";
      /** How many reports were changed. */
      readonly reports: number;
      /** False if one Undo of Excel's takes back a part only. */
      readonly isOneStep: boolean;
    }
  | {
      /** The report stood there already. */
      readonly action: "opened";
      readonly sheet: string;
    }
  | ({ readonly action: "inputsBack" } & InputsRestored)
  | ({ readonly action: "snapshot" } & Omit<SnapshotsTaken, "notes">)
  | ({ readonly action: "format" } & CellsFormatted);

/** The parts that no feature owns. */
export interface SharedState {
  readonly section: Section;
  /** True since the service could not be reached, until it answers. */
  readonly isOffline?: boolean | undefined;
  readonly settings: WorkbookSettings;
  /** Defined while the workbook has lost its settings: those in `settings` stand in. */
  readonly keptSettings?: KeptSettings | undefined;
  readonly failure?: Failure | undefined;
  /** What Excel has refused of the last action, although that succeeded. */
  readonly notes?: readonly string[] | undefined;
  /** True while a refresh waits for the user to finish editing a cell. */
  readonly isEditing?: boolean | undefined;
  readonly obstacle?: Obstacle | undefined;
  /** True while an action changes reports or formulas; no other action starts. */
  readonly isBusy: boolean;
  /** The section in which the last such action was started: its outcome is shown there. */
  readonly actedIn?: Section | undefined;
  readonly result?: ActionResult | undefined;
}
