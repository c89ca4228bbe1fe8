/** Compares the cells before and after a refresh, and finds their errors. */
import { findCalls, isOnlyCall } from "../../../numbers/language/calls";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { mapCells, type SheetPosition } from "../../../spreadsheet/cells/area";
import type { FormulaCell } from "../cells/formulaCells";
import { isUnknownName, UNKNOWN_NAME } from "../cells/unknownFunctions";
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
  /** True if the formula catches the error, so that the cell shows something else. */
  readonly isCaught?: boolean;
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
    if (showsAgeAlone(cell.formula)) return [];
    const outcomes = made.get(address) ?? [];
    const outcome = outcomes.at(-1);
    if (outcome && isTable(outcome.before) && isTable(outcome.result) && isOnlyCall(cell.formula)) {
      return changedCells(cell, outcome).map((each) => ({ ...each, outcomes: [outcome], anchor: cell }));
    }
    const { sheet, row, column } = cell;
    const value = values.get(address);
    return value === cell.value
      ? []
      : [{ sheet, row, column, address, before: cell.value, after: value, outcomes, anchor: cell }];
  });
}

function showsAgeAlone(formula: string): boolean {
  // To parse thousands of formulas takes a tenth of a second.
  if (!/ASOF/i.test(formula)) return false;
  const calls = findCalls(formula);
  return calls.length > 0 && calls.every(({ name }) => name === "ASOF");
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

/** Finds cells that show an error of one of our functions, with its message, and those whose functions Excel does not know. */
export function findFailures(ledger: Ledger, cells: readonly FormulaCell[]): CellFailure[] {
  const errors = new Map<string, CallError>();
  for (const { addresses, error } of ledger.entries()) {
    if (error) for (const address of addresses) errors.set(address, error);
  }
  return cells.flatMap((cell) => {
    const address = formatSheetPosition(cell);
    if (isUnknownName(cell.value)) return [{ address, code: "#NAME?", message: UNKNOWN_NAME }];
    const error = errors.get(address);
    return error && String(cell.value).startsWith("#") ? [{ address, ...error }] : [];
  });
}

/** Finds cells that show something else although their call failed now: their formula catches the error. */
export function findCaught(changed: readonly Outcome[], cells: readonly FormulaCell[]): CellFailure[] {
  const values = new Map(cells.map((cell) => [formatSheetPosition(cell), cell.value]));
  return changed.flatMap(({ entry, error }) =>
    [...(error ? entry.addresses : [])].flatMap((address) =>
      error && values.has(address) && !String(values.get(address)).startsWith("#")
        ? [{ address, code: error.code, message: error.message, isCaught: true }]
        : [],
    ),
  );
}

type Table = readonly (readonly unknown[])[];

function isTable(value: unknown): value is Table {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** A cell that a changed call fills. */
export type FilledCell = Omit<Change, "outcomes" | "anchor">;

/** Returns the cells that show something else if the cell at `anchor` holds the call alone: of a table, each such cell. */
export function changedCells({ sheet, row: top, column: left }: SheetPosition, outcome: Outcome): FilledCell[] {
  const [before, after] = [tableOf(outcome.before), tableOf(outcome.result)];
  const rows = Math.max(before.length, after.length);
  const columns = Math.max(before[0]?.length ?? 0, after[0]?.length ?? 0);
  return mapCells({ row: 0, column: 0, rows, columns }, (row, column): FilledCell[] => {
    const [then, now] = [before[row]?.[column], after[row]?.[column]];
    if (then === now) return [];
    const position = { sheet, row: top + row, column: left + column };
    return [{ ...position, address: formatSheetPosition(position), before: then, after: now }];
  }).flat(2);
}

function tableOf(value: unknown): Table {
  return isTable(value) ? value : [[value]];
}
