/** Demand by group and period: demand of each product family, region or channel, and the share delivered. */
import { chartTop, chartUnit } from "../chartCells";
import { chartSection } from "../chartSection";
import { createChartSlots, valueInUnit, type ChartSlots } from "../chartSlots";
import {
  columnsOfDemand,
  DEMAND_GROUPS,
  FILL_RATE,
  linesOfDemand,
  periodAt,
  PERIODS,
  periodsSection,
  PERIOD_START,
} from "../demandTable";
import { callOfKpi, unlessBlank } from "../figures";
import { CHART_NUMBERS } from "../formats";
import { groupChoices, type Choice } from "../inputOptions";
import { DEMAND_TIMES, LIST_ROW, RESULT_COLUMN } from "../hiddenColumns";
import { OWN_AND_BASE } from "../scenarioColumns";
import { messageSection, TITLE_LETTERS, type Message } from "../reportTitle";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "../page";
import { INK, OWN, MISSED, SOLID, type CellContent, type ReportSection, type SheetSpec } from "../sheetSpec";
import { groupsSection } from "../spillLists";
import { REPORT_TITLES, type ReportParameters } from "../reportParameters";
import { columnAt, NARROW_BASE_WIDTH, notesSection, tableSection } from "../table";
import { TIME_MONTHS, TIME_TEXT } from "../timeCells";
import { varianceNote } from "../variance";
import { spokenShare } from "../spokenNumbers";

const INTERVALS: readonly Choice[] = [
  ["Months", "M"],
  ["Quarters", "Q"],
];
/** Single articles would be too many rows. */
const GROUPS = ["region", "product", "channel"] as const;
const MEASURES: readonly Choice[] = [
  ["Volume", "demandVolume"],
  ["Value", "demandValue"],
];
const UNIT = `$${RESULT_COLUMN}$8`;
const OPTIONS: PageOptions = {
  scenarios: OWN_AND_BASE,
  time: "period",
  own: [
    { key: "groupBy", label: "Rows", choices: groupChoices(GROUPS) },
    { key: "measure", label: "Demand", choices: MEASURES },
    // Beyond the edge of a small screen.
    { key: "interval", label: "Columns", choices: INTERVALS, isRare: true },
  ],
  family: "demand",
  unit: UNIT,
  wideName: REPORT_TITLES.demand,
};
const SIZE = 9;
/** The chart and the note are on the first of two printed pages, even if the table is wider. The labels' column is printed on both. */
const [CHART_START, CHART_END] = ["C", "K"];
const CHART_ROWS = 8;
/** In points. */
const [LINES_WIDTH, AMOUNTS_WIDTH, BARS_WIDTH, CHANGE_WIDTH] = [132, 76, 72, 52];
/** In points: room for the inputs above. */
const [SHARE_WIDTH, RATE_WIDTH] = [80, 62];
/** Room for three lines. */
const HEADING_HEIGHT = 36;

export function demandSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  // A row above the headings says what the columns show.
  const top = page.top + 1;
  const lines = linesOfDemand(top);
  const columns = columnsOfDemand({ page, top });
  const [last, end] = [top + lines.length, columnAt(columns.length - 1)];
  const [note, first] = [last + 1, last + 2];
  const commentary = first + CHART_ROWS;
  return finishPage(page, {
    sections: [
      messageSection(demandMessage(page, top), page),
      groupsSection(page.inputs, page.inputs.argument("measure"), DEMAND_GROUPS),
      unitSection(page),
      periodsSection(page),
      bandSection(page, top - 1, end),
      tableSection({
        top,
        corner: `=${UNIT}`,
        lines,
        label: ({ label }) => label,
        columns,
        size: SIZE,
        headingHeight: HEADING_HEIGHT,
        isOpen: true,
      }),
      notesSection({ row: note, at: CHART_START, commentary }, varianceNote(page), CHART_END),
      demandChart(page, top, [`${CHART_START}${first}`, `${CHART_END}${commentary - 1}`]),
    ],
    widths: {
      "B:B": LINES_WIDTH,
      "C:C": AMOUNTS_WIDTH,
      "D:D": NARROW_BASE_WIDTH,
      "E:E": AMOUNTS_WIDTH,
      "F:F": BARS_WIDTH,
      "G:G": CHANGE_WIDTH,
      "H:H": SHARE_WIDTH,
      "I:I": RATE_WIDTH,
      [`${columnAt(PERIOD_START)}:${end}`]: AMOUNTS_WIDTH,
    },
    answerColumn: "G",
    lastColumn: end,
    headingRow: top,
    lastRow: commentary,
  });
}

function demandMessage(page: Page, top: number): Message {
  const { argument } = page.inputs;
  const groups = Array.from({ length: DEMAND_GROUPS }, (_, at) => top + 2 + at);
  return {
    subject: measureName(page),
    own: `$C$${top + 1}`,
    base: `$D$${top + 1}`,
    against: scenarioHeading(page, "base", TITLE_LETTERS),
    percent: `$G$${top + 1}`,
    drivers: groups.map((row) => ({ label: `$B$${row}`, amount: `$E$${row}` })),
    plural: `${argument("groupBy")}&"s"`,
  };
}

/** Returns "Demand volume" or "Demand value". */
function measureName({ inputs: { name } }: Page): string {
  return `"Demand "&LOWER(${name("measure")})`;
}

/** Writes a row above the headings that names what the columns below show: the time, and the scenario that has no column. */
function bandSection(page: Page, row: number, end: string): ReportSection {
  const { argument, cell } = page.inputs;
  const scenario = scenarioHeading(page, "scenario");
  const texts: readonly (readonly [first: string, last: string, text: string])[] = [
    ["C", "G", TIME_TEXT],
    ["H", "I", scenario],
    [columnAt(PERIOD_START), end, `${scenario}&${timesText(argument("interval"))}`],
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

/** " by month"; of a longer time, " by month, the first 12". */
function timesText(interval: string): string {
  const isCut = `IFNA($${DEMAND_TIMES.first}$${LIST_ROW + PERIODS}<${TIME_MONTHS},FALSE)`;
  return `IF(IFNA(${interval},"")="Q"," by quarter"," by month")&IF(${isCut},", the first ${PERIODS}","")`;
}

function unitSection({ inputs: { argument }, unit }: Page): ReportSection {
  const scale = argument("scale");
  const own = `IF(${scale}="","",","&${scale})`;
  return {
    blocks: [
      {
        at: UNIT.replaceAll("$", ""),
        rows: [[`=IF(${argument("measure")}="demandValue",${unit},"Units"&${own})`]],
      },
    ],
  };
}

function demandChart(page: Page, top: number, place: readonly [string, string]): ReportSection {
  const { argument } = page.inputs;
  const [interval, groupBy] = [argument("interval"), argument("groupBy")];
  const items = Array.from({ length: PERIODS }, (_, at) => {
    const column = columnAt(PERIOD_START + at);
    const all = `$${column}$${top + 1}`;
    const rate = callOfKpi(page, "scenario", "fillRate", { period: periodAt(at), groupBy });
    return {
      name: `$${column}$${top}`,
      values: [valueInUnit(all, 0), `IFERROR(${unlessBlank(all, `${all}*${rate}/${chartUnit(0)}`)},"")`],
    };
  });
  const slots = createChartSlots(chartTop(0), items);
  const delivered = `$${columnAt(FILL_RATE)}$${top + 1}`;
  return chartSection(page, {
    name: "Demand",
    number: 0,
    place,
    type: "ColumnStacked",
    gap: 60,
    top: chartTop(0),
    message: `IF(ISNUMBER(${delivered}),${spokenShare(delivered)}&" of demand is delivered",NA())`,
    subject: `${measureName(page)}&${timesText(interval)}`,
    about: `${scenarioHeading(page, "scenario")}&" · "&${TIME_TEXT}`,
    unit: `IF(${argument("measure")}="demandValue",${argument("currency")},"Units"&IF(${chartUnit(0)}=1,"",","))`,
    size: `MAX($${columnAt(PERIOD_START)}$${top + 1}:$${columnAt(PERIOD_START + PERIODS - 1)}$${top + 1})`,
    key: `IF(ISNUMBER(${delivered})," ${SOLID}\u00a0delivered, red: not delivered","")`,
    series: [{ color: OWN }, { color: MISSED }, { color: "none", type: "Line", labels: CHART_NUMBERS }],
    slots,
    rows: [["", "Delivered, by fill rate", "Not delivered", "Demand"], ...items.map((_, at) => slotCells(slots, at))],
  });
}

/** Demand without a fill rate is drawn as a whole. */
function slotCells(slots: ChartSlots, at: number): CellContent[] {
  const [all, delivered] = [slots.value(at, 0), slots.value(at, 1)];
  return [
    `=${slots.name(at)}`,
    `=IF(ISNUMBER(${delivered}),${delivered},${all})`,
    `=IF(ISNUMBER(${delivered}),${all}-${delivered},0)`,
    `=${all}`,
  ];
}
