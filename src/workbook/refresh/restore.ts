/**
 * Restores what cells showed. A workbook without a ledger still shows numbers, but the results of its calls are unknown. Its
 * cells must be calculated to learn what they call. If the service then fails, they would be left in error.
 */
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode } from "../../grid/errorCodes";
import { mapCells } from "../../grid/area";
import { isOnlyCall, readValues, type FormulaCell } from "../cells/cells";
import { readSpills } from "../cells/spills";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { callsMadeBy, cellsMaking } from "./callers";
import { awaitValues, settle, type SettleOptions } from "./settle";

/** The functions that return one value; the others return rows. */
export const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set(["KPI", "VAR", "PERIOD", "ASOF"]);

/** The values of cells before they were calculated, and the calls that they make. */
export interface ShownCells {
  /** Cells whose calls were not known then. */
  readonly cells: readonly FormulaCell[];
  /** The spilled tables. */
  readonly tables: ReadonlyMap<FormulaCell, readonly (readonly unknown[])[]>;
  /** Addresses of cells that are being calculated for the first time. */
  readonly watched: Set<string>;
  /** The key of the one call that a cell made when it was calculated first, by its address. Undefined if it made none or several. */
  readonly calls: Map<string, string | undefined>;
}

/** Reads the tables of the cells that are one call of ours and spill. */
export async function readShown(cells: readonly FormulaCell[]): Promise<ShownCells> {
  const tables = await Excel.run({ delayForCellEdit: true }, async (context) => {
    const spills = [...(await readSpills(context, cells.filter(isRestorable)))];
    const places = spills.map(([cell, area]) => mapCells(area, (row, column) => ({ sheet: cell.sheet, row, column })));
    const values = await readValues(context, places.flat(2));
    const byPlace = new Map(places.flat(2).map((place, at) => [place, values[at]?.value]));
    return spills.map(
      ([cell], at) => [cell, places[at]?.map((row) => row.map((place) => byPlace.get(place))) ?? []] as const,
    );
  });
  return { cells, tables: new Map(tables), watched: new Set(), calls: new Map() };
}

/** Watches which calls these cells make. Must be called before they are calculated. */
export function watchCalls(shown: ShownCells, ledger: Ledger, cells: readonly FormulaCell[]): void {
  noteCalls(shown, ledger);
  const { watched, calls } = shown;
  const places = new Set(cells.map(formatSheetPosition));
  for (const [address, made] of callsMadeBy(ledger, shown.cells)) {
    if (!places.has(address) || calls.has(address)) continue;
    // If a call is known already, its entry has the former number, or the call was typed meanwhile.
    if (made.length === 0) watched.add(address);
    else calls.set(address, undefined);
  }
}

/** Notes the calls of watched cells. Must be called before their cells are calculated once more. */
export function noteCalls({ cells, watched, calls }: ShownCells, ledger: Ledger): void {
  const meant = cells.filter((cell) => watched.has(formatSheetPosition(cell)));
  for (const [address, [call, ...others]] of callsMadeBy(ledger, meant)) {
    calls.set(address, others.length === 0 ? call?.key : undefined);
  }
  watched.clear();
}

/**
 * Restores the values and tables of cells on whose calls the service failed. Leaves formulas that do more than one call, and calls
 * that were typed since.
 *
 * The call that failed may not be the one whose result the cell showed: an argument had another value for a moment. Such a call
 * is removed again, since its cell does not make it any more.
 */
export async function restore(options: SettleOptions, shown: ShownCells): Promise<void> {
  const { ledger } = options;
  const { cells, tables } = shown;
  // A cell that was never calculated is blank; so is the corner of many a table.
  const lost = await findLost(
    options,
    cells.filter((cell) => cell.value !== "" || tables.has(cell)),
  );
  noteCalls(shown, ledger);
  const lostBy = groupByCall(shown, lost);
  const failed = ledger.entries().filter(isUnanswered);
  const restored = failed.filter((call) => {
    const result = formerResult(shown, call, lostBy.get(call.key) ?? []);
    // Stamp 0: any result from the service wins over this one.
    if (result !== undefined) ledger.record(call, { result, answeredAt: 0, stamp: 0, questions: undefined });
    return result !== undefined;
  });
  try {
    await settle(options, cellsMaking(restored, lost));
  } finally {
    ledger.remove(restored.filter(({ addresses }) => addresses.size === 0));
  }
}

function groupByCall({ calls }: ShownCells, cells: readonly FormulaCell[]): Map<string, FormulaCell[]> {
  const groups = new Map<string, FormulaCell[]>();
  for (const cell of cells) {
    const key = calls.get(formatSheetPosition(cell));
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(cell);
    else groups.set(key, [cell]);
  }
  return groups;
}

/** True for a call that failed, unless the service answered that there is nothing of the name. */
function isUnanswered({ state, result, error }: LedgerEntry): boolean {
  return state === "failed" && result === undefined && error?.code !== "#N/A";
}

/** Returns what these cells showed as the result of their call; undefined if they differ: not all of them made it before. */
function formerResult({ tables }: ShownCells, { id }: LedgerEntry, cells: readonly FormulaCell[]): unknown {
  const spilled = cells.flatMap((cell) => [tables.get(cell)].filter((table) => table !== undefined));
  const single = cells.map(({ value }) => (NUMBER_FUNCTIONS.has(id) ? value : [[value]]));
  const [first, ...others] = spilled.length > 0 && !NUMBER_FUNCTIONS.has(id) ? spilled : single;
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : undefined;
}

/** Waits for the calls of these cells that have no result. Returns the cells that show an error then. */
async function findLost(options: SettleOptions, cells: readonly FormulaCell[]): Promise<readonly FormulaCell[]> {
  const open = options.ledger.entries().filter(({ state, result }) => state !== "done" && result === undefined);
  const meant = cellsMaking(open, cells.filter(isRestorable));
  if (meant.length === 0) return [];
  await awaitValues(options, meant);
  const now = await Excel.run({ delayForCellEdit: true }, (context) => readValues(context, meant));
  return meant.filter((_, at) => isErrorCode(now[at]?.value));
}

function isRestorable({ formula, value }: FormulaCell): boolean {
  return isOnlyCall(formula) && !isErrorCode(value);
}
