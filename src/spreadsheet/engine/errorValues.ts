/** Excel's errors as results of functions. Their messages are added when a cell shows them. */
import type { CellError } from "./values";

const error = (code: string): CellError => Object.freeze({ code, message: "" });

export const DIV0 = error("#DIV/0!");
export const NA = error("#N/A");
export const NULL = error("#NULL!");
export const NUM = error("#NUM!");
export const REF = error("#REF!");
export const VALUE_ERROR = error("#VALUE!");
export const CALC = error("#CALC!");
export const SPILL = error("#SPILL!");

/** Stands in a cell whose formula waits for an answer of a service. */
export const PENDING = error("#BUSY!");

/** Stands in a cell whose formula has not been calculated yet. */
export const DIRTY = error("#GETTING_DATA");

/** Ends a function's work with an error as its result. */
export class ErrorResult extends Error {
  constructor(readonly error: CellError) {
    super(error.code);
  }
}

export function fail(error: CellError): never {
  throw new ErrorResult(error);
}
