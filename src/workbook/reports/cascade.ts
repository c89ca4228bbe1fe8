/**
 * A waterfall chart: sums stand on the axis, steps float between them, made of stacked columns with an invisible lowest
 * series. Excel has a waterfall chart, but its API cannot mark columns as sums.
 */
import { chartColumn, chartSection, chartTop, chartUnit, type ChartOptions } from "./chartSection";
import type { SeriesSpec } from "./chartSpec";
import { CHART_FALLS, CHART_LABELS } from "./formats";
import type { Page } from "./page";
import { GREEN, INK, RED, type CellContent, type ReportSection } from "./sheetSpec";

/** Expressions, without "=". */
export interface CascadeStep {
  readonly label: string;
  /** The change of a step, or the value of a sum. */
  readonly amount: string;
  /** TRUE for a sum. */
  readonly isSum: string;
}

const NAMES = ["Gap", "Total", "Better", "Better below zero", "Worse", "Worse below zero"];
const SERIES: readonly SeriesSpec[] = [
  { color: "none" },
  { color: INK, labels: CHART_LABELS },
  { color: GREEN, labels: CHART_LABELS },
  { color: GREEN },
  { color: RED, labels: CHART_FALLS },
  { color: RED },
];
const [AMOUNT, END] = [chartColumn(7), chartColumn(8)];

type CascadeOptions = Pick<ChartOptions, "name" | "number" | "title" | "axisTitle" | "size" | "place">;

export function cascadeSection(page: Page, options: CascadeOptions, steps: readonly CascadeStep[]): ReportSection {
  const top = chartTop(options.number);
  const rows = steps.map((step, at) => stepCells(step, top + 1 + at, chartUnit(options.number)));
  return chartSection(page, {
    ...options,
    type: "ColumnStacked",
    series: SERIES,
    legend: false,
    top,
    rows: [["", ...NAMES, "Amount", "Ends at"], ...rows],
  });
}

function stepCells({ label, amount, isSum }: CascadeStep, row: number, unit: string): CellContent[] {
  const [name, value, end, start] = [
    `$${chartColumn(0)}${row}`,
    `$${AMOUNT}${row}`,
    `$${END}${row}`,
    `N($${END}${row - 1})`,
  ];
  const [low, high] = [`MIN(${start},${end})`, `MAX(${start},${end})`];
  const above = `MAX(0,${high})-MAX(0,${low})`;
  const below = `MIN(0,${low})-MIN(0,${high})`;
  const step = (sign: string, size: string) => `=IF(OR(${name}="",${isSum}),0,IF(${value}${sign},${size},0))`;
  return [
    `=${label}`,
    `=IF(OR(${name}="",${isSum}),0,MAX(0,${low})+MIN(0,${high}))`,
    `=IF(AND(${name}<>"",${isSum}),${value},0)`,
    ...[">=0", "<0"].flatMap((sign) => [step(sign, above), step(sign, below)]),
    `=IFERROR(N(${amount})/${unit},0)`,
    `=IF(${isSum},${value},${start}+${value})`,
  ];
}
