/** What the cells of a workbook hold while it is calculated, and which formula filled them. */
import type { Cell } from "./calls";
import type { Sheet } from "./formulas";
import { overlap } from "./plan";
import type { Area } from "./references";
import type { Value } from "./values";

/** The size of Excel's sheets. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;

export interface Contents<Owner> {
  /** The sheets, as formulas read them. */
  readonly sheets: readonly Sheet[];
  /** How much of a sheet holds something, its name in any letters; undefined for one that is not there. */
  used(sheet: string): { name: string; rows: number; columns: number } | undefined;
  ownerOf(cell: Cell): Owner | undefined;
  /** The rows of an area. */
  read(area: Area): Value[][];
  write(cell: Cell, rows: readonly (readonly Value[])[], owner?: Owner): void;
  /** Empties an area but for its first cell. */
  clearSpill(area: Area): void;
  /** Whether a formula may fill this area: it is its own cell, or on the sheet and holds nothing else. */
  hasRoom(area: Area): boolean;
  /** The owners of the cells that are read while this works. */
  watch(work: () => void): Set<Owner>;
}

interface Page<Owner> {
  readonly name: string;
  /** By number of the cell, over the rows. */
  readonly values: Map<number, Value>;
  readonly owners: Map<number, Owner>;
  readonly blocked: readonly Area[];
  rows: number;
  columns: number;
}

/**
 * @param blocked Where no formula may spill: merged cells and tables.
 * @param textOf The text of a formula.
 */
export function createContents<Owner>(
  names: readonly string[],
  blocked: readonly Area[],
  textOf: (owner: Owner) => string,
): Contents<Owner> {
  const pages = new Map<string, Page<Owner>>(names.map((name) => [name.toLowerCase(), createPage(name, blocked)]));
  const pageOf = (sheet: string) => pages.get(sheet.toLowerCase())!;
  let seen: Set<Owner> | undefined;
  const valueAt = (page: Page<Owner>, row: number, column: number): Value => {
    const owner = seen && page.owners.get(numberOf(row, column));
    if (owner !== undefined) seen!.add(owner);
    return page.values.get(numberOf(row, column)) ?? null;
  };
  return {
    sheets: [...pages.values()].map((page) => ({
      name: page.name,
      rowCount: MOST_ROWS,
      columnCount: MOST_COLUMNS,
      valueAt: (row, column) => valueAt(page, row, column),
      formulaAt: (row, column) => {
        const owner = page.owners.get(numberOf(row, column));
        return owner && textOf(owner);
      },
    })),
    used: (sheet) => pages.get(sheet.toLowerCase()),
    ownerOf: ({ sheet, row, column }) => pageOf(sheet).owners.get(numberOf(row, column)),
    read: (area) => mapArea(area, (row, column) => pageOf(area.sheet).values.get(numberOf(row, column)) ?? null),
    write: (cell, rows, owner) => write(pageOf(cell.sheet), cell, rows, owner),
    clearSpill: (area) => clearSpill(pageOf(area.sheet), area),
    hasRoom: (area) => hasRoom(pageOf(area.sheet), area),
    watch(work) {
      const owners = (seen = new Set<Owner>());
      work();
      seen = undefined;
      return owners;
    },
  };
}

function createPage<Owner>(name: string, blocked: readonly Area[]): Page<Owner> {
  const own = blocked.filter(({ sheet }) => sheet === name);
  return { name, values: new Map(), owners: new Map(), blocked: own, rows: 0, columns: 0 };
}

function write<Owner>(page: Page<Owner>, cell: Cell, rows: readonly (readonly Value[])[], owner?: Owner): void {
  rows.forEach((values, down) =>
    values.forEach((value, right) => {
      const number = numberOf(cell.row + down, cell.column + right);
      if (value !== null) page.values.set(number, value);
      else page.values.delete(number);
      if (owner !== undefined) page.owners.set(number, owner);
    }),
  );
  page.rows = Math.max(page.rows, cell.row + rows.length);
  page.columns = Math.max(page.columns, cell.column + (rows[0]?.length ?? 0));
}

function clearSpill<Owner>({ values, owners }: Page<Owner>, area: Area): void {
  mapArea(area, (row, column) => {
    if (row === area.row && column === area.column) return;
    values.delete(numberOf(row, column));
    owners.delete(numberOf(row, column));
  });
}

function hasRoom<Owner>({ values, owners, blocked }: Page<Owner>, area: Area): boolean {
  if (area.rows * area.columns === 1) return true;
  if (area.row + area.rows > MOST_ROWS || area.column + area.columns > MOST_COLUMNS) return false;
  if (blocked.some((other) => overlap(area, other))) return false;
  const isFree = mapArea(area, (row, column) => {
    const number = numberOf(row, column);
    return (row === area.row && column === area.column) || (!values.has(number) && !owners.has(number));
  });
  return isFree.every((row) => row.every(Boolean));
}

function mapArea<T>({ row, column, rows, columns }: Area, map: (row: number, column: number) => T): T[][] {
  return Array.from({ length: rows }, (_, down) =>
    Array.from({ length: columns }, (_, right) => map(row + down, column + right)),
  );
}

function numberOf(row: number, column: number): number {
  return row * MOST_COLUMNS + column;
}
