/** Writes a table's definition as cells: a title, a head, headings, and formulas that read them. Pure. */
import { formatColumn } from "../../spreadsheet/cells/address";
import type { Position, RowSpan } from "../../spreadsheet/cells/area";
import { SIGNATURES } from "../../numbers/language/signatures";
import type { PartStyle } from "../reports/sheetSpec";
import { axesOf, type TableAxes, type TableDimension, type TableEntry } from "./axes";
import { ACTUAL, fieldOfLine, PRIOR_YEAR, type TableDefinition } from "./definition";
import { absolute, HEAD, layOutTable, type LaidOutTable, type CellArgument, type ReferenceOf } from "./tableLayout";
import { stylesOfTable, tallRowOf, widthsOf } from "./styles";
import { codeBefore, isNextMonth, periodContent, kindOfPeriod, yearBefore } from "./periods";
import { columnNames, nameContent } from "./labels";
import { tableTexts } from "./tableTexts";
import { writtenFormula, type WrittenArgument, type WrittenNumber } from "./writtenNumber";
import { tableNote, tableTitle } from "./title";

/** A table's cells from its first cell on. "" is a blank cell. */
export interface TableContent {
  /** Formulas with their "=", numbers, and texts as they are to be shown. */
  readonly contents: readonly (readonly (string | number)[])[];
  /** The numbers of the body, line by line; undefined for a blank cell. */
  readonly numbers: readonly (readonly (WrittenNumber | undefined)[])[];
  readonly styles: readonly PartStyle[];
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
export function contentOfTable(grid: TableDefinition, first: Position): TableContent {
  const axes = axesOf(grid);
  const layout = layOutTable(grid, axes, first);
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
    put(rowAt, 0, tableTexts.dimensions[name]);
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
  const numbers = rows.entries.map((row, down) =>
    columns.entries.map((column, right) => {
      const [at, to] = [layout.body + down, layout.labels + right];
      const cell = { row: first.row + at, column: first.column + to };
      const number = numberOf({ ...axes.head, ...row, ...column }, layout.referenceOf, cell, grid);
      put(at, to, number ? `=${writtenFormula(number)}` : "");
      return number;
    }),
  );
  const body = { row: layout.body, column: layout.labels };
  const widths = widthsOf(contents, grid, layout, columns.entries);
  return {
    contents,
    numbers,
    styles: stylesOfTable(grid, axes, layout),
    body,
    widths,
    tallRow: tallRowOf(layout, columns.entries, widths),
    folded: layout.folded,
  };
}

/** Returns the cells that an outlook's formula reads; undefined without one. */
function outlookCellOf({ head, columns }: TableAxes, { labels, referenceOf }: LaidOutTable, first: Position) {
  const at = columns.entries.findIndex((entry) => ({ ...head, ...entry }).actualsTo);
  if (at < 0) return undefined;
  return (name: CellArgument) => referenceOf(name, { row: first.row, column: first.column + labels + at });
}

function namesOf(entries: readonly TableEntry[], { labels, referenceOf }: LaidOutTable, first: Position): string[] {
  return columnNames(entries).map((name, at) => {
    const cell = { row: first.row, column: first.column + labels + at };
    return nameContent(name, (code) => referenceOf(code, cell));
  });
}

/** Periods refer to the period before, so a user who changes the first moves them all. */
function headingContents(
  name: TableDimension,
  entries: readonly TableEntry[],
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

/** Decides each argument once: the cell that the formula reads, and what that holds. Undefined for a percentage of a ratio. */
function numberOf(
  entry: TableEntry,
  referenceOf: ReferenceOf,
  at: Position,
  grid: TableDefinition,
): WrittenNumber | undefined {
  if (entry.measure === "percent" && isRatio(entry, grid)) return undefined;
  const values = { ...entry, plan: grid.plan, currency: grid.currency };
  const written = (name: CellArgument): WrittenArgument | undefined => {
    const text = referenceOf(name, at);
    return text === undefined ? undefined : { text, value: values[name] ?? "" };
  };
  const number = Object.fromEntries(SIGNATURES.KPI.map((name) => [name, written(name)])) as WrittenNumber["args"];
  if (!entry.measure)
    return { id: "KPI", args: { ...number, period: ownPeriod(number.period, written("year"), grid) } };
  const args = { ...number, measure: written("measure") };
  if (entry.base !== PRIOR_YEAR) return { id: "VAR", args: { ...args, base: written("base") } };
  // An outlook's year before is all actual.
  const base = entry.actualsTo ? { base: { text: `"${ACTUAL}"`, value: ACTUAL } } : {};
  return { id: "VAR", args: { ...args, ...base, basePeriod: written("base") } };
}

/** Beside a year's heading, the period or the same of the year before. */
function ownPeriod(
  period: WrittenArgument | undefined,
  year: WrittenArgument | undefined,
  { periods }: TableDefinition,
): WrittenArgument | undefined {
  if (!period || !year) return period;
  const kinds = new Set(periods.map((each) => kindOfPeriod(each.period)));
  return {
    text: `IF(${year.text}="${PRIOR_YEAR}",${yearBefore(period.text, kinds)},${period.text})`,
    value: year.value === PRIOR_YEAR ? codeBefore(String(period.value)) : period.value,
  };
}

function isRatio({ field = "" }: TableEntry, grid: TableDefinition): boolean {
  return grid.lines.map(fieldOfLine).some(({ label, unit }) => label === field && unit === "ratio");
}
