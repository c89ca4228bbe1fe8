/** A table of a report: lines below one another, each with a cell in every column. */
import { formatColumn, parseColumn } from "../../spreadsheet/cells/address";
import type { ReportFormat } from "./formats";
import {
  headingStyle,
  INK,
  noteStyle,
  PAPER,
  QUIET,
  roleStyle,
  ruleCellStyle,
  signStyles,
  subtotalStyle,
  TABLE_SIZE,
  type CellContent,
  type RangeStyle,
  type ReportSection,
  type Role,
} from "./sheetSpec";

export interface TableColumn<Line> {
  readonly heading: CellContent;
  readonly role?: Role;
  readonly cell: (line: Line, row: number) => CellContent;
  readonly format: (line: Line) => ReportFormat | undefined;
  /** Returns the column in whose cells a number above 0 makes the cell green, and one below 0 red. */
  readonly sign?: (line: Line) => string;
  /** True to show its numbers as bars. */
  readonly isBar?: boolean;
}

/** The look of a line. */
export interface LineStyle {
  readonly isSum?: boolean;
  readonly indent?: number;
  /** True for a line whose bar would make those of the others slivers. */
  readonly hasNoBar?: boolean;
  /** True for the first line of another kind of numbers, which has a rule above it. */
  readonly isOther?: boolean;
}

export interface TableSpec<Line extends LineStyle> {
  /** The row of the headings. */
  readonly top: number;
  readonly corner: CellContent;
  readonly lines: readonly Line[];
  readonly label: (line: Line, row: number) => CellContent;
  readonly columns: readonly TableColumn<Line>[];
  /** The font size in points. @default that of most tables */
  readonly size?: number;
  /** In points. @default room for two lines */
  readonly headingHeight?: number;
  /** True for rules in a low row of their own, which can follow a condition. The headings are then above the row `top`. */
  readonly hasRuleRow?: boolean;
  /** True if the last lines may be blank: no border is drawn below them. */
  readonly isOpen?: boolean;
}

/** The column of the lines' labels, right of a margin. */
export const LABELS = "B";

/** Returns the column of a table's numbers, counted from 0. */
export function columnAt(at: number): string {
  return formatColumn(parseColumn(LABELS) + 1 + at);
}

/** Widths of columns, in points. An amount of twelve digits fits in any usual font. */
export const LABEL_WIDTH = 180;
export const AMOUNT_WIDTH = 112;
/** A whole report is then in sight beside the pane on a screen of 1,366 pixels. */
export const NARROW_AMOUNT_WIDTH = 96;
/** Of a base beside many columns: room for "Committed Plan" in one line, and for the input above it with its button. */
export const NARROW_BASE_WIDTH = 88;
export const PERCENT_WIDTH = 60;
export const BAR_WIDTH = 80;

/** In points: room for two lines of a scenario's name in this font size. */
const HEADING_HEIGHT = 28;
const BAR_HEADING_SIZE = 8;
const RULE_HEIGHT = 4;

export function tableSection<Line extends LineStyle>(table: TableSpec<Line>): ReportSection {
  const { top, corner, lines, label, columns, headingHeight = HEADING_HEIGHT, hasRuleRow } = table;
  const rows = lines.map((line, at) => {
    const row = top + 1 + at;
    return [label(line, row), ...columns.map(({ cell }) => cell(line, row))];
  });
  const headings = [corner, ...columns.map((column) => column.heading)];
  const ruled = hasRuleRow ? [headings, headings.map(() => null)] : [headings];
  return {
    blocks: [{ at: `${LABELS}${headingRowOf(table)}`, rows: [...ruled, ...rows] }],
    styles: tableStyles(table),
    conditionalStyles: rangesOf(table, ({ sign }, line) => sign?.(line)).flatMap(({ range, row, value }) =>
      signStyles(range, `$${value}${row}`),
    ),
    bars: rangesOf(table, ({ isBar }, { hasNoBar }) => (isBar && !hasNoBar ? "bar" : undefined)).map(
      ({ range }) => range,
    ),
    heights: {
      ...(hasRuleRow && { [`${top}:${top}`]: RULE_HEIGHT }),
      [`${headingRowOf(table)}:${headingRowOf(table)}`]: headingHeight,
    },
  };
}

function headingRowOf({ top, hasRuleRow }: Pick<TableSpec<LineStyle>, "top" | "hasRuleRow">): number {
  return hasRuleRow ? top - 1 : top;
}

interface NotesPlace {
  readonly row: number;
  /** The column of the line. @default that of the labels */
  readonly at?: string;
  /** The row of the user's words. @default the next row */
  readonly commentary?: number;
}

/** In points: room for two lines of commentary. */
const COMMENTARY_HEIGHT = 30;

/**
 * Writes a line that explains how to read a table, and leaves a row for the user's words. No formula is in that row, so they stay
 * when inputs change.
 */
export function notesSection(
  { row, at = LABELS, commentary = row + 1 }: NotesPlace,
  note: CellContent,
  lastColumn: string,
): ReportSection {
  return {
    blocks: [
      { at: `${at}${row}`, rows: [[note]] },
      { at: `${LABELS}${commentary}`, rows: [["Commentary"]] },
    ],
    styles: [
      noteStyle(`${at}${row}`),
      { range: `${LABELS}${commentary}`, color: QUIET, bold: true, size: TABLE_SIZE },
      {
        range: `${columnAt(0)}${commentary}:${lastColumn}${commentary}`,
        merged: true,
        wraps: true,
        size: TABLE_SIZE,
        align: "Left",
        // None above: it would show beside charts, which reach down to it.
        bottom: QUIET,
      },
    ],
    heights: { [`${commentary}:${commentary}`]: COMMENTARY_HEIGHT },
  };
}

function tableStyles<Line extends LineStyle>(table: TableSpec<Line>): RangeStyle[] {
  const { top, lines, columns, size = TABLE_SIZE, isOpen, hasRuleRow } = table;
  const last = columnAt(columns.length - 1);
  const bottom = top + lines.length;
  const body = `${LABELS}${top + 1}:${last}${bottom}`;
  const headings = headingRowOf(table);
  const roleOf = hasRuleRow ? ruleCellStyle : roleStyle;
  return [
    { ...headingStyle(`${LABELS}${headings}:${last}${headings}`, !hasRuleRow), size },
    { range: `${LABELS}${headings}`, align: "Left" },
    ...columns.flatMap(({ isBar }, at) =>
      isBar ? [{ range: `${columnAt(at)}${headings}`, size: BAR_HEADING_SIZE, align: "Center" as const }] : [],
    ),
    ...columns.flatMap(({ role }, at) => (role ? [roleOf(`${columnAt(at)}${top}`, role)] : [])),
    ...(hasRuleRow ? [{ range: `${columnAt(0)}${top}:${last}${top}`, between: PAPER }] : []),
    { range: body, shrinks: true, size },
    // Errors and texts stand below their heading too.
    { range: `${columnAt(0)}${top + 1}:${last}${bottom}`, align: "Right" },
    ...lines.flatMap(({ isSum, indent, isOther }, at): RangeStyle[] => [
      ...(isSum ? [subtotalStyle(`${LABELS}${top + 1 + at}:${last}${top + 1 + at}`)] : []),
      ...(isOther ? [{ range: `${LABELS}${top + 1 + at}:${last}${top + 1 + at}`, top: INK }] : []),
      ...(indent ? [{ range: `${LABELS}${top + 1 + at}`, indent }] : []),
    ]),
    ...(isOpen ? [] : [{ range: `${LABELS}${bottom}:${last}${bottom}`, bottom: INK }]),
    ...rangesOf(table, ({ format }, line) => format(line)).map(({ range, value }) => ({ range, format: value })),
  ];
}

interface ValuedRange<Value> {
  readonly range: string;
  /** Its first row. */
  readonly row: number;
  readonly value: Value;
}

/** Returns as few ranges as possible, each of cells with one value. */
function rangesOf<Line extends LineStyle, Value extends string>(
  { top, lines, columns }: TableSpec<Line>,
  valueOf: (column: TableColumn<Line>, line: Line) => Value | undefined,
): ValuedRange<Value>[] {
  const rows = lines.map((line) => columns.map((column) => valueOf(column, line)));
  return groupAdjacent(rows, (row) => row.join()).flatMap(({ first, last, item }) =>
    groupAdjacent(item, (value) => value ?? "").flatMap((group): ValuedRange<Value>[] => {
      const row = top + 1 + first;
      const range = `${columnAt(group.first)}${row}:${columnAt(group.last)}${top + 1 + last}`;
      return group.item ? [{ range, row, value: group.item }] : [];
    }),
  );
}

interface AdjacentItems<T> {
  readonly first: number;
  readonly last: number;
  readonly item: T;
}

/** Groups adjacent items with equal keys. */
function groupAdjacent<T>(items: readonly T[], groupKey: (item: T) => string): AdjacentItems<T>[] {
  const groups: AdjacentItems<T>[] = [];
  for (const [at, item] of items.entries()) {
    const before = groups.at(-1);
    if (before && groupKey(before.item) === groupKey(item)) groups[groups.length - 1] = { ...before, last: at };
    else groups.push({ first: at, last: at, item });
  }
  return groups;
}
