/** Scenario comparison: the main figures of up to three scenarios side by side, and their sales and results as columns. */
import { FORMATS, heading, INK, QUIET, TINT, type CellContent, type SheetSpec, type RangeStyle } from "./sheetSpec";
import { CURRENCY, head, lastRow, scenarioCell, type HeadOptions, type Subject } from "./head";
import { kpi, unlessBlank } from "./kpi";

const OPTIONS: HeadOptions = {
  title: "Scenario comparison",
  scenarios: ["Scenario 1", "Scenario 2", "Scenario 3"],
  family: "pnl",
};
const HEADING = lastRow(OPTIONS) + 2;
/** A card is a column: a figure's label above its number, figure by figure. */
const FIGURES = [
  { label: "Net sales", field: "netFIESales", format: FORMATS.amount },
  { label: "Gross profit", field: "grossProfit", format: FORMATS.amount },
  { label: "EBIT", field: "ebit", format: FORMATS.amount },
  { label: "EBIT %", field: "ebitPercent", format: FORMATS.ratio },
  { label: "Demand volume", field: "demandVolume", format: FORMATS.volume },
  { label: "Fill rate", field: "fillRate", format: FORMATS.ratio },
] as const;
const CARDS = ["B", "C", "D"] as const;
const COLORS = [INK, "#e08a1e", "#3b6fb6"];
const LAST = HEADING + 2 * FIGURES.length;
const CHARTED = 3;

export function comparisonSheet(subject: Subject): SheetSpec {
  const top = head(subject, OPTIONS);
  return {
    ...top,
    blocks: [
      ...top.blocks,
      { at: `A${HEADING}`, rows: [headings(), ...FIGURES.flatMap(({ label, field }) => figureRows(label, field))] },
      { at: `L${HEADING}`, rows: chartRows() },
    ],
    styles: [...top.styles, ...styles()],
    widths: { "A:A": 130, "B:D": 130, "E:K": 20, "L:O": 90 },
    frozen: `A1:A${HEADING}`,
    printed: `A1:D${LAST + 19}`,
    charts: [
      {
        ...{ type: "ColumnClustered", title: "Sales, gross profit and EBIT", legend: true, colors: COLORS },
        data: `L${HEADING}:O${HEADING + CHARTED}`,
        place: [`A${LAST + 2}`, `D${LAST + 18}`],
      },
    ],
  };
}

function headings(): CellContent[] {
  return [`=${CURRENCY}&""`, ...CARDS.map((_, at) => `=${scenarioCell(at)}`)];
}

function figureRows(label: string, field: string): CellContent[][] {
  const cards = CARDS.map((_, at) => scenarioCell(at));
  return [
    ["", ...cards.map((cell) => `=${unlessBlank(cell, `"${label}"`)}`)],
    [label, ...cards.map((cell) => `=${unlessBlank(cell, kpi(cell, field))}`)],
  ];
}

function chartRows(): CellContent[][] {
  const lines = FIGURES.slice(0, CHARTED).map(({ label }, at) => [
    label,
    ...CARDS.map((column) => `=$${column}$${HEADING + 2 * at + 2}`),
  ]);
  return [["Figure", ...OPTIONS.scenarios], ...lines];
}

function styles(): RangeStyle[] {
  return [
    heading(`A${HEADING}:D${HEADING}`),
    { range: `A${HEADING}`, align: "Left" },
    ...FIGURES.flatMap(({ format }, at): RangeStyle[] => {
      const row = HEADING + 2 * at + 1;
      return [
        { range: `B${row}:D${row}`, color: QUIET, fill: TINT, align: "Right", size: 9, top: INK },
        { range: `B${row + 1}:D${row + 1}`, fill: TINT, bold: true, size: 15, align: "Right", format },
      ];
    }),
    { range: `L${HEADING}:O${HEADING + CHARTED}`, color: QUIET, format: FORMATS.amount },
  ];
}
