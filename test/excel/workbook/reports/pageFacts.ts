/** What a person would see of a report's page: each cell's text as Excel formats it, how wide it is, and what it has room for. */
import { numfmt, type IStyleData, type IWorksheetData } from "@univerjs/core";
import { intersection, type Area } from "../../../../src/spreadsheet/cells/area";
import { PIXELS_PER_POINT } from "../../../../workbench/univer/range";
import type { Workbook } from "../../../workbench/excel";

export interface CellFacts {
  readonly row: number;
  readonly column: number;
  readonly value: unknown;
  /** With the number format that holds for the present scale. */
  readonly text: string;
  /** In points. */
  readonly textWidth: number;
  readonly room: { readonly width: number; readonly height: number };
  readonly size: number;
  readonly wraps: boolean;
  readonly shrinks: boolean;
  readonly isBold: boolean;
}

export interface PageFacts {
  readonly cells: readonly CellFacts[];
  /** Where charts are, in points. */
  readonly charts: readonly Box[];
  /** Rows with a line below their label. */
  readonly linedRows: readonly number[];
  /** In points, of an area. */
  readonly boxOf: (area: Area) => Box;
  readonly isHidden: (column: number) => boolean;
  /** How the sheet is printed, in the words of `PageLayout`. */
  readonly layout: Record<string, unknown>;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What Excel leaves free at both sides of a cell's text, in points. */
const PADDING = 3;
/** As the workbench keeps them in Univer's styles. */
const [SHRUNK, WRAPPED] = [2, 3];
const [LAST_ROW, LAST_COLUMN] = [90, 26];

export function readPage(workbook: Workbook, sheetName: string): PageFacts {
  const { data } = workbook.save();
  const sheet = Object.values(data.sheets ?? {}).find(({ name }) => name === sheetName) as IWorksheetData;
  const values = workbook.values(`'${sheetName}'!A1:Z${LAST_ROW}`);
  const style = (row: number, column: number): IStyleData => {
    const id = sheet.cellData[row]?.[column]?.s;
    return (typeof id === "string" ? data.styles?.[id] : id) ?? {};
  };
  const width = (column: number) => (sheet.columnData?.[column]?.w ?? sheet.defaultColumnWidth) / PIXELS_PER_POINT;
  const height = (row: number) => (sheet.rowData?.[row]?.h ?? sheet.defaultRowHeight) / PIXELS_PER_POINT;
  const sum = (of: (at: number) => number, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => of(from + at)).reduce((all, each) => all + each, 0);
  const boxOf = ({ row, column, rows, columns }: Area): Box => {
    const [left, top] = [sum(width, 0, column), sum(height, 0, row)];
    return { left, top, right: left + sum(width, column, columns), bottom: top + sum(height, row, rows) };
  };
  const merged = (row: number, column: number): Area => {
    const found = sheet.mergeData?.find(({ startRow, startColumn }) => startRow === row && startColumn === column);
    const [rows, columns] = found ? [found.endRow - row + 1, found.endColumn - column + 1] : [1, 1];
    return { row, column, rows, columns };
  };
  const cells = values.flatMap((line, row) =>
    line.slice(0, LAST_COLUMN).flatMap((value, column): CellFacts[] => {
      if (value === null || value === "") return [];
      const look = style(row, column);
      const conditional = workbook.conditionalStyle({ sheet: sheet.id, row, column });
      const text = formatted(value, (conditional.n ?? look.n)?.pattern);
      const isBold = Boolean(conditional.bl ?? look.bl);
      const [size, box] = [look.fs ?? 11, boxOf(merged(row, column))];
      const room = { width: box.right - box.left - PADDING, height: box.bottom - box.top };
      const indent = (look.pd?.l ?? 0) / PIXELS_PER_POINT;
      const textWidth = widthOf(text, size, isBold) + indent;
      return [
        {
          row,
          column,
          value,
          text,
          textWidth,
          room,
          size,
          wraps: Number(look.tb) === WRAPPED,
          shrinks: Number(look.tb) === SHRUNK,
          isBold,
        },
      ];
    }),
  );
  const charts = workbook.state.charts.filter((chart) => chart.sheet === sheet.id);
  return {
    cells,
    boxOf,
    layout: workbook.state.layouts[sheet.id] ?? {},
    charts: charts.map(({ place: { left, top, width, height } }) => ({
      left,
      top,
      right: left + width,
      bottom: top + height,
    })),
    linedRows: values.flatMap((_, row) => (style(row, 1).bd?.b ? [row] : [])),
    isHidden: (column) => Boolean(sheet.columnData?.[column]?.hd),
  };
}

function formatted(value: unknown, pattern = ""): string {
  return typeof value === "number" && pattern ? numfmt.format(pattern, value) : String(value);
}

/** In points, in a font as wide as Arial, which is wider than what Excel's are. */
export function widthOf(text: string, size: number, isBold: boolean): number {
  const em = [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0);
  return em * size * (isBold ? 1.06 : 1);
}

function widthOfLetter(letter: string): number {
  if (/[\d–_+=<>]/.test(letter)) return 0.556;
  if (/[.,:;'|!ijl·\s[\]/]/.test(letter)) return 0.278;
  if (/[()\-frt]/.test(letter)) return 0.333;
  if (/[%mwMW@▲▼]/.test(letter)) return 0.889;
  if (/[A-Z&]/.test(letter)) return 0.69;
  return (letter.codePointAt(0) ?? 0) > 0x2e80 ? 1.2 : 0.54;
}

export function overlaps(one: Box, other: Box): boolean {
  const slack = 1;
  return (
    one.left + slack < other.right &&
    other.left + slack < one.right &&
    one.top + slack < other.bottom &&
    other.top + slack < one.bottom
  );
}

export function isWithin(area: Area, cell: { row: number; column: number }): boolean {
  return intersection(area, { ...cell, rows: 1, columns: 1 }) !== undefined;
}
