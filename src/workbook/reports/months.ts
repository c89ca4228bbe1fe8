/** P&L by month: the months of one scenario, each three of them as a quarter, and all of them. */
import {
  FORMATS,
  heading,
  INK,
  QUIET,
  RED,
  subtotal,
  type CellContent,
  type SheetSpec,
  type RangeStyle,
} from "./sheetSpec";
import { CURRENCY, head, lastRow, scenarioCell, type HeadOptions, type Subject } from "./head";
import { MONTH_LABELS, monthLabels } from "./helperCells";
import { kpi, unlessBlank } from "./kpi";
import { STATEMENT_LINES } from "./lines";

const OPTIONS: HeadOptions = { title: "P&L by month", scenarios: ["Scenario"], family: "pnl" };
const SCENARIO = scenarioCell(0);
const HEADING = lastRow(OPTIONS) + 2;
const FIRST = HEADING + 1;
const LAST = HEADING + STATEMENT_LINES.length;
const MONTHS = 12;
/** A quarter's column comes after its three months, the total after all of them. */
const QUARTERS = [
  { column: "E", from: "B", to: "D" },
  { column: "I", from: "F", to: "H" },
  { column: "M", from: "J", to: "L" },
  { column: "Q", from: "N", to: "P" },
] as const;
const MONTH_COLUMNS = [..."BCDFGHJKLNOP"];
const TOTAL = "R";

export function monthsSheet(subject: Subject): SheetSpec {
  const top = head(subject, OPTIONS);
  return {
    ...top,
    blocks: [
      ...top.blocks,
      monthLabels(SCENARIO),
      { at: `A${HEADING}`, rows: [headings(), ...STATEMENT_LINES.map(({ label, field }) => lineCells(label, field))] },
      { at: `T${HEADING}`, rows: chartRows() },
    ],
    styles: [...top.styles, ...styles()],
    widths: { "A:A": 150, "B:B": 118, "C:R": 84, "S:S": 20, "T:V": 78 },
    frozen: `A1:A${HEADING}`,
    printed: `A1:R${LAST + 19}`,
    charts: [
      {
        ...{ type: "ColumnClustered", title: "Net sales and EBIT by month", legend: true },
        data: `T${HEADING}:V${HEADING + MONTHS}`,
        place: [`A${LAST + 2}`, `R${LAST + 18}`],
        colors: [INK, RED],
        lines: [1],
      },
    ],
  };
}

/** Of each column from B on, what a month, a quarter and the total have in it. */
function columnCells(
  month: (column: string, at: number) => string,
  quarter: (quarter: (typeof QUARTERS)[number], at: number) => string,
  total: string,
): CellContent[] {
  const cells = new Map([
    ...MONTH_COLUMNS.map((column, at) => [column, month(column, at)] as const),
    ...QUARTERS.map((each, at) => [each.column, quarter(each, at)] as const),
    [TOTAL, total] as const,
  ]);
  // The order of the alphabet is that of the columns.
  return [...cells].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, cell]) => cell);
}

function headings(): CellContent[] {
  const cells = columnCells(
    (_, at) => `=INDEX(${MONTH_LABELS},${at + 1})&""`,
    ({ from, to }, at) => `=${unlessBlank(`${from}${HEADING}`, unlessBlank(`${to}${HEADING}`, `"Q${at + 1}"`))}`,
    `=${unlessBlank(`B${HEADING}`, '"Total"')}`,
  );
  return [`=${CURRENCY}&""`, ...cells];
}

/** Several months are one KPI, since percents do not add up. */
function lineCells(label: string, field: string): CellContent[] {
  const shown = (heading: string, period: string) => `=${unlessBlank(heading, kpi(SCENARIO, field, { period }))}`;
  const last = `INDEX(${MONTH_LABELS},COUNTA(${MONTH_LABELS}))`;
  const cells = columnCells(
    (column) => shown(`${column}$${HEADING}`, `${column}$${HEADING}`),
    ({ column, from, to }) => shown(`${column}$${HEADING}`, `$${from}$${HEADING}&":"&$${to}$${HEADING}`),
    shown(`$${TOTAL}$${HEADING}`, `$B$${HEADING}&":"&${last}`),
  );
  return [label, ...cells];
}

function chartRows(): CellContent[][] {
  const rowOf = (field: string) => FIRST + STATEMENT_LINES.findIndex((line) => line.field === field);
  const lines = MONTH_COLUMNS.map((column) =>
    [HEADING, rowOf("netFIESales"), rowOf("ebit")].map((row) => `=$${column}$${row}`),
  );
  return [["Month", "Net sales", "EBIT"], ...lines];
}

function styles(): RangeStyle[] {
  const lines = STATEMENT_LINES.flatMap((line, at): RangeStyle[] => [
    ...(line.isSum ? [subtotal(`A${FIRST + at}:${TOTAL}${FIRST + at}`)] : []),
    ...(line.indent ? [{ range: `A${FIRST + at}`, indent: line.indent }] : []),
    { range: `B${FIRST + at}:${TOTAL}${FIRST + at}`, format: FORMATS[line.unit] },
  ]);
  return [
    heading(`A${HEADING}:${TOTAL}${HEADING}`),
    { range: `A${HEADING}`, align: "Left" },
    ...lines,
    ...[...QUARTERS.map(({ column }) => column), TOTAL].map((column) => ({
      range: `${column}${FIRST}:${column}${LAST}`,
      bold: true,
    })),
    { range: `T${HEADING}:V${HEADING + MONTHS}`, color: QUIET, format: FORMATS.amount },
  ];
}
