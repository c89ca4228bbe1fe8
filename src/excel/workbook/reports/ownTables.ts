/** Tables of a user's own that read inputs of reports. They follow by Excel's calculation alone. */
import { findReferences } from "../../../spreadsheet/formulas/references";
import { parseArea } from "../../../spreadsheet/cells/address";
import { contains, type SheetPosition } from "../../../spreadsheet/cells/area";
import { findFormulas, type FormulaAt } from "../cells/formulaCells";
import { runExcel } from "../cells/runExcel";

/** The rows of a table's head, in which one column of cells reads inputs: more than these begin another table. */
const HEAD_ROWS = 6;

/** Reads the formulas outside of reports that refer to other sheets. Waits while a user edits a cell. */
export async function readOwnFormulas(reportSheets: readonly string[]): Promise<readonly FormulaAt[]> {
  const reports = new Set(reportSheets);
  const formulas = await runExcel({ delayForCellEdit: true }, findFormulas);
  return formulas.filter(({ sheet, formula }) => !reports.has(sheet) && formula.includes("!"));
}

/**
 * Counts the tables among these formulas whose cells refer to one of the inputs. Cells that touch belong to one table; so do cells of one
 * column with a few rows between them, as in the head of a table.
 */
export function countReaders(inputs: readonly SheetPosition[], formulas: readonly FormulaAt[]): number {
  return countTables(formulas.filter(({ formula }) => readsOne(formula, inputs)));
}

function readsOne(formula: string, inputs: readonly SheetPosition[]): boolean {
  return findReferences(formula).some(({ sheet, place }) => {
    const area = parseArea(place.replaceAll("$", ""));
    return area !== undefined && inputs.some((input) => isSameSheet(input.sheet, sheet) && contains(area, input));
  });
}

function isSameSheet(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Counts groups of cells that belong together. */
function countTables(cells: readonly SheetPosition[]): number {
  const left = new Map(cells.map((cell) => [keyOf(cell), cell]));
  let tables = 0;
  for (const cell of cells) {
    if (!left.delete(keyOf(cell))) continue;
    tables += 1;
    for (const queue = [cell]; queue.length > 0;) {
      const [{ sheet, row, column }] = queue.splice(-1) as [SheetPosition];
      for (const [down, right] of AROUND) {
        const key = keyOf({ sheet, row: row + down, column: column + right });
        const next = left.get(key);
        if (next && left.delete(key)) queue.push(next);
      }
    }
  }
  return tables;
}

/** How far a cell may be from another one of its table: rows, columns. */
const AROUND: readonly (readonly [down: number, right: number])[] = [
  ...Array.from({ length: 2 * HEAD_ROWS + 1 }, (_, at) => [at - HEAD_ROWS, 0] as const),
  ...[-1, 0, 1].flatMap((down) => [[down, -1] as const, [down, 1] as const]),
];

function keyOf({ sheet, row, column }: SheetPosition): string {
  return `${row} ${column} ${sheet}`;
}
