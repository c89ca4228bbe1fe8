/** The distributions that planners use: normal, lognormal, binomial, Poisson and exponential. */
import { fail, NUM } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { row, type Table } from "../parameters";
import type { CellError } from "../values";
import { erfc } from "./errorFunction";

/** The share of the standard normal distribution below `z`. */
const normalShare = (z: number): number => erfc(-z / Math.SQRT2) / 2;
const normalDensity = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Finds the number below which a share of the standard normal distribution lies: an approximation, then steps by Halley. */
function normalInverse(share: number): number {
  if (share <= 0 || share >= 1) return fail(NUM);
  const t = Math.sqrt(-2 * Math.log(Math.min(share, 1 - share)));
  let z = t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
  if (share < 0.5) z = -z;
  for (let step = 0; step < 4; step++) {
    const error = (share < 0.5 ? normalShare(z) - share : 1 - share - normalShare(-z)) / normalDensity(z);
    z -= error / (1 + (z * error) / 2);
  }
  return Math.abs(z) < 1e-15 ? 0 : z;
}

function positive(number: number): number {
  return number <= 0 ? fail(NUM) : number;
}

const normal = row("number number number logical", (x, mean, deviation, isCumulative) => {
  const z = (x - mean) / positive(deviation);
  return isCumulative ? normalShare(z) : normalDensity(z) / deviation;
});

const inverseNormal = row(
  "number number number",
  (share, mean, deviation) => mean + positive(deviation) * normalInverse(share),
);

/** The logarithm of the number is normally distributed, with `mean` and `deviation`. */
const logarithmic = row("number number number logical", (x, mean, deviation, isCumulative) => {
  const z = (Math.log(positive(x)) - mean) / positive(deviation);
  return isCumulative ? normalShare(z) : normalDensity(z) / (x * deviation);
});

const inverseLogarithmic = row("number number number", (share, mean, deviation) =>
  Math.exp(mean + positive(deviation) * normalInverse(share)),
);

const confidence = row("number number number", (alpha, deviation, size) =>
  alpha <= 0 || alpha >= 1 || deviation <= 0 || size < 1
    ? NUM
    : (-normalInverse(alpha / 2) * deviation) / Math.sqrt(Math.trunc(size)),
);

function binomial(
  this: Evaluation,
  hits: number,
  trials: number,
  share: number,
  isCumulative: boolean,
): number | CellError {
  const [k, n] = [Math.trunc(hits), Math.trunc(trials)];
  if (k < 0 || k > n || share < 0 || share > 1) return NUM;
  if (share === 0 || share === 1) return n * share === k || (isCumulative && n * share < k) ? 1 : 0;
  this.spend(k);
  let [logarithm, sum] = [n * Math.log1p(-share), 0];
  const odds = Math.log(share) - Math.log1p(-share);
  for (let at = 0; at <= k; at++) {
    if (at > 0) logarithm += Math.log((n - at + 1) / at) + odds;
    sum += Math.exp(logarithm);
  }
  return isCumulative ? sum : Math.exp(logarithm);
}

function poisson(this: Evaluation, count: number, mean: number, isCumulative: boolean): number | CellError {
  const k = Math.trunc(count);
  if (count < 0 || mean < 0) return NUM;
  if (mean === 0) return isCumulative || k === 0 ? 1 : 0;
  this.spend(k);
  let [logarithm, sum] = [-mean, Math.exp(-mean)];
  for (let at = 1; at <= k; at++) {
    logarithm += Math.log(mean / at);
    sum += Math.exp(logarithm);
  }
  return isCumulative ? sum : Math.exp(logarithm);
}

const exponential = row("number number logical", (x, rate, isCumulative) => {
  if (x < 0 || rate <= 0) return NUM;
  return isCumulative ? -Math.expm1(-rate * x) : rate * Math.exp(-rate * x);
});

const binomialRow = row("number number number logical", binomial);
const poissonRow = row("number number logical", poisson);
const normalInverseRow = row("number", normalInverse);

export const DISTRIBUTIONS: Table = {
  STANDARDIZE: row("number number number", (x, mean, deviation) => (x - mean) / positive(deviation)),
  "NORM.DIST": normal,
  NORMDIST: normal,
  "NORM.S.DIST": row("number logical", (z, isCumulative) => (isCumulative ? normalShare(z) : normalDensity(z))),
  NORMSDIST: row("number", normalShare),
  "NORM.INV": inverseNormal,
  NORMINV: inverseNormal,
  "NORM.S.INV": normalInverseRow,
  NORMSINV: normalInverseRow,
  "LOGNORM.DIST": logarithmic,
  LOGNORMDIST: row("number number number", (x, mean, deviation) =>
    normalShare((Math.log(positive(x)) - mean) / positive(deviation)),
  ),
  "LOGNORM.INV": inverseLogarithmic,
  LOGINV: inverseLogarithmic,
  PHI: row("number", normalDensity),
  GAUSS: row("number", (z) => normalShare(z) - 0.5),
  CONFIDENCE: confidence,
  "CONFIDENCE.NORM": confidence,
  "BINOM.DIST": binomialRow,
  BINOMDIST: binomialRow,
  "POISSON.DIST": poissonRow,
  POISSON: poissonRow,
  "EXPON.DIST": exponential,
  EXPONDIST: exponential,
  FISHER: row("number", (x) => (Math.abs(x) >= 1 ? NUM : Math.atanh(x))),
  FISHERINV: row("number", Math.tanh),
};
