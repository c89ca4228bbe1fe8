/** A sheet of a workbook, as the engine is given it. */
import type { Position } from "../grid/area";
import type { Value } from "./values";

export interface BookFormula {
  /** In Excel's notation without a leading "="; references in A1, no names and no structured references. */
  readonly text: string;
  /**
   * The cell for which the text is written. Cells of one sheet may share a formula that has been copied, so that it is read
   * once: its relative references move along, but for whole columns and rows. Not one with A1#, @, LET or LAMBDA. @default the cell that has it
   */
  readonly at?: Position | undefined;
  /** `one`: fills its own cell. `array`: an area of a fixed size. `spill`: as many cells as its result has. */
  readonly fill: "one" | "array" | "spill";
  /** The size of the area that it fills now. */
  readonly rows: number;
  readonly columns: number;
  /** Why it cannot be calculated, where that is known already. */
  readonly problem?: string | undefined;
}

export interface BookFormulaCell extends Position {
  readonly formula: BookFormula;
}

export interface BookSheet {
  readonly name: string;
  /** How many rows and columns are in use. */
  readonly rows: number;
  readonly columns: number;
  /** What a cell shows, by its `cellNumber`. */
  valueAt(cell: number): Value;
  readonly formulas: readonly BookFormulaCell[];
  /** @default none */
  readonly hiddenRows?: readonly number[];
}
