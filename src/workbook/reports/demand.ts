/** Demand by group and period: demand of each product family, region or channel, and the share delivered. */
import { formatColumn } from "../../grid/address";
import { NAMESPACE } from "../../grid/environment";
import { chartTop, chartUnit } from "./chartCells";
import { chartSection } from "./chartSection";
import { chartSlots, valueInUnit } from "./chartSlots";
import {
  columnsOfDemand,
  DEMAND_GROUPS,
  FIRST_MONTH,
  LAST_MONTH,
  linesOfDemand,
  monthsSection,
  PERIODS,
  PERIOD_START,
  totalPeriod,
} from "./demandTable";
import { kpi, unlessBlank } from "./figures";
import { groupChoices, type Choice } from "./inputOptions";
import { RESULTS } from "./hiddenColumns";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "./page";
import { INK, NAVY, PALE, type ReportSection, type SheetSpec } from "./sheetSpec";
import { spillSection } from "./spillLists";
import { REPORT_TITLES, type ReportParameters } from "./reportParameters";
import {
  AMOUNT_WIDTH,
  headingHeight,
  LABEL_WIDTH,
  MARK_WIDTH,
  noteSection,
  PERCENT_WIDTH,
  tableSection,
} from "./table";
import { TIME_TEXT } from "./timeCells";
import { varianceNote } from "./variance";

const INTERVALS: readonly Choice[] = [
  ["Months", "M"],
  ["Quarters", "Q"],
];
/** Single articles would be too many rows. */
const GROUPS = ["region", "product", "channel"] as const;
const MEASURES: readonly Choice[] = [
  ["Demand volume", "demandVolume"],
  ["Demand value", "demandValue"],
];
const OPTIONS: PageOptions = {
  title: REPORT_TITLES.demand,
  scenarios: [
    { key: "base", label: "Base scenario" },
    { key: "scenario", label: "Scenario" },
  ],
  time: "year",
  own: [
    { key: "measure", label: "Measure", choices: MEASURES },
    { key: "interval", label: "Columns", choices: INTERVALS },
    { key: "groupBy", label: "Rows", choices: groupChoices(GROUPS) },
  ],
  hasMarks: true,
  family: "demand",
};
const UNIT = `$${RESULTS}$8`;
const SIZE = 9;
/** The chart is as wide as a screen, even if the table is wider. */
const CHART_END = "L";

export function demandSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { inputs } = page;
  const top = page.top + 1;
  const lines = linesOfDemand(top);
  const columns = columnsOfDemand({ page, top });
  const [last, end] = [top + lines.length, formatColumn(columns.length)];
  const unused = `${formatColumn(PERIOD_START + 4)}${top}:${end}${top}`;
  return finishPage(page, {
    sections: [
      ...demandSpills(page),
      monthsSection(),
      bandSection(page, end),
      tableSection({ top, corner: `=${UNIT}`, lines, label: ({ label }) => label, columns, size: SIZE, isOpen: true }),
      { fills: [{ range: unused, cell: inputs.cell("interval"), text: "Quarters", fill: "#ffffff" }] },
      noteSection(last + 1, varianceNote(page)),
      demandChart(page, top, [`A${last + 3}`, `${CHART_END}${last + 20}`]),
    ],
    widths: {
      "A:A": LABEL_WIDTH,
      "B:C": AMOUNT_WIDTH - 16,
      "D:D": AMOUNT_WIDTH - 16,
      "E:E": PERCENT_WIDTH,
      "F:F": MARK_WIDTH,
      "G:H": PERCENT_WIDTH,
      [`${formatColumn(PERIOD_START)}:${end}`]: AMOUNT_WIDTH - 22,
    },
    heights: headingHeight(top),
    isWide: true,
    lastColumn: end,
    lastRow: last + 20,
  });
}

/** Writes a row above the headings that names what the columns below show: the time, and the scenario that has no column. */
function bandSection(page: Page, end: string): ReportSection {
  const row = page.top;
  const { argument, cell } = page.inputs;
  const scenario = scenarioHeading(page, "scenario");
  const texts: readonly (readonly [first: string, last: string, text: string])[] = [
    ["B", "F", TIME_TEXT],
    ["G", "H", scenario],
    [formatColumn(PERIOD_START), end, `${scenario}&${timesText(argument("interval"))}`],
  ];
  return {
    blocks: texts.map(([first, , text]) => ({ at: `${first}${row}`, rows: [[`=IF(${cell("plan")}="","",${text})`]] })),
    styles: texts.map(([first, last]) => ({
      range: `${first}${row}:${last}${row}`,
      merged: true,
      align: "Left",
      color: INK,
      bold: true,
      size: SIZE,
      shrinks: true,
      bottom: INK,
    })),
  };
}

function timesText(interval: string): string {
  return `IF(IFNA(${interval},"")="Q"," by quarter"," by month")`;
}

/** Reads the groups of both scenarios from the service; of one of them if the other has none of the months. */
function demandSpills(page: Page): ReportSection[] {
  const { cell, argument, scenarios } = page.inputs;
  const about = `${argument("measure")},"M",${argument("groupBy")},${FIRST_MONTH},${LAST_MONTH},${argument("currency")},"table"`;
  const ask = (shown: string) => `${NAMESPACE}.DEMAND(${cell("plan")},${shown},${about})`;
  const [base, own] = scenarios as [string, string];
  const fails = (shown: string) => `ISNA(ROWS(${ask(shown)}))`;
  const both = `${base}:${own}`;
  const call = ask(`IF(${fails(both)},IF(${fails(own)},${base},${own}),${both})`);
  const scale = argument("scale");
  return [
    spillSection(call, DEMAND_GROUPS),
    {
      blocks: [
        {
          at: UNIT.replaceAll("$", ""),
          rows: [[`=IF(${argument("measure")}="demandValue",${page.unit},"Units"&IF(${scale}="","",","&${scale}))`]],
        },
      ],
    },
  ];
}

function demandChart(page: Page, top: number, place: readonly [string, string]): ReportSection {
  const { argument, name } = page.inputs;
  const [interval, groupBy] = [argument("interval"), argument("groupBy")];
  const items = Array.from({ length: PERIODS }, (_, at) => {
    const column = formatColumn(PERIOD_START + at);
    const all = `$${column}$${top + 1}`;
    const rate = kpi(page, "scenario", "fillRate", { period: totalPeriod(at, interval), groupBy });
    return {
      name: `$${column}$${top}`,
      values: [valueInUnit(all, 0), unlessBlank(all, `${all}*${rate}/${chartUnit(0)}`)],
    };
  });
  const slots = chartSlots(chartTop(0), items);
  return chartSection(page, {
    name: "Demand",
    number: 0,
    place,
    type: "ColumnClustered",
    legend: true,
    top: chartTop(0),
    title: `${name("measure")}&" and what is delivered of it"&${timesText(interval)}&" · "&${scenarioHeading(page, "scenario")}&" · "&${TIME_TEXT}`,
    axisTitle: `IF(${argument("measure")}="demandValue",${argument("currency")},"Units"&IF(${chartUnit(0)}=1,"",","))`,
    size: `MAX($${formatColumn(PERIOD_START)}$${top + 1}:$${formatColumn(PERIOD_START + PERIODS - 1)}$${top + 1})`,
    series: [{ color: PALE }, { color: NAVY, type: "LineMarkers" }],
    slots,
    rows: [
      ["", "Demand", "Delivered, by fill rate"],
      ...items.map((_, at) => [`=${slots.name(at)}`, `=${slots.value(at, 0)}`, `=${slots.value(at, 1)}`]),
    ],
  });
}
