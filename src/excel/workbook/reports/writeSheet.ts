/** Writes a report's sheet from its spec. */
import { BAR_BOUNDS } from "../../../reporting/reports/hiddenColumns";
import { scaledFormatsOf, numberFormatOf, type ReportFormat } from "../../../reporting/reports/formats";
import {
  BETTER_BAR,
  WORSE_BAR,
  type CellBlock,
  type ListSpec,
  type PrintSpec,
  type SheetSpec,
} from "../../../reporting/reports/sheetSpec";
import { writeConditionalStyle, writeStyle } from "./writeStyle";
import { parseArea, parsePosition } from "../../../spreadsheet/cells/address";
import { overlaps } from "../../../spreadsheet/cells/area";
import type { NewSheet } from "../cells/newSheet";
import { fillChartData, writeCharts } from "./writeChart";

/**
 * Sends the report but its last part, which the caller sends: the formulas behind charts, and number formats. The page's formulas
 * come first, before the cells' sizes, so that the service answers while the rest is written.
 */
export async function writeReport(added: NewSheet, spec: SheetSpec): Promise<void> {
  const { context, sheet, attempt } = added;
  const isBehindChart = (block: CellBlock) => spec.charts.some(({ data }) => isOver(block, data));
  context.application.suspendApiCalculationUntilNextSync();
  for (const block of spec.blocks) if (!isBehindChart(block)) writeBlock(sheet, block);
  for (const chart of spec.charts) fillChartData(sheet, chart);
  sheet.getRange(spec.hidden).columnHidden = true;
  await context.sync();
  // A short request, after which the calls of the page's formulas leave.
  await attempt("its drop-down lists", () => spec.lists.forEach((list) => writeList(sheet, list)));
  // A chart is placed over cells, so these get their sizes before.
  await attempt("some of its widths and heights", () => writeSizes(sheet, spec));
  // A chart reads its cells when it is created, so create it before they are #BUSY!.
  await writeCharts(added, spec.charts);
  await attempt("some of its colours and fonts", () => writeStyles(sheet, spec));
  await attempt("frozen headings and folded inputs", () => {
    freeze(sheet, spec.frozen);
    const rows = sheet.getRange(spec.folded);
    rows.group("ByRows");
    rows.hideGroupDetails("ByRows");
  });
  await attempt("its print set-up", () => setUpPrint(sheet, spec.print));
  for (const block of spec.blocks) if (isBehindChart(block)) writeBlock(sheet, block);
  for (const { range, format } of spec.styles) if (format) writeFormat(sheet, { range, format, scale: spec.scale });
}

/** True if the block has cells of the range. */
function isOver({ at, rows }: CellBlock, range: string): boolean {
  const [start, area] = [parsePosition(at), parseArea(range)];
  if (!start || !area) throw new Error(`${at} or ${range} is no address.`);
  return overlaps({ ...start, rows: rows.length, columns: widthOf(rows) }, area);
}

function widthOf(rows: CellBlock["rows"]): number {
  return Math.max(...rows.map(({ length }) => length));
}

function writeBlock(sheet: Excel.Worksheet, { at, rows }: CellBlock): void {
  sheet.getRange(at).getResizedRange(rows.length - 1, widthOf(rows) - 1).formulas = rows as unknown[][];
}

function writeSizes(sheet: Excel.Worksheet, { widths, heights }: SheetSpec): void {
  for (const [columns, width] of Object.entries(widths)) sheet.getRange(columns).format.columnWidth = width;
  for (const [rows, height] of Object.entries(heights)) sheet.getRange(rows).format.rowHeight = height;
}

function writeStyles(sheet: Excel.Worksheet, { styles, conditionalStyles, bars }: SheetSpec): void {
  for (const { range, merged } of styles) if (merged) sheet.getRange(range).merge();
  for (const style of styles) writeStyle(sheet.getRange(style.range), style);
  for (const style of conditionalStyles) writeConditionalStyle(sheet, style);
  for (const range of bars) writeBars(sheet.getRange(range));
  sheet.showGridlines = false;
}

function freeze(sheet: Excel.Worksheet, { rows, columns }: SheetSpec["frozen"]): void {
  if (columns === 0) sheet.freezePanes.freezeRows(rows);
  else sheet.freezePanes.freezeAt(sheet.getRangeByIndexes(0, 0, rows, columns));
}

interface FormattedRange {
  readonly range: string;
  readonly format: ReportFormat;
  readonly scale: string;
}

/** Conditional formats apply the scale's number formats, so the scale never changes a number. */
function writeFormat(sheet: Excel.Worksheet, { range, format, scale }: FormattedRange): void {
  // Excel accepts one format for all cells, which its types do not allow. `numberFormat` is in English in every language.
  sheet.getRange(range).numberFormat = numberFormatOf(format) as unknown as string[][];
  for (const [text, numberFormat] of scaledFormatsOf(format)) {
    const { custom } = sheet.getRange(range).conditionalFormats.add("Custom");
    // Without separators, it is the same in every language.
    custom.rule.formula = `=${scale}="${text}"`;
    custom.format.numberFormat = numberFormat;
  }
}

function writeBars(range: Excel.Range): void {
  const { dataBar } = range.conditionalFormats.add("DataBar");
  dataBar.showDataBarOnly = true;
  dataBar.positiveFormat.fillColor = BETTER_BAR;
  dataBar.positiveFormat.gradientFill = false;
  dataBar.negativeFormat.fillColor = WORSE_BAR;
  dataBar.negativeFormat.matchPositiveFillColor = false;
  // All bars of a sheet have the bounds of these cells. A rule without separators is the same in every language.
  dataBar.lowerBoundRule = { type: "Formula", formula: `=${BAR_BOUNDS.least}` };
  dataBar.upperBoundRule = { type: "Formula", formula: `=${BAR_BOUNDS.largest}` };
}

const ALERTS: Readonly<Record<ListSpec["others"], Pick<Excel.DataValidationErrorAlert, "showAlert" | "style">>> = {
  refused: { showAlert: true, style: "Stop" },
  asked: { showAlert: true, style: "Warning" },
  taken: { showAlert: false, style: "Information" },
};

function writeList(sheet: Excel.Worksheet, { cell, source, others, message }: ListSpec): void {
  const validation = sheet.getRange(cell).dataValidation;
  validation.rule = { list: { inCellDropDown: true, source: `=${source}` } };
  validation.errorAlert = { ...ALERTS[others], title: "Scenario Insights", message };
}

function setUpPrint(
  { pageLayout }: Excel.Worksheet,
  { area, titles, titleColumns, orientation, wide }: PrintSpec,
): void {
  pageLayout.orientation = orientation;
  pageLayout.zoom = { horizontalFitToPages: wide, verticalFitToPages: 1 };
  pageLayout.centerHorizontally = true;
  pageLayout.setPrintArea(area);
  pageLayout.setPrintTitleRows(titles);
  if (titleColumns) pageLayout.setPrintTitleColumns(titleColumns);
  // Headers are static: file, sheet and page. Titles show what depends on the inputs.
  const { defaultForAllPages } = pageLayout.headersFooters;
  defaultForAllPages.leftHeader = "&A";
  defaultForAllPages.rightHeader = "&F";
  defaultForAllPages.centerFooter = "&P / &N";
}
