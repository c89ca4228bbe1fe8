/** What the cells of a workbook hold while it is calculated, and which formula filled them. */
import { cellCount, isOnSheet, mapCells, overlaps, type Position, type SheetArea, type SheetPosition } from "../grid/area"; // prettier-ignore
import { MAX_COLUMNS, MAX_ROWS } from "../grid/limits";
import type { EngineSheet } from "./formulaEngine";
import type { Value } from "./values";

export interface Contents<Owner> {
  /** The sheets, as formulas read them. */
  readonly sheets: readonly EngineSheet[];
  /** How many rows and columns of a sheet are in use. Names ignore case. Undefined for a sheet that does not exist. */
  used(sheet: string): { name: string; rows: number; columns: number } | undefined;
  /** The formula that filled the cell. */
  ownerOf(cell: SheetPosition): Owner | undefined;
  read(area: SheetArea): Value[][];
  /** Writes rows from this cell on. The cells keep their owner where none is given. */
  write(cell: SheetPosition, rows: readonly (readonly Value[])[], owner?: Owner): void;
  /** Empties an area, except for its first cell. */
  clearSpill(area: SheetArea): void;
  /** Whether a formula can fill this area: its first cell alone, or an area on the sheet with no other content. */
  hasRoom(area: SheetArea): boolean;
  /** The owners of the cells that formulas read during `work`. */
  watch(work: () => void): Set<Owner>;
}

interface SheetContents<Owner> {
  readonly name: string;
  /** By `cellNumber`. */
  readonly values: Map<number, Value>;
  readonly owners: Map<number, Owner>;
  readonly blocked: readonly SheetArea[];
  rows: number;
  columns: number;
}

/**
 * @param blocked Where no formula may spill: merged cells and tables.
 * @param textOf The text of a formula.
 */
export function createContents<Owner>(
  names: readonly string[],
  blocked: readonly SheetArea[],
  textOf: (owner: Owner) => string,
): Contents<Owner> {
  const sheets = new Map(names.map((name) => [name.toLowerCase(), createSheet<Owner>(name, blocked)]));
  const sheetOf = (name: string): SheetContents<Owner> => {
    const sheet = sheets.get(name.toLowerCase());
    if (!sheet) throw new Error(`The workbook that is calculated has no sheet ${name}.`);
    return sheet;
  };
  let watched: Set<Owner> | undefined;
  return {
    sheets: [...sheets.values()].map((sheet) => readable(sheet, textOf, (owner) => watched?.add(owner))),
    used: (sheet) => sheets.get(sheet.toLowerCase()),
    ownerOf: ({ sheet, row, column }) => sheetOf(sheet).owners.get(cellNumber(row, column)),
    read: (area) => {
      const { values } = sheetOf(area.sheet);
      return mapCells(area, (row, column) => values.get(cellNumber(row, column)) ?? null);
    },
    write: (cell, rows, owner) => write(sheetOf(cell.sheet), cell, rows, owner),
    clearSpill: (area) => clearSpill(sheetOf(area.sheet), area),
    hasRoom: (area) => hasRoom(sheetOf(area.sheet), area),
    watch(work) {
      const owners = (watched = new Set<Owner>());
      work();
      watched = undefined;
      return owners;
    },
  };
}

/** @param onRead Called with the owner of each cell that is read. */
function readable<Owner>(
  { name, values, owners }: SheetContents<Owner>,
  textOf: (owner: Owner) => string,
  onRead: (owner: Owner) => void,
): EngineSheet {
  return {
    name,
    rowCount: MAX_ROWS,
    columnCount: MAX_COLUMNS,
    valueAt(row, column) {
      const number = cellNumber(row, column);
      const owner = owners.get(number);
      if (owner !== undefined) onRead(owner);
      return values.get(number) ?? null;
    },
    formulaAt(row, column) {
      const owner = owners.get(cellNumber(row, column));
      return owner && textOf(owner);
    },
  };
}

function createSheet<Owner>(name: string, blocked: readonly SheetArea[]): SheetContents<Owner> {
  const own = blocked.filter(({ sheet }) => sheet === name);
  return { name, values: new Map(), owners: new Map(), blocked: own, rows: 0, columns: 0 };
}

function write<Owner>(
  sheet: SheetContents<Owner>,
  cell: Position,
  rows: readonly (readonly Value[])[],
  owner: Owner | undefined,
): void {
  rows.forEach((values, down) =>
    values.forEach((value, right) => {
      const number = cellNumber(cell.row + down, cell.column + right);
      if (value !== null) sheet.values.set(number, value);
      else sheet.values.delete(number);
      if (owner !== undefined) sheet.owners.set(number, owner);
    }),
  );
  sheet.rows = Math.max(sheet.rows, cell.row + rows.length);
  sheet.columns = Math.max(sheet.columns, cell.column + (rows[0]?.length ?? 0));
}

function clearSpill<Owner>({ values, owners }: SheetContents<Owner>, area: SheetArea): void {
  mapCells(area, (row, column) => {
    if (row === area.row && column === area.column) return;
    values.delete(cellNumber(row, column));
    owners.delete(cellNumber(row, column));
  });
}

function hasRoom<Owner>({ values, owners, blocked }: SheetContents<Owner>, area: SheetArea): boolean {
  if (cellCount(area) === 1) return true;
  if (!isOnSheet(area) || blocked.some((other) => overlaps(area, other))) return false;
  const isFree = mapCells(area, (row, column) => {
    const number = cellNumber(row, column);
    return (row === area.row && column === area.column) || (!values.has(number) && !owners.has(number));
  });
  return isFree.every((row) => row.every(Boolean));
}

/** Numbers the cells of a sheet, row by row. A number is a faster key than a text. */
function cellNumber(row: number, column: number): number {
  return row * MAX_COLUMNS + column;
}
