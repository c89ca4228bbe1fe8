/** Products, sums and inverses of arrays. */
import { doubt } from "../doubt";
import { DIV0, fail, NA, NUM, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { isError, Matrix, matrixOf, matrixOfLines } from "../operand";
import { row, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { pairs, simplified } from "./cells";

/** Texts, logical values and blanks of arrays count as 0. A single text is #VALUE!. */
function sumProduct(...arrays: Matrix[]): number | CellError {
  const [{ rows, columns } = new Matrix(0, 0, [])] = arrays;
  const products = new Float64Array(rows * columns).fill(1);
  for (const array of arrays) {
    if (array.rows !== rows || array.columns !== columns) return VALUE_ERROR;
    const { values } = array;
    for (let at = 0; at < products.length; at++) {
      const value = values[at];
      if (typeof value === "number") products[at] = (products[at] ?? 0) * value;
      else if (isError(value)) return value;
      else if (typeof value === "string" && products.length === 1) return VALUE_ERROR;
      else products[at] = 0;
    }
  }
  let sum = 0;
  for (const product of products) sum += product;
  return sum;
}

function sumOfPairs(term: (x: number, y: number) => number) {
  return row("matrix matrix", (one, other) => {
    const found = pairs(one, other) ?? fail(NA);
    return found.length === 0 ? DIV0 : found.reduce((sum, [x, y]) => sum + term(x, y), 0);
  });
}

/** Returns a value of an array in which all are numbers. */
export function numeric(value: Value): number {
  return typeof value === "number" ? value : isError(value) ? fail(value) : fail(VALUE_ERROR);
}

function linesOf(matrix: Matrix): number[][] {
  return matrix.lines().map((line) => line.map(numeric));
}

function product(this: Evaluation, one: Matrix, other: Matrix): Value | Matrix {
  const [left, right] = [linesOf(one), linesOf(other.transposed())];
  if (one.columns !== other.rows) return VALUE_ERROR;
  this.spend(one.rows * one.columns * other.columns);
  const at = (line: readonly number[] = [], column: readonly number[] = []) =>
    line.reduce((sum, value, place) => sum + value * (column[place] ?? 0), 0);
  return simplified(matrixOf(one.rows, other.columns, (row, column) => at(left[row], right[column])));
}

/** The share of the largest number of a matrix below which a pivot may be nothing but an error of rounding. */
const NEAR_ZERO = 1e-13;

/** Solves a square matrix by Gauss. `inverse` is empty if the determinant is 0. */
function solve(matrix: Matrix): { determinant: number; inverse: number[][] } {
  if (matrix.columns !== matrix.rows) fail(VALUE_ERROR);
  const lines = linesOf(matrix);
  const largest = Math.max(...lines.flat().map(Math.abs));
  const left = lines.map((line, at) => [...line, ...line.map((_, column) => (column === at ? 1 : 0))]);
  let determinant = 1;
  for (let at = 0; at < matrix.rows; at++) {
    const pivotLine = takeLargest(left, at);
    const pivot = pivotLine.line[at] ?? 0;
    if (pivot === 0) return { determinant: 0, inverse: [] };
    if (Math.abs(pivot) < NEAR_ZERO * largest) doubt("The determinant is 0 but for errors of rounding.");
    determinant *= pivotLine.isSwapped ? -pivot : pivot;
    clear(left, at, pivotLine.line, pivot);
  }
  return {
    determinant,
    inverse: left.map((line, at) => line.slice(matrix.rows).map((value) => value / (line[at] ?? 1))),
  };
}

/** Moves the line with the largest number in column `at` to place `at`. */
function takeLargest(lines: number[][], at: number): { line: number[]; isSwapped: boolean } {
  const size = (place: number) => Math.abs(lines[place]?.[at] ?? 0);
  let best = at;
  for (let place = at + 1; place < lines.length; place++) if (size(place) > size(best)) best = place;
  const [line = [], former = []] = [lines[best], lines[at]];
  lines[best] = former;
  lines[at] = line;
  return { line, isSwapped: best !== at };
}

/** Subtracts the pivot's line from all others, so column `at` is 0 there. */
function clear(lines: number[][], at: number, pivotLine: readonly number[], pivot: number): void {
  for (const [place, line] of lines.entries()) {
    const factor = (line[at] ?? 0) / pivot;
    if (place !== at && factor !== 0)
      lines[place] = line.map((value, column) => (column === at ? 0 : value - factor * (pivotLine[column] ?? 0)));
  }
}

function determinant(this: Evaluation, matrix: Matrix): number {
  this.spend(2 * matrix.rows ** 3);
  return solve(matrix).determinant;
}

function inverse(this: Evaluation, matrix: Matrix): Value | Matrix {
  this.spend(2 * matrix.rows ** 3);
  const { inverse: lines } = solve(matrix);
  return lines.length === 0 ? NUM : simplified(matrixOfLines(lines));
}

function unit(size: number): Value | Matrix {
  const count = Math.trunc(size);
  return count < 1 ? VALUE_ERROR : simplified(matrixOf(count, count, (row, column) => (row === column ? 1 : 0)));
}

function powerSeries(x: number, first: number, step: number, coefficients: Matrix): number {
  if (x === 0 && (first <= 0 || step < 0)) doubt("SERIESSUM is not known for powers of 0 that are no numbers.");
  return coefficients.values.reduce<number>((sum, value, at) => sum + numeric(value) * x ** (first + at * step), 0);
}

export const MATRICES: Table = {
  SUMPRODUCT: row("matrix*", sumProduct, "complete"),
  SUMSQ: row("numbers*", (numbers) => numbers.reduce((sum, x) => sum + x * x, 0)),
  SUMX2MY2: sumOfPairs((x, y) => x * x - y * y),
  SUMX2PY2: sumOfPairs((x, y) => x * x + y * y),
  SUMXMY2: sumOfPairs((x, y) => (x - y) ** 2),
  MMULT: row("matrix matrix", product, "complete"),
  MDETERM: row("matrix", determinant),
  MINVERSE: row("matrix", inverse),
  MUNIT: row("number", unit),
  TRANSPOSE: row("matrix", (matrix) => simplified(matrix.transposed())),
  SERIESSUM: row("strict strict strict matrix", powerSeries),
};
