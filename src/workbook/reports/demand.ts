/** Demand by period and group: what each product family, region or channel is asked for, and how much of it is delivered. */
import {
  FORMATS,
  heading,
  INK,
  QUIET,
  RED,
  subtotal,
  type CellContent,
  type SheetSpec,
  type RangeStyle,
} from "./sheetSpec";
import { head, lastRow, moreCell, scenarioCell, type HeadOptions, type Subject } from "./head";
import { groupNameCells, groupNames, MONTH_LABELS, monthLabels } from "./helperCells";
import { kpi, unlessBlank } from "./kpi";

const OPTIONS: HeadOptions = {
  title: "Demand",
  scenarios: ["Scenario"],
  family: "demand",
  more: [
    { label: "Columns", value: "Months", choices: ["Months", "Quarters"] },
    { label: "Rows", value: "region", choices: ["product", "region", "channel"] },
  ],
};
const [COLUMNS, ROWS] = [moreCell(OPTIONS, 0), moreCell(OPTIONS, 1)];
const SCENARIO = scenarioCell(0);
/** The periods that the columns ask for, which nobody has to see. */
const PERIODS = lastRow(OPTIONS) + 1;
const HEADING = PERIODS + 1;
/** All groups come first, so that fewer groups leave no gap above their sum. */
const TOTAL = HEADING + 1;
const FIRST = TOTAL + 1;
/** Rows that there is room for; product families are the most. */
const GROUPS = 12;
const LAST = TOTAL + GROUPS;
const PERIOD_COLUMNS = [..."BCDEFGHIJKLM"];
/** A blank text as the period of a KPI. */
const FULL_YEAR = '""';
const [YEAR, SHARE, FILL] = ["N", "O", "P"] as const;
const GROUP_NAMES = groupNameCells(GROUPS);

export function demandSheet(subject: Subject): SheetSpec {
  const top = head(subject, OPTIONS);
  return {
    ...top,
    blocks: [
      ...top.blocks,
      monthLabels(SCENARIO),
      groupNames(SCENARIO, ROWS),
      { at: `A${PERIODS}`, rows: [["", ...PERIOD_COLUMNS.map((_, at) => periodOf(at + 1))]] },
      { at: `A${HEADING}`, rows: [headings(), totals(), ...Array.from({ length: GROUPS }, (_, at) => groupCells(at))] },
      { at: `R${HEADING}`, rows: chartRows() },
    ],
    styles: [...top.styles, ...styles()],
    widths: { "A:A": 150, "B:B": 118, "C:M": 76, "N:N": 88, "O:P": 66, "Q:Q": 20, "R:T": 84 },
    frozen: `A1:A${HEADING}`,
    printed: `A1:P${LAST + 19}`,
    charts: [
      {
        ...{ type: "ColumnClustered", title: "Demand and what is delivered", legend: true },
        data: `R${HEADING}:T${HEADING + PERIOD_COLUMNS.length}`,
        place: [`A${LAST + 2}`, `P${LAST + 18}`],
        colors: [INK, RED],
        lines: [1],
      },
    ],
  };
}

/** A month, or a quarter as the range of its months; "" beyond the last. */
function periodOf(number: number): string {
  const month = (at: number) => `INDEX(${MONTH_LABELS},${at})`;
  const quarter =
    number > 4 ? '""' : `IF(${month(3 * number)}&""="","",${month(3 * number - 2)}&":"&${month(3 * number)})`;
  return `=IF(${COLUMNS}="Quarters",${quarter},${month(number)}&"")`;
}

function headings(): CellContent[] {
  const periods = PERIOD_COLUMNS.map(
    (column, at) => `=IF(${column}$${PERIODS}="","",IF(${COLUMNS}="Quarters","Q${at + 1}",${column}$${PERIODS}))`,
  );
  return ["Units", ...periods, "Total", "Share", "Fill rate"];
}

function groupCells(at: number): CellContent[] {
  const row = FIRST + at;
  const item = `$A${row}`;
  const group = { groupBy: ROWS, item };
  const shown = (value: string) => `=${unlessBlank(item, value)}`;
  const periods = PERIOD_COLUMNS.map((column) => {
    const period = `${column}$${PERIODS}`;
    return `=IF(OR(${item}="",${period}=""),"",${kpi(SCENARIO, "demandVolume", { period, ...group })})`;
  });
  return [
    `=INDEX(${GROUP_NAMES},${at + 1})&""`,
    ...periods,
    shown(kpi(SCENARIO, "demandVolume", { period: FULL_YEAR, ...group })),
    shown(`IF(N($${YEAR}$${TOTAL})=0,"",N($${YEAR}${row})/$${YEAR}$${TOTAL})`),
    shown(kpi(SCENARIO, "fillRate", { period: FULL_YEAR, ...group })),
  ];
}

function totals(): CellContent[] {
  const periods = PERIOD_COLUMNS.map((column) => {
    const period = `${column}$${PERIODS}`;
    return `=${unlessBlank(period, kpi(SCENARIO, "demandVolume", { period }))}`;
  });
  const all = `$${YEAR}$${TOTAL}`;
  return [
    "All",
    ...periods,
    `=${kpi(SCENARIO, "demandVolume", { period: FULL_YEAR })}`,
    `=IF(N(${all})=0,"",1)`,
    `=${kpi(SCENARIO, "fillRate", { period: FULL_YEAR })}`,
  ];
}

function chartRows(): CellContent[][] {
  const lines = PERIOD_COLUMNS.map((column) => {
    const period = `${column}$${PERIODS}`;
    const delivered = `=IF(${period}="","",N(${column}$${TOTAL})*N(${kpi(SCENARIO, "fillRate", { period })}))`;
    return [`=${column}$${HEADING}`, `=${column}$${TOTAL}`, delivered];
  });
  return [["Period", "Demand", "Delivered"], ...lines];
}

function styles(): RangeStyle[] {
  return [
    { range: `B${PERIODS}:M${PERIODS}`, color: "#ffffff", size: 6 },
    heading(`A${HEADING}:${FILL}${HEADING}`),
    { range: `A${HEADING}`, align: "Left" },
    { range: `B${TOTAL}:${YEAR}${LAST}`, format: FORMATS.volume },
    { range: `${SHARE}${TOTAL}:${FILL}${LAST}`, format: FORMATS.ratio },
    { range: `${YEAR}${TOTAL}:${YEAR}${LAST}`, bold: true },
    subtotal(`A${TOTAL}:${FILL}${TOTAL}`),
    { range: `R${HEADING}:T${HEADING + PERIOD_COLUMNS.length}`, color: QUIET, format: FORMATS.volume },
  ];
}
