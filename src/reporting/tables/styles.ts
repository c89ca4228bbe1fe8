/** The look of a table's cells: that of reports. Pure. */
import { isSumLine } from "../../insights";
import { tableFormat } from "../reports/formats";
import type { Role, PartStyle } from "../reports/sheetSpec";
import type { TableAxes, TableAxis, TableEntry } from "./axes";
import { ACTUAL, fieldOfLine, type TableDefinition } from "./definition";
import { nameTexts } from "./labels";
import { HEAD, type LaidOutTable } from "./tableLayout";
import { MONTH_FORMAT, kindOfPeriod } from "./periods";

/** Returns looks by areas from the table's first cell on. */
export function stylesOfTable(grid: TableDefinition, axes: TableAxes, layout: LaidOutTable): PartStyle[] {
  const { rows, columns } = axes;
  const width = layout.labels + columns.entries.length;
  const line = (row: number) => ({ row, column: 0, rows: 1, columns: width });
  return [
    { ...line(0), columns: 1, isTitle: true },
    { ...line(1), columns: 1, isNote: true },
    // Rows that hold something else are not folded, so the codes stand back.
    { ...line(layout.folded.row), rows: layout.folded.rows, isNote: true },
    { ...line(layout.top), rows: layout.body - layout.top, isHeading: true },
    {
      ...line(layout.top),
      rows: layout.body - layout.top + rows.entries.length,
      columns: layout.labels,
      align: "Left",
    },
    ...roleStyles(axes, layout),
    // Errors stand below their heading too.
    {
      row: layout.body,
      column: layout.labels,
      rows: rows.entries.length,
      columns: columns.entries.length,
      align: "Right",
    },
    ...periodFormats({ rows, columns, layout }),
    ...bodyFormats(grid, { rows, columns, layout }),
    ...sumRows(grid).map((at) => ({ ...line(layout.body + at), isSum: true })),
    ...varianceStyles({ rows, columns, layout }),
    { ...line(layout.body + rows.entries.length - 1), isEnd: true },
  ];
}

/** Says below the headings whose numbers a column has. */
function roleStyles({ head, columns }: TableAxes, { labels, body }: LaidOutTable): PartStyle[] {
  const entries = columns.entries.map((entry) => ({ ...head, ...entry }));
  const isPlain = ({ measure, year, actualsTo }: TableEntry) => !measure && !year && !actualsTo;
  const scenarios = [...new Set(entries.flatMap((entry) => (isPlain(entry) ? [entry.scenario ?? ""] : [])))];
  const hasOutlook = entries.some(({ actualsTo }) => actualsTo);
  // Beside an outlook, plans are what it is compared with.
  const own = hasOutlook || scenarios.includes(ACTUAL) ? ACTUAL : scenarios[0];
  const others = scenarios.filter((each) => each !== own);
  const roleOf = ({ measure, year, actualsTo, scenario = "" }: TableEntry): Role | undefined => {
    if (measure) return undefined;
    if (year) return "prior";
    return actualsTo || scenario === own ? "own" : scenario === others[0] ? "base" : "second";
  };
  return runsOf(entries.map(roleOf)).map(({ at, count, value }) => ({
    row: body - 1,
    column: labels + at,
    rows: 1,
    columns: count,
    role: value,
  }));
}

interface Sides {
  readonly rows: TableAxis;
  readonly columns: TableAxis;
  readonly layout: LaidOutTable;
}

function periodFormats({ rows, columns, layout }: Sides): PartStyle[] {
  const at = (row: number, column: number) => ({ row, column, rows: 1, columns: 1, numberFormat: MONTH_FORMAT });
  const inHead = layout.head.findIndex(
    ({ name, content }) => name === "period" && typeof content === "string" && content.startsWith("="),
  );
  const isMonth = ({ period = "" }: TableEntry) => kindOfPeriod(period) === "month";
  const across = columns.headings.includes("period") ? layout.rowOf("period") : -1;
  const down = rows.headings.indexOf("period");
  return [
    ...(inHead >= 0 ? [at(HEAD + inHead, 1)] : []),
    ...(across < 0
      ? []
      : columns.entries.flatMap((entry, to) => (isMonth(entry) ? [at(across, layout.labels + to)] : []))),
    ...(down < 0 ? [] : rows.entries.flatMap((entry, to) => (isMonth(entry) ? [at(layout.body + to, down)] : []))),
  ];
}

function bodyFormats(grid: TableDefinition, { rows, columns, layout }: Sides): PartStyle[] {
  const perLine = rows.entries.length / grid.lines.length;
  const { scale } = grid;
  return grid.lines.flatMap((line, lineAt) =>
    runsOf(columns.entries.map(({ measure }) => tableFormat(fieldOfLine(line), { measure, scale }))).map(
      ({ at, count, value }) => ({
        row: layout.body + lineAt * perLine,
        column: layout.labels + at,
        rows: perLine,
        columns: count,
        numberFormat: value,
      }),
    ),
  );
}

/** Returns the rows of sums among others. Sums alone, and sums of several periods below one another, are no sums there. */
function sumRows({ lines, periodPlace }: TableDefinition): number[] {
  const sums = lines.flatMap((line, at) => (!line.groupBy && isSumLine(fieldOfLine(line)) ? [at] : []));
  return periodPlace === "down" || sums.length === lines.length ? [] : sums;
}

function varianceStyles({ rows, columns, layout }: Sides): PartStyle[] {
  return runsOf(columns.entries.map(({ measure }) => (measure ? true : undefined))).map(({ at, count }) => ({
    row: layout.body,
    column: layout.labels + at,
    rows: rows.entries.length,
    columns: count,
    isVariance: true,
  }));
}

/** Returns runs of equal neighbours; those that are undefined are left out. */
function runsOf<T>(values: readonly (T | undefined)[]): { at: number; count: number; value: T }[] {
  const runs: { at: number; count: number; value: T }[] = [];
  for (const [at, value] of values.entries()) {
    const last = runs.at(-1);
    if (value === undefined) continue;
    if (last?.value === value && last.at + last.count === at) last.count += 1;
    else runs.push({ at, count: 1, value });
  }
  return runs;
}

/** In characters: a whole amount of a large company, and one in thousands or a variance in percent. */
const [AMOUNT_WIDTH, SHORT_WIDTH, PERCENT_WIDTH] = [13, 10, 8];

/** Returns the least widths of the columns, in characters. A name has two lines. */
export function widthsOf(
  contents: readonly (readonly (string | number)[])[],
  grid: TableDefinition,
  { labels, names, top, body }: LaidOutTable,
  entries: readonly TableEntry[],
): number[] {
  const nameWidths = names === undefined ? [] : nameTexts(entries).map(twoLines);
  return (contents[0] ?? []).map((_, column) => {
    const measure = entries[column - labels]?.measure;
    const number = measure === "percent" ? PERCENT_WIDTH : grid.scale ? SHORT_WIDTH : AMOUNT_WIDTH;
    const texts = contents.flatMap((cells, row) => (row < top || row === names ? [] : [cells[column] ?? ""]));
    return Math.max(
      column < labels ? 0 : number,
      nameWidths[column - labels] ?? 0,
      ...texts.slice(0, column < labels ? undefined : body - top).map(textLength),
    );
  });
}

/** In characters: bold letters are wider. */
const BOLD = 2;

/** Returns the row of names if some of them take two lines. @param widths Of the columns, in characters. */
export function tallRowOf(
  { labels, names }: LaidOutTable,
  entries: readonly TableEntry[],
  widths: readonly number[],
): number | undefined {
  const isTall = nameTexts(entries).some(({ length }, at) => length + BOLD > (widths[labels + at] ?? 0));
  return isTall ? names : undefined;
}

/** Returns the width at which a name wraps into two lines. */
function twoLines(name: string): number {
  const words = name.split(" ");
  const breaks = words.map((_, at) => [words.slice(0, at).join(" "), words.slice(at).join(" ")]);
  return BOLD + Math.min(...breaks.map((lines) => Math.max(...lines.map(({ length }) => length))));
}

function textLength(content: string | number): number {
  return typeof content === "string" && content.startsWith("=") ? MONTH_FORMAT.length : String(content).length;
}
