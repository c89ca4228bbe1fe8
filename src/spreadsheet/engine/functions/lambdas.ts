/** Functions that call a LAMBDA for each part of an array. The parts of a range are references. */
import { CALC, fail, NA, VALUE_ERROR } from "../errorValues";
import { doubt } from "../doubt";
import type { Evaluation } from "../evaluation";
import { CellRange, isError, Lambda, Matrix, matrixOf, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { Value } from "../values";
import { simplified } from "./cells";

/** Calls the LAMBDA. Its result must be one value. */
function oneOf(at: Evaluation, lambda: Lambda, args: readonly Operand[]): Value {
  const result = at.values(lambda.call(args));
  if (!(result instanceof Matrix)) return result;
  return result.values.length === 1 ? result.at(0, 0) : CALC;
}

/** Returns a range as it is, and anything else as an array. Fails with an error. */
function partsOf(at: Evaluation, operand: Operand): CellRange | Matrix {
  if (operand instanceof CellRange) return operand;
  const values = at.values(operand);
  return isError(values) ? fail(values) : at.matrix(values);
}

function cellOf(parts: CellRange | Matrix, down: number, right: number): Operand {
  return parts instanceof CellRange ? parts.part(down, right, 1, 1) : parts.at(down, right);
}

/** Checks the number of parameters. */
function lambdaOf(lambda: Operand | undefined, parameters: number): Lambda {
  return lambda instanceof Lambda && lambda.parameters === parameters ? lambda : fail(VALUE_ERROR);
}

function map(this: Evaluation, ...operands: Operand[]): Operand {
  const lambda = lambdaOf(operands.at(-1), operands.length - 1);
  const all = operands.slice(0, -1).map((operand) => {
    return operand instanceof CellRange ? operand : this.matrix(operand);
  });
  const rows = all.reduce((most, part) => Math.max(most, part.rows), 0);
  const columns = all.reduce((most, part) => Math.max(most, part.columns), 0);
  return simplified(
    matrixOf(rows, columns, (down, right) => {
      const isIn = all.map((part) => down < part.rows && right < part.columns);
      return oneOf(
        this,
        lambda,
        all.map((part, at) => (isIn[at] ? cellOf(part, down, right) : NA)),
      );
    }),
  );
}

function byRow(this: Evaluation, operand: Operand, lambda: Lambda): Operand {
  const parts = partsOf(this, operand);
  const line = (at: number): Operand =>
    parts instanceof CellRange
      ? parts.part(at, 0, 1, parts.columns)
      : simplified(new Matrix(1, parts.columns, parts.row(at)));
  return simplified(matrixOf(parts.rows, 1, (at) => oneOf(this, lambdaOf(lambda, 1), [line(at)])));
}

function byColumn(this: Evaluation, operand: Operand, lambda: Lambda): Operand {
  const parts = partsOf(this, operand);
  const line = (at: number): Operand =>
    parts instanceof CellRange
      ? parts.part(0, at, parts.rows, 1)
      : simplified(new Matrix(parts.rows, 1, parts.column(at)));
  return simplified(matrixOf(1, parts.columns, (_, at) => oneOf(this, lambdaOf(lambda, 1), [line(at)])));
}

/** Returns the start of REDUCE and SCAN. */
function startOf(start: Operand | undefined): Operand {
  return start === undefined ? doubt("REDUCE and SCAN are calculated here with a start value only.") : start;
}

function reduce(this: Evaluation, start: Operand | undefined, operand: Operand, lambda: Lambda): Operand {
  const parts = partsOf(this, operand);
  const { rows, columns } = parts;
  lambdaOf(lambda, 2);
  this.spend(rows * columns);
  let result = startOf(start);
  for (let down = 0; down < rows; down++)
    for (let right = 0; right < columns; right++) result = lambda.call([result, cellOf(parts, down, right)]);
  return result;
}

function scan(this: Evaluation, start: Operand | undefined, operand: Operand, lambda: Lambda): Operand {
  const parts = partsOf(this, operand);
  lambdaOf(lambda, 2);
  let result = startOf(start);
  return simplified(
    matrixOf(parts.rows, parts.columns, (down, right) => {
      const value = oneOf(this, lambda, [result, cellOf(parts, down, right)]);
      result = value;
      return value;
    }),
  );
}

function makeArray(this: Evaluation, rows: number, columns: number, lambda: Lambda): Operand {
  if (rows < 1 || columns < 1) return VALUE_ERROR;
  const height = Math.trunc(rows);
  const width = Math.trunc(columns);
  return simplified(matrixOf(height, width, (down, right) => oneOf(this, lambdaOf(lambda, 2), [down + 1, right + 1])));
}

export const LAMBDAS: Table = {
  MAP: row("list*", map),
  BYROW: row("list lambda", byRow),
  BYCOL: row("list lambda", byColumn),
  REDUCE: row("list?? list lambda", reduce),
  SCAN: row("list?? list lambda", scan),
  MAKEARRAY: row("number number lambda", makeArray),
};
