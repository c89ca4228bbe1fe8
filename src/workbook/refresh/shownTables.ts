/** Compares whole tables in cells with their results. The corner may be equal although Excel still shows the old table. */
import { formatSheetPosition } from "../../grid/address";
import { mapCells, type Area } from "../../grid/area";
import { isErrorCode } from "../../grid/errorCodes";
import { isPlainCall, readValues, type FormulaCell } from "../cells/cells";
import { readSpills } from "../cells/spills";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { entriesByAddress, isSameValue } from "./callers";

/** True if any table of the calls contains the value. An array formula of the old kind shows one value of it in each cell. */
export function isInTable(value: unknown, entries: readonly LedgerEntry[]): boolean {
  return entries.some(({ state, result }) => state === "done" && isTable(result) && result.flat().includes(value));
}

/**
 * Finds cells that are one call of ours and show another table than it returned. A table that does not spill may be in an array
 * formula of the old kind, or hidden for the moment. It counts as shown if its cell `isSteady`.
 */
export async function findPartlyShown(
  ledger: Ledger,
  cells: readonly FormulaCell[],
  isSteady: (cell: FormulaCell) => boolean,
): Promise<FormulaCell[]> {
  const made = entriesByAddress(ledger);
  const tables = cells.flatMap((cell) => {
    const mayBeTable = isPlainCall(cell.formula) && !isErrorCode(cell.value);
    const entries = mayBeTable ? made.get(formatSheetPosition(cell)) : undefined;
    const results = (entries ?? []).flatMap(({ result }) => (isTable(result) ? [result] : []));
    return results.length > 0 ? [{ cell, results }] : [];
  });
  if (tables.length === 0) return [];
  const resultsOf = new Map(tables.map(({ cell, results }) => [cell, results]));
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const spills = [...(await readSpills(context, [...resultsOf.keys()]))];
    const values = await readValues(
      context,
      spills.flatMap(([cell, area]) => placesIn(cell.sheet, area).flat()),
    );
    let next = 0;
    const shown = spills.map(([cell, area]) => {
      const rows = placesIn(cell.sheet, area).map((row) => row.map(() => values[next++]?.value));
      return { cell, rows };
    });
    const isShown = (cell: FormulaCell, rows: Table) =>
      resultsOf.get(cell)?.some((result) => isSameTable(result, rows));
    const spilling = new Set(shown.map(({ cell }) => cell));
    return [
      ...shown.filter(({ cell, rows }) => !isShown(cell, rows)).map(({ cell }) => cell),
      ...tables.map(({ cell }) => cell).filter((cell) => !spilling.has(cell) && !isSteady(cell)),
    ];
  });
}

type Table = readonly (readonly unknown[])[];

function isTable(result: unknown): result is Table {
  return Array.isArray(result) && result.every(Array.isArray) && (result.length > 1 || result[0]?.length !== 1);
}

function isSameTable(one: Table, other: Table): boolean {
  const isSameRow = (row: readonly unknown[], at: number) =>
    row.length === other[at]?.length && row.every((value, column) => isSameValue(value, other[at]?.[column]));
  return one.length === other.length && one.every(isSameRow);
}

function placesIn(sheet: string, area: Area) {
  return mapCells(area, (row, column) => ({ sheet, row, column }));
}
