/**
 * A waterfall chart: sums stand on the axis, steps float between them, made of stacked columns with an invisible lowest
 * series. Excel has a waterfall chart, but its API cannot mark columns as sums. The labels are those of an invisible line along
 * the tops: a column that crosses zero is in two parts, and neither is the amount. A line of two points leads from each column
 * to the next. If all levels are far from zero, as much is cut off all columns, which the title says: bounds of an axis cannot
 * follow a formula.
 */
import { chartColumn, chartTop } from "./chartCells";
import { chartSection, type ChartOptions } from "./chartSection";
import { createChartSlots, valueInUnit, type ChartSlots } from "./chartSlots";
import type { SeriesSpec } from "./chartSpec";
import type { Page } from "./page";
import { BETTER_BAR, OWN, QUIET, WORSE_BAR, STEP, type CellContent, type ReportSection } from "./sheetSpec";

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

interface CascadeOptions extends Pick<
  ChartOptions,
  "name" | "number" | "message" | "subject" | "about" | "unit" | "size" | "place"
> {
  /** True if its steps are variances, which have colours. A cost is neither better nor worse. */
  readonly isVariance: boolean;
}

/** The columns behind those of the series: a slot's label, and the level at which it ends. */
interface CascadePlace {
  readonly top: number;
  readonly count: number;
  readonly text: string;
  readonly end: string;
  /** The cell with what is cut off all columns. */
  readonly cut: string;
}

export function cascadeSection(page: Page, options: CascadeOptions, steps: readonly CascadeStep[]): ReportSection {
  const { isVariance, ...chart } = options;
  const top = chartTop(options.number);
  const slots = createChartSlots(
    top,
    steps.map(({ label, amount, isSum, isBase = false }) => ({
      name: label,
      values: [
        valueInUnit(amount, options.number),
        `IF(ISNUMBER(${amount}),IF(${isSum},${isBase ? BASE : TOTAL},0),NA())`,
      ],
    })),
  );
  const connectors = steps.slice(1).map((_, at) => `Connector ${at + 1}`);
  const [text, end] = [1, 2].map((at) => chartColumn(NAMES.length + connectors.length + at)) as [string, string];
  const place: CascadePlace = { top, count: steps.length, text, end, cut: `$${end}$${top + steps.length + 1}` };
  return chartSection(page, {
    ...chart,
    about: `${chart.about}&${cutText(place)}`,
    type: "ColumnStacked",
    gap: 50,
    series: [...seriesOf(isVariance, text), ...connectors.map((): SeriesSpec => ({ color: QUIET, type: "Line" }))],
    top,
    slots,
    rows: [
      ["", ...NAMES, ...connectors, "Label", "Ends at"],
      ...steps.map((_, at) => slotCells(slots, at, place)),
      [...Array.from({ length: NAMES.length + connectors.length + 2 }, () => null), `=${cutOf(place)}`],
    ],
    dataRows: steps.length,
  });
}

function seriesOf(isVariance: boolean, text: string): SeriesSpec[] {
  const [better, worse] = isVariance ? [BETTER_BAR, WORSE_BAR] : [STEP, STEP];
  const columns = [better, better, worse, worse].map((color): SeriesSpec => ({ color }));
  return [
    { color: "none" },
    { color: OWN, isOutlined: true },
    { color: OWN },
    ...columns,
    { color: "none", type: "Line", labelsAt: text },
  ];
}

/** What a slot has, unless it is a step: a sum, or one of the base. */
const [TOTAL, BASE] = [1, 2];

/** An empty slot carries the level on, and shows nothing. */
function slotCells(slots: ChartSlots, at: number, place: CascadePlace): CellContent[] {
  const { top, count, cut } = place;
  const row = top + 1 + at;
  const value = slots.value(at, 0);
  const isSum = `${slots.value(at, 1)}>0`;
  const sum = (kind: number) => unlessEmpty(`IF(${slots.value(at, 1)}=${kind},${value}-${cut},0)`);
  const [end, start] = [`$${place.end}${row}`, `N($${place.end}${row - 1})`];
  const [low, high] = [`MIN(${start},${end})`, `MAX(${start},${end})`];
  const above = `MAX(0,${high})-MAX(0,${low})`;
  const below = `MIN(0,${low})-MIN(0,${high})`;
  const isEmpty = `$${chartColumn(0)}${row}=""`;
  const unlessEmpty = (expression: string) => `=IF(${isEmpty},0,${expression})`;
  const step = (sign: string, size: string) => unlessEmpty(`IF(${isSum},0,IF(${value}${sign},${size},0))`);
  // One format for all labels.
  const levels = `$${place.end}$${top + 1}:$${place.end}$${top + count}`;
  const digits = `FIXED(ABS(${value}),IF(MAX(${levels})>=999.95,0,1))`;
  return [
    `=${slots.name(at)}`,
    unlessEmpty(`IF(${isSum},0,MAX(0,${low})+MIN(0,${high})-${cut})`),
    sum(BASE),
    sum(TOTAL),
    ...[">=0", "<0"].flatMap((sign) => [step(sign, above), step(sign, below)]),
    unlessEmpty(`IF(${isSum},MAX(0,${value}),${high})-${cut}`),
    ...Array.from({ length: count - 1 }, (_, of) => connectorCell(at, of, place)),
    `=IF(${isEmpty},"",IF(ROUND(${value},1)<0,"−",IF(${isSum},"","+"))&${digits})`,
    `=IF(${isEmpty},${start},IF(${isSum},${value},${start}+${value}))`,
  ];
}

/** The connector `of` leads from its slot to the next, at the level of its end. Before the first item and after the last there is none. */
function connectorCell(at: number, of: number, { top, count, end, cut }: CascadePlace): CellContent {
  if (at !== of && at !== of + 1) return "=NA()";
  const names = (from: number, to: number) => `$${chartColumn(0)}$${top + 1 + from}:$${chartColumn(0)}$${top + 1 + to}`;
  const isShown = `SUMPRODUCT(--(${names(0, of)}<>""))*SUMPRODUCT(--(${names(of + 1, count - 1)}<>""))>0`;
  return `=IF(${isShown},$${end}$${top + 1 + of}-${cut},NA())`;
}

/** Returns what is cut off all columns: nothing, unless that leaves every level and doubles the steps. */
function cutOf({ top, count, end }: CascadePlace): string {
  const levels = `$${end}$${top + 1}:$${end}$${top + count}`;
  const names = `$${chartColumn(0)}$${top + 1}:$${chartColumn(0)}$${top + count}`;
  // Slots without a name are empty.
  const [least, most] = [`MINIFS(${levels},${names},"?*")`, `MAXIFS(${levels},${names},"?*")`];
  const wanted = `(${least}-0.6*(${most}-${least}))`;
  const round = `(10^INT(LOG10(${wanted}))/2)`;
  return `IFERROR(IF(${wanted}>0.4*${most},INT(${wanted}/${round})*${round},0),0)`;
}

function cutText({ cut }: CascadePlace): string {
  return `IF(${cut}>0," · columns cut below "&FIXED(${cut},IF(${cut}=INT(${cut}),0,1)),"")`;
}
