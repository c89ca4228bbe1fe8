/** Finds the cells of a reference outside of a cell, such as in a chart's series. */
import { parseA1Ref, tokenTypes } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import { parseArea } from "../cells/address";
import { contains, type Position, type SheetArea } from "../cells/area";
import type { FileValue } from "./fileCells";
import { createResolver } from "./resolve";
import type { Workbook } from "./workbook";

/** The value of a cell. */
export interface CellChange extends Position {
  readonly value: FileValue;
  /** True for a cell whose value has not changed. A chart may still show an older one. @default false */
  readonly isSame?: boolean;
}

/** The cells of a sheet with new values. */
export interface SheetChanges {
  readonly sheet: string;
  readonly cells: readonly CellChange[];
}

/** Returns the areas of a reference, in order; undefined if it is a calculation, or does not name its sheet. */
export type AreaFinder = (reference: string) => readonly SheetArea[] | undefined;

export function createAreas(workbook: Workbook): AreaFinder {
  const resolve = createResolver(workbook);
  return (reference) => {
    const resolved = resolve(reference, 0, { row: 0, column: 0 });
    if (resolved.problem !== undefined) return undefined;
    const tokens = tokenizeFormula(resolved.text).filter(({ type }) => type !== tokenTypes.WHITESPACE);
    const isPlain = tokens.every(({ type, value }) => type === tokenTypes.REF_RANGE || /^[(),]$/.test(value));
    if (!isPlain) return undefined;
    const areas = tokens.filter(({ type }) => type === tokenTypes.REF_RANGE).map(({ value }) => areaOf(value));
    return areas.every((area) => area !== undefined) ? areas : undefined;
  };
}

function areaOf(written: string): SheetArea | undefined {
  const sheet = parseA1Ref(written)?.sheetName;
  const area = parseArea(written.slice(written.lastIndexOf("!") + 1));
  return sheet && area ? { ...area, sheet } : undefined;
}

/** Returns the changed cells in an area, each with its place in it, counted row by row. */
export function changesIn(
  area: SheetArea,
  changed: readonly SheetChanges[],
): (Pick<CellChange, "value" | "isSame"> & { readonly place: number })[] {
  const name = area.sheet.toLowerCase();
  const own = changed.filter(({ sheet }) => sheet.toLowerCase() === name);
  return own.flatMap(({ cells }) =>
    cells
      .filter((cell) => contains(area, cell))
      .map(({ row, column, ...change }) => ({
        ...change,
        place: (row - area.row) * area.columns + column - area.column,
      })),
  );
}
