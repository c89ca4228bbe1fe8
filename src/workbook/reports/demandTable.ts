/** The table of demand: all groups together, then each group; the year first, then its periods. */
import { kpi, unlessBlank, unlessMissing } from "./figures";
import { scenarioHeading, type Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";
import { LIST_ROW } from "./hiddenColumns";
import { GROUP_COUNT, groupAt } from "./spillLists";
import type { LineStyle, TableColumn } from "./table";
import { monthCode, monthHeading, TIME_FIRST, TIME_MONTHS } from "./timeCells";
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

/** The column of months: the last one, then all of them from the first; "" after the last. */
const MONTHS = "AY";
const monthAt = (place: number) => `$${MONTHS}$${LIST_ROW + place}`;
export const FIRST_MONTH = monthAt(0);
export const LAST_MONTH = `$${MONTHS}$2`;

/** The table, whose headings are in the row `top`. */
export interface DemandPlace {
  readonly page: Page;
  readonly top: number;
}

/** The total comes first, so few groups leave no gap above it. */
export function linesOfDemand(top: number): DemandLine[] {
  const groups = Array.from({ length: DEMAND_GROUPS }, (_, at): DemandLine => ({
    label: `=${unlessMissing(groupAt(at))}`,
    kind: "group",
    item: `$A${top + 2 + at}`,
  }));
  const more = `${GROUP_COUNT}>${DEMAND_GROUPS}`;
  const isLeft = ["B", "C"].map((column) => `ABS(N(${restOf(column, top)}))>0.005`).join(",");
  const others = `IF(${more},"All others ("&${GROUP_COUNT}-${DEMAND_GROUPS}&")",IF(OR(${isLeft}),"Not listed",""))`;
  return [
    { label: "All", kind: "all", item: "", isSum: true },
    ...groups,
    { label: `=IFERROR(${others},"")`, kind: "rest", item: `$A${top + 2 + DEMAND_GROUPS}` },
  ];
}

/** Returns what the listed groups lack of all, blank if there is no number for all. */
function restOf(column: string, top: number): string {
  const all = `${column}$${top + 1}`;
  return `IF(ISNUMBER(${all}),${all}-SUM(${column}$${top + 2}:${column}$${top + 1 + DEMAND_GROUPS}),"")`;
}

/**
 * Writes the months of the report's time as functions read them, whichever of them a scenario has. So both scenarios are
 * compared over the same months, and a quarter has all of its months.
 */
export function monthsSection(): ReportSection {
  const months = Array.from({ length: PERIODS }, (_, at) => [
    `=IF(${at}<${TIME_MONTHS},${monthCode(`(${TIME_FIRST}+${at})`)},"")`,
  ]);
  const last = [`=${monthCode(`(${TIME_FIRST}+${TIME_MONTHS}-1)`)}`];
  return { blocks: [{ at: LAST_MONTH.replaceAll("$", ""), rows: [last, ...months] }] };
}

/** Returns the period of a column: a month, or a quarter as a range of months; "" after the fourth quarter. */
export function totalPeriod(at: number, interval: string): string {
  if (at > 3) return monthAt(at);
  const quarter = `${monthAt(3 * at)}&":"&${monthAt(3 * at + 2)}`;
  return `IF(${interval}="Q",${quarter},${monthAt(at)})`;
}

/** "Jan 26", or "Q1 Jan–Mar 26". Without three months there is no quarter. */
function headingOf(at: number, interval: string): string {
  const label = (month: number) => monthHeading(`(${TIME_FIRST}+${month})`);
  const month = unlessBlank(monthAt(at), label(at));
  if (at > 3) return `IF(${interval}="Q","",${month})`;
  const quarter = `"Q${at + 1} "&LEFT(${label(3 * at)},3)&"–"&${label(3 * at + 2)}`;
  return `IF(${interval}="Q",${unlessBlank(monthAt(3 * at + 2), quarter)},${month})`;
}

interface NumberOptions {
  readonly scenario: "scenario" | "base";
  readonly field: string;
  readonly period: string;
  /** The column of the lines above, for the remainder. */
  readonly column: string;
}

/**
 * The total asks with a grouping too, so the answers of the groups serve it. A group that one of the scenarios lacks is 0, as
 * long as the scenario has a total.
 */
function numberOf({ page, top }: DemandPlace, line: DemandLine, options: NumberOptions): string {
  const { scenario, field, period, column } = options;
  const groupBy = page.inputs.argument("groupBy");
  if (line.kind === "all") return kpi(page, scenario, field, { period, groupBy });
  const call = kpi(page, scenario, field, { period, groupBy, item: line.item });
  const own = line.kind === "rest" ? restOf(column, top) : `IF(ISNUMBER(${column}$${top + 1}),IFNA(${call},0),"")`;
  return unlessBlank(line.item, own);
}

export function columnsOfDemand(place: DemandPlace): TableColumn<DemandLine>[] {
  const { page, top } = place;
  const { inputs } = page;
  const [measure, time] = [inputs.argument("measure"), inputs.argument("period")];
  const totals = (scenario: "scenario" | "base", column: string): TableColumn<DemandLine> => ({
    heading: `=${unlessBlank(inputs.cell(scenario), scenarioHeading(page, scenario))}`,
    cell: (line) =>
      `=${unlessBlank(inputs.cell(scenario), numberOf(place, line, { scenario, field: measure, period: time, column }))}`,
    format: () => "amount",
    bold: scenario === "scenario",
  });
  return [
    totals("scenario", "B"),
    totals("base", "C"),
    ...varianceOfDemand(page),
    share(top),
    fillRate(page),
    ...Array.from({ length: PERIODS }, (_, at) => periodColumn(place, at)),
  ];
}

function varianceOfDemand(page: Page): TableColumn<DemandLine>[] {
  const heading = (text: string) => `=${unlessBlank(page.inputs.cell("base"), `"${text}"`)}`;
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
      cell: (_, row) => `=${varianceMark("volume", `$D${row}`, { page, base: `$C${row}` })}`,
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
function fillRate(page: Page): TableColumn<DemandLine> {
  const groupBy = page.inputs.argument("groupBy");
  const rate = ({ item }: DemandLine) => kpi(page, "scenario", "fillRate", { groupBy, item });
  return {
    heading: "Fill rate",
    cell: (line, row) => (line.kind === "rest" ? "" : `=IF(ISNUMBER($B${row}),IFNA(${rate(line)},""),"")`),
    format: () => "ratio",
  };
}

/** A month or quarter that the scenario has not as a whole is blank. */
function periodColumn(place: DemandPlace, at: number): TableColumn<DemandLine> {
  const { page, top } = place;
  const interval = page.inputs.argument("interval");
  const column = String.fromCharCode(65 + PERIOD_START + at);
  const heading = `${column}$${top}`;
  const options = {
    scenario: "scenario",
    field: page.inputs.argument("measure"),
    period: totalPeriod(at, interval),
    column,
  } as const;
  const number = (line: DemandLine) => {
    const own = numberOf(place, line, options);
    return line.kind === "all" ? `IFNA(${own},"")` : own;
  };
  return {
    heading: `=IF(ISNA(${interval}),NA(),${unlessMissing(headingOf(at, interval))})`,
    cell: (line) => `=${unlessBlank(heading, number(line))}`,
    format: () => "amount",
  };
}
