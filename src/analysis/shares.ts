/** The parts of a number by size, with their shares. Pure. */
import type { NumberCall } from "./numberCall";

/** One row of a drill-down. */
export interface DrillRow {
  readonly label: string;
  /** The amount that the row adds to the number; undefined if the plan has no such value. */
  readonly value: number | undefined;
  /** Why there is no value. */
  readonly reason?: string | undefined;
  /** Of the whole; all shares add up to 1. Undefined if the parts do not add up, or the whole is 0. */
  readonly share: number | undefined;
  /** The call of the row, which leads one level further; undefined for a remainder. */
  readonly call: NumberCall | undefined;
  readonly sign: 1 | -1;
  /** The weight of the value; undefined if it has none. */
  readonly weight?: number | undefined;
}

/** A smaller remainder, as a share of the largest number, comes from floating point. */
const TOLERANCE = 1e-9;

/** Sorts rows by size; rows without a value come last. */
export function rankRows(rows: readonly DrillRow[]): DrillRow[] {
  const size = ({ value }: DrillRow) => (value === undefined ? -1 : Math.abs(value));
  return [...rows].sort((one, other) => size(other) - size(one));
}

/**
 * Adds each row's share of the whole, and a last row for what the parts leave.
 * @param other The label of the last row.
 */
export function withShares(whole: number, rows: readonly DrillRow[], other: string): DrillRow[] {
  const sum = rows.reduce((total, { value = 0 }) => total + value, 0);
  const largest = rows.reduce((most, { value = 0 }) => Math.max(most, Math.abs(value)), Math.abs(whole));
  const rest = whole - sum;
  const isComplete = Math.abs(rest) <= TOLERANCE * largest;
  const all = isComplete
    ? rows
    : [...rows, { label: other, value: rest, share: undefined, call: undefined, sign: 1 as const }];
  if (whole === 0) return [...all];
  // A whole that its parts nearly cancel out would make shares without meaning.
  return all.map((row) => ({ ...row, share: row.value === undefined ? undefined : row.value / whole }));
}
