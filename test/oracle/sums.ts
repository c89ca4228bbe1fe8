/** A field of several rows: a sum over all of them, a ratio of such sums, or nothing. */
import type { Values } from "./data";
import { IMPLIED, partsOfRatio } from "./fields";

/** A number, and the size of its terms. */
export interface Sum {
  readonly value: number;
  readonly size: number;
}

/** A number; or texts of which the message of `#N/A` must contain one, if there are any. */
export type Expected = Sum | { readonly missing: readonly string[] };

export const NOTHING: Expected = { missing: [] };
export const ZERO: Sum = { value: 0, size: 0 };

/** The value of one row: what the service sent, else what other lines imply. */
function valueIn(row: Values, field: string): number | undefined {
  const sent = row[field];
  if (sent !== undefined) return sent;
  const [whole, ...parts] = IMPLIED[field] ?? [];
  if (whole === undefined) return undefined;
  let rest = row[whole];
  for (const part of parts) {
    const value = row[part];
    rest = rest === undefined || value === undefined ? undefined : rest - value;
  }
  return rest;
}

function sumOf(rows: readonly Values[], field: string): Sum | undefined {
  let [value, size] = [0, 0];
  for (const row of rows) {
    const own = valueIn(row, field);
    if (own === undefined) return undefined;
    value += own;
    size += Math.abs(own);
  }
  return { value, size };
}

/** Weighs each row by its volume. */
function fillRate(rows: readonly Values[]): Expected {
  let [filled, volume] = [0, 0];
  for (const row of rows) {
    const { demandVolume, fillRate: rate } = row;
    if (demandVolume === undefined) return NOTHING;
    if (demandVolume === 0) continue;
    if (rate === undefined) return NOTHING;
    filled += demandVolume * rate;
    volume += demandVolume;
  }
  return volume === 0 ? NOTHING : { value: filled / volume, size: 1 };
}

/** @param isSingle True for one month, and one item at most. */
export function combine(field: string, rows: readonly Values[], isSingle: boolean): Expected {
  const [only] = rows;
  const alone = isSingle && rows.length === 1 ? only : undefined;
  const sent = alone && valueIn(alone, field);
  if (sent !== undefined) return { value: sent, size: Math.abs(sent) };
  const ratio = partsOfRatio(field);
  if (ratio) {
    const [numerator, denominator] = ratio.map((part) => sumOf(rows, part) ?? NOTHING);
    return numerator && denominator ? quotient(numerator, denominator) : NOTHING;
  }
  if (alone || field === "forecastAccuracy") return NOTHING;
  return field === "fillRate" ? fillRate(rows) : (sumOf(rows, field) ?? NOTHING);
}

export function plus(one: Expected, other: Expected, sign: 1 | -1 = 1): Expected {
  if ("missing" in one) return one;
  if ("missing" in other) return other;
  return { value: one.value + sign * other.value, size: one.size + other.size };
}

/** A ratio to 0 is nothing. */
export function quotient(numerator: Expected, denominator: Expected): Expected {
  if ("missing" in numerator || "missing" in denominator || denominator.value === 0) return NOTHING;
  const by = Math.abs(denominator.value);
  return { value: numerator.value / denominator.value, size: numerator.size / by };
}
