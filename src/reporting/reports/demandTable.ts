/** The table of demand: all groups together, then each group; the year first, then its periods. */
import { callOfKpi, timeOf, unlessBlank, unlessMissing, type FigureOptions } from "./figures";
import { scenarioHeading, type Page } from "./page";
import { OWN_VARIANCE } from "./scenarioColumns";
import type { CellContent, ReportSection } from "./sheetSpec";
import { DEMAND_TIMES, LIST_ROW } from "./hiddenColumns";
import { GROUP_COUNT, groupAt } from "./spillLists";
import { columnAt, type LineStyle, type TableColumn } from "./table";
import { monthCode, monthHeading, rangeCode, TIME_FIRST, TIME_MONTHS, YEAR_FIRST } from "./timeCells";
import { varianceColumns } from "./variance";

export const PERIODS = 12;
/** The most groups listed. One line sums up the others. More would leave a gap between the few regions of most plans and the chart. */
export const DEMAND_GROUPS = 10;
/** The column of the fill rates, counted from that of the first number. */
export const FILL_RATE = 6;
/** The column of the first period, counted likewise. */
export const PERIOD_START = 7;
/** More is better for both measures, and a volume has the format of amounts, which scales as the input says. */
const MEASURE = { isCost: false, unit: "amount" } as const;

export interface DemandLine extends LineStyle {
  readonly label: CellContent;
  readonly kind: "all" | "group" | "rest";
  /** The cell with the group; "" for all. */
  readonly item: string;
}

/** The cell with a column's period as functions read it; #N/A if the column is not used, since a blank period means a year. */
export const periodAt = (place: number) => `$${DEMAND_TIMES.period}$${LIST_ROW + place}`;
/** The cell with a column's heading; "" if the column is not used. */
const headingAt = (place: number) => `$${DEMAND_TIMES.heading}$${LIST_ROW + place}`;

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
    item: `$B${top + 2 + at}`,
  }));
  const more = `${GROUP_COUNT}>${DEMAND_GROUPS}`;
  const isLeft = ["C", "D"].map((column) => `ABS(N(${restOf(column, top)}))>0.005`).join(",");
  const others = `IF(${more},"All others ("&${GROUP_COUNT}-${DEMAND_GROUPS}&")",IF(OR(${isLeft}),"Not listed",""))`;
  return [
    { label: "All", kind: "all", item: "", isSum: true, hasNoBar: true },
    ...groups,
    { label: `=IFERROR(${others},"")`, kind: "rest", item: `$B${top + 2 + DEMAND_GROUPS}` },
  ];
}

/** Returns the total less the listed groups; blank if there is no total. */
function restOf(column: string, top: number): string {
  const all = `${column}$${top + 1}`;
  return `IF(ISNUMBER(${all}),${all}-SUM(${column}$${top + 2}:${column}$${top + 1 + DEMAND_GROUPS}),"")`;
}

/**
 * Writes the periods of the columns, whichever months a scenario has. Quarters are those of the fiscal year. If the report's
 * time begins or ends within one, its column has the rest of its months, so the columns add up to the whole.
 */
export function periodsSection({ inputs }: Page): ReportSection {
  const isQuarters = `${inputs.argument("interval")}="Q"`;
  const inQuarter = `MOD(${TIME_FIRST}-${YEAR_FIRST},3)`;
  const firstAt = (place: number) => `$${DEMAND_TIMES.first}$${LIST_ROW + place}`;
  const starts = Array.from({ length: PERIODS + 1 }, (_, at) => {
    const quarter = at === 0 ? "0" : `${3 * at}-${inQuarter}`;
    return [`=MIN(${TIME_MONTHS},IF(${isQuarters},${quarter},${at}))`];
  });
  const periods = Array.from({ length: PERIODS }, (_, at) => {
    const first = `(${TIME_FIRST}+${firstAt(at)})`;
    const months = `(${firstAt(at + 1)}-${firstAt(at)})`;
    const period = `IF(${months}=1,${monthCode(first)},${rangeCode(first, months)})`;
    const heading = headingOf(first, months, isQuarters);
    return [`=IF(${months}=0,NA(),${period})`, `=IF(${months}=0,"",${heading})`];
  });
  return {
    blocks: [
      { at: `${DEMAND_TIMES.first}${LIST_ROW}`, rows: starts },
      { at: `${DEMAND_TIMES.period}${LIST_ROW}`, rows: periods },
    ],
  };
}

/** "Jan 26", "Q1 Jan–Mar 26", and "Apr–May 26" for a part of a quarter. */
function headingOf(first: string, months: string, isQuarters: string): string {
  const [from, to] = [monthHeading(first), monthHeading(`(${first}+${months}-1)`)];
  const quarter = `IF(AND(${isQuarters},${months}=3),"Q"&(INT(MOD(${first}-${YEAR_FIRST},12)/3)+1)&" ","")`;
  return `${quarter}&IF(${months}=1,"",LEFT(${from},3)&"–")&${to}`;
}

interface NumberOptions {
  readonly scenario: "scenario" | "base";
  readonly field: string;
  readonly time: FigureOptions;
  /** The column of the lines above, for the remainder. */
  readonly column: string;
}

/**
 * Returns the number of a line. The total names the grouping too, so it takes no request of its own. A group that the scenario
 * lacks is 0 if the scenario has a total.
 */
function lineNumber({ page, top }: DemandPlace, line: DemandLine, options: NumberOptions): string {
  const { scenario, field, time, column } = options;
  const asked = { ...time, groupBy: page.inputs.argument("groupBy") };
  if (line.kind === "all") return callOfKpi(page, scenario, field, asked);
  const call = callOfKpi(page, scenario, field, { ...asked, item: line.item });
  const own = line.kind === "rest" ? restOf(column, top) : `IF(ISNUMBER(${column}$${top + 1}),IFNA(${call},0),"")`;
  return unlessBlank(line.item, own);
}

export function columnsOfDemand(place: DemandPlace): TableColumn<DemandLine>[] {
  const { page, top } = place;
  const { inputs } = page;
  const measure = inputs.argument("measure");
  const totals = (scenario: "scenario" | "base", column: string): TableColumn<DemandLine> => ({
    heading: `=${unlessBlank(inputs.cell(scenario), scenarioHeading(page, scenario))}`,
    cell: (line) =>
      `=${unlessBlank(inputs.cell(scenario), lineNumber(place, line, { scenario, field: measure, time: timeOf(page, scenario), column }))}`,
    role: scenario === "scenario" ? "own" : "base",
    format: () => "amount",
  });
  return [
    totals("scenario", "C"),
    totals("base", "D"),
    ...varianceOfDemand(page),
    share(top),
    fillRate(page),
    ...Array.from({ length: PERIODS }, (_, at) => periodColumn(place, at)),
  ];
}

function varianceOfDemand(page: Page): TableColumn<DemandLine>[] {
  const shownIf = page.inputs.cell("base");
  const columns = varianceColumns(page, { ...OWN_VARIANCE, shownIf });
  return columns.map(({ cell, format, sign, ...column }) => ({
    ...column,
    cell: (_, row) => cell(MEASURE, row),
    format: () => format(MEASURE),
    ...(sign && { sign: () => sign(MEASURE) }),
  }));
}

function share(top: number): TableColumn<DemandLine> {
  return {
    heading: "Share",
    cell: (_, row) => `=IF(ISNUMBER($C${row}),IF($C$${top + 1}=0,"",$C${row}/$C$${top + 1}),"")`,
    format: () => "ratio",
  };
}

/** The remainder has no fill rate, because a rate of unlisted groups cannot be computed here. */
function fillRate(page: Page): TableColumn<DemandLine> {
  const groupBy = page.inputs.argument("groupBy");
  const time = timeOf(page, "scenario");
  const rate = ({ item }: DemandLine) => callOfKpi(page, "scenario", "fillRate", { ...time, groupBy, item });
  return {
    heading: "Fill rate",
    cell: (line, row) => (line.kind === "rest" ? "" : `=IF(ISNUMBER($C${row}),IFNA(${rate(line)},""),"")`),
    format: () => "ratio",
  };
}

/** A month or quarter is blank if the scenario lacks a part of it. */
function periodColumn(place: DemandPlace, at: number): TableColumn<DemandLine> {
  const { page, top } = place;
  const interval = page.inputs.argument("interval");
  const column = columnAt(PERIOD_START + at);
  const heading = `${column}$${top}`;
  const options = {
    scenario: "scenario",
    field: page.inputs.argument("measure"),
    time: { period: periodAt(at) },
    column,
  } as const;
  const number = (line: DemandLine) => {
    const own = lineNumber(place, line, options);
    return line.kind === "all" ? `IFNA(${own},"")` : own;
  };
  return {
    heading: `=IF(ISNA(${interval}),NA(),${unlessMissing(headingAt(at))})`,
    cell: (line) => `=${unlessBlank(heading, number(line))}`,
    format: () => "amount",
  };
}
