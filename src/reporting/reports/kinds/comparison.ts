/** Scenario comparison: the main figures of a base and up to two scenarios, their variances, and a chart. */
import { commonCosts } from "../costs";
import { chartTop, inUnit } from "../chartCells";
import { chartSection, roleKey } from "../chartSection";
import type { SeriesSpec } from "../chartSpec";
import { unlessBlank } from "../figures";
import { CHART_NUMBERS } from "../formats";
import { cellOfLine, fieldLines, rowsOfLines } from "../lines";
import { ebitMessage, hiddenDrivers } from "../ebitMessage";
import { messageSection, TITLE_LETTERS } from "../reportTitle";
import { createPage, finishPage, scenarioHeading, type Page, type PageOptions } from "../page";
import {
  COMPARED,
  COMPARED_COLUMNS,
  COMPARED_INPUTS,
  COMPARED_WIDTHS,
  COMPARED_AMOUNTS,
  comparedColumns,
  LAST_COMPARED,
} from "../scenarioColumns";
import { DASHED, OUTLINED, OWN, SOLID, type ReportSection, type SheetSpec } from "../sheetSpec";
import type { ReportParameters } from "../reportParameters";
import { notesSection, tableSection } from "../table";
import { TIME_TEXT } from "../timeCells";
import { varianceNote } from "../variance";
import { spokenShare } from "../spokenNumbers";

const OPTIONS: PageOptions = {
  scenarios: COMPARED_INPUTS,
  time: "period",
};
const COSTS = ["supplyChainCost", "otherCosts"] as const;
const P_AND_L = [
  ...(["netFIESales", "cogs", "grossProfit", ...COSTS, "ebit", "ebitPercent"] as const),
  ...(["overhead", "dpm", "dpmPercent"] as const),
];
const LINES = fieldLines(...P_AND_L, "demandVolume", "demandValue", "fillRate").map((line) => ({
  ...line,
  indent: line.field.endsWith("Percent") ? line.indent : 0,
  // Demand is no part of the P&L, and its value would rule the scale of all bars.
  isOther: line.field === "demandVolume",
  hasNoBar: line.field === "demandValue",
}));
const CHARTED = ["netFIESales", "grossProfit", "ebit"];
/** By role, in the order of `COMPARED`. */
const ROLES: readonly SeriesSpec[] = [
  { color: OWN, isOutlined: true },
  { color: OWN },
  { color: OWN, isOutlined: true, isDashed: true },
];
const SIGNS = { base: OUTLINED, scenario: SOLID, other: DASHED } as const;

const CHART_ROWS = 15;

export function comparisonSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  const { top } = page;
  const rowOf = rowsOfLines(LINES, top + 1);
  const last = top + LINES.length;
  const costs = commonCosts({ rowOf, columns: comparedColumns(page, rowOf), amounts: COMPARED_AMOUNTS });
  const { columns } = costs;
  const label = (line: (typeof LINES)[number]) => (line.unit === "volume" ? `${line.label}, units` : costs.label(line));
  const commentary = last + 3 + CHART_ROWS;
  const parts = hiddenDrivers(page);
  const scaleNote = unlessBlank(page.inputs.cell("other"), '" The bars of both scenarios have one scale."');
  return finishPage(page, {
    sections: [
      messageSection(ebitMessage(page, rowOf, { hidden: parts.drivers }), page),
      parts.section,
      tableSection({ top, corner: `=${page.unit}`, lines: LINES, label, columns }),
      costs.section,
      notesSection({ row: last + 2, commentary }, `${varianceNote(page)}&${scaleNote}`, LAST_COMPARED),
      figuresChart(page, rowOf, [`B${last + 3}`, `G${commentary - 1}`]),
    ],
    widths: COMPARED_WIDTHS,
    lastColumn: LAST_COMPARED,
    headingRow: top,
    lastRow: commentary,
  });
}

function figuresChart(page: Page, rowOf: ReadonlyMap<string, number>, place: readonly [string, string]): ReportSection {
  const names = COMPARED.map((key) => `=${unlessBlank(page.inputs.cell(key), scenarioHeading(page, key))}`);
  const charted = LINES.filter(({ field }) => CHARTED.includes(field));
  const cell = (key: (typeof COMPARED)[number], field: string) => cellOfLine(`$${COMPARED_COLUMNS[key]}`, field, rowOf);
  const cells = (field: string) => COMPARED.map((key) => inUnit(cell(key, field), 0));
  const share = (key: "scenario" | "base") =>
    `IF(ISNUMBER(${cell(key, "ebitPercent")}),${spokenShare(cell(key, "ebitPercent"))},NA())`;
  return chartSection(page, {
    name: "Figures",
    number: 0,
    place,
    type: "ColumnClustered",
    gap: 40,
    top: chartTop(0),
    message: `"EBIT "&${share("scenario")}&" of net sales, "&${share("base")}&" in "&${scenarioHeading(page, "base", TITLE_LETTERS)}`,
    subject: '"Net sales, gross profit and EBIT"',
    about: TIME_TEXT,
    unit: page.inputs.argument("currency"),
    key: COMPARED.map((key) =>
      roleKey(SIGNS[key], unlessBlank(page.inputs.cell(key), scenarioHeading(page, key))),
    ).join("&"),
    size: cell("base", "netFIESales"),
    series: ROLES.map((role) => ({ ...role, labels: CHART_NUMBERS })),
    rows: [["", ...names], ...charted.map(({ label, field }) => [label, ...cells(field)])],
  });
}
