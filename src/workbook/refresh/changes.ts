/** What a refresh has changed in the cells, and what is wrong in them. */
import { findCalls } from "../../formulas/calls";
import { formatSheetPosition } from "../../grid/address";
import { mapCells } from "../../grid/area";
import type { FormulaCell } from "../cells/cells";
import type { CallError, Ledger } from "../ledger/ledger";
import type { Outcome } from "./recompute";

/** A cell that shows something else than before. */
export interface Change {
  readonly address: string;
  readonly before: unknown;
  readonly after: unknown;
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
  const outcomes = new Map(
    changed.flatMap((outcome) => [...outcome.entry.addresses].map((address) => [address, outcome] as const)),
  );
  const values = new Map(after.map((cell) => [formatSheetPosition(cell), cell.value]));
  return before.flatMap((cell) => {
    const address = formatSheetPosition(cell);
    const calls = findCalls(cell.formula);
    if (calls.length > 0 && calls.every(({ name }) => name === "ASOF")) return [];
    const [only] = calls;
    const outcome = outcomes.get(address);
    const isPlain = only?.start === 1 && only.end === cell.formula.length && calls.length === 1;
    if (isPlain && isTable(outcome?.before) && isTable(outcome.result)) {
      return differences(cell, outcome.before, outcome.result);
    }
    const value = values.get(address);
    return value === cell.value ? [] : [{ address, before: cell.value, after: value }];
  });
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

function differences(anchor: FormulaCell, before: Table, after: Table): Change[] {
  const rows = Math.max(before.length, after.length);
  const columns = Math.max(before[0]?.length ?? 0, after[0]?.length ?? 0);
  return mapCells({ row: 0, column: 0, rows, columns }, (row, column) => ({
    address: formatSheetPosition({ sheet: anchor.sheet, row: anchor.row + row, column: anchor.column + column }),
    before: before[row]?.[column],
    after: after[row]?.[column],
  }))
    .flat()
    .filter((change) => change.before !== change.after);
}
