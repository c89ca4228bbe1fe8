/** Calculates something that is defined for single values once for each value of arrays. */
import { NA } from "./errorValues";
import { checkArraySize, Matrix, matrixOf } from "./operand";
import type { Value } from "./values";

type Operate = (left: Value, right: Value) => Value;

/** Applies an operator. A single row or column serves all rows or columns; outside of an array the result is #N/A. */
export function liftOperator(one: Value | Matrix, other: Value | Matrix, operate: Operate): Value | Matrix {
  if (!(one instanceof Matrix)) {
    if (!(other instanceof Matrix)) return operate(one, other);
    return other.map((value) => operate(one, value));
  }
  if (!(other instanceof Matrix)) return one.map((value) => operate(value, other));
  if (one.rows === other.rows && one.columns === other.columns) return pairwise(one, other, operate);
  return matrixOf(Math.max(one.rows, other.rows), Math.max(one.columns, other.columns), (row, column) => {
    const [left, right] = [one.spread(row, column), other.spread(row, column)];
    return left === undefined || right === undefined ? NA : operate(left, right);
  });
}

function pairwise(one: Matrix, other: Matrix, operate: Operate): Matrix {
  const { rows, columns, values } = one;
  const results: Value[] = new Array<Value>(values.length);
  for (let at = 0; at < values.length; at++) results[at] = operate(values[at] ?? null, other.values[at] ?? null);
  return new Matrix(rows, columns, results);
}

/** The size of the result of a lifted call: that of its largest arrays. */
export function sizeOfAll(arrays: readonly { rows: number; columns: number }[]): { rows: number; columns: number } {
  let [rows, columns] = [1, 1];
  for (const array of arrays) {
    rows = Math.max(rows, array.rows);
    columns = Math.max(columns, array.columns);
  }
  checkArraySize(rows, columns);
  return { rows, columns };
}
