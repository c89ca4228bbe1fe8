/** Refuses to read ranges with more cells than a column. Univer would make an object for each cell, blank ones too. */
import { BaseReferenceObject } from "@univerjs/engine-formula";
import { MAX_ROWS } from "../grid/limits";
import { TooManyCells } from "./errors";

const METHODS = ["toArrayValueObject", "iterator"] as const;

type Read = (this: BaseReferenceObject, ...args: unknown[]) => unknown;

/** Univer's own ways to read the cells of a range, before they are replaced. */
const READS = METHODS.map((name) => [name, Reflect.get(BaseReferenceObject.prototype, name) as Read] as const);

/**
 * Changes all ranges of Univer; calling this again does nothing more. A range over the limit throws `TooManyCells`, which no
 * IFERROR hides. Its size can still be asked, as in ROWS.
 */
export function refuseLargeRanges(): void {
  for (const [name, read] of READS) {
    const checked: Read = function (...args) {
      const { startRow, endRow, startColumn, endColumn } = this.getRangePosition();
      if ((endRow - startRow + 1) * (endColumn - startColumn + 1) > MAX_ROWS) throw new TooManyCells();
      return read.apply(this, args);
    };
    Object.assign(BaseReferenceObject.prototype, { [name]: checked });
  }
}
