/** What the parts of a number or a change leave as a remainder, and the share of each part. Pure. */

/** One step from a number to another. */
export interface BridgeStep {
  readonly label: string;
  readonly amount: number;
}

/** Start and steps add up to the end. */
export interface BridgeSteps {
  readonly start: number;
  readonly steps: readonly BridgeStep[];
  readonly end: number;
}

/** A smaller difference, as a share of the largest number, comes from floating point. */
const TOLERANCE = 1e-9;

/** True if only floating point tells two numbers apart. */
export function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
}

/**
 * Returns what the parts leave of a number; 0 if floating point explains it.
 * @param least A remainder above this counts, even if floating point explains it. @default none
 */
export function remainderOf(whole: number, parts: readonly number[], least = Infinity): number {
  const rest = whole - parts.reduce((sum, part) => sum + part, 0);
  const largest = parts.reduce((most, part) => Math.max(most, Math.abs(part)), Math.abs(whole));
  return Math.abs(rest) > Math.min(least, TOLERANCE * largest) ? rest : 0;
}

/**
 * Adds a remainder if the parts leave one, and to each part its share of the difference between start and end.
 * @param remainder What it is called. @default "Other"
 */
export function withShares<Part extends { readonly amount: number | undefined }>(
  parts: readonly Part[],
  end: number,
  start = 0,
  remainder = "Other",
): ((Part | BridgeStep) & { readonly share: number | undefined })[] {
  const rest = remainderOf(end, [start, ...parts.map(({ amount = 0 }) => amount)]);
  const all = rest === 0 ? parts : [...parts, { label: remainder, amount: rest }];
  const whole = end - start;
  const shareOf = (amount: number | undefined) => (amount === undefined || whole === 0 ? undefined : amount / whole);
  return all.map((part) => ({ ...part, share: shareOf(part.amount) }));
}
