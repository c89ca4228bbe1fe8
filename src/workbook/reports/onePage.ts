/** Executive one-pager: headlines against a base, a short P&L, the cascade and the months, on one page. */
import { cascadeChart, cascadeRows } from "./cascade";
import {
  FORMATS,
  heading,
  INK,
  QUIET,
  RED,
  subtotal,
  TINT,
  type CellContent,
  type SheetSpec,
  type RangeStyle,
} from "./sheetSpec";
import { CURRENCY, head, lastRow, scenarioCell, type HeadOptions, type Subject } from "./head";
import { MONTH_LABELS, monthLabels } from "./helperCells";
import { kpi, unlessBlank } from "./kpi";
import { STATEMENT_LINES } from "./lines";

const OPTIONS: HeadOptions = { title: "Executive summary", scenarios: ["Scenario", "Base"], family: "pnl" };
const [SCENARIO, BASE] = [scenarioCell(0), scenarioCell(1)];
const CARDS_ROW = lastRow(OPTIONS) + 2;
/** A headline is a card of three cells: its label, its number, its difference from the base. */
const CARDS = [
  { column: "A", label: "Net sales", field: "netFIESales", format: FORMATS.amount },
  { column: "B", label: "Gross profit", field: "grossProfit", format: FORMATS.amount },
  { column: "C", label: "EBIT", field: "ebit", format: FORMATS.amount },
  { column: "D", label: "EBIT %", field: "ebitPercent", format: FORMATS.ratio },
  { column: "E", label: "Fill rate", field: "fillRate", format: FORMATS.ratio },
] as const;
const SHORT = ["grossFIESales", "netFIESales", "cogs", "grossProfit", "supplyChainCost", "ebit", "ebitPercent", "dpm"];
const SHOWN = STATEMENT_LINES.filter(({ field }) => SHORT.includes(field));
const HEADING = CARDS_ROW + 4;
const FIRST = HEADING + 1;
const LAST = HEADING + SHOWN.length;
const MONTHS = 12;
/** Helpers of the charts, right of the page: the whole P&L, the cascade, the months. */
const WHOLE = 3;
const CHARTED = WHOLE + STATEMENT_LINES.length + 2;

export function onePageSheet(subject: Subject): SheetSpec {
  const top = head(subject, OPTIONS);
  const rowOf = new Map(STATEMENT_LINES.map(({ field }, at) => [field, WHOLE + at]));
  return {
    ...top,
    blocks: [
      ...top.blocks,
      monthLabels(SCENARIO),
      { at: `A${CARDS_ROW}`, rows: cardRows() },
      {
        at: `A${HEADING}`,
        rows: [headings(), ...SHOWN.map(({ label, field }, at) => lineCells(label, field, FIRST + at))],
      },
      { at: `L${WHOLE}`, rows: STATEMENT_LINES.map(({ label, field }) => [label, `=${amount(SCENARIO, field)}`]) },
      { at: `L${CHARTED}`, rows: cascadeRows((field) => `$M$${rowOf.get(field)}`, CHARTED) },
      { at: `V${CHARTED}`, rows: monthRows() },
    ],
    styles: [...top.styles, ...styles()],
    widths: { "A:A": 150, "B:B": 118, "C:E": 104, "F:F": 20, "L:X": 78 },
    frozen: "A1:A2",
    printed: `A1:E${LAST + 30}`,
    charts: [
      cascadeChart(`L${CHARTED}:R${CHARTED + 10}`, [`A${LAST + 2}`, `E${LAST + 15}`]),
      {
        ...{ type: "ColumnClustered", title: "Net sales and EBIT by month", legend: true },
        data: `V${CHARTED}:X${CHARTED + MONTHS}`,
        place: [`A${LAST + 17}`, `E${LAST + 30}`],
        colors: [INK, RED],
        lines: [1],
      },
    ],
  };
}

function cardRows(): CellContent[][] {
  const difference = ({ field, format }: (typeof CARDS)[number]): string => {
    const change = `N(${amount(SCENARIO, field)})-N(${amount(BASE, field)})`;
    const text =
      format === FORMATS.ratio ? `TEXT(100*(${change}),"+0.0;-0.0;0.0")&" pp"` : `TEXT(${change},"+#,##0;-#,##0;0")`;
    return `=${unlessBlank(BASE, `${text}&" vs "&${BASE}`)}`;
  };
  return [
    CARDS.map(({ label }) => label),
    CARDS.map(({ field }) => `=${amount(SCENARIO, field)}`),
    CARDS.map(difference),
  ];
}

function headings(): CellContent[] {
  return [
    `=${CURRENCY}&""`,
    `=${SCENARIO}`,
    `=${BASE}`,
    `=${unlessBlank(BASE, '"Variance"')}`,
    `=${unlessBlank(BASE, '"%"')}`,
  ];
}

function lineCells(label: string, field: string, row: number): CellContent[] {
  const isThere = `AND(ISNUMBER($B${row}),ISNUMBER($C${row}))`;
  const isRatio = SHOWN.find((line) => line.field === field)?.unit === "ratio";
  return [
    label,
    `=${amount(SCENARIO, field)}`,
    `=${amount(BASE, field)}`,
    `=IF(${isThere},${isRatio ? `100*($B${row}-$C${row})` : `$B${row}-$C${row}`},"")`,
    isRatio ? "" : `=IF(${isThere},IF($C${row}=0,"",$D${row}/ABS($C${row})),"")`,
  ];
}

/** A scenario that is not chosen leaves it blank. */
function amount(scenario: string, field: string, period = ""): string {
  return unlessBlank(scenario, kpi(scenario, field, { period }));
}

function monthRows(): CellContent[][] {
  const lines = Array.from({ length: MONTHS }, (_, at) => {
    const month = `$V${CHARTED + 1 + at}`;
    const value = (field: string) => `=${unlessBlank(month, amount(SCENARIO, field, month))}`;
    return [`=INDEX(${MONTH_LABELS},${at + 1})&""`, value("netFIESales"), value("ebit")];
  });
  return [["Month", "Net sales", "EBIT"], ...lines];
}

function styles(): RangeStyle[] {
  const cards = CARDS.flatMap(({ column, format }): RangeStyle[] => [
    { range: `${column}${CARDS_ROW}`, color: QUIET, fill: TINT, size: 9, align: "Right", top: INK },
    { range: `${column}${CARDS_ROW + 1}`, fill: TINT, bold: true, size: 14, align: "Right", format },
    { range: `${column}${CARDS_ROW + 2}`, color: QUIET, fill: TINT, size: 8, align: "Right" },
  ]);
  const lines = SHOWN.flatMap((line, at): RangeStyle[] => {
    const row = FIRST + at;
    return [
      ...(line.isSum ? [subtotal(`A${row}:E${row}`)] : []),
      ...(line.indent ? [{ range: `A${row}`, indent: line.indent }] : []),
      { range: `B${row}:C${row}`, format: FORMATS[line.unit] },
      { range: `D${row}`, format: line.unit === "ratio" ? FORMATS.points : FORMATS.amount },
      { range: `E${row}`, format: FORMATS.change },
    ];
  });
  return [
    ...cards,
    heading(`A${HEADING}:E${HEADING}`),
    { range: `A${HEADING}`, align: "Left" },
    ...lines,
    { range: `L${WHOLE}:X${CHARTED + MONTHS}`, color: QUIET, format: FORMATS.amount },
  ];
}
