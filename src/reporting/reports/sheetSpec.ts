/** A report's sheet as data, which `writeReport` writes to a worksheet. */
import type { CellFormat } from "../../numbers/language/numberFormats";
import type { ChartSpec } from "./chartSpec";
import type { ReportFormat } from "./formats";

/** A formula starts with "=", in English with commas; null leaves a cell unchanged. Names of a plan go through `asText`. */
export type CellContent = string | number | null;

/** A block of cells. */
export interface CellBlock {
  /** The address of its first cell. */
  readonly at: string;
  readonly rows: readonly (readonly CellContent[])[];
}

/** The look of a range. Omitted properties keep Excel's defaults. */
export interface RangeStyle {
  readonly range: string;
  readonly fill?: string;
  readonly color?: string;
  readonly bold?: boolean;
  /** In points. */
  readonly size?: number;
  readonly align?: "Left" | "Right" | "Center";
  readonly indent?: number;
  /** True for wrapped text whose beginning is to be seen if it is too long for its row. @default its middle */
  readonly isAtTop?: boolean;
  readonly format?: ReportFormat;
  /** True to wrap text. */
  readonly wraps?: boolean;
  /** True to shrink text to its cell, so a name is never cut and a number never ####. */
  readonly shrinks?: boolean;
  /** True to merge the range into one cell. */
  readonly merged?: boolean;
  /** The colours of the borders. */
  readonly top?: string;
  readonly bottom?: string;
  /** A strong rule below, which says whose numbers a column has. */
  readonly rule?: HeadingRule;
  /** The colour of the borders between the columns of the range. */
  readonly between?: string;
}

export interface HeadingRule {
  readonly style: "Continuous" | "Double" | "Dash";
  readonly color: string;
  /** A double rule has no other weight. */
  readonly isThick?: boolean;
}

/** A drop-down. Its source is a range, because the separator of a list in text differs by language. */
export interface ListSpec {
  readonly cell: string;
  /** Without "=". */
  readonly source: string;
  /** Values that are not in the list: refused, accepted after a question, or accepted. */
  readonly others: "refused" | "asked" | "taken";
  readonly message: string;
}

/** A look that cells have while a formula holds. */
export interface ConditionalStyle {
  readonly range: string;
  /** For the first cell of the range, without "=", and without separators, which differ by language. */
  readonly holds: string;
  readonly fill?: string;
  readonly color?: string;
  readonly bold?: boolean;
  /** The colour of a rule above the cells. */
  readonly top?: string;
}

/** A section of a report's sheet. */
export interface ReportSection {
  readonly blocks?: readonly CellBlock[];
  readonly styles?: readonly RangeStyle[];
  readonly lists?: readonly ListSpec[];
  readonly conditionalStyles?: readonly ConditionalStyle[];
  /** The ranges whose numbers are shown as bars alone, to the right and to the left of an axis, all in one scale. */
  readonly bars?: readonly string[];
  readonly charts?: readonly ChartSpec[];
  /** In points, by rows. */
  readonly heights?: Readonly<Record<string, number>>;
}

export interface PrintSpec {
  readonly area: string;
  /** Rows printed at the top of every page. */
  readonly titles: string;
  /** Columns printed at the left of every page. */
  readonly titleColumns?: string;
  readonly orientation: "Portrait" | "Landscape";
  /** The number of pages side by side. All rows are on one page, so no page ends within a chart. */
  readonly wide: number;
}

export interface SheetSpec extends Required<ReportSection> {
  /** In points, by columns such as "A:A". */
  readonly widths: Readonly<Record<string, number>>;
  /** In points, by rows such as "2:2". */
  readonly heights: Readonly<Record<string, number>>;
  /** Hidden columns. */
  readonly hidden: string;
  /** Rows in a group that is closed. */
  readonly folded: string;
  /** The frozen rows and columns. */
  readonly frozen: { readonly rows: number; readonly columns: number };
  /** The input cell of the scale. */
  readonly scale: string;
  readonly print: PrintSpec;
}

/** Titles, headings and the lines of tables. */
export const INK = "#1f1f1f";
export const TINT = "#f4f4f4";
export const QUIET = "#5c5c5c";
/** Of a text that says what is wrong on the sheet. */
export const ALERT = "#b02a2a";
/** Variances as text, as dark as text on white has to be, and as bars. */
const [BETTER, WORSE] = ["#117a46", "#b02a2a"];
export const WORSE_BAR = "#d0484a";
export const BETTER_BAR = "#3aa76d";
/** Demand that is not delivered. */
export const MISSED = "#d0484a";
/** Solid for the own scenario, an outline for its base or a plan, dashes for a second scenario; the year before is lighter. */
export const OWN = "#404040";
/** Steps that are no variances. */
export const STEP = "#a6a6a6";
const PRIOR = "#bfbfbf";
export const PAPER = "#ffffff";
const INPUT = "#fff8dc";

/** Signs of roles in the titles of charts and in headings. */
export const SOLID = "■";
export const OUTLINED = "□";
export const DASHED = "▫";

/** Whose numbers a column has. Headings and charts show it alike. */
export type Role = "own" | "base" | "second" | "prior";

/** Cells of a table in a sheet of the user's own, which looks like a report's. */
export interface PartStyle extends CellFormat {
  readonly isTitle?: boolean;
  /** True for what is said below the title. */
  readonly isNote?: boolean;
  readonly align?: "Left" | "Right";
  /** True for the cells of lines that sum up others. */
  readonly isSum?: boolean;
  /** True for bold numbers without a border. */
  readonly isBold?: boolean;
  /** True for numbers that are green above 0 and red below. */
  readonly isVariance?: boolean;
  /** True for the last line. */
  readonly isEnd?: boolean;
  /** Whose numbers are below a heading. */
  readonly role?: Role;
}

const RULES: Readonly<Record<Role, HeadingRule>> = {
  own: { style: "Continuous", color: OWN, isThick: true },
  base: { style: "Double", color: OWN },
  second: { style: "Dash", color: OWN },
  prior: { style: "Continuous", color: PRIOR, isThick: true },
};

export function roleStyle(range: string, role: Role): RangeStyle {
  return { range, rule: RULES[role] };
}

/** Draws the rule as a low cell: filled, or outlined for a base, which a condition may fill. */
export function ruleCellStyle(range: string, role: Role): RangeStyle {
  if (role === "own") return { range, fill: OWN };
  if (role === "prior") return { range, fill: PRIOR };
  return { range, top: OWN, bottom: OWN };
}

/** Colours a range by the sign of a number. A text is no number, so it has no colour. */
export function signStyles(range: string, number: string): ConditionalStyle[] {
  return [
    { range, holds: `${number}*1>0`, color: BETTER },
    { range, holds: `${number}*1<0`, color: WORSE },
  ];
}

export function headingStyle(range: string, isLined = true): RangeStyle {
  const lines = isLined ? { top: INK, bottom: INK } : { top: INK };
  return { range, color: INK, bold: true, align: "Right", wraps: true, ...lines };
}

/** The one font size of headings, lines and inputs, in points. */
export const TABLE_SIZE = 10;

export function inputStyle(range: string): RangeStyle {
  return {
    range,
    size: TABLE_SIZE,
    fill: INPUT,
    bottom: "#c9b458",
    between: PAPER,
    align: "Left",
    format: "text",
    shrinks: true,
  };
}

/** @param size In points */
export function titleStyle(range: string, size: number): RangeStyle {
  return { range, bold: true, size, color: INK };
}

/** Of what is said below a title or a table. */
export function noteStyle(range: string): RangeStyle {
  return { range, color: QUIET, size: 9 };
}

/** In points: smaller than a report's title, which has a sheet of its own. */
const TABLE_TITLE = 13;

/** Returns the styles of a part of a table, but for those of single cells. @param range Its address. */
export function rangeStyles(range: string, style: PartStyle): RangeStyle[] {
  return [
    ...(style.isTitle ? [titleStyle(range, TABLE_TITLE)] : []),
    ...(style.isNote ? [noteStyle(range)] : []),
    ...(style.isHeading ? [headingStyle(range)] : []),
    ...(style.align ? [{ range, align: style.align }] : []),
    ...(style.isSum ? [subtotalStyle(range)] : []),
    ...(style.isEnd ? [{ range, bottom: INK }] : []),
    ...(style.role ? [roleStyle(range, style.role)] : []),
  ];
}

export function subtotalStyle(range: string): RangeStyle {
  return { range, bold: true, top: QUIET };
}
