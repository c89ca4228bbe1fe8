/** Writes a table's definition as cells: a title, a head, headings, and formulas that read them. Pure. */
import { formatColumn } from "../sheet/address";
import type { Position, RowSpan } from "../sheet/area";
import { formatCall } from "../formulas/argument";
import { SIGNATURES } from "../language/signatures";
import type { TableLook } from "../reports/sheetSpec";
import { axesOf, type GridAxes, type GridDimension, type GridEntry } from "./axes";
import { ACTUAL, fieldOfLine, PRIOR_YEAR, type GridDefinition } from "./definition";
import { absolute, HEAD, layOut, type GridLayout, type CellArgument, type ReferenceOf } from "./layout";
import { looksOfTable, tallRowOf, widthsOf } from "./looks";
import { isNextMonth, periodContent, periodKind, yearBefore } from "./periods";
import { columnNames, nameContent } from "./labels";
import { gridTexts } from "./texts";
import { tableNote, tableTitle } from "./title";

/** A table's cells from its first cell on. "" is a blank cell. */
export interface GridCells {
  /** Formulas with their "=", numbers, and texts as they are to be shown. */
  readonly contents: readonly (readonly (string | number)[])[];
  readonly looks: readonly TableLook[];
  /** The first cell with a formula of a number, from the table's first cell. */
  readonly body: Position;
  /** The least widths of the columns, in characters. */
  readonly widths: readonly number[];
  /** The row whose texts take two lines. */
  readonly tallRow: number | undefined;
  /** The rows of the head and of codes, from the table's first row. Names and the title say them for readers. */
  readonly folded: RowSpan;
}

/** @param first The table's first cell on its sheet. */
export function gridCells(grid: GridDefinition, first: Position): GridCells {
  const axes = axesOf(grid);
  const layout = layOut(grid, axes, first);
  const { rows, columns } = axes;
  const width = layout.labels + columns.entries.length;
  const height = layout.body + rows.entries.length;
  const contents = Array.from({ length: height }, () => Array<string | number>(Math.max(width, 2)).fill(""));
  const put = (row: number, column: number, content: string | number) => {
    const cells = contents[row];
    if (cells) cells[column] = content;
  };
  put(0, 0, tableTitle(axes.head, layout.headCell));
  put(1, 0, tableNote(grid, axes.head, { cellOf: layout.headCell, outlookCell: outlookCellOf(axes, layout, first) }));
  layout.head.forEach(({ label, content }, at) => {
    put(HEAD + at, 0, label);
    put(HEAD + at, 1, content);
  });
  columns.headings.forEach((name) => {
    const rowAt = layout.rowOf(name);
    put(rowAt, 0, gridTexts.dimensions[name]);
    headingContents(name, columns.entries, (entry) => ({ row: rowAt, column: layout.labels + entry }), first).forEach(
      (content, entry) => put(rowAt, layout.labels + entry, content),
    );
  });
  if (layout.names !== undefined) {
    const names = layout.names;
    namesOf(columns.entries, layout, first).forEach((content, entry) => put(names, layout.labels + entry, content));
  }
  rows.headings.forEach((name, at) => {
    headingContents(name, rows.entries, (entry) => ({ row: layout.body + entry, column: at }), first).forEach(
      (content, entry) => put(layout.body + entry, at, content),
    );
  });
  rows.entries.forEach((row, down) =>
    columns.entries.forEach((column, right) => {
      const [at, to] = [layout.body + down, layout.labels + right];
      const cell = { row: first.row + at, column: first.column + to };
      put(at, to, formulaOf({ ...axes.head, ...row, ...column }, layout.referenceOf, cell, grid));
    }),
  );
  const body = { row: layout.body, column: layout.labels };
  const widths = widthsOf(contents, grid, layout, columns.entries);
  return {
    contents,
    looks: looksOfTable(grid, axes, layout),
    body,
    widths,
    tallRow: tallRowOf(layout, columns.entries, widths),
    folded: layout.folded,
  };
}

/** Returns the cells that an outlook's formula reads; undefined without one. */
function outlookCellOf({ head, columns }: GridAxes, { labels, referenceOf }: GridLayout, first: Position) {
  const at = columns.entries.findIndex((entry) => ({ ...head, ...entry }).actualsTo);
  if (at < 0) return undefined;
  return (name: CellArgument) => referenceOf(name, { row: first.row, column: first.column + labels + at });
}

function namesOf(entries: readonly GridEntry[], { labels, referenceOf }: GridLayout, first: Position): string[] {
  return columnNames(entries).map((name, at) => {
    const cell = { row: first.row, column: first.column + labels + at };
    return nameContent(name, (code) => referenceOf(code, cell));
  });
}

/** Periods refer to the period before, so a user who changes the first moves them all. */
function headingContents(
  name: GridDimension,
  entries: readonly GridEntry[],
  place: (entry: number) => Position,
  first: Position,
): (string | number)[] {
  if (name !== "period") return entries.map((entry) => entry[name] ?? "");
  const address = (entry: number) => {
    const { row, column } = place(entry);
    return `${formatColumn(first.column + column)}${first.row + row + 1}`;
  };
  return entries.map(({ period = "" }, at) => {
    const before = entries[at - 1]?.period ?? "";
    const same = entries.findIndex((entry) => entry.period === period);
    if (same < at) return `=${address(same)}`;
    if (isNextMonth(period, before)) return `=EDATE(${address(at - 1)},1)`;
    return periodContent(period, absolute(first.row + HEAD, first.column + 1));
  });
}

/** Returns "" for a percentage of a ratio, which has none. */
function formulaOf(entry: GridEntry, referenceOf: ReferenceOf, at: Position, grid: GridDefinition): string {
  const id = entry.measure ? "VAR" : "KPI";
  if (entry.measure === "percent" && isRatio(entry, grid)) return "";
  const kinds = new Set(grid.periods.map(({ period }) => periodKind(period)));
  const isAgainstPriorYear = entry.base === PRIOR_YEAR;
  const texts: Partial<Record<string, string | undefined>> = {};
  const place = (argument: string, name: CellArgument) => (texts[argument] = referenceOf(name, at));
  for (const name of SIGNATURES.KPI) place(name, name);
  const year = referenceOf("year", at);
  const { period } = texts;
  if (!entry.measure && year && period)
    texts.period = `IF(${year}="${PRIOR_YEAR}",${yearBefore(period, kinds)},${period})`;
  if (entry.measure) {
    place("measure", "measure");
    place(isAgainstPriorYear ? "basePeriod" : "base", "base");
    if (isAgainstPriorYear && entry.actualsTo) texts.base = `"${ACTUAL}"`;
  }
  return `=${callOf(id, texts)}`;
}

function isRatio({ field = "" }: GridEntry, grid: GridDefinition): boolean {
  return grid.lines.map(fieldOfLine).some(({ label, unit }) => label === field && unit === "ratio");
}

/** Formats a call whose arguments are references or expressions, by the names of its parameters. */
export function callOf(id: "KPI" | "VAR", texts: Readonly<Partial<Record<string, string | undefined>>>): string {
  const args = SIGNATURES[id].map((name) => {
    const text = texts[name];
    return text ? ({ kind: "expression", text } as const) : ({ kind: "blank" } as const);
  });
  return formatCall(id, args).replaceAll(", ", ",");
}
