/**
 * A waterfall chart: sums stand on the axis, steps float between them, made of stacked columns with an invisible lowest
 * series. Excel has a waterfall chart, but its API cannot mark columns as sums. The labels are those of an invisible line along
 * the tops: a column that crosses zero is in two parts, and neither is the amount.
 */
import { chartColumn, chartTop } from "./chartCells";
import { chartSection, type ChartOptions } from "./chartSection";
import { chartSlots, valueInUnit, type ChartSlots } from "./chartSlots";
import type { SeriesSpec } from "./chartSpec";
import type { Page } from "./page";
import { GREEN, OWN, RED, type CellContent, type ReportSection } from "./sheetSpec";

/** Expressions, without "=". */
export interface CascadeStep {
  /** Blank for a step that does not exist. */
  readonly label: string;
  /** The change of a step, or the value of a sum. */
  readonly amount: string;
  /** TRUE for a sum. */
  readonly isSum: string;
  /** True for a sum of the base. @default false */
  readonly isBase?: boolean;
}

const NAMES = ["Gap", "Base", "Total", "Better", "Better below zero", "Worse", "Worse below zero", "Top"];
const [TEXT, END] = [chartColumn(9), chartColumn(10)];
const SERIES: readonly SeriesSpec[] = [
  { color: "none" },
  { color: OWN, isOutlined: true },
  { color: OWN },
  { color: GREEN },
  { color: GREEN },
  { color: RED },
  { color: RED },
  { color: "none", type: "Line", labelsAt: TEXT },
];

type CascadeOptions = Pick<ChartOptions, "name" | "number" | "message" | "title" | "axisTitle" | "size" | "place">;

export function cascadeSection(page: Page, options: CascadeOptions, steps: readonly CascadeStep[]): ReportSection {
  const top = chartTop(options.number);
  const slots = chartSlots(
    top,
    steps.map(({ label, amount, isSum, isBase = false }) => ({
      name: label,
      values: [
        valueInUnit(amount, options.number),
        `IF(ISNUMBER(${amount}),IF(${isSum},${isBase ? BASE : TOTAL},0),NA())`,
      ],
    })),
  );
  return chartSection(page, {
    ...options,
    type: "ColumnStacked",
    gap: 50,
    series: SERIES,
    legend: false,
    top,
    slots,
    rows: [["", ...NAMES, "Label", "Ends at"], ...steps.map((_, at) => slotCells(slots, at, top + 1 + at))],
  });
}

/** What a slot has, unless it is a step: a sum, or one of the base. */
const [TOTAL, BASE] = [1, 2];

/** An empty slot carries the level on, and shows nothing. */
function slotCells(slots: ChartSlots, at: number, row: number): CellContent[] {
  const value = slots.value(at, 0);
  const isSum = `${slots.value(at, 1)}>0`;
  const sum = (kind: number) => unlessEmpty(`IF(${slots.value(at, 1)}=${kind},${value},0)`);
  const [end, start] = [`$${END}${row}`, `N($${END}${row - 1})`];
  const [low, high] = [`MIN(${start},${end})`, `MAX(${start},${end})`];
  const above = `MAX(0,${high})-MAX(0,${low})`;
  const below = `MIN(0,${low})-MIN(0,${high})`;
  const isEmpty = `$${chartColumn(0)}${row}=""`;
  const unlessEmpty = (expression: string) => `=IF(${isEmpty},0,${expression})`;
  const step = (sign: string, size: string) => unlessEmpty(`IF(${isSum},0,IF(${value}${sign},${size},0))`);
  const digits = `FIXED(ABS(${value}),IF(ABS(${value})>=999.95,0,1))`;
  return [
    `=${slots.name(at)}`,
    unlessEmpty(`IF(${isSum},0,MAX(0,${low})+MIN(0,${high}))`),
    sum(BASE),
    sum(TOTAL),
    ...[">=0", "<0"].flatMap((sign) => [step(sign, above), step(sign, below)]),
    unlessEmpty(`IF(${isSum},MAX(0,${value}),${high})`),
    `=IF(${isEmpty},"",IF(ROUND(${value},1)<0,"−",IF(${isSum},"","+"))&${digits})`,
    `=IF(${isEmpty},${start},IF(${isSum},${value},${start}+${value}))`,
  ];
}
