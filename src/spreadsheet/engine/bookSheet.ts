/** A sheet of a workbook: the input of the engine. */
import type { Position } from "../cells/area";
import type { Value } from "./values";

/** The input cells of a what-if table, on its own sheet. */
export interface WhatIfInputs {
  /** The cell that takes each value of the row above the table. */
  readonly row?: Position | undefined;
  /** The cell that takes each value of the column to its left. */
  readonly column?: Position | undefined;
}

export interface BookFormula {
  /** In Excel's notation without a leading "="; references in A1, no names and no structured references. */
  readonly text: string;
  /**
   * The cell for which the text is written. Copies of a formula on one sheet may share one text, which is parsed once. Their
   * relative references are offset, also to whole columns and rows. Do not share formulas with A1#, @, LET or LAMBDA.
   * @default the formula's own cell
   */
  readonly at?: Position | undefined;
  /** `one`: fills its own cell. `array`: an area of a fixed size. `spill`: as many cells as its result has. */
  readonly fill: "one" | "array" | "spill";
  /** The size of the area that it fills before the calculation. */
  readonly rows: number;
  readonly columns: number;
  /** If it is a what-if table, which fills an `array`. Its text reads the cells above and to the left. */
  readonly whatIf?: WhatIfInputs | undefined;
  /** Why it cannot be calculated, if that is already known. */
  readonly problem?: string | undefined;
  /** True if it may read cells that its text does not show: its problem is told in any case. @default false */
  readonly mayReadOthers?: boolean | undefined;
}

export interface BookFormulaCell extends Position {
  readonly formula: BookFormula;
}

/** Returns the name of a sheet of another file, of which the workbook keeps values. @param file As formulas name it: "1". */
export function linkedSheetName(file: string, sheet: string): string {
  return `[${file}]${sheet}`;
}

export interface BookSheet {
  /** Of a sheet of another file: `linkedSheetName`. */
  readonly name: string;
  /** The size of the used range, counted from A1. */
  readonly rows: number;
  readonly columns: number;
  /** Returns the value of a cell by its `cellIndex`. */
  valueAt(cell: number): Value;
  readonly formulas: readonly BookFormulaCell[];
  /** @default none */
  readonly hiddenRows?: readonly number[];
  /** True if no filter hides rows. @default not known */
  readonly isUnfiltered?: boolean;
}
