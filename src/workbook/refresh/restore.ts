/**
 * Restores what cells showed. A workbook without a ledger still shows numbers, but the results of its calls are unknown. Its
 * cells must be calculated to learn what they call. If the service then fails, they would be left in error.
 */
import { formatSheetPosition } from "../../grid/address";
import { isErrorCode } from "../../grid/errorCodes";
import { mapCells } from "../../grid/area";
import { isPlainCall, readValues, type FormulaCell } from "../cells/cells";
import { readSpills } from "../cells/spills";
import type { Ledger } from "../ledger/ledger";
import { callsMadeBy, cellsMaking } from "./callers";
import { awaitValues, settle, type SettleOptions } from "./settle";

/** The functions that return one value; the others return rows. */
export const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set(["KPI", "VAR", "PERIOD", "ASOF"]);

/** The values of cells before they were calculated. */
export interface ShownCells {
  /** Cells whose calls were not known then. */
  readonly cells: readonly FormulaCell[];
  /** The spilled tables. */
  readonly tables: ReadonlyMap<FormulaCell, readonly (readonly unknown[])[]>;
  /**
   * The key of the call that a cell made when it was first calculated, by its address: what is typed later is another call.
   * Undefined if it made none or several.
   */
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
  return { cells, tables: new Map(tables), calls: new Map() };
}

/** Notes the calls of cells that were calculated just now, for the first time since they were read. */
export function noteCalls({ cells, calls }: ShownCells, ledger: Ledger, calculated: readonly FormulaCell[]): void {
  const places = new Set(calculated.map(formatSheetPosition));
  const isNew = (address: string) => places.has(address) && !calls.has(address);
  const first = cells.filter((cell) => isNew(formatSheetPosition(cell)));
  for (const [address, [call, ...others]] of callsMadeBy(ledger, first)) {
    calls.set(address, others.length === 0 ? call?.key : undefined);
  }
}

/**
 * Restores the values and tables of cells whose calls failed. Leaves formulas that do more, and calls that were typed since.
 *
 * The call that failed may not be the one whose result the cell showed: an argument had another value for a moment. Such a call
 * is removed again, since its cell does not make it any more.
 */
export async function restore(options: SettleOptions, { cells, tables, calls }: ShownCells): Promise<void> {
  const { ledger } = options;
  // A cell that was never calculated is blank; so is the corner of many a table.
  const lost = await findLost(
    options,
    cells.filter((cell) => cell.value !== "" || tables.has(cell)),
  );
  const cellOf = new Map(lost.map((cell) => [calls.get(formatSheetPosition(cell)), cell]));
  const failed = ledger.entries().filter(({ state, result }) => state === "failed" && result === undefined);
  const restored = failed.filter((call) => {
    const cell = cellOf.get(call.key);
    if (!cell) return false;
    const result = NUMBER_FUNCTIONS.has(call.id) ? cell.value : (tables.get(cell) ?? [[cell.value]]);
    // Stamp 0: any result from the service wins over this one.
    ledger.record(call, { result, answeredAt: 0, stamp: 0, questions: undefined });
    return true;
  });
  try {
    await settle(options, cellsMaking(restored, lost));
  } finally {
    ledger.remove(restored.filter(({ addresses }) => addresses.size === 0));
  }
}

/** Finds the cells that show an error now. */
async function findLost(options: SettleOptions, cells: readonly FormulaCell[]): Promise<readonly FormulaCell[]> {
  const open = options.ledger.entries().filter(({ state, result }) => state !== "done" && result === undefined);
  const meant = cellsMaking(open, cells.filter(isRestorable));
  if (meant.length === 0) return [];
  await awaitValues(options, meant);
  const now = await Excel.run({ delayForCellEdit: true }, (context) => readValues(context, meant));
  return meant.filter((_, at) => isErrorCode(now[at]?.value));
}

function isRestorable({ formula, value }: FormulaCell): boolean {
  return isPlainCall(formula) && !isErrorCode(value);
}
