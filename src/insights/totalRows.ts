/** Rows that are sums of the others: those without a group, and those called a total. Any other group that is one is an error. */
import type { AskedRows } from "./askedRows";
import { numberAt, type SentRows } from "./columns";
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
/** Shares of a part that differ by less are those of one allocation, rounded. */
const SAME_SHARE = 0.01;

/** A whole of fewer than two parts proves nothing. */
const LEAST_GROUPS = 3;

/** In lower case. A row of such a name is a total only if it adds up. */
const TOTAL_NAMES: ReadonlySet<string> = new Set(
  [
    "total|totals|grand total|overall total|subtotal|sub total|total sum|sum total|sum|overall|all|aggregate",
    "gesamt|gesamtsumme|insgesamt|summe|alle|total général|total general|ensemble|tous|toutes|somme",
    "totale|tutti|tutte|somma|totaal|todos|todas|suma|total geral|soma",
  ].flatMap((names) => names.split("|")),
);
const WHOLE_GROUPING = /^(?:all|total) (?:products?|skus?|articles?|regions?|channels?|groups?|items?)$/;

/** True for a name such as "Total", "All regions" or "(All)". */
export function isTotalName(name: string): boolean {
  const words = name
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim();
  return TOTAL_NAMES.has(words) || WHOLE_GROUPING.test(words);
}

/**
 * Returns those of the groups called totals that are the sum of the others in every period that is divided, not always 0.
 * @param named Codes of groups called totals.
 */
export function findNamedTotals(
  rows: SentRows,
  { periods, groups }: DividedBy,
  asked: AskedRows,
  named: readonly number[],
): ReadonlySet<number> {
  const columns = amountsOf(rows, asked);
  const totals = new Set<number>();
  const isTotalOf = (group: number, isPart: (other: number) => boolean) => {
    const own = (at: number) => groups.codeOf(at) === group;
    const divided = [...dividePeriods(rows, periods, own, (at) => isPart(groups.codeOf(at)))];
    const shown = divided.flatMap(([, { wholes, parts }]) =>
      parts.length > 0 ? wholes.map((at) => ({ at, parts })) : [],
    );
    const isNonZero = shown.some(({ at }) => columns.some((column) => numberAt(column, at)));
    return (
      isNonZero && shown.every(({ at, parts }) => ownColumns(columns, at).every((column) => addsUp(column, at, parts)))
    );
  };
  // The parts are all others, or those alone that are not called totals: there may be several totals.
  const isFound = (group: number) =>
    isTotalOf(group, (other) => other !== 0 && other !== group && !totals.has(other)) ||
    isTotalOf(group, (other) => other !== 0 && !named.includes(other));
  for (let isMore = true; isMore;) {
    const found = named.filter((group) => !totals.has(group) && isFound(group));
    for (const group of found) totals.add(group);
    isMore = found.length > 0;
  }
  return totals;
}

/** Rows without a group. */
export interface Wholes {
  /** The rows that are sums of the others in their period. No sum may count them. */
  readonly totals: ReadonlySet<number>;
  /** The first beside others that is not their sum. */
  readonly other?: number;
  /** True if a period has such a row and no others. */
  readonly isAlone: boolean;
}

export function findWholes(rows: SentRows, { periods, groups }: DividedBy, asked: AskedRows): Wholes {
  const isPart = (at: number) => groups.codeOf(at) !== 0;
  const columns = amountsOf(rows, asked);
  const totals = new Set<number>();
  let isAlone = false;
  for (const [, { wholes, parts }] of dividePeriods(rows, periods, (at) => !isPart(at), isPart)) {
    for (const whole of wholes) {
      if (parts.length === 0) isAlone = true;
      else if (isTotal(whole, parts, columns)) totals.add(whole);
      else return { totals, isAlone, other: whole };
    }
  }
  return { totals, isAlone };
}

/** Returns the rows of each period that has a whole. */
function dividePeriods(
  { length }: SentRows,
  periods: Codes,
  isWhole: (at: number) => boolean,
  isPart: (at: number) => boolean,
): ReadonlyMap<number, { readonly wholes: number[]; readonly parts: number[] }> {
  const divided = new Map<number, { readonly wholes: number[]; readonly parts: number[] }>();
  for (let at = 0; at < length; at += 1) {
    if (!isWhole(at)) continue;
    const period = periods.codeOf(at);
    const same = divided.get(period);
    if (same) same.wholes.push(at);
    else divided.set(period, { wholes: [at], parts: [] });
  }
  if (divided.size === 0) return divided;
  for (let at = 0; at < length; at += 1) if (isPart(at)) divided.get(periods.codeOf(at))?.parts.push(at);
  return divided;
}

function amountsOf({ values }: SentRows, { amounts }: AskedRows): Float64Array[] {
  return [...values].filter(([name]) => amounts?.has(name) ?? true).map(([, column]) => column);
}

function ownColumns(columns: readonly Float64Array[], at: number): Float64Array[] {
  return columns.filter((column) => numberAt(column, at) !== undefined);
}

/** True if each amount of the row is the sum of the others', and it has one. */
function isTotal(whole: number, parts: readonly number[], columns: readonly Float64Array[]): boolean {
  const own = ownColumns(columns, whole);
  return own.length > 0 && own.every((column) => addsUp(column, whole, parts));
}

function addsUp(column: Float64Array, whole: number, parts: readonly number[]): boolean {
  const values = parts.flatMap((at) => numberAt(column, at) ?? []);
  const sum = values.reduce((subtotal, value) => subtotal + value, 0);
  const size = values.reduce((subtotal, value) => subtotal + Math.abs(value), 0);
  return values.length > 0 && isEqual(column[whole] ?? NaN, sum, { size, count: values.length });
}

/** True if `whole` is the sum of `count` values, whose absolute values add up to `size`. */
function isEqual(whole: number, sum: number, { size, count }: { size: number; count: number }): boolean {
  const rounded = Math.min((count + 1) / 2, MOST_ROUNDED * size);
  return Math.abs(whole - sum) <= Math.max(PRECISION * size, rounded);
}

/**
 * Returns the first row of a group that is the sum of all others, two or more, in every period and amount, though their shares
 * differ: by its numbers a total, by its name none. Equal shares, as of an allocation by 50, 30 and 20 percent, may add up by chance.
 */
export function findDoubtful(rows: SentRows, { periods, groups }: DividedBy, asked: AskedRows): number | undefined {
  const parts = Array.from({ length: rows.length }, (_, at) => at).filter((at) => groups.codeOf(at) !== 0);
  const columns = amountsOf(rows, asked);
  if (columns.length === 0 || groups.size < LEAST_GROUPS + 1) return undefined;
  const isOut = new Uint8Array(groups.size);
  for (const column of columns) {
    const sums = sumsOf(column, parts, periods);
    for (const at of parts) if (!isHalf(column[at], sums, periods.codeOf(at))) isOut[groups.codeOf(at)] = 1;
  }
  const left = parts.filter((at) => !isOut[groups.codeOf(at)] && columns.some((column) => numberAt(column, at)));
  const [first, ...others] = left;
  if (first === undefined || others.some((at) => groups.codeOf(at) !== groups.codeOf(first))) return undefined;
  const isEverywhere = left.length === new Set(parts.map(periods.codeOf)).size;
  return isEverywhere && hasSeveralShares(columns, parts, left, { periods, groups }) ? first : undefined;
}

interface Sums {
  readonly sum: Float64Array;
  /** Of the absolute values. */
  readonly size: Float64Array;
  readonly count: Uint32Array;
}

/** Returns the sums by period. */
function sumsOf(column: Float64Array, parts: readonly number[], periods: Codes): Sums {
  const sum = new Float64Array(periods.size);
  const size = new Float64Array(periods.size);
  const count = new Uint32Array(periods.size);
  for (const at of parts) {
    const value = numberAt(column, at);
    if (value === undefined) continue;
    const period = periods.codeOf(at);
    sum[period] = (sum[period] ?? 0) + value;
    size[period] = (size[period] ?? 0) + Math.abs(value);
    count[period] = (count[period] ?? 0) + 1;
  }
  return { sum, size, count };
}

/** True if the value is the sum of two or more others of its period. */
function isHalf(value: number | undefined, { sum, size, count }: Sums, period: number): boolean {
  if (value === undefined || Number.isNaN(value)) return false;
  const others = { size: (size[period] ?? 0) - Math.abs(value), count: (count[period] ?? 0) - 1 };
  return others.count >= LEAST_GROUPS - 1 && isEqual(value, (sum[period] ?? 0) - value, others);
}

/** True if some part has another share of the whole in one period or amount than in another. */
function hasSeveralShares(
  columns: readonly Float64Array[],
  parts: readonly number[],
  whole: readonly number[],
  { periods, groups }: DividedBy,
): boolean {
  const rowOf = new Map(whole.map((at) => [periods.codeOf(at), at]));
  const shares = new Map<number, { least: number; most: number }>();
  for (const column of columns) {
    for (const at of parts) {
      const share = (column[at] ?? NaN) / (column[rowOf.get(periods.codeOf(at)) ?? -1] ?? NaN);
      if (!Number.isFinite(share)) continue;
      const { least, most } = shares.get(groups.codeOf(at)) ?? { least: share, most: share };
      shares.set(groups.codeOf(at), { least: Math.min(least, share), most: Math.max(most, share) });
    }
  }
  return [...shares.values()].some(({ least, most }) => most - least > SAME_SHARE);
}

/** The error for a row without a group that is no total. */
export function noTotal(period: string, groupKey: string, where: string): InsightsError {
  return new InsightsError(
    "malformed",
    `The service returned for ${period || "the full year"} a row without a ${groupKey} that is not the sum of the others (${where}), so none of them is shown. Report this to the operator of the service.`,
  );
}

/** The error for a group that is the sum of all others, though its name is none of a total. */
export function maybeTotal(group: string, groupKey: string, where: string): InsightsError {
  return new InsightsError(
    "malformed",
    `The service returned the ${groupKey} '${group}', which is the sum of all others in every period (${where}). It may be their total, so none of them is shown. Report this to the operator of the service.`,
  );
}
