/** The table of demand: all groups together, then each, with the year first and its periods beside it. */
import { kpi, unlessBlank, unlessMissing } from "./figures";
import { scenarioHeading, type Page } from "./page";
import type { CellContent } from "./sheetSpec";
import { GROUP_COUNT, groupAt, periodAt, wholeTime } from "./spillLists";
import type { LineStyle, TableColumn } from "./table";
import { varianceAmount, varianceMark, variancePercent } from "./variance";

export const PERIODS = 12;
/** Groups that there is room for; what is left of others is in one line. */
export const DEMAND_GROUPS = 12;
/** The column of the first period, from 0. */
export const PERIOD_START = 8;
/** More is better of both measures. */
const VOLUME = { isCost: false, unit: "volume" } as const;

export interface DemandLine extends LineStyle {
  readonly label: CellContent;
  readonly kind: "all" | "group" | "rest";
  /** The cell with the group; "" for all. */
  readonly item: string;
}

/** All comes first, so that few groups leave no gap above their sum. */
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

/** A month; a quarter as the range of its months, "" beyond the fourth. */
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
  /** Of the lines above, to work out what they leave of all. */
  readonly column: string;
  readonly top: number;
}

/** All groups are asked as groups too, so that the same answers serve them. */
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

/** What is left of others has none: rates of what is not named cannot be worked out here. */
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
