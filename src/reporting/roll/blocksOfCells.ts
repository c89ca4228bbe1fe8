/** Groups cells with formulas into the blocks that were filled together. Pure. */
import {
  cellArea,
  enclosingArea,
  isInside,
  type Area,
  type SheetArea,
  type SheetPosition,
} from "../../spreadsheet/cells/area";
import { bySheet } from "../../spreadsheet/cells/blocks";

/** Blank rows or columns within a block at most, such as those between groups of lines. */
const MOST_BLANK = 2;

/** A block, and the parts that touch in it: each may be a table of its own. */
export interface FormulaBlock {
  readonly whole: SheetArea;
  readonly parts: readonly SheetArea[];
}

/** Parts with the same rows or the same columns and few blanks between them are one block. */
export function blocksOfCells(cells: readonly SheetPosition[]): FormulaBlock[] {
  return [...bySheet(cells)].flatMap(([sheet, own]) => {
    const parts = joined(own.map(cellArea), touch);
    return joined(parts, goOn).map((whole) => ({
      whole: { ...whole, sheet },
      parts: parts.filter((part) => isInside(part, whole)).map((part) => ({ ...part, sheet })),
    }));
  });
}

/** Replaces areas that belong together by the area around them, until none do. */
function joined(areas: readonly Area[], belong: (one: Area, other: Area) => boolean): Area[] {
  const done: Area[] = [];
  for (const area of areas) {
    let own = area;
    for (
      let at = done.findIndex((each) => belong(each, own));
      at >= 0;
      at = done.findIndex((each) => belong(each, own))
    )
      own = enclosingArea(own, ...(done.splice(at, 1) as [Area]));
    done.push(own);
  }
  return done;
}

function touch(one: Area, other: Area): boolean {
  return (
    gap(one.row, one.rows, other.row, other.rows) <= 0 && gap(one.column, one.columns, other.column, other.columns) <= 0
  );
}

function goOn(one: Area, other: Area): boolean {
  const isSameRows = one.row === other.row && one.rows === other.rows;
  const isSameColumns = one.column === other.column && one.columns === other.columns;
  return (
    (isSameRows && gap(one.column, one.columns, other.column, other.columns) <= MOST_BLANK) ||
    (isSameColumns && gap(one.row, one.rows, other.row, other.rows) <= MOST_BLANK)
  );
}

/** Returns how many lines lie between two stretches; 0 if they touch or overlap. */
function gap(start: number, length: number, other: number, otherLength: number): number {
  return Math.max(start, other) - Math.min(start + length, other + otherLength);
}
