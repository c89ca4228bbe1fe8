/** Spreads, averages, positions and ranks of numbers. */
import { collect } from "../call";
import { doubt } from "../doubt";
import { DIV0, fail, NA, NUM, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { CellRange, isError, Matrix, matrixOfLines, type Operand } from "../operand";
import { row, type FunctionRow, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { numbersOfAll } from "./aggregates";
import { pairs, simplified } from "./cells";
import * as sample from "./sample";
import { ascending, average, sumOf, type Sorted } from "./sample";

function numbersOf(operand: Operand): number[] {
  const numbers: number[] = [];
  const error = collect(operand, numbers);
  return error ? fail(error) : numbers;
}

/** Steps that sorting costs for each number of an array. */
const STEPS_OF_SORT = 20;

/** Returns the numbers of an argument in ascending order. They are sorted once for all formulas that read an area. */
function sortedOf(operand: Operand, at: Evaluation): Sorted {
  if (operand instanceof Matrix) at.spend(operand.values.length * STEPS_OF_SORT);
  const sort = (): Sorted | CellError => {
    const numbers: number[] = [];
    return collect(operand, numbers) ?? ascending(numbers);
  };
  const sorted = operand instanceof CellRange ? operand.sheet.index(operand, "sorted", sort) : sort();
  return isError(sorted) ? fail(sorted) : sorted;
}

function ordered(find: (sorted: Sorted, place: number) => number): FunctionRow {
  return row("operand number", function (operand, place) {
    return find(sortedOf(operand, this), place);
  });
}

function ofNumbers(calculate: (numbers: readonly number[]) => number | CellError): FunctionRow {
  return row("numbers*", calculate);
}

/** STDEVA and its like: texts in cells are 0, logical values 0 or 1. */
function ofAll(calculate: (numbers: readonly number[]) => number): FunctionRow {
  return row("operand*", (...operands) => calculate(numbersOfAll(operands)));
}

/**
 * An order other than 0 ranks the smallest number first.
 * @param tied Returns by how much the rank of `equal` equal numbers is larger than that of the first one.
 */
function ranking(tied: (equal: number) => number): FunctionRow {
  return row("number reference any?", function (number, reference, order) {
    if (typeof order === "string") return VALUE_ERROR;
    const sorted = sortedOf(reference, this);
    const [below, above] = [countBelow(sorted, number), countBelow(sorted, number, true)];
    if (below === above) return NA;
    return (order ? below : sorted.length - above) + 1 + tied(above - below);
  });
}

/** Counts the numbers below a limit. @param isIncluded True if those equal to it count, too. */
function countBelow(sorted: Sorted, limit: number, isIncluded = false): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const number = sorted[middle] ?? NaN;
    if (number < limit || (isIncluded && number === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param share Of the place of a number among `count`, from 0 on. */
function percentRank(share: (place: number, count: number) => number): FunctionRow {
  return row("operand number number?", function (operand, x, digits = 3) {
    const sorted = sortedOf(operand, this);
    if (sorted.length === 0 || digits < 1) return NUM;
    const below = countBelow(sorted, x);
    const [low = NaN, high = NaN] = [sorted[below - 1], sorted[below]];
    if (below === sorted.length || (below === 0 && high !== x)) return NA;
    const place = high === x ? below : below - 1 + (x - low) / (high - low);
    const size = 10 ** Math.trunc(digits);
    return Math.floor(Number((share(place, sorted.length) * size).toPrecision(14))) / size;
  });
}

const percentRankInclusive = percentRank((place, count) => (count === 1 ? 1 : place / (count - 1)));
const percentRankExclusive = percentRank((place, count) => (place + 1) / (count + 1));

function ofPositive(calculate: (numbers: readonly number[]) => number): FunctionRow {
  return ofNumbers((numbers) => (numbers.length === 0 || numbers.some((x) => x <= 0) ? NUM : calculate(numbers)));
}

/** Returns the sum of powers of the deviations, each divided by the standard deviation. */
function moment(numbers: readonly number[], power: number, deviation: number): number {
  if (deviation === 0) fail(DIV0);
  const middle = average(numbers);
  return sumOf(numbers.map((x) => ((x - middle) / deviation) ** power));
}

function skew(numbers: readonly number[]): number {
  const n = numbers.length;
  return n < 3 ? fail(DIV0) : (n / ((n - 1) * (n - 2))) * moment(numbers, 3, sample.deviation(numbers));
}

function skewOfAll(numbers: readonly number[]): number {
  return numbers.length < 3 ? fail(DIV0) : moment(numbers, 3, sample.deviationOfAll(numbers)) / numbers.length;
}

function kurtosis(numbers: readonly number[]): number {
  const n = numbers.length;
  if (n < 4) fail(DIV0);
  const factor = (n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3));
  return factor * moment(numbers, 4, sample.deviation(numbers)) - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
}

function trimmedMean(this: Evaluation, operand: Operand, share: number): number {
  const sorted = sortedOf(operand, this);
  if (share < 0 || share >= 1) fail(NUM);
  const cut = Math.floor((sorted.length * share) / 2);
  return average(sorted.subarray(cut, sorted.length - cut));
}

/** Counts the numbers up to each limit, and those above all of them. Of equal limits the first counts. */
function frequency(this: Evaluation, data: Operand, bins: Operand): Value | Matrix {
  const sorted = sortedOf(data, this);
  const written = numbersOf(bins);
  // Without a number among the limits, zero is the only one.
  const limits = written.length > 0 ? written : [0];
  const order = [...limits.entries()].sort(([, one], [, other]) => one - other);
  const counts = limits.map(() => 0);
  let before = 0;
  for (const [at, limit] of order) {
    const up = countBelow(sorted, limit, true);
    counts[at] = up - before;
    before = up;
  }
  return simplified(matrixOfLines([...counts, sorted.length - before].map((count) => [count])));
}

function probability(xs: Matrix, shares: Matrix, low: number, high = low): number | CellError {
  const found = pairs(xs, shares);
  if (!found) return NA;
  if (found.length === 0) return DIV0;
  const isShare = found.every(([, share]) => share >= 0 && share <= 1);
  if (!isShare || Math.abs(sumOf(found.map(([, share]) => share)) - 1) > 1e-9) return NUM;
  return sumOf(found.filter(([x]) => x >= low && x <= high).map(([, share]) => share));
}

const deviation = ofNumbers(sample.deviation);
const deviationOfAll = ofNumbers(sample.deviationOfAll);
const variance = ofNumbers(sample.variance);
const varianceOfAll = ofNumbers(sample.varianceOfAll);
/** MODE wants numbers of single values, also of cells: blanks and texts, even of digits, are #VALUE!. In ranges they do not count. */
function ofModes(choose: (modes: readonly number[]) => Operand): FunctionRow {
  return row("operand*", function (...operands) {
    const numbers = operands.flatMap((operand) => {
      const value = operand instanceof CellRange && operand.isCell ? this.first(operand) : operand;
      if (typeof value === "boolean") doubt("MODE is not known for single logical values.");
      return value === null || typeof value === "string" ? fail(VALUE_ERROR) : numbersOf(value);
    });
    return choose(sample.modes(numbers));
  });
}

const mode = ofModes(([first = fail(NA)]) => first);
const percentile = ordered(sample.percentile);
const quartile = ordered(sample.quartile);
const rank = ranking(() => 0);

export const STATISTICS: Table = {
  STDEV: deviation,
  "STDEV.S": deviation,
  STDEVP: deviationOfAll,
  "STDEV.P": deviationOfAll,
  VAR: variance,
  "VAR.S": variance,
  VARP: varianceOfAll,
  "VAR.P": varianceOfAll,
  STDEVA: ofAll(sample.deviation),
  STDEVPA: ofAll(sample.deviationOfAll),
  VARA: ofAll(sample.variance),
  VARPA: ofAll(sample.varianceOfAll),
  MEDIAN: ofNumbers(sample.median),
  MODE: mode,
  "MODE.SNGL": mode,
  "MODE.MULT": ofModes((modes) => simplified(matrixOfLines(modes.map((each) => [each])))),
  LARGE: ordered(sample.kthLargest),
  SMALL: ordered(sample.kthSmallest),
  PERCENTILE: percentile,
  "PERCENTILE.INC": percentile,
  "PERCENTILE.EXC": ordered(sample.percentileExclusive),
  QUARTILE: quartile,
  "QUARTILE.INC": quartile,
  "QUARTILE.EXC": ordered(sample.quartileExclusive),
  PERCENTRANK: percentRankInclusive,
  "PERCENTRANK.INC": percentRankInclusive,
  "PERCENTRANK.EXC": percentRankExclusive,
  RANK: rank,
  "RANK.EQ": rank,
  "RANK.AVG": ranking((equal) => (equal - 1) / 2),
  GEOMEAN: ofPositive((numbers) => Math.exp(average(numbers.map(Math.log)))),
  HARMEAN: ofPositive((numbers) => numbers.length / sumOf(numbers.map((x) => 1 / x))),
  AVEDEV: ofNumbers((numbers) => {
    if (numbers.length === 0) return NUM;
    const middle = average(numbers);
    return average(numbers.map((x) => Math.abs(x - middle)));
  }),
  DEVSQ: ofNumbers((numbers) => (numbers.length === 0 ? NUM : sample.squaredDeviations(numbers))),
  SKEW: ofNumbers(skew),
  "SKEW.P": ofNumbers(skewOfAll),
  KURT: ofNumbers(kurtosis),
  TRIMMEAN: row("operand number", trimmedMean),
  FREQUENCY: row("operand operand", frequency),
  PROB: row("matrix matrix number number?", probability),
};
