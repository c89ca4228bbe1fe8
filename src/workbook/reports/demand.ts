/** Demand by group and period: demand of each product family, region or channel, and the share delivered. */
import { formatColumn } from "../../grid/address";
import { NAMESPACE } from "../../grid/environment";
import { chartSection, chartTop, chartUnit, inUnit } from "./chartSection";
import { columnsOfDemand, DEMAND_GROUPS, linesOfDemand, PERIODS, PERIOD_START, totalPeriod } from "./demandTable";
import { kpi, unlessBlank } from "./figures";
import { groupChoices, type Choice } from "./inputOptions";
import { RESULTS } from "./hiddenColumns";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "./page";
import { NAVY, PALE, type ReportSection, type SheetSpec } from "./sheetSpec";
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
import { VARIANCE_NOTE } from "./variance";

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
  family: "demand",
};
const UNIT = `$${RESULTS}$8`;
const SIZE = 9;
/** The chart is as wide as a screen, even if the table is wider. */
const CHART_END = "L";

export function demandSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { top, inputs } = page;
  const lines = linesOfDemand(top);
  const columns = columnsOfDemand(page);
  const [last, end] = [top + lines.length, formatColumn(columns.length)];
  const unused = `${formatColumn(PERIOD_START + 4)}${top}:${end}${top}`;
  return finishPage(page, {
    sections: [
      ...demandSpills(page),
      tableSection({ top, corner: `=${UNIT}`, lines, label: ({ label }) => label, columns, size: SIZE, isOpen: true }),
      { fills: [{ range: unused, cell: inputs.cell("interval"), text: "Quarters", fill: "#ffffff" }] },
      noteSection(last + 1, VARIANCE_NOTE),
      demandChart(page, top, [`A${last + 3}`, `${CHART_END}${last + 20}`]),
    ],
    widths: {
      "A:A": LABEL_WIDTH,
      ...{
        "B:C": AMOUNT_WIDTH - 16,
        "D:D": AMOUNT_WIDTH - 16,
        "E:E": PERCENT_WIDTH,
        "F:F": MARK_WIDTH,
        "G:H": PERCENT_WIDTH,
      },
      [`${formatColumn(PERIOD_START)}:${end}`]: AMOUNT_WIDTH - 22,
    },
    heights: headingHeight(top),
    isWide: true,
    lastColumn: end,
    lastRow: last + 20,
  });
}

/** Reads groups and months from the service. The base is read in the same batch as the scenario. */
function demandSpills(page: Page): ReportSection[] {
  const { cell, argument } = page.inputs;
  const year = argument("period");
  const call = (scenario: string, layout: string) =>
    `${NAMESPACE}.DEMAND(${cell("plan")},${scenario},${argument("measure")},"M",${argument("groupBy")},${year},${year},${argument("currency")},"${layout}")`;
  const base = unlessBlank(cell("base"), `COUNT(${call(cell("base"), "table")})`);
  const scale = argument("scale");
  return [
    spillSection(call(cell("scenario"), "table"), [PERIODS, DEMAND_GROUPS]),
    {
      blocks: [
        {
          at: `${RESULTS}8`,
          rows: [
            [`=IF(${argument("measure")}="demandValue",${page.unit},"Units"&IF(${scale}="","",","&${scale}))`],
            [`=${base}`],
          ],
        },
      ],
    },
  ];
}

function demandChart(page: Page, top: number, place: readonly [string, string]): ReportSection {
  const { argument, name } = page.inputs;
  const rows = Array.from({ length: PERIODS }, (_, at) => {
    const column = formatColumn(PERIOD_START + at);
    const rate = kpi(page, "scenario", "fillRate", {
      period: totalPeriod(at, argument("interval")),
      groupBy: argument("groupBy"),
    });
    return [
      `=$${column}$${top}`,
      inUnit(`$${column}$${top + 1}`, 0),
      inUnit(unlessBlank(`$${column}$${top}`, `$${column}$${top + 1}*${rate}`), 0),
    ];
  });
  return chartSection(page, {
    name: "Demand",
    number: 0,
    place,
    type: "ColumnClustered",
    legend: true,
    top: chartTop(0),
    title: `${name("measure")}&" and what is delivered of it · "&${scenarioHeading(page, "scenario")}`,
    axisTitle: `IF(${argument("measure")}="demandValue",${argument("currency")},"Units"&IF(${chartUnit(0)}=1,"",","))`,
    size: `$B$${top + 1}/${PERIODS}`,
    series: [{ color: PALE }, { color: NAVY, type: "LineMarkers" }],
    rows: [["", "Demand", "Delivered, by fill rate"], ...rows],
  });
}
