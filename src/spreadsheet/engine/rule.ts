/** A formula that holds for many cells without filling them, as those of conditional formats and of lists. */
import type { Compiled } from "./compile";
import { CellRange, type Matrix } from "./operand";
import type { AreaRead } from "./scope";
import type { Sheet } from "./sheet";
import type { Value } from "./values";

/** The rule's result for one cell: its distance from the rule's first cell. */
export interface RuleResult {
  readonly down: number;
  readonly right: number;
  readonly value: Value | Matrix;
}

export class Rule {
  results: readonly RuleResult[] = [];
  /** The references that its last calculation made, beside those in its text. */
  made: readonly CellRange[] = [];

  /** @param areas The cells that it holds for. Its text is written for the first cell of the first one. */
  constructor(
    readonly sheet: Sheet,
    readonly areas: readonly CellRange[],
    readonly compiled: Compiled,
  ) {}

  /** Returns the cells that it holds for. */
  *cells(): Generator<{ row: number; column: number; down: number; right: number }> {
    const [home] = this.areas;
    if (!home) return;
    for (const { row, column, rows, columns } of this.areas)
      for (let down = row; down < row + rows; down++)
        for (let right = column; right < column + columns; right++)
          yield { row: down, column: right, down: down - home.row, right: right - home.column };
  }

  /** Returns areas that contain all cells that it reads for any of its cells. */
  reads(): CellRange[] {
    const [home] = this.areas;
    if (!home) return [];
    const written = this.areas.flatMap((area) =>
      this.compiled.reads.flatMap((read) => readFrom(read, area, area.row - home.row, area.column - home.column)),
    );
    return [...written, ...this.made];
  }
}

/** Returns what a reference reads from the first to the last cell of an area. Beyond the sheet it reads nothing. */
function readFrom(read: AreaRead, { rows, columns }: CellRange, down: number, right: number): CellRange[] {
  const first = read.at(down, right);
  const last = read.at(down + rows - 1, right + columns - 1);
  if (!first || !last) return [first, last].flatMap((area) => area ?? []);
  const row = Math.min(first.row, last.row);
  const column = Math.min(first.column, last.column);
  const bottom = Math.max(first.row + first.rows, last.row + last.rows);
  const end = Math.max(first.column + first.columns, last.column + last.columns);
  return [new CellRange(first.sheet, row, column, bottom - row, end - column)];
}
