/** The actions that explain a cell. Their code is loaded when the pane first shows the section. */
import type { Dimension } from "./state";

export interface ExplainActions {
  /** Explains the active cell, and follows the selection. Returns a function that stops this. */
  readonly followCell: () => () => void;
  /** Explains one of the numbers behind the cell. */
  readonly chooseNumber: (index: number) => Promise<void>;
  /** Divides the number that is shown. Sends no requests. */
  readonly divideBy: (dimension: Dimension) => Promise<void>;
  /** Divides it with the requests that this takes. */
  readonly askService: () => Promise<void>;
  /** Opens a part as the next step. */
  readonly openPart: (index: number) => Promise<void>;
  /** Returns to a step of the path, from 0; to the list of numbers by -1. */
  readonly goBack: (step: number) => void;
  /** Writes the parts as live formulas on a new sheet. */
  readonly writeParts: () => Promise<void>;
}
