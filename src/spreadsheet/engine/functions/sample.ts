/** Statistics of one list of numbers. */
import { DIV0, fail, NA, NUM } from "../errorValues";

export type Numbers = ArrayLike<number> & Iterable<number>;

export function sumOf(numbers: Numbers): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

export function average(numbers: Numbers): number {
  return numbers.length === 0 ? fail(DIV0) : sumOf(numbers) / numbers.length;
}

export function squaredDeviations(numbers: readonly number[]): number {
  const middle = average(numbers);
  return numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0);
}

export function variance(numbers: readonly number[]): number {
  return numbers.length < 2 ? fail(DIV0) : squaredDeviations(numbers) / (numbers.length - 1);
}

export function varianceOfAll(numbers: readonly number[]): number {
  return squaredDeviations(numbers) / numbers.length;
}

export const deviation = (numbers: readonly number[]): number => Math.sqrt(variance(numbers));
export const deviationOfAll = (numbers: readonly number[]): number => Math.sqrt(varianceOfAll(numbers));

/** Returns the numbers that occur most often, in the order in which they first occur. Fails if none occurs twice. */
export function modes(numbers: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let most = 1;
  for (const count of counts.values()) most = Math.max(most, count);
  if (most < 2) fail(NA);
  return [...counts].filter(([, count]) => count === most).map(([number]) => number);
}

export const mode = (numbers: readonly number[]): number => modes(numbers)[0] ?? fail(NA);

/** Numbers in ascending order. */
export type Sorted = Float64Array;

export function ascending(numbers: readonly number[]): Sorted {
  return Float64Array.from(numbers).sort();
}

/** Returns the number at a place, which may lie between two of them. */
function at(sorted: Sorted, place: number): number {
  const below = Math.floor(place);
  const low = sorted[below] ?? fail(NUM);
  const high = sorted[below + 1];
  return high === undefined ? low : low + (place - below) * (high - low);
}

export function median(numbers: readonly number[]): number {
  const sorted = ascending(numbers);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? fail(NUM) : low === high ? low : (low + high) / 2;
}

export function kthSmallest(sorted: Sorted, place: number): number {
  return place > sorted.length ? fail(NUM) : (sorted[Math.trunc(place) - 1] ?? fail(NUM));
}

export function kthLargest(sorted: Sorted, place: number): number {
  return place < 1 ? fail(NUM) : (sorted[sorted.length - Math.ceil(place)] ?? fail(NUM));
}

export function percentile(sorted: Sorted, share: number): number {
  return share < 0 || share > 1 ? fail(NUM) : at(sorted, share * (sorted.length - 1));
}

export function percentileExclusive(sorted: Sorted, share: number): number {
  const place = share * (sorted.length + 1);
  return place < 1 || place > sorted.length ? fail(NUM) : at(sorted, place - 1);
}

export function quartile(sorted: Sorted, quarter: number): number {
  return quarter < 0 || quarter >= 5 ? fail(NUM) : percentile(sorted, Math.trunc(quarter) / 4);
}

export function quartileExclusive(sorted: Sorted, quarter: number): number {
  return quarter < 1 || quarter >= 4 ? fail(NUM) : percentileExclusive(sorted, Math.trunc(quarter) / 4);
}
