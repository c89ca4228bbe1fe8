/** Rows without a group beside rows with one: totals if they add up, else an error. */
import type { AskedRows } from "./askedRows";
import { numberAt, type ReadRows } from "./columns";
import { InsightsError } from "./errors";

/** For each row a small number, equal for rows that are alike; 0 for none. */
export interface Codes {
  /** One more than the largest code. */
  readonly size: number;
  readonly codeOf: (at: number) => number;
}

interface DividedBy {
  readonly periods: Codes;
  readonly groups: Codes;
}

/** Half a unit for each row, but no more than this share of the sum, may be lost to the service's rounding. */
const MOST_ROUNDED = 1e-3;
/** The share of the sum that floating point may lose. */
const PRECISION = 1e-9;

/** Rows without a group. */
export interface Wholes {
  /** The rows that are sums of the others in their period. No sum may count them. */
  readonly totals: ReadonlySet<number>;
  /** The first beside others that is not their sum. */
  readonly other?: number;
  /** True if a period has such a row and no others. */
  readonly isAlone: boolean;
}

export function findWholes(rows: ReadRows, { periods, groups }: DividedBy, { amounts }: AskedRows): Wholes {
  const wholes = new Map<number, number>();
  for (let at = 0; at < rows.length; at += 1) if (groups.codeOf(at) === 0) wholes.set(periods.codeOf(at), at);
  const totals = new Set<number>();
  let isAlone = false;
  if (wholes.size === 0) return { totals, isAlone };
  const parts = new Map<number, number[]>();
  for (let at = 0; at < rows.length; at += 1) {
    const period = periods.codeOf(at);
    if (groups.codeOf(at) === 0 || !wholes.has(period)) continue;
    const others = parts.get(period);
    if (others) others.push(at);
    else parts.set(period, [at]);
  }
  const columns = [...rows.values].filter(([name]) => amounts?.has(name) ?? true).map(([, column]) => column);
  for (const [period, whole] of wholes) {
    const others = parts.get(period);
    if (!others) isAlone = true;
    else if (isTotal(whole, others, columns)) totals.add(whole);
    else return { totals, isAlone, other: whole };
  }
  return { totals, isAlone };
}

/** True if each amount of the row is the sum of the others', and it has one. */
function isTotal(whole: number, parts: readonly number[], columns: readonly Float64Array[]): boolean {
  const own = columns.filter((column) => numberAt(column, whole) !== undefined);
  return own.length > 0 && own.every((column) => addsUp(column, whole, parts));
}

function addsUp(column: Float64Array, whole: number, parts: readonly number[]): boolean {
  const values = parts.flatMap((at) => numberAt(column, at) ?? []);
  const sum = values.reduce((subtotal, value) => subtotal + value, 0);
  const size = values.reduce((subtotal, value) => subtotal + Math.abs(value), 0);
  const rounded = Math.min((values.length + 1) / 2, MOST_ROUNDED * size);
  return values.length > 0 && Math.abs((column[whole] ?? NaN) - sum) <= Math.max(PRECISION * size, rounded);
}

/** The error for a row without a group that is no total. */
export function noTotal(period: string, groupKey: string, where: string): InsightsError {
  return new InsightsError(
    "malformed",
    `The service returned for ${period || "the full year"} a row without a ${groupKey} that is not the sum of the others (${where}), so none of them is shown. Report this to the operator of the service.`,
  );
}
