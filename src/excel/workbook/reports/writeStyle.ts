/** Writes the look of cells, of reports and of tables in a user's own sheets. Queues only. */
import type { ConditionalStyle, HeadingRule, RangeStyle } from "../../../reporting/reports/sheetSpec";

export function writeStyle(range: Excel.Range, style: RangeStyle): void {
  const { format } = range;
  if (style.fill) format.fill.color = style.fill;
  if (style.color) format.font.color = style.color;
  if (style.bold) format.font.bold = true;
  if (style.size) format.font.size = style.size;
  if (style.align) format.horizontalAlignment = style.align;
  if (style.indent) format.indentLevel = style.indent;
  if (style.wraps) format.wrapText = true;
  if (style.wraps) format.verticalAlignment = style.isAtTop ? "Top" : "Center";
  if (style.shrinks) format.shrinkToFit = true;
  if (style.top) drawLine(format, "EdgeTop", style.top);
  if (style.bottom) drawLine(format, "EdgeBottom", style.bottom);
  if (style.between) drawLine(format, "InsideVertical", style.between);
  if (style.rule) drawRule(format, style.rule);
}

function drawLine(
  { borders }: Excel.RangeFormat,
  side: "EdgeTop" | "EdgeBottom" | "InsideVertical",
  color: string,
): void {
  const border = borders.getItem(side);
  border.style = "Continuous";
  border.color = color;
}

function drawRule({ borders }: Excel.RangeFormat, { style, color, isThick }: HeadingRule): void {
  const border = borders.getItem("EdgeBottom");
  border.style = style;
  // A double line has a weight of its own, and a dashed one is seen from a medium weight on.
  if (style !== "Double") border.weight = isThick ? "Thick" : "Medium";
  border.color = color;
}

export function writeConditionalStyle(
  sheet: Excel.Worksheet,
  { range, holds, fill, color, bold, top }: ConditionalStyle,
): void {
  const { custom } = sheet.getRange(range).conditionalFormats.add("Custom");
  custom.rule.formula = `=${holds}`;
  if (fill) custom.format.fill.color = fill;
  if (color) custom.format.font.color = color;
  if (bold) custom.format.font.bold = true;
  if (!top) return;
  const border = custom.format.borders.getItem("EdgeTop");
  border.style = "Continuous";
  border.color = top;
}
