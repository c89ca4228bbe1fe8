/** Visits the values of arguments, whatever holds them, and shapes the arrays that functions return. */
import { CALC, fail, VALUE_ERROR } from "../errorValues";
import { CellRange, isError, Lambda, Matrix, matrixOfLines, ReferenceList, AreaUnion, type Operand } from "../operand";
import type { Value } from "../values";

/** @param isDirect True for a value that is written as an argument itself. */
export type Visitor = (value: Value, isDirect: boolean) => void;

/** Visits the values of an argument, row by row. Blank cells beyond the used ones of a sheet are left out. */
export function visit(operand: Operand | undefined, each: Visitor): void {
  if (operand === undefined) return;
  if (operand instanceof CellRange) operand.sheet.visit(operand, (value) => each(value, false));
  else if (operand instanceof AreaUnion) for (const area of operand.areas) visit(area, each);
  else if (operand instanceof Matrix) for (const value of operand.values) each(value, false);
  else if (operand instanceof Lambda || operand instanceof ReferenceList) fail(VALUE_ERROR);
  else each(operand, true);
}

export function visitAll(operands: readonly (Operand | undefined)[], each: Visitor): void {
  for (const operand of operands) visit(operand, each);
}

/** Returns the size of an area or array; 1×1 for a value. */
export function sizeOfOperand(operand: Operand): { rows: number; columns: number } {
  return operand instanceof CellRange || operand instanceof Matrix ? operand : { rows: 1, columns: 1 };
}

/**
 * Returns the pairs of numbers at the same places of two arrays, without places that lack a number; undefined if the arrays
 * differ in size. Fails with the first error in them.
 */
export function pairs(one: Matrix, other: Matrix): [number, number][] | undefined {
  if (one.values.length !== other.values.length) return undefined;
  const found: [number, number][] = [];
  for (const [at, value] of one.values.entries()) {
    const partner = other.values[at] ?? null;
    if (isError(value)) fail(value);
    if (isError(partner)) fail(partner);
    if (typeof value === "number" && typeof partner === "number") found.push([value, partner]);
  }
  return found;
}

/** Returns an array as the result of a function: a single value by itself, and #CALC! for an empty array. */
export function simplified(matrix: Matrix): Value | Matrix {
  if (matrix.values.length === 0) return CALC;
  return matrix.values.length === 1 ? matrix.at(0, 0) : matrix;
}

/** @param lines Rows of equal length. */
export function simplifiedLines(lines: readonly (readonly Value[])[]): Value | Matrix {
  return simplified(matrixOfLines(lines));
}

/**
 * True if a formula has asked this for the area before. An index of the area pays only then: a range that grows from row to
 * row, as in `COUNTIF(A$1:A9,A9)`, is read once.
 */
export function isReadAgain(area: CellRange): boolean {
  const reads = area.sheet.index(area, "reads", () => ({ count: 0 }));
  return ++reads.count > 1;
}
