/** What a report's sheet is to hold: data alone, which `writeSheet` puts into a worksheet. */
import type { ChartSpec } from "./chartSpec";
import type { ReportFormat } from "./formats";

/** A formula begins with "=", in English with commas; null leaves a cell as it is. A name out of a plan goes through `asText`. */
export type CellContent = string | number | null;

/** Formulas and values that are written together. */
export interface CellBlock {
  /** The address of its first cell. */
  readonly at: string;
  readonly rows: readonly (readonly CellContent[])[];
}

/** What one range looks like; what is left out stays as Excel has it. */
export interface RangeStyle {
  readonly range: string;
  readonly fill?: string;
  readonly color?: string;
  readonly bold?: boolean;
  /** In points. */
  readonly size?: number;
  readonly align?: "Left" | "Right" | "Center";
  readonly indent?: number;
  readonly format?: ReportFormat;
  /** Text goes on in further lines of its cell. */
  readonly wraps?: boolean;
  /** What is too long for its cell is made smaller: a name is never cut, a number never ####. */
  readonly shrinks?: boolean;
  /** One cell of all. */
  readonly merged?: boolean;
  /** The colour of a line along an edge. */
  readonly top?: string;
  readonly bottom?: string;
}

/** A cell with cells to choose from. Cells, since a list in text has a separator, which differs by language. */
export interface ListSpec {
  readonly cell: string;
  /** Without "=". */
  readonly source: string;
  /** What is not in the list: refused, or taken after a question. */
  readonly others: "refused" | "asked" | "taken";
  readonly message: string;
}

/** A fill, with bold letters where it is a sum's, that shows where a cell holds a text. */
export interface ConditionalFill {
  readonly range: string;
  readonly cell: string;
  readonly text: string;
  readonly fill: string;
  readonly bold?: boolean;
}

/** A part of a sheet. */
export interface ReportSection {
  readonly blocks?: readonly CellBlock[];
  readonly styles?: readonly RangeStyle[];
  readonly lists?: readonly ListSpec[];
  readonly fills?: readonly ConditionalFill[];
  readonly charts?: readonly ChartSpec[];
}

export interface PrintSpec {
  readonly area: string;
  /** Rows that are printed at the top of every page. */
  readonly titles: string;
  readonly orientation: "Portrait" | "Landscape";
  /** Pages; as many as it takes where there is no number. */
  readonly tall?: number;
}

export interface SheetSpec extends Required<ReportSection> {
  /** In points, by columns such as "A:A". */
  readonly widths: Readonly<Record<string, number>>;
  /** In points, by rows such as "2:2". */
  readonly heights: Readonly<Record<string, number>>;
  /** Columns that are not shown. */
  readonly hidden: string;
  /** So many stay where they are when the sheet is scrolled. */
  readonly frozen: { readonly rows: number; readonly columns: number };
  /** The cell that says the scale of the numbers. */
  readonly scale: string;
  readonly print: PrintSpec;
}

export const INK = "#0f6b4f";
export const TINT = "#e7f2ee";
export const QUIET = "#5c5c5c";
export const RED = "#b5403c";
export const GREEN = "#5aa88a";
/** A line over columns, and the columns under it, which differ in lightness too. */
export const NAVY = "#1f4e79";
export const PALE = "#a9d3c3";
const INPUT = "#fff8dc";

/** The same text in a cell, whatever it looks like: a formula, a number, a date. */
export function asText(text: string): string {
  return text === "" ? "" : `'${text}`;
}

export function heading(range: string): RangeStyle {
  return { range, fill: INK, color: "#ffffff", bold: true, align: "Right", wraps: true };
}

export function input(range: string): RangeStyle {
  return { range, fill: INPUT, bottom: "#c9b458", align: "Left", format: "text", shrinks: true, merged: true };
}

export function subtotal(range: string): RangeStyle {
  return { range, fill: TINT, bold: true, top: INK };
}
