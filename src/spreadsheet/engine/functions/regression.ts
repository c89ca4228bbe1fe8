/** Straight lines, and sums of several variables, through known points by least squares. */
import { doubt } from "../doubt";
import { DIV0, fail, NA, NUM, REF, VALUE_ERROR } from "../errorValues";
import { type Matrix, matrixOf, matrixOfLines, type Operand } from "../operand";
import { row, type FunctionRow, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { pairs, simplified, simplifiedLines } from "./cells";
import { fitLeastSquares } from "./leastSquares";
import { numeric } from "./matrices";
import { average, sumOf } from "./sample";

/** Sums of the squares and products of the deviations of two variables from their averages. */
interface Line {
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
  readonly middleX: number;
  readonly middleY: number;
  readonly count: number;
}

function lineOf(ys: Matrix, xs: Matrix): Line {
  const points = pairs(ys, xs) ?? fail(NA);
  if (points.length === 0) fail(DIV0);
  const middleY = average(points.map(([y]) => y));
  const middleX = average(points.map(([, x]) => x));
  const sum = (term: (y: number, x: number) => number) => sumOf(points.map(([y, x]) => term(y - middleY, x - middleX)));
  return {
    xx: sum((_, x) => x * x),
    yy: sum((y) => y * y),
    xy: sum((y, x) => x * y),
    middleX,
    middleY,
    count: points.length,
  };
}

function ofLine(calculate: (line: Line) => number | CellError): FunctionRow {
  return row("matrix matrix", (ys, xs) => calculate(lineOf(ys, xs)));
}

const correlation = ofLine(({ xx, yy, xy }) => (xx === 0 || yy === 0 ? DIV0 : xy / Math.sqrt(xx * yy)));

function standardError({ xx, yy, xy, count }: Line): number | CellError {
  return count < 3 || xx === 0 ? DIV0 : Math.sqrt(Math.max(0, yy - xy ** 2 / xx) / (count - 2));
}

function predicted({ xx, xy, middleX, middleY }: Line, x: number): number | CellError {
  return xx === 0 ? DIV0 : middleY + (xy / xx) * (x - middleX);
}

const forecast = row("number matrix matrix", (x, ys, xs) => predicted(lineOf(ys, xs), x));

/** @param fewer 1 for a sample, 0 for all. */
function covariance(fewer: number): FunctionRow {
  return ofLine(({ xy, count }) => (count - fewer <= 0 ? DIV0 : xy / (count - fewer)));
}

/** Known values of one variable that several others explain. */
interface Known {
  readonly ys: readonly number[];
  /** A list of values for each variable. */
  readonly columns: readonly (readonly number[])[];
}

function knownOf(ys: Matrix, xs: Matrix | undefined, isExponential: boolean): Known {
  const columns = columnsOf(ys, xs);
  const values = ys.values.map(numeric);
  if (isExponential && values.some((y) => y <= 0)) fail(NUM);
  return { ys: isExponential ? values.map(Math.log) : values, columns: columns.map((column) => column.map(numeric)) };
}

/** Without variables, the values are those of 1, 2, 3 … */
function columnsOf(ys: Matrix, xs: Matrix | undefined): readonly (readonly Value[])[] {
  if (!xs) return [ys.values.map((_, at) => at + 1)];
  if (xs.values.length === ys.values.length) return [xs.values];
  const isDown = ys.columns === 1 && xs.rows === ys.rows;
  if (!isDown && !(ys.rows === 1 && xs.columns === ys.columns)) fail(REF);
  return (isDown ? xs.transposed() : xs).lines();
}

/** What explains the known values. All sums are of squares. */
interface Regression {
  /** Of each variable. */
  readonly coefficients: readonly number[];
  readonly constant: number;
  readonly errors: readonly number[];
  readonly errorOfConstant: number | CellError;
  /** The sum for all known values, and what the variables do not explain of it. */
  readonly whole: number;
  readonly left: number;
  readonly freedom: number;
}

function regressionOf({ ys, columns }: Known, hasConstant: boolean): Regression {
  const middle = hasConstant ? average(ys) : 0;
  const middles = columns.map((column) => (hasConstant ? average(column) : 0));
  const centered = columns.map((column, at) => column.map((x) => x - (middles[at] ?? 0)));
  const found = fitLeastSquares(
    centered,
    ys.map((y) => y - middle),
  );
  const freedom = ys.length - columns.length - (hasConstant ? 1 : 0);
  const deviation = Math.sqrt(found.left / freedom);
  const spread = sumOf(found.inverse.map((line) => sumOf(line.map((each, at) => each * (middles[at] ?? 0))) ** 2));
  return {
    coefficients: found.coefficients,
    constant: middle - sumOf(found.coefficients.map((each, at) => each * (middles[at] ?? 0))),
    errors: middles.map((_, at) => deviation * Math.sqrt(sumOf(found.inverse.map((line) => (line[at] ?? 0) ** 2)))),
    errorOfConstant: hasConstant ? deviation * Math.sqrt(1 / ys.length + spread) : NA,
    whole: sumOf(ys.map((y) => (y - middle) ** 2)),
    left: found.left,
    freedom,
  };
}

/** The share of what is left below which it is nothing but errors of rounding. */
const NOTHING_LEFT = 1e-18;

/** LINEST and LOGEST: the coefficients from the last variable to the first, then the constant. */
function coefficients(isExponential: boolean): FunctionRow {
  return row("matrix matrix?? logical?? logical?", (ys, xs, hasConstant = true, hasStatistics = false) => {
    const found = regressionOf(knownOf(ys, xs, isExponential), hasConstant);
    const ordered = [...[...found.coefficients].reverse(), found.constant];
    const first = isExponential ? ordered.map(Math.exp) : ordered;
    return hasStatistics ? statistics(first, found) : simplifiedLines([first]);
  });
}

function statistics(first: readonly number[], found: Regression): Matrix {
  const { whole, left, freedom } = found;
  if (freedom < 1 || left <= NOTHING_LEFT * whole)
    doubt("The statistics of a line that fits all points exactly are nothing but errors of rounding.");
  const explained = whole - left;
  const padded = (...values: Value[]) => first.map((_, at) => values[at] ?? NA);
  return matrixOfLines([
    first,
    [...[...found.errors].reverse(), found.errorOfConstant],
    padded(explained / whole, Math.sqrt(left / freedom)),
    padded(explained / found.coefficients.length / (left / freedom), freedom),
    padded(explained, left),
  ]);
}

/** TREND and GROWTH: values for new values of the variables. */
function trend(isExponential: boolean): FunctionRow {
  return row("matrix matrix?? matrix?? logical?", (ys, xs, newXs, hasConstant = true): Operand => {
    const known = knownOf(ys, xs, isExponential);
    const { coefficients, constant } = regressionOf(known, hasConstant);
    const predict = (values: readonly Value[]) => {
      const sum = constant + sumOf(coefficients.map((each, at) => each * numeric(values[at] ?? VALUE_ERROR)));
      return isExponential ? Math.exp(sum) : sum;
    };
    const wanted = newXs ?? xs ?? matrixOf(ys.rows, ys.columns, (down, right) => down * ys.columns + right + 1);
    if (coefficients.length === 1) return simplified(wanted.map((x) => predict([x])));
    if (ys.columns === 1 && wanted.columns === coefficients.length)
      return simplifiedLines(wanted.lines().map((line) => [predict(line)]));
    if (ys.rows === 1 && wanted.rows === coefficients.length)
      return simplifiedLines([wanted.transposed().lines().map(predict)]);
    return doubt("The new x values do not have as many columns as the known ones.");
  });
}

export const REGRESSION: Table = {
  CORREL: correlation,
  PEARSON: correlation,
  RSQ: ofLine(({ xx, yy, xy }) => (xx === 0 || yy === 0 ? DIV0 : xy ** 2 / (xx * yy))),
  SLOPE: ofLine(({ xx, xy }) => (xx === 0 ? DIV0 : xy / xx)),
  INTERCEPT: ofLine((line) => predicted(line, 0)),
  STEYX: ofLine(standardError),
  FORECAST: forecast,
  "FORECAST.LINEAR": forecast,
  COVAR: covariance(0),
  "COVARIANCE.P": covariance(0),
  "COVARIANCE.S": covariance(1),
  LINEST: coefficients(false),
  LOGEST: coefficients(true),
  TREND: trend(false),
  GROWTH: trend(true),
};
