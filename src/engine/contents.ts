/** The values of a workbook's cells during a calculation, and the formula that filled each cell. */
import {
  cellCount,
  cellNumber,
  isOnSheet,
  mapCells,
  overlaps,
  type Position,
  type SheetArea,
  type SheetPosition,
} from "../grid/area";
import { MAX_COLUMNS, MAX_ROWS } from "../grid/limits";
import type { BookSheet } from "./bookSheet";
import type { EngineSheet } from "./formulaEngine";
import type { Value } from "./values";

export interface Contents<Owner> {
  /** The sheets, as formulas read them. */
  readonly sheets: readonly EngineSheet[];
  /** Returns the size of a sheet's used range, or undefined if the sheet does not exist. Names ignore case. */
  used(sheet: string): { name: string; rows: number; columns: number } | undefined;
  /** Returns the formula that filled the cell. */
  ownerOf(cell: SheetPosition): Owner | undefined;
  /** Returns the value of a cell before the calculation. */
  givenAt(cell: SheetPosition): Value;
  /** Writes rows, starting at this cell. Without `owner`, the cells keep theirs. */
  write(cell: SheetPosition, rows: readonly (readonly Value[])[], owner?: Owner): void;
  /** Sets the owner of an area's cells. */
  own(area: SheetArea, owner: Owner): void;
  /** Empties an area, except for its first cell. */
  clearSpill(area: SheetArea): void;
  /** True if a formula can fill this area: one cell, or an area on the sheet that is empty except for its first cell. */
  hasRoom(area: SheetArea): boolean;
  /** Runs `work`. Returns its result and the owners of all cells read meanwhile. */
  watch<T>(work: () => T): { readonly result: T; readonly owners: ReadonlySet<Owner> };
}

interface SheetContents<Owner> {
  readonly name: string;
  /** The sheet before the calculation. */
  readonly given: BookSheet;
  /** The values written since, by `cellNumber`. */
  readonly written: Map<number, Value>;
  readonly owners: Map<number, Owner>;
  readonly blocked: readonly SheetArea[];
  rows: number;
  columns: number;
}

/**
 * @param blocked Areas into which no formula may spill: merged cells and tables.
 * @param textOf Returns the text of a formula.
 */
export function createContents<Owner>(
  given: readonly BookSheet[],
  blocked: readonly SheetArea[],
  textOf: (owner: Owner) => string,
): Contents<Owner> {
  const sheets = new Map<string, SheetContents<Owner>>();
  for (const sheet of given) {
    const { name, rows, columns } = sheet;
    const own = blocked.filter((area) => area.sheet === name);
    const contents = { name, given: sheet, written: new Map(), owners: new Map(), blocked: own, rows, columns };
    sheets.set(name.toLowerCase(), contents);
  }
  const sheetOf = (name: string): SheetContents<Owner> => {
    const sheet = sheets.get(name.toLowerCase());
    if (!sheet) throw new Error(`The workbook that is calculated has no sheet ${name}.`);
    return sheet;
  };
  let watched: Set<Owner> | undefined;
  return {
    sheets: [...sheets.values()].map((sheet) => readable(sheet, textOf, (owner) => watched?.add(owner))),
    used: (sheet) => sheets.get(sheet.toLowerCase()),
    ownerOf: (cell) => sheetOf(cell.sheet).owners.get(cellNumber(cell)),
    givenAt: (cell) => sheetOf(cell.sheet).given.valueAt(cellNumber(cell)),
    write: (cell, rows, owner) => write(sheetOf(cell.sheet), cell, rows, owner),
    own: (area, owner) => {
      const { owners } = sheetOf(area.sheet);
      mapCells(area, (row, column) => owners.set(cellNumber({ row, column }), owner));
    },
    clearSpill: (area) => clearSpill(sheetOf(area.sheet), area),
    hasRoom: (area) => hasRoom(sheetOf(area.sheet), area),
    watch(work) {
      const owners = (watched = new Set<Owner>());
      const result = work();
      watched = undefined;
      return { result, owners };
    },
  };
}

function valueIn({ given, written }: SheetContents<unknown>, cell: number): Value {
  const value = written.get(cell);
  return value === undefined ? given.valueAt(cell) : value;
}

/** @param onRead Called with the owner of each cell that is read. */
function readable<Owner>(
  sheet: SheetContents<Owner>,
  textOf: (owner: Owner) => string,
  onRead: (owner: Owner) => void,
): EngineSheet {
  const { name, owners } = sheet;
  return {
    name,
    rowCount: MAX_ROWS,
    columnCount: MAX_COLUMNS,
    valueAt(row, column) {
      const number = cellNumber({ row, column });
      const owner = owners.get(number);
      if (owner !== undefined) onRead(owner);
      return valueIn(sheet, number);
    },
    formulaAt(row, column) {
      const owner = owners.get(cellNumber({ row, column }));
      return owner && textOf(owner);
    },
  };
}

function write<Owner>(
  sheet: SheetContents<Owner>,
  cell: Position,
  rows: readonly (readonly Value[])[],
  owner: Owner | undefined,
): void {
  rows.forEach((values, down) =>
    values.forEach((value, right) => {
      const number = cellNumber({ row: cell.row + down, column: cell.column + right });
      sheet.written.set(number, value);
      if (owner !== undefined) sheet.owners.set(number, owner);
    }),
  );
  sheet.rows = Math.max(sheet.rows, cell.row + rows.length);
  sheet.columns = Math.max(sheet.columns, cell.column + (rows[0]?.length ?? 0));
}

function clearSpill({ written, owners }: SheetContents<unknown>, area: SheetArea): void {
  if (cellCount(area) === 1) return;
  mapCells(area, (row, column) => {
    if (row === area.row && column === area.column) return;
    written.set(cellNumber({ row, column }), null);
    owners.delete(cellNumber({ row, column }));
  });
}

function hasRoom(sheet: SheetContents<unknown>, area: SheetArea): boolean {
  const { owners, blocked } = sheet;
  if (cellCount(area) === 1) return true;
  if (!isOnSheet(area) || blocked.some((other) => overlaps(area, other))) return false;
  const isFree = mapCells(area, (row, column) => {
    const number = cellNumber({ row, column });
    return (row === area.row && column === area.column) || (valueIn(sheet, number) === null && !owners.has(number));
  });
  return isFree.every((row) => row.every(Boolean));
}
