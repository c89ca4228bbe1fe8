/** Compares the cells before and after a refresh, and finds their errors. */
import { findCalls } from "../../formulas/calls";
import { formatSheetPosition } from "../../grid/address";
import { mapCells, type SheetPosition } from "../../grid/area";
import type { FormulaCell } from "../cells/cells";
import type { CallError, Ledger } from "../ledger/ledger";
import type { Outcome } from "./recompute";

/** A cell that shows something else than before. */
export interface Change extends SheetPosition {
  readonly address: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The changed calls of its formula. */
  readonly outcomes: readonly Outcome[];
  /** The cell of the formula: another one for the cells of a spilled table. */
  readonly anchor: FormulaCell;
}

export interface CellFailure extends CallError {
  readonly address: string;
}

/**
 * Finds cells that show something else; of a spilled table, each such cell. A newer time is no change: cells that call ASOF alone
 * are left out.
 */
export function findChanges(
  changed: readonly Outcome[],
  before: readonly FormulaCell[],
  after: readonly FormulaCell[],
): Change[] {
  const made = outcomesByAddress(changed);
  const values = new Map(after.map((cell) => [formatSheetPosition(cell), cell.value]));
  return before.flatMap((cell) => {
    const address = formatSheetPosition(cell);
    const calls = findCalls(cell.formula);
    if (calls.length > 0 && calls.every(({ name }) => name === "ASOF")) return [];
    const [only] = calls;
    const outcomes = made.get(address) ?? [];
    const outcome = outcomes.at(-1);
    const isPlain = only?.start === 1 && only.end === cell.formula.length && calls.length === 1;
    if (isPlain && outcome && isTable(outcome.before) && isTable(outcome.result)) {
      return differences(cell, outcome, outcome.before, outcome.result);
    }
    const { sheet, row, column } = cell;
    const value = values.get(address);
    return value === cell.value
      ? []
      : [{ sheet, row, column, address, before: cell.value, after: value, outcomes, anchor: cell }];
  });
}

function outcomesByAddress(changed: readonly Outcome[]): ReadonlyMap<string, readonly Outcome[]> {
  const made = new Map<string, Outcome[]>();
  for (const outcome of changed) {
    for (const address of outcome.entry.addresses) {
      const own = made.get(address);
      if (own) own.push(outcome);
      else made.set(address, [outcome]);
    }
  }
  return made;
}

/** Finds cells that show an error of one of our functions, with its message. */
export function findFailures(ledger: Ledger, cells: readonly FormulaCell[]): CellFailure[] {
  const errors = new Map<string, CallError>();
  for (const { addresses, error } of ledger.entries()) {
    if (error) for (const address of addresses) errors.set(address, error);
  }
  return cells.flatMap((cell) => {
    const address = formatSheetPosition(cell);
    const error = errors.get(address);
    return error && String(cell.value).startsWith("#") ? [{ address, ...error }] : [];
  });
}

const HIDDEN = "The cell shows no error, since its formula catches it.";

/** Finds cells that show something else although their call failed now: their formula catches the error. */
export function findCaught(changed: readonly Outcome[], cells: readonly FormulaCell[]): CellFailure[] {
  const values = new Map(cells.map((cell) => [formatSheetPosition(cell), cell.value]));
  return changed.flatMap(({ entry, error }) =>
    [...(error ? entry.addresses : [])].flatMap((address) =>
      error && values.has(address) && !String(values.get(address)).startsWith("#")
        ? [{ address, code: error.code, message: `${error.message} ${HIDDEN}` }]
        : [],
    ),
  );
}

type Table = readonly (readonly unknown[])[];

function isTable(value: unknown): value is Table {
  return Array.isArray(value) && value.every(Array.isArray);
}

function differences(anchor: FormulaCell, outcome: Outcome, before: Table, after: Table): Change[] {
  const rows = Math.max(before.length, after.length);
  const columns = Math.max(before[0]?.length ?? 0, after[0]?.length ?? 0);
  const outcomes = [outcome];
  return mapCells({ row: 0, column: 0, rows, columns }, (row, column): Change[] => {
    const [then, now] = [before[row]?.[column], after[row]?.[column]];
    if (then === now) return [];
    const position = { sheet: anchor.sheet, row: anchor.row + row, column: anchor.column + column };
    return [{ ...position, address: formatSheetPosition(position), before: then, after: now, outcomes, anchor }];
  }).flat(2);
}
