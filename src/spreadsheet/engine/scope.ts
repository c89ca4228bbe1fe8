/** Where a part of a formula stands while it is compiled. */
import type { Position } from "../cells/area";
import type { DateSystem } from "../cells/dateSerial";
import type { Run } from "./call";
import type { CustomFunction } from "./customFunction";
import { doubt } from "./doubt";
import { Matrix, type CellRange, type SheetCells, type Operand } from "./operand";
import type { Node } from "./syntax";

/** An area that a formula's text shows it to read: absolute, or relative to the formula's home. */
export interface AreaRead {
  readonly sheet: SheetCells;
  /** Returns the area for a copy so many cells below and to the right; undefined outside of the sheet. */
  at(down: number, right: number): CellRange | undefined;
}

/** What compiling finds in a formula's text. */
export interface Found {
  readonly reads: AreaRead[];
  readonly functions: Set<string>;
  readonly foreign: Set<string>;
  /** True if it calls a custom function. */
  asks: boolean;
  isDynamic: boolean;
}

/** What names in a formula mean. */
export interface Places {
  /** Why a formula cannot read cells. @default it can */
  readonly problemOfCells?: string | undefined;
  readonly dateSystem: DateSystem;
  sheet(name: string): SheetCells | undefined;
  custom(name: string): CustomFunction | undefined;
  /** The names of all custom functions, in capitals. */
  customNames(): readonly string[];
  callCustom(fn: CustomFunction, args: readonly (Run | undefined)[]): Run;
}

export interface Scope {
  readonly places: Places;
  readonly sheet: SheetCells;
  readonly home: Position;
  /** True if ranges are arrays where one value is wanted; otherwise the cell in line with the formula is taken. */
  readonly isArray: boolean;
  /** Names of LET and LAMBDA in small letters, the latest last. */
  readonly names: readonly string[];
  readonly found: Found;
  compile(node: Node, scope: Scope): Run;
}

/** Compiles a part that is not calculated here: the formula is refused if its calculation reaches the part. */
export function refused(message: string, code?: string): () => never {
  return () => doubt(message, code);
}

/** Returns the value of a variable. @param steps How many variables have been declared since. */
export function variableAt(steps: number): Run {
  return (at) => {
    let { variables } = at;
    for (let step = 0; step < steps; step++) variables = variables?.outer;
    return variables?.value ?? null;
  };
}

/** `@`: one value. */
export function intersected(run: Run): Run {
  return (at): Operand => {
    const operand = at.single(run(at));
    return operand instanceof Matrix ? operand.at(0, 0) : operand;
  };
}
