/** Fills a new worksheet as a spec says; what Excel is told is sent with the caller's next `sync`. */
import type { ChartSpec, RangeStyle, SheetSpec } from "./sheetSpec";

/** In points; the title is larger than what a row has room for. */
const TITLE_HEIGHT = 26;

export function writeSheet(sheet: Excel.Worksheet, spec: SheetSpec): void {
  // Formats come first: a grid may drop a formula that is styled before it is calculated, as the workbench's does.
  for (const style of spec.styles) writeStyle(sheet.getRange(style.range), style);
  for (const { at, rows } of spec.blocks) {
    const range = sheet
      .getRange(at)
      .getResizedRange(rows.length - 1, Math.max(...rows.map(({ length }) => length)) - 1);
    range.formulas = rows as unknown[][];
  }
  for (const [columns, width] of Object.entries(spec.widths)) sheet.getRange(columns).format.columnWidth = width;
  for (const { cell, source } of spec.lists) {
    const validation = sheet.getRange(cell).dataValidation;
    validation.rule = { list: { inCellDropDown: true, source } };
    // Ids and flags are taken too, which no list shows.
    validation.errorAlert = { showAlert: false, title: "", message: "", style: "Information" };
  }
  sheet.getRange("A1").format.rowHeight = TITLE_HEIGHT;
  sheet.getRange(spec.hidden).columnHidden = true;
  sheet.showGridlines = false;
  sheet.freezePanes.freezeAt(sheet.getRange(spec.frozen));
  for (const chart of spec.charts) writeChart(sheet, chart);
  if (Office.context.requirements.isSetSupported("ExcelApi", "1.9")) setUpPrint(sheet, spec.printed);
}

function writeStyle(range: Excel.Range, style: RangeStyle): void {
  const { format } = range;
  if (style.fill) format.fill.color = style.fill;
  if (style.color) format.font.color = style.color;
  if (style.bold) format.font.bold = true;
  if (style.size) format.font.size = style.size;
  if (style.align) format.horizontalAlignment = style.align;
  if (style.indent) format.indentLevel = style.indent;
  if (style.format) range.numberFormat = style.format as unknown as string[][];
  if (style.top) drawLine(format, "EdgeTop", style.top);
  if (style.bottom) drawLine(format, "EdgeBottom", style.bottom);
}

function drawLine({ borders }: Excel.RangeFormat, side: "EdgeTop" | "EdgeBottom", color: string): void {
  const border = borders.getItem(side);
  border.style = "Continuous";
  border.color = color;
}

function writeChart(sheet: Excel.Worksheet, { type, title, data, place, colors, legend, lines }: ChartSpec): void {
  const chart = sheet.charts.add(type, sheet.getRange(data), "Columns");
  chart.title.text = title;
  chart.legend.visible = legend;
  chart.legend.position = "Bottom";
  chart.setPosition(...place);
  colors?.forEach((color, at) => {
    const { fill } = chart.series.getItemAt(at).format;
    if (color === "none") fill.clear();
    else fill.setSolidColor(color);
  });
  for (const at of lines ?? []) chart.series.getItemAt(at).chartType = "LineMarkers";
}

function setUpPrint({ pageLayout }: Excel.Worksheet, area: string): void {
  pageLayout.orientation = "Landscape";
  pageLayout.zoom = { horizontalFitToPages: 1, verticalFitToPages: 1 };
  pageLayout.setPrintArea(area);
}
