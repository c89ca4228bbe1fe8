/** What a report's sheet is to hold: data alone, which `writeSheet` puts into a worksheet. */

/** A formula begins with "="; null leaves a cell as it is. A name out of a plan goes through `asText`. */
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
  /** A number format. */
  readonly format?: string;
  /** The colour of a line along an edge. */
  readonly top?: string;
  readonly bottom?: string;
}

export interface ChartSpec {
  readonly type: "ColumnClustered" | "ColumnStacked";
  readonly title: string;
  /** With the categories in its first column and the names of the series in its first row. */
  readonly data: string;
  /** Its first and its last cell. */
  readonly place: readonly [string, string];
  /** Series by series; "none" is not seen. */
  readonly colors?: readonly string[];
  readonly legend: boolean;
  /** The type of series that differ from the chart's, by their place from 0. */
  readonly lines?: readonly number[];
}

export interface SheetSpec {
  readonly blocks: readonly CellBlock[];
  readonly styles: readonly RangeStyle[];
  /** In points, by columns such as "A:A". */
  readonly widths: Readonly<Record<string, number>>;
  /** Cells with a list to choose from: items with commas between them, or "=" and a range of the sheet. */
  readonly lists: readonly { readonly cell: string; readonly source: string }[];
  /** Columns that are not shown. */
  readonly hidden: string;
  readonly frozen: string;
  readonly printed: string;
  readonly charts: readonly ChartSpec[];
}

export const INK = "#0f6b4f";
export const TINT = "#e7f2ee";
export const QUIET = "#5c5c5c";
export const RED = "#b5403c";
const INPUT = "#fff8dc";

/** Finance writes a minus as parentheses; digits stay aligned. */
export const FORMATS = {
  amount: '#,##0_);(#,##0);"–"_)',
  volume: "#,##0_)",
  ratio: "0.0%_)",
  points: '+0.0" pp";-0.0" pp";"–"',
  change: "+0.0%;-0.0%;0.0%",
  mark: '[Color10]"▲ Fav";[Red]"▼ Adv";""',
  time: "d mmm yyyy hh:mm",
} as const;

/** The same text in a cell, whatever it looks like: a formula, a number, a date. */
export function asText(text: string): string {
  return text === "" ? "" : `'${text}`;
}

export function heading(range: string): RangeStyle {
  return { range, fill: INK, color: "#ffffff", bold: true, align: "Right" };
}

export function input(range: string): RangeStyle {
  return { range, fill: INPUT, bottom: "#c9b458", align: "Left", format: "@" };
}

export function subtotal(range: string): RangeStyle {
  return { range, fill: TINT, bold: true, top: INK };
}
