/** Functions that make, cut, join and reshape arrays. */
import { toLogical } from "../coercion";
import { CALC, fail, NA, NUM, VALUE_ERROR } from "../errorValues";
import { isError, Matrix, matrixOf, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { Value } from "../values";
import { simplified } from "./cells";

const whole = Math.trunc;

/** An array without rows or columns is #CALC! in a cell. */
function sized(rows: number, columns: number, valueAt: (down: number, right: number) => number): Operand {
  const [height, width] = [whole(rows), whole(columns)];
  return height < 0 || width < 0 ? VALUE_ERROR : simplified(matrixOf(height, width, valueAt));
}

function sequence(rows = 1, columns = 1, start = 1, step = 1): Operand {
  const width = whole(columns);
  return sized(rows, columns, (down, right) => start + (down * width + right) * step);
}

function randomArray(rows = 1, columns = 1, low = 0, high = 1, isWhole = false): Operand {
  if (low > high) return VALUE_ERROR;
  if (!isWhole) return sized(rows, columns, () => low + Math.random() * (high - low));
  if (!Number.isInteger(low) || !Number.isInteger(high)) return VALUE_ERROR;
  return sized(rows, columns, () => low + Math.floor(Math.random() * (high - low + 1)));
}

/** Returns some rows or columns of an array, in the order of `places`. */
export function chosen(matrix: Matrix, isRow: boolean, places: readonly number[]): Matrix {
  return isRow
    ? matrixOf(places.length, matrix.columns, (down, right) => matrix.at(places[down] ?? -1, right))
    : matrixOf(matrix.rows, places.length, (down, right) => matrix.at(down, places[right] ?? -1));
}

/** Blank cells of a result show 0 in a cell, but stay blank for other functions. */
function filter(matrix: Matrix, include: Matrix, otherwise?: Operand): Operand {
  const isDown = include.rows === matrix.rows && include.columns === 1;
  if (!isDown && !(include.rows === 1 && include.columns === matrix.columns)) return VALUE_ERROR;
  const places: number[] = [];
  for (const [at, value] of include.values.entries()) {
    const isKept = toLogical(value);
    if (isError(isKept)) return isKept;
    if (isKept) places.push(at);
  }
  if (places.length === 0) return otherwise === undefined ? CALC : otherwise;
  return simplified(chosen(matrix, isDown, places));
}

/** Where TAKE or DROP cuts a side. */
function cut(size: number, count: number | undefined, takes: boolean): [from: number, to: number] {
  if (count === undefined) return [0, size];
  const edge = Math.min(size, Math.abs(whole(count)));
  const isFromStart = whole(count) >= 0;
  if (takes) return isFromStart ? [0, edge] : [size - edge, size];
  return isFromStart ? [edge, size] : [0, size - edge];
}

const cutting =
  (takes: boolean) =>
  (matrix: Matrix, down?: number, right?: number): Operand => {
    const [top, bottom] = cut(matrix.rows, down, takes);
    const [left, end] = cut(matrix.columns, right, takes);
    return simplified(matrixOf(bottom - top, end - left, (row, column) => matrix.at(top + row, left + column)));
  };

/** Returns the numbers of an array, without their parts after the point. */
export function wholeNumbersIn({ values }: Matrix): number[] {
  return values.map((value) => (typeof value === "number" ? whole(value) : fail(isError(value) ? value : VALUE_ERROR)));
}

const choosing =
  (isRow: boolean) =>
  (matrix: Matrix, ...choices: Matrix[]): Operand => {
    const size = isRow ? matrix.rows : matrix.columns;
    const places = choices.flatMap(wholeNumbersIn).map((number) => {
      if (number === 0 || Math.abs(number) > size) return fail(VALUE_ERROR);
      return number > 0 ? number - 1 : size + number;
    });
    return simplified(chosen(matrix, isRow, places));
  };

function stackedDown(...parts: Matrix[]): Operand {
  const width = parts.reduce((most, { columns }) => Math.max(most, columns), 0);
  const values: Value[] = [];
  for (const part of parts)
    for (let down = 0; down < part.rows; down++)
      for (let right = 0; right < width; right++) values.push(right < part.columns ? part.at(down, right) : NA);
  return simplified(new Matrix(width === 0 ? 0 : values.length / width, width, values));
}

function stackedAcross(...parts: Matrix[]): Operand {
  const down = stackedDown(...parts.map((part) => part.transposed()));
  return down instanceof Matrix ? down.transposed() : down;
}

/** @param ignore 1: blanks, 2: errors, 3: both. */
function listed(matrix: Matrix, ignore = 0, isByColumn = false): Value[] {
  const kind = whole(ignore);
  if (kind < 0 || kind > 3) return fail(VALUE_ERROR);
  const { values } = isByColumn ? matrix.transposed() : matrix;
  return values.filter((value) => !(kind % 2 === 1 && value === null) && !(kind >= 2 && isError(value)));
}

function toColumn(matrix: Matrix, ignore?: number, isByColumn?: boolean): Operand {
  const values = listed(matrix, ignore, isByColumn);
  return simplified(new Matrix(values.length, 1, values));
}

function toRow(matrix: Matrix, ignore?: number, isByColumn?: boolean): Operand {
  const values = listed(matrix, ignore, isByColumn);
  return simplified(new Matrix(1, values.length, values));
}

const wrapping =
  (isRow: boolean) =>
  ({ rows, columns, values }: Matrix, count: number, pad: Value = NA): Operand => {
    if (rows > 1 && columns > 1) return VALUE_ERROR;
    const width = whole(count);
    if (width < 1) return NUM;
    const lines = matrixOf(Math.ceil(values.length / width), width, (down, right) => {
      const value = values[down * width + right];
      return value === undefined ? pad : value;
    });
    return simplified(isRow ? lines : lines.transposed());
  };

function expand(matrix: Matrix, rows?: number, columns?: number, pad: Value = NA): Operand {
  const [height, width] = [whole(rows ?? matrix.rows), whole(columns ?? matrix.columns)];
  if (height < matrix.rows || width < matrix.columns) return VALUE_ERROR;
  const isIn = (down: number, right: number) => down < matrix.rows && right < matrix.columns;
  return simplified(matrixOf(height, width, (down, right) => (isIn(down, right) ? matrix.at(down, right) : pad)));
}

export const ARRAYS: Table = {
  SEQUENCE: row("number?? number?? number?? number??", sequence),
  RANDARRAY: row("number?? number?? number?? number?? logical?", randomArray, "volatile"),
  FILTER: row("matrix matrix operand?", filter),
  TAKE: row("matrix number?? number??", cutting(true)),
  DROP: row("matrix number?? number??", cutting(false)),
  CHOOSEROWS: row("matrix matrix*", choosing(true)),
  CHOOSECOLS: row("matrix matrix*", choosing(false)),
  VSTACK: row("matrix*", stackedDown),
  HSTACK: row("matrix*", stackedAcross),
  TOCOL: row("matrix number?? logical?", toColumn),
  TOROW: row("matrix number?? logical?", toRow),
  WRAPROWS: row("matrix number raw?", wrapping(true)),
  WRAPCOLS: row("matrix number raw?", wrapping(false)),
  EXPAND: row("matrix number?? number?? raw?", expand),
};
