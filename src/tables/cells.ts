/** Writes a table's definition as cells: a head, headings, and formulas that read them. Pure. */
import { formatColumn } from "../sheet/address";
import type { Position, RowSpan } from "../sheet/area";
import { fieldFormat, type CellFormat, type Scale } from "../language/numberFormats";
import { formatCall } from "../formulas/argument";
import { SIGNATURES } from "../language/signatures";
import { axesOf, type GridAxes, type GridDimension, type GridEntry } from "./axes";
import { fieldOfLine, PRIOR_YEAR, type GridDefinition } from "./definition";
import { isNextMonth, MONTH_FORMAT, periodContent, periodKind, yearBefore } from "./periods";
import { columnNames, nameContent, nameTexts } from "./labels";
import { gridTexts } from "./texts";

/** A table's cells from its first cell on. "" is a blank cell. */
export interface GridCells {
  /** Formulas with their "=", numbers, and texts as they are to be shown. */
  readonly contents: readonly (readonly (string | number)[])[];
  readonly formats: readonly CellFormat[];
  /** The first cell with a formula of a number, from the table's first cell. */
  readonly body: Position;
  /** The least widths of the columns, in characters. */
  readonly widths: readonly number[];
  /** Rows of codes, from the table's first row. The row of names says them for readers. */
  readonly folded: RowSpan | undefined;
}

type Placed = "plan" | "currency" | GridDimension;
/** Returns the reference to an argument's cell, as the cell `at` needs it; undefined if the argument has no cell. */
type ReferenceOf = (name: Placed, at: Position) => string | undefined;

/**
 * @param first The table's first cell on its sheet.
 * @param scale Of amounts and volumes. @default whole numbers
 */
export function gridCells(grid: GridDefinition, first: Position, scale?: Scale): GridCells {
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
  layout.head.forEach(({ label, content }, at) => {
    put(at, 0, label);
    put(at, 1, content);
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
  return {
    contents,
    formats: formatsOf(grid, { rows, columns, layout }, scale),
    body,
    widths: widthsOf(contents, layout, columns.entries),
    folded: layout.codes > 0 ? { row: layout.top, rows: layout.codes } : undefined,
  };
}

interface Layout {
  readonly head: readonly {
    readonly name: Placed | undefined;
    readonly label: string;
    readonly content: string | number;
  }[];
  /** The first row of headings. */
  readonly top: number;
  /** Rows of codes, which come first. */
  readonly codes: number;
  /** The row of the columns' names; undefined if there are no codes. */
  readonly names: number | undefined;
  /** The row of a dimension that has headings across. */
  readonly rowOf: (name: GridDimension) => number;
  /** The first row of numbers. */
  readonly body: number;
  /** Columns beside the numbers. */
  readonly labels: number;
  readonly referenceOf: ReferenceOf;
}

function layOut(grid: GridDefinition, { head, rows, columns }: GridAxes, first: Position): Layout {
  const planCell = absolute(first.row, first.column + 1);
  const fields = grid.lines.map(fieldOfLine);
  const shared = Object.entries(head) as [GridDimension, string][];
  const headRows: Layout["head"] = [
    { name: "plan", label: gridTexts.plan, content: grid.plan },
    ...(grid.currency ? [{ name: "currency" as const, label: gridTexts.currency, content: grid.currency }] : []),
    ...(fields.some(({ unit }) => unit === "volume")
      ? [{ name: undefined, label: gridTexts.volumes, content: gridTexts.units }]
      : []),
    ...shared.map(([name, value]) => ({
      name,
      label: gridTexts.dimensions[name],
      content: name === "period" ? periodContent(value, planCell) : value,
    })),
  ];
  const top = headRows.length + 1;
  const coded = columns.headings.filter((name) => name !== "period");
  const codes = coded.length;
  const periods = columns.headings.length - codes;
  const isNamedFirst = grid.periodPlace === "inside";
  const names = codes > 0 ? top + codes + (isNamedFirst ? 0 : periods) : undefined;
  const rowOf = (name: GridDimension) =>
    top + (name === "period" ? codes + (names !== undefined && isNamedFirst ? 1 : 0) : coded.indexOf(name));
  const body = top + codes + periods + (names === undefined ? 0 : 1);
  const referenceOf: ReferenceOf = (name, at) => {
    const inHead = headRows.findIndex((each) => each.name === name);
    if (inHead >= 0) return absolute(first.row + inHead, first.column + 1);
    if (columns.headings.includes(name as GridDimension))
      return `${formatColumn(at.column)}$${first.row + rowOf(name as GridDimension) + 1}`;
    const down = rows.headings.indexOf(name as GridDimension);
    return down < 0 ? undefined : `$${formatColumn(first.column + down)}${at.row + 1}`;
  };
  return { head: headRows, top, codes, names, rowOf, body, labels: rows.headings.length, referenceOf };
}

function namesOf(entries: readonly GridEntry[], { labels, referenceOf }: Layout, first: Position): string[] {
  return columnNames(entries).map((name, at) => {
    const cell = { row: first.row, column: first.column + labels + at };
    return nameContent(name, (code) => referenceOf(code, cell));
  });
}

function absolute(row: number, column: number): string {
  return `$${formatColumn(column)}$${row + 1}`;
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
    return periodContent(period, absolute(first.row, first.column + 1));
  });
}

/** Returns "" for a percentage of a ratio, which has none. */
function formulaOf(entry: GridEntry, referenceOf: ReferenceOf, at: Position, grid: GridDefinition): string {
  const id = entry.measure ? "VAR" : "KPI";
  if (entry.measure === "percent" && isRatio(entry, grid)) return "";
  const kinds = new Set(grid.periods.map(({ period }) => periodKind(period)));
  const isAgainstPriorYear = entry.base === PRIOR_YEAR;
  const texts: Partial<Record<string, string | undefined>> = {};
  const place = (argument: string, name: Placed) => (texts[argument] = referenceOf(name, at));
  for (const name of SIGNATURES.KPI) place(name, name);
  const year = referenceOf("year", at);
  const { period } = texts;
  if (!entry.measure && year && period)
    texts.period = `IF(${year}="${PRIOR_YEAR}",${yearBefore(period, kinds)},${period})`;
  if (entry.measure) {
    place("measure", "measure");
    place(isAgainstPriorYear ? "basePeriod" : "base", "base");
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

function formatsOf(grid: GridDefinition, sides: Sides, scale: Scale | undefined): CellFormat[] {
  const { columns, layout } = sides;
  const width = layout.labels + columns.entries.length;
  const headings = {
    row: layout.top + layout.codes,
    column: 0,
    rows: layout.body - layout.top - layout.codes,
    columns: width,
    isHeading: true,
  };
  return [headings, ...periodFormats(sides), ...bodyFormats(grid, sides, scale)];
}

interface Sides {
  readonly rows: GridAxes["rows"];
  readonly columns: GridAxes["columns"];
  readonly layout: Layout;
}

function periodFormats({ rows, columns, layout }: Sides): CellFormat[] {
  const at = (row: number, column: number) => ({ row, column, rows: 1, columns: 1, numberFormat: MONTH_FORMAT });
  const inHead = layout.head.findIndex(
    ({ name, content }) => name === "period" && typeof content === "string" && content.startsWith("="),
  );
  const isMonth = ({ period = "" }: GridEntry) => periodKind(period) === "month";
  const across = columns.headings.includes("period") ? layout.rowOf("period") : -1;
  const down = rows.headings.indexOf("period");
  return [
    ...(inHead >= 0 ? [at(inHead, 1)] : []),
    ...(across < 0
      ? []
      : columns.entries.flatMap((entry, to) => (isMonth(entry) ? [at(across, layout.labels + to)] : []))),
    ...(down < 0 ? [] : rows.entries.flatMap((entry, to) => (isMonth(entry) ? [at(layout.body + to, down)] : []))),
  ];
}

function bodyFormats(grid: GridDefinition, { rows, columns, layout }: Sides, scale: Scale | undefined): CellFormat[] {
  const perLine = rows.entries.length / grid.lines.length;
  return grid.lines.flatMap((line, lineAt) =>
    columns.entries.map(({ measure }, at) => ({
      row: layout.body + lineAt * perLine,
      column: layout.labels + at,
      rows: perLine,
      columns: 1,
      numberFormat: fieldFormat(fieldOfLine(line), { measure, scale }),
    })),
  );
}

/** The number of characters that an amount of a large company takes. */
const NUMBER_WIDTH = 13;

function widthsOf(contents: GridCells["contents"], { labels, names }: Layout, entries: readonly GridEntry[]): number[] {
  const nameLengths = names === undefined ? [] : nameTexts(entries).map(({ length }) => length);
  return (contents[0] ?? []).map((_, column) =>
    Math.max(
      column < labels ? 0 : NUMBER_WIDTH,
      nameLengths[column - labels] ?? 0,
      ...contents.flatMap((cells, row) => (row === names ? [] : [textLength(cells[column] ?? "")])),
    ),
  );
}

function textLength(content: string | number): number {
  return typeof content === "string" && content.startsWith("=") ? MONTH_FORMAT.length : String(content).length;
}
