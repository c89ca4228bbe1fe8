/** Errors of arguments: with one, Excel shows the error and does not call the function. */
import { parseArgument } from "../../../numbers/language/argument";
import { findCalls } from "../../../numbers/language/calls";
import { parseAddress } from "../../../spreadsheet/cells/address";
import { cellCount, positionsIn, type SheetPosition } from "../../../spreadsheet/cells/area";
import { isErrorCode } from "../../../spreadsheet/cells/errorCodes";
import { readValues, type FormulaCell } from "../cells/formulaCells";
import { runExcel } from "../cells/runExcel";

/** An argument over more cells is not read. */
const MOST_CELLS = 1_000;

/** What the arguments of a call read; undefined if one of them can fail without an error in the cells that it reads. */
type CellsRead = readonly SheetPosition[] | undefined;

/**
 * Finds the cells whose error is that of an argument. Each is one call of ours and nothing else, in error, and has called nothing.
 * @param isProbable True to count arguments that only Excel can compute as errors.
 */
export async function findArgumentErrors(
  cells: readonly FormulaCell[],
  isProbable: boolean,
): Promise<ReadonlySet<FormulaCell>> {
  const read = new Map(cells.map((cell) => [cell, cellsReadBy(cell)]));
  const wanted = [...read.values()].flatMap((positions) => positions ?? []);
  const values =
    wanted.length === 0 ? [] : await runExcel({ delayForCellEdit: true }, (context) => readValues(context, wanted));
  const failed = new Set(values.filter(({ value }) => isErrorCode(value)).map(idOf));
  return new Set(cells.filter((cell) => read.get(cell)?.some((position) => failed.has(idOf(position))) ?? isProbable));
}

function cellsReadBy({ formula, sheet: ownSheet }: FormulaCell): CellsRead {
  const positions: SheetPosition[] = [];
  for (const argument of findCalls(formula)[0]?.args ?? []) {
    const part = parseArgument(argument);
    if (part.kind === "expression") return undefined;
    if (part.kind !== "reference") continue;
    const { area, sheet, isForeign } = parseAddress(part.text) ?? {};
    if (!area || isForeign || cellCount(area) > MOST_CELLS) return undefined;
    positions.push(...positionsIn(area).map((position) => ({ ...position, sheet: sheet || ownSheet })));
  }
  return positions;
}

function idOf({ sheet, row, column }: SheetPosition): string {
  return `${sheet} ${row} ${column}`;
}
