/** Ranges as add-ins see them, over the cells of Univer. */
import { AbsoluteRefType, type ICellData } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { deserializeRangeWithSheet, serializeRangeWithSheet } from "@univerjs/engine-formula";
import type { Cell } from "../../../engine/calls";
import { officeError, type HostObject } from "../../office/interpreter";

/** What ranges need of the grid around them. */
export interface Cells {
  /** A value, spilled or not; an error is its code, a blank null. */
  valueAt: (cell: Cell) => unknown;
  /** Has a cell calculated again, at the end of this turn. */
  markDirty: (cell: Cell) => void;
  sheetObject: (sheet: FWorksheet) => HostObject;
}

/** Rows and columns count from 0. */
export interface Box {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

const boxes = new WeakMap<HostObject, { sheet: string; box: Box }>();

export function rangeObject(cells: Cells, sheet: FWorksheet, box: Box): HostObject {
  const valueAt = (cell: Cell) => cells.valueAt(cell) ?? "";
  const formulaAt = (cell: Cell) => sheet.getRange(cell.row, cell.column).getFormula() || valueAt(cell);
  const each = <T>(map: (cell: Cell) => T): T[][] =>
    Array.from({ length: box.rows }, (_, row) =>
      Array.from({ length: box.columns }, (_, column) =>
        map({ sheet: sheet.getSheetId(), row: box.row + row, column: box.column + column }),
      ),
    );
  const object: HostObject = {
    type: "Range",
    values: {
      address: () => addressOf(sheet, box),
      rowIndex: () => box.row,
      columnIndex: () => box.column,
      rowCount: () => box.rows,
      columnCount: () => box.columns,
      cellCount: () => box.rows * box.columns,
      formulas: () => each(formulaAt),
      values: () => each(valueAt),
    },
    setters: { formulas: (rows) => enter(sheet, box, rows), values: (rows) => enter(sheet, box, rows) },
    objects: { worksheet: () => cells.sheetObject(sheet) },
    methods: {
      ...otherRanges(cells, sheet, box),
      setDirty: () => void each(cells.markDirty),
      select: () => void sheet.getRange(box.row, box.column, box.rows, box.columns).activate(),
      _ValidateArraySize: () => null,
    },
  };
  boxes.set(object, { sheet: sheet.getSheetId(), box });
  return object;
}

/** The methods that lead from a range to another one. */
function otherRanges(cells: Cells, sheet: FWorksheet, box: Box): NonNullable<HostObject["methods"]> {
  const to = (next: Partial<Box>) => rangeObject(cells, sheet, { ...box, ...next });
  return {
    getCell: (row: number, column: number) =>
      to({ row: box.row + row, column: box.column + column, rows: 1, columns: 1 }),
    getResizedRange: (rows: number, columns: number) => to({ rows: box.rows + rows, columns: box.columns + columns }),
    getOffsetRange: (rows: number, columns: number) => to({ row: box.row + rows, column: box.column + columns }),
    getIntersectionOrNullObject: (other: HostObject | string) => {
      const met = meeting({ sheet: sheet.getSheetId(), box }, placeOf(sheet, other));
      return met && to(met);
    },
  };
}

function enter(sheet: FWorksheet, box: Box, rows: unknown[][]): void {
  if (rows.length !== box.rows || rows.some((row) => row.length !== box.columns))
    throw officeError("InvalidArgument", "The number of rows or columns in the input array doesn't match the range.");
  sheet.getRange(box.row, box.column, box.rows, box.columns).setValues(rows.map((row) => row.map(content)));
}

/** @throws InvalidArgument where the text is no address. */
export function boxOf(address: string): Box {
  const { startRow, endRow, startColumn, endColumn } = deserializeRangeWithSheet(address).range;
  if (!(startRow >= 0 && startColumn >= 0)) throw officeError("InvalidArgument", `"${address}" is no address.`);
  return { row: startRow, column: startColumn, rows: endRow - startRow + 1, columns: endColumn - startColumn + 1 };
}

function content(value: unknown): ICellData {
  if (typeof value === "string" && value.startsWith("=")) return { f: value, si: null };
  return { v: value as string | number, f: null, si: null };
}

function addressOf(sheet: FWorksheet, { row, column, rows, columns }: Box): string {
  const [startAbsoluteRefType, endAbsoluteRefType] = [AbsoluteRefType.NONE, AbsoluteRefType.NONE];
  const range = { startRow: row, endRow: row + rows - 1, startColumn: column, endColumn: column + columns - 1 };
  return serializeRangeWithSheet(sheet.getSheetName(), { ...range, startAbsoluteRefType, endAbsoluteRefType });
}

function placeOf(sheet: FWorksheet, range: HostObject | string): { sheet: string; box: Box } {
  if (typeof range === "string") return { sheet: sheet.getSheetId(), box: boxOf(range) };
  return boxes.get(range)!;
}

function meeting(one: { sheet: string; box: Box }, other: { sheet: string; box: Box }): Box | null {
  const row = Math.max(one.box.row, other.box.row);
  const column = Math.max(one.box.column, other.box.column);
  const rows = Math.min(one.box.row + one.box.rows, other.box.row + other.box.rows) - row;
  const columns = Math.min(one.box.column + one.box.columns, other.box.column + other.box.columns) - column;
  return one.sheet === other.sheet && rows > 0 && columns > 0 ? { row, column, rows, columns } : null;
}
