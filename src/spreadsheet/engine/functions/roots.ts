/** Searches for the rate at which a value is 0. */

/** Excel gives up after a number of steps that it does not tell. So many it takes for the rates of loans of 40 years. */
const MOST_STEPS = 50;

/** Searches by Newton's steps, as Excel does. Returns undefined if they do not settle, or leave the rates above -100 %. */
export function findRoot(value: (rate: number) => number, guess: number): number | undefined {
  let rate = guess;
  for (let step = 0; step < MOST_STEPS; step++) {
    const width = Math.max(1e-7, Math.abs(rate) * 1e-7);
    const next = rate - (value(rate) * 2 * width) / (value(rate + width) - value(rate - width));
    if (!Number.isFinite(next) || next <= -1) return undefined;
    if (Math.abs(next - rate) < 1e-12 * Math.max(1, Math.abs(next))) return next;
    rate = next;
  }
  return undefined;
}

/** Rates close enough to each other that a value seldom changes its sign twice between two of them. */
const GRID = [-1 + 1e-9, -1 + 1e-6, -0.9999, ...Array.from({ length: 131 }, (_, at) => Math.exp((at - 50) / 10) - 1)];

/** 298,000 %. */
export const HIGHEST_RATE = GRID[GRID.length - 1] ?? 0;

/** Returns the ranges of rates, from -99.9999999 % to `HIGHEST_RATE`, at whose ends a value has opposite signs. */
export function rangesOfRoots(value: (rate: number) => number): [low: number, high: number][] {
  const found: [number, number][] = [];
  let [low, before] = [NaN, NaN];
  for (const high of GRID) {
    const here = value(high);
    if (before < 0 !== here < 0 && !Number.isNaN(before)) found.push([low, high]);
    [low, before] = [high, here];
  }
  return found;
}

/** Finds the root in a range at whose ends a value has opposite signs. */
export function rootBetween(value: (rate: number) => number, low: number, high: number): number {
  const isNegative = value(low) < 0;
  let [from, to] = [low, high];
  for (let step = 0; step < 200; step++) {
    const middle = (from + to) / 2;
    if (middle <= from || middle >= to) break;
    if (value(middle) < 0 === isNegative) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}
