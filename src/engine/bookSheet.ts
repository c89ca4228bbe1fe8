/** A sheet of a workbook, as the engine is given it. */
import type { Position } from "../grid/area";
import type { Value } from "./values";

export interface BookFormula {
  /** In Excel's notation without a leading "="; references in A1, no names and no structured references. */
  readonly text: string;
  /** `one`: fills its own cell. `array`: an area of a fixed size. `spill`: as many cells as its result has. */
  readonly fill: "one" | "array" | "spill";
  /** The size of the area that it fills now. */
  readonly rows: number;
  readonly columns: number;
  /** Why it cannot be calculated, where that is known already. */
  readonly problem?: string | undefined;
}

export interface BookCell extends Position {
  readonly value: Value;
  readonly formula?: BookFormula | undefined;
}

export interface BookSheet {
  readonly name: string;
  readonly cells: readonly BookCell[];
  /** @default none */
  readonly hiddenRows?: readonly number[];
}
