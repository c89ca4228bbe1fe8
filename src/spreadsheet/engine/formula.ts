/** A cell's formula while the workbook is calculated. */
import type { SheetPosition } from "../cells/area";
import type { BookFormula } from "./bookSheet";
import type { Compiled } from "./compile";
import { CellRange, type Matrix } from "./operand";
import type { Sheet } from "./sheet";

export class Formula {
  /** The area that it fills now. */
  area: CellRange;
  /** `dirty`: to be calculated. `pending`: it waits for an answer. */
  state: "clean" | "dirty" | "pending" = "clean";
  /** The formula that it waits for, if it is pending. @default it waits for an answer of its own, or a cell without a formula */
  waitsFor: Formula | undefined;
  /** Its result. @default not calculated yet */
  rows: Matrix | undefined;
  /** Why it cannot be calculated, for people. */
  problem: string | undefined;
  /** The error that shows instead if there is no kept value. */
  code = "#VALUE!";
  /** The area that its result wants, if other cells are in the way. */
  blocked: CellRange | undefined;
  /** The references that its last calculation made, beside those in its text. */
  made: readonly CellRange[] | undefined;
  /** True if its result is the value that the file keeps, of a function that is not known here. */
  isKept = false;
  /** The formulas that depend on each other, with it, if the workbook says that they are calculated again and again. */
  circle: readonly Formula[] | undefined;

  /** @param home The cell for which its text is written. */
  constructor(
    readonly sheet: Sheet,
    readonly row: number,
    readonly column: number,
    readonly source: BookFormula,
    readonly compiled: Compiled,
  ) {
    this.area = new CellRange(sheet, row, column, source.rows, source.columns);
  }

  get down(): number {
    return this.source.at ? this.row - this.source.at.row : 0;
  }

  get right(): number {
    return this.source.at ? this.column - this.source.at.column : 0;
  }

  get cell(): SheetPosition {
    return { sheet: this.sheet.id, row: this.row, column: this.column };
  }

  /** Returns the areas that it reads. */
  reads(): CellRange[] {
    const written = this.compiled.reads.flatMap((read) => read.at(this.down, this.right) ?? []);
    return this.made ? [...written, ...this.made] : written;
  }
}
