/** Reads the cells on the way from a number to its calls. */
import { findCalls, type FormulaCall } from "../../formulas/calls";
import type { SheetPosition } from "../../sheet/area";
import { blocksAround } from "../../sheet/blocks";
import { forEachBatch } from "../cells/batches";
import { rangeOf } from "../cells/cells";

export interface TracedCell extends SheetPosition {
  /** With its "="; "" if the cell has none. */
  readonly formula: string;
  readonly value: unknown;
  readonly calls: readonly FormulaCall[];
}

/** Leaves out cells of sheets that are not there, as in a reference over several sheets. */
export async function readTracedCells(wanted: readonly SheetPosition[]): Promise<TracedCell[]> {
  if (wanted.length === 0) return [];
  return Excel.run(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load("items/name");
    await context.sync();
    const sheets = new Set(worksheets.items.map(({ name }) => name.toLowerCase()));
    const cells = wanted.filter(({ sheet }) => sheets.has(sheet.toLowerCase()));
    const read = new Map<SheetPosition, TracedCell>();
    // A range costs Excel as much as many of its cells.
    await forEachBatch(
      context,
      blocksAround(cells),
      (block) => ({ block, range: rangeOf(context, block).load("formulas,values").untrack() }),
      ({ block, range }) => {
        for (const cell of block.cells) {
          const contentIn = (rows: unknown[][]) => rows[cell.row - block.row]?.[cell.column - block.column];
          read.set(cell, tracedCell(cell, contentIn(range.formulas), contentIn(range.values)));
        }
      },
    );
    return cells.flatMap((cell) => read.get(cell) ?? []);
  });
}

function tracedCell(cell: SheetPosition, formula: unknown, value: unknown): TracedCell {
  const own = typeof formula === "string" && formula.startsWith("=") ? formula : "";
  return { ...cell, formula: own, value, calls: findCalls(own) };
}

/** Returns the calls of a cell, without those inside another one, which are its arguments. */
export function outerCalls({ calls }: TracedCell): FormulaCall[] {
  return calls.filter((call, at) => !calls.slice(0, at).some((other) => call.start < other.end));
}
