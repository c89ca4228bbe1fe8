/** Writes charts from their specs. */
import { formatPosition, parseArea } from "../../../spreadsheet/cells/address";
import { quoteSheetName } from "../../../spreadsheet/cells/sheetPrefix";
import type { ChartSpec, SeriesSpec } from "../../../reporting/reports/chartSpec";
import { PAPER } from "../../../reporting/reports/sheetSpec";
import type { NewSheet } from "../cells/newSheet";

/** In points. */
const [TITLE_SIZE, LABEL_SIZE] = [10, 8];

/** Queues contents for a chart's cells by which Excel recognises its names and categories: texts in the first row and column. */
export function fillChartData(sheet: Excel.Worksheet, { data }: ChartSpec): void {
  sheet.getRange(data).values = placeholders(data);
}

/** Writes whole charts, or none: half a chart would mislead. All are added first, so each can be deleted if the rest fails. */
export async function writeCharts(
  { context, sheet, name, attempt }: NewSheet,
  specs: readonly ChartSpec[],
): Promise<void> {
  if (specs.length === 0) return;
  let charts: Excel.Chart[] = [];
  const areAdded = await attempt("its charts", () => {
    charts = specs.map((spec) => sheet.charts.add(spec.type, sheet.getRange(spec.data), "Columns"));
  });
  if (!areAdded) {
    // The sheet is new, so all its charts are these.
    const added = sheet.charts.load("items/name");
    await context.sync();
    await attempt("all of its charts", () => added.items.forEach((chart) => chart.delete()));
    return;
  }
  for (const [at, spec] of specs.entries()) {
    const chart = charts[at];
    if (!chart) continue;
    const what = `its chart “${spec.name}”`;
    const isWhole = await attempt(what, () => describeChart(sheet, chart, name, spec));
    if (!isWhole) await attempt(`all of ${what}`, () => chart.delete());
  }
}

function describeChart(sheet: Excel.Worksheet, chart: Excel.Chart, sheetName: string, spec: ChartSpec): void {
  const cellFormula = (cell: string) => `=${quoteSheetName(sheetName)}!${cell}`;
  chart.name = spec.name;
  // The cells behind a chart are hidden.
  chart.plotVisibleOnly = false;
  chart.title.setFormula(cellFormula(spec.title));
  chart.title.format.font.size = TITLE_SIZE;
  // Labels and the title say all of it.
  chart.legend.visible = false;
  chart.setPosition(...spec.place);
  spec.series.forEach((series, at) => writeSeries(sheet, chart, { spec, series, at, cellFormula }));
  const { categoryAxis, valueAxis } = chart.axes;
  categoryAxis.tickLabelSpacing = 1;
  // Names stay below columns that fall below zero; some slots may be empty, so marks between slots would mislead.
  categoryAxis.tickLabelPosition = "Low";
  categoryAxis.majorTickMark = "None";
  categoryAxis.format.font.size = LABEL_SIZE;
  // Each column has its number beside it.
  valueAxis.visible = false;
  valueAxis.majorGridlines.visible = false;
}

interface SeriesPlace {
  readonly spec: ChartSpec;
  readonly series: SeriesSpec;
  /** From 0. */
  readonly at: number;
  /** Returns the formula of a cell's text. */
  readonly cellFormula: (cell: string) => string;
}

function writeSeries(worksheet: Excel.Worksheet, chart: Excel.Chart, place: SeriesPlace): void {
  const { spec, series, at } = place;
  const each = chart.series.getItemAt(at);
  const { row, column, rows } = areaOf(spec.data);
  const columnRange = (index: number) => worksheet.getRangeByIndexes(row + 1, index, rows - 1, 1);
  each.setValues(columnRange(column + 1 + at));
  each.setXAxisValues(columnRange(column));
  if (series.type) each.chartType = series.type;
  if (series.type) writeLine(each, series);
  else if (series.isOutlined || series.color === "none") each.format.fill.clear();
  else each.format.fill.setSolidColor(series.color);
  if (series.isOutlined) each.format.line.color = series.color;
  if (series.isDashed) each.format.line.lineStyle = "Dash";
  if (!series.type && spec.gap !== undefined) each.gapWidth = spec.gap;
  if (!series.type && spec.overlap !== undefined) each.overlap = spec.overlap;
  if (series.labels) writeLabels(each, series.labels);
  if (series.labelsAt) writeTexts(each, place, series.labelsAt);
}

/** In points. */
const THIN = 0.75;

function writeLine({ format: { line } }: Excel.ChartSeries, { color }: SeriesSpec): void {
  if (color === "none") {
    line.lineStyle = "None";
    return;
  }
  line.color = color;
  line.weight = THIN;
}

function writeLabels(series: Excel.ChartSeries, numberFormat: string): void {
  series.hasDataLabels = true;
  series.dataLabels.numberFormat = numberFormat;
  series.dataLabels.format.font.size = LABEL_SIZE;
  // The outline of a higher column behind would cross the label.
  series.dataLabels.format.fill.setSolidColor(PAPER);
}

/** Links the label of each point to its cell. */
function writeTexts(series: Excel.ChartSeries, { spec, cellFormula }: SeriesPlace, column: string): void {
  series.hasDataLabels = true;
  series.dataLabels.position = "Top";
  series.dataLabels.format.font.size = LABEL_SIZE;
  const { row, rows } = areaOf(spec.data);
  for (let at = 0; at < rows - 1; at += 1) {
    series.points.getItemAt(at).dataLabel.formula = cellFormula(`$${column}$${row + 2 + at}`);
  }
}

/** Returns texts in the first row and column, numbers elsewhere, and a blank corner. */
function placeholders(address: string): (string | number)[][] {
  const { row: top, column: left, rows, columns } = areaOf(address);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_each, column) => {
      if (row === 0 && column === 0) return "";
      const position = formatPosition({ row: top + row, column: left + column });
      return row === 0 || column === 0 ? `Name ${position}` : 1;
    }),
  );
}

function areaOf(address: string) {
  const area = parseArea(address);
  if (area) return area;
  throw new Error(`${address} is no area.`);
}
