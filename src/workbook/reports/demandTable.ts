/** The table of demand: all groups together, then each group; the year first, then its periods. */
import { kpi, unlessBlank, unlessMissing } from "./figures";
import { scenarioHeading, type Page } from "./page";
import type { CellContent } from "./sheetSpec";
import { GROUP_COUNT, groupAt, periodAt, wholeTime } from "./spillLists";
import type { LineStyle, TableColumn } from "./table";
import { varianceAmount, varianceMark, variancePercent } from "./variance";

export const PERIODS = 12;
/** The most groups listed. One line sums up the others. */
export const DEMAND_GROUPS = 12;
/** The column of the first period, counted from 0. */
export const PERIOD_START = 8;
/** More is better for both measures. */
const VOLUME = { isCost: false, unit: "volume" } as const;

export interface DemandLine extends LineStyle {
  readonly label: CellContent;
  readonly kind: "all" | "group" | "rest";
  /** The cell with the group; "" for all. */
  readonly item: string;
}

/** The total comes first, so few groups leave no gap above it. */
export function linesOfDemand(top: number): DemandLine[] {
  const groups = Array.from({ length: DEMAND_GROUPS }, (_, at): DemandLine => ({
    label: `=${unlessMissing(groupAt(at))}`,
    kind: "group",
    item: `$A${top + 2 + at}`,
  }));
  const more = `${GROUP_COUNT}>${DEMAND_GROUPS}`;
  const rest = `=${unlessMissing(`IF(${more},"All others ("&${GROUP_COUNT}-${DEMAND_GROUPS}&")","")`)}`;
  return [
    { label: "All", kind: "all", item: "", isSum: true },
    ...groups,
    { label: rest, kind: "rest", item: `$A${top + 2 + DEMAND_GROUPS}` },
  ];
}

/** Returns the period of a column: a month, or a quarter as a range of months; "" after the fourth quarter. */
export function totalPeriod(at: number, interval: string): string {
  if (at > 3) return periodAt(at);
  const quarter = `${periodAt(3 * at)}&":"&${periodAt(3 * at + 2)}`;
  return `IF(${interval}="Q",${quarter},${periodAt(at)})`;
}

function headingOf(at: number, interval: string): string {
  const quarter = at > 3 ? '""' : unlessBlank(periodAt(3 * at + 2), `"Q${at + 1}"`);
  return `IF(${interval}="Q",${quarter},${periodAt(at)})`;
}

interface NumberOptions {
  readonly scenario: "scenario" | "base";
  readonly field: string;
  readonly period: string;
  /** The column of the lines above, for the remainder. */
  readonly column: string;
  readonly top: number;
}

/** The total asks with a grouping too, so the answers of the groups serve it. */
function numberOf(page: Page, line: DemandLine, { scenario, field, period, column, top }: NumberOptions): string {
  const groupBy = page.inputs.argument("groupBy");
  if (line.kind === "all") return kpi(page, scenario, field, { period, groupBy });
  const call =
    line.kind === "rest"
      ? `${column}$${top + 1}-SUM(${column}$${top + 2}:${column}$${top + 1 + DEMAND_GROUPS})`
      : kpi(page, scenario, field, { period, groupBy, item: line.item });
  return unlessBlank(line.item, call);
}

export function columnsOfDemand(page: Page): TableColumn<DemandLine>[] {
  const { top, inputs } = page;
  const measure = inputs.argument("measure");
  const year = wholeTime(page, PERIODS);
  const totals = (scenario: "scenario" | "base", column: string): TableColumn<DemandLine> => ({
    heading: `=${unlessBlank(inputs.cell(scenario), scenarioHeading(page, scenario))}`,
    cell: (line) =>
      `=${unlessBlank(inputs.cell(scenario), numberOf(page, line, { scenario, field: measure, period: year, column, top }))}`,
    format: () => "amount",
    bold: scenario === "scenario",
  });
  return [
    totals("scenario", "B"),
    totals("base", "C"),
    ...varianceOfDemand(inputs.cell("base")),
    share(top),
    fillRate(page, year),
    ...Array.from({ length: PERIODS }, (_, at) => periodColumn(page, at)),
  ];
}

function varianceOfDemand(base: string): TableColumn<DemandLine>[] {
  const heading = (text: string) => `=${unlessBlank(base, `"${text}"`)}`;
  return [
    {
      heading: heading("Variance"),
      cell: (_, row) => `=${varianceAmount(VOLUME, `$B${row}`, `$C${row}`)}`,
      format: () => "amount",
    },
    {
      heading: heading("%"),
      cell: (_, row) => `=${variancePercent(`$D${row}`, `$B${row}`, `$C${row}`)}`,
      format: () => "change",
      align: "Right",
    },
    {
      heading: heading("Mark"),
      cell: (_, row) => `=${varianceMark("volume", `$D${row}`)}`,
      format: () => "mark",
      align: "Center",
    },
  ];
}

function share(top: number): TableColumn<DemandLine> {
  return {
    heading: "Share",
    cell: (_, row) => `=IF(ISNUMBER($B${row}),IF($B$${top + 1}=0,"",$B${row}/$B$${top + 1}),"")`,
    format: () => "ratio",
  };
}

/** The remainder has no fill rate, because a rate of unlisted groups cannot be computed here. */
function fillRate(page: Page, period: string): TableColumn<DemandLine> {
  const number = (line: DemandLine) =>
    numberOf(page, line, { scenario: "scenario", field: "fillRate", period, column: "", top: page.top });
  return {
    heading: "Fill rate",
    cell: (line, row) => (line.kind === "rest" ? "" : `=IF(ISNUMBER($B${row}),IFNA(${number(line)},""),"")`),
    format: () => "ratio",
  };
}

function periodColumn(page: Page, at: number): TableColumn<DemandLine> {
  const interval = page.inputs.argument("interval");
  const column = String.fromCharCode(65 + PERIOD_START + at);
  const heading = `${column}$${page.top}`;
  const options = { scenario: "scenario", field: page.inputs.argument("measure"), column, top: page.top } as const;
  return {
    heading: `=IF(ISNA(${interval}),NA(),${unlessMissing(headingOf(at, interval))})`,
    cell: (line) => `=${unlessBlank(heading, numberOf(page, line, { ...options, period: totalPeriod(at, interval) }))}`,
    format: () => "amount",
  };
}
