/** P&L by month: the months of one scenario, each three of them as a quarter, and all of them. */
import { FORMATS, heading, INK, QUIET, RED, subtotal, type Content, type Draft, type Style } from "./draft";
import { CURRENCY, head, lastRow, PLAN, scenarioCell, type HeadOptions, type Subject } from "./head";
import { LINES } from "./lines";

const OPTIONS: HeadOptions = { title: "P&L by month", scenarios: ["Scenario"], family: "pnl" };
const HEADING = lastRow(OPTIONS) + 2;
const FIRST = HEADING + 1;
const LAST = HEADING + LINES.length;
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
/** The months of the plan as the service labels them; hidden, beside the other helpers. */
const PERIODS = "$AK$3:$AK$14";

export function months(subject: Subject): Draft {
  const top = head(subject, OPTIONS);
  const source = `=INSIGHTS.PNL(${PLAN},${scenarioCell(0)},"netFIESales","M",,,${CURRENCY},"table")`;
  return {
    ...top,
    blocks: [
      ...top.blocks,
      { at: "AJ2", rows: [[source]] },
      { at: `A${HEADING}`, rows: [headings(), ...LINES.map(({ label, field }) => lineCells(label, field))] },
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

function headings(): Content[] {
  const cells = new Map<string, string>();
  MONTH_COLUMNS.forEach((column, at) => cells.set(column, `=INDEX(${PERIODS},${at + 1})&""`));
  QUARTERS.forEach(({ column, from, to }, at) =>
    cells.set(column, `=IF(${from}${HEADING}="","",IF(${to}${HEADING}="","","Q${at + 1}"))`),
  );
  cells.set(TOTAL, `=IF(B${HEADING}="","","Total")`);
  return [`=${CURRENCY}&""`, ...[..."BCDEFGHIJKLMNOPQR"].map((column) => cells.get(column)!)];
}

/** Several months are one KPI, since percents do not add up. */
function lineCells(label: string, field: string): Content[] {
  const cells = new Map<string, string>();
  for (const column of MONTH_COLUMNS) cells.set(column, kpi(field, `${column}$${HEADING}`, `${column}$${HEADING}`));
  for (const { column, from, to } of QUARTERS)
    cells.set(column, kpi(field, `${column}$${HEADING}`, `$${from}$${HEADING}&":"&$${to}$${HEADING}`));
  const last = `INDEX(${PERIODS},COUNTA(${PERIODS}))`;
  cells.set(TOTAL, kpi(field, `$${TOTAL}$${HEADING}`, `$B$${HEADING}&":"&${last}`));
  return [label, ...[..."BCDEFGHIJKLMNOPQR"].map((column) => cells.get(column)!)];
}

function kpi(field: string, shown: string, period: string): string {
  return `=IF(${shown}="","",IFNA(INSIGHTS.KPI(${PLAN},${scenarioCell(0)},"${field}",${period},,,${CURRENCY}),""))`;
}

function chartRows(): Content[][] {
  const rowOf = (field: string) => FIRST + LINES.findIndex((line) => line.field === field);
  const lines = MONTH_COLUMNS.map((column) =>
    [HEADING, rowOf("netFIESales"), rowOf("ebit")].map((row) => `=$${column}$${row}`),
  );
  return [["Month", "Net sales", "EBIT"], ...lines];
}

function styles(): Style[] {
  const lines = LINES.flatMap((line, at): Style[] => [
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
