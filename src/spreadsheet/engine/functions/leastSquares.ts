/** Least squares of several variables. */
import { doubt } from "../doubt";
import { sumOf } from "./sample";

export interface LeastSquares {
  readonly coefficients: readonly number[];
  /** The inverse of the triangle R in QR: its lines times their own columns are the inverse of the normal equations. */
  readonly inverse: readonly (readonly number[])[];
  /** The sum of the squares of what is left. */
  readonly left: number;
}

/** The share of a variable below which the other variables explain it but for errors of rounding. */
const DEPENDENT = 1e-7;

const product = (one: readonly number[], other: readonly number[]) => sumOf(one.map((x, at) => x * (other[at] ?? 0)));

/**
 * Finds the factors of `columns` whose sum is closest to `ys`, by orthogonal columns (modified Gram-Schmidt).
 * Throws a doubt if a column depends on the others.
 */
export function fitLeastSquares(columns: readonly (readonly number[])[], ys: readonly number[]): LeastSquares {
  const orthogonal: (readonly number[])[] = [];
  /** For each orthogonal column, its factors of the given columns. */
  const inverse: (readonly number[])[] = [];
  const coefficients: number[] = columns.map(() => 0);
  let rest = ys;
  for (const [at, column] of columns.entries()) {
    let own: readonly number[] = column;
    let factors: readonly number[] = columns.map((_, each) => (each === at ? 1 : 0));
    for (const [before, other] of orthogonal.entries()) {
      const share = product(own, other);
      own = own.map((x, place) => x - share * (other[place] ?? 0));
      factors = factors.map((factor, each) => factor - share * (inverse[before]?.[each] ?? 0));
    }
    const size = Math.sqrt(product(own, own));
    if (size <= DEPENDENT * Math.sqrt(product(column, column)))
      doubt("A variable of the regression depends on the others, or does not change.");
    const unit = own.map((x) => x / size);
    const scaled = factors.map((factor) => factor / size);
    orthogonal.push(unit);
    inverse.push(scaled);
    const share = product(rest, unit);
    rest = rest.map((y, place) => y - share * (unit[place] ?? 0));
    for (const [each, factor] of scaled.entries()) coefficients[each] = (coefficients[each] ?? 0) + share * factor;
  }
  return { coefficients, inverse, left: product(rest, rest) };
}
