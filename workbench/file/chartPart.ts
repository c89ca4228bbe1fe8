/** A chart's part: columns, stacked or side by side, and lines. */
import { formatRange, parseAddress } from "../../src/spreadsheet/cells/address";
import { escapeXml } from "../../src/spreadsheet/xlsx/xml";
import type { AxisState, ChartState, SeriesState, TitleState } from "../model/state";
import type { GridValue } from "../univer/gridValues";

/** Reads the values of a range, by its address with a sheet. */
export type RangeReader = (address: string) => readonly GridValue[];

/** In hundredths of a point. */
const [TITLE_SIZE, LABEL_SIZE] = [1000, 800];
/** In EMU: three quarters of a point. */
const LINE_WIDTH = 9525;
const [NAMES_AXIS, NUMBERS_AXIS] = [1, 2];
const NO_LINE = "<a:ln><a:noFill/></a:ln>";

/** @returns undefined if the chart is of another kind. */
export function chartPartXml(chart: ChartState, read: RangeReader): string | undefined {
  const { series, type, axes } = chart;
  if (!/^(Column|Line)/.test(type)) return undefined;
  const numbered = series.map((each, at) => [each, at] as const);
  const isLine = ([each]: readonly [SeriesState, number]) => (each.type ?? type).startsWith("Line");
  const plots = [
    columnsXml(
      chart,
      numbered.filter((each) => !isLine(each)),
      read,
    ),
    linesXml(numbered.filter(isLine), read),
  ];
  const parts = [
    titleXml(chart.title, read),
    '<c:autoTitleDeleted val="0"/>',
    `<c:plotArea><c:layout/>${plots.join("")}${namesAxisXml(axes.category)}${numbersAxisXml(axes.value)}</c:plotArea>`,
    chart.legend.visible ? '<c:legend><c:legendPos val="b"/></c:legend>' : "",
    '<c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/>',
  ];
  return `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:roundedCorners val="0"/><c:chart>${parts.join("")}</c:chart></c:chartSpace>`;
}

type Numbered = readonly (readonly [series: SeriesState, at: number])[];

function columnsXml({ type }: ChartState, series: Numbered, read: RangeReader): string {
  const [first] = series[0] ?? [];
  if (!first) return "";
  const isStacked = type === "ColumnStacked";
  const all = series.map(([each, at]) => seriesXml(each, at, columnLook(each), read));
  return `<c:barChart><c:barDir val="col"/><c:grouping val="${isStacked ? "stacked" : "clustered"}"/><c:varyColors val="0"/>${all.join("")}<c:gapWidth val="${first.gapWidth}"/><c:overlap val="${isStacked ? 100 : first.overlap}"/>${axisIds()}</c:barChart>`;
}

function linesXml(series: Numbered, read: RangeReader): string {
  if (series.length === 0) return "";
  const all = series.map(([each, at]) =>
    seriesXml(each, at, `${lineLook(each)}<c:marker><c:symbol val="none"/></c:marker>`, read),
  );
  return `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${all.join("")}<c:marker val="1"/>${axisIds()}</c:lineChart>`;
}

function axisIds(): string {
  return `<c:axId val="${NAMES_AXIS}"/><c:axId val="${NUMBERS_AXIS}"/>`;
}

function columnLook({ color, outline, isDashed }: SeriesState): string {
  const fill = color === "none" ? "<a:noFill/>" : color ? fillXml(color) : "";
  const line = outline
    ? `<a:ln w="${LINE_WIDTH}">${fillXml(outline)}${isDashed ? '<a:prstDash val="dash"/>' : ""}</a:ln>`
    : NO_LINE;
  return `<c:spPr>${fill}${line}</c:spPr><c:invertIfNegative val="0"/>`;
}

function lineLook({ color }: SeriesState): string {
  const line = color === "none" ? NO_LINE : `<a:ln w="${LINE_WIDTH}">${color ? fillXml(color) : ""}</a:ln>`;
  return `<c:spPr>${line}</c:spPr>`;
}

function fillXml(color: string): string {
  return `<a:solidFill><a:srgbClr val="${color.slice(1).toUpperCase()}"/></a:solidFill>`;
}

function seriesXml(series: SeriesState, at: number, look: string, read: RangeReader): string {
  const { name, nameAt, values, categories } = series;
  const named = nameAt ? textsXml(nameAt, read(nameAt)) : `<c:v>${escapeXml(name)}</c:v>`;
  const parts = [
    `<c:idx val="${at}"/><c:order val="${at}"/><c:tx>${named}</c:tx>${look}`,
    labelsXml(series, read),
    categories ? `<c:cat>${textsXml(categories, read(categories))}</c:cat>` : "",
    `<c:val>${numbersXml(values, read(values))}</c:val>`,
  ];
  return `<c:ser>${parts.join("")}</c:ser>`;
}

/** Labels show numbers, or for each point the text that a cell has now: not every program shows a cell's. */
function labelsXml(series: SeriesState, read: RangeReader): string {
  const { hasDataLabels, labelFormat, labelFill, labelTexts = [], type = "" } = series;
  if (!hasDataLabels) return "";
  const shown =
    '<c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/>';
  const place = type.startsWith("Line") ? '<c:dLblPos val="t"/>' : "";
  const points = labelTexts.map((cell, at) => {
    const text = cell ? String(read(cell)[0] ?? "") : "";
    return `<c:dLbl><c:idx val="${at}"/><c:tx>${richXml(text, LABEL_SIZE)}</c:tx>${place}${shown}</c:dLbl>`;
  });
  const format = labelFormat ? `<c:numFmt formatCode="${escapeXml(labelFormat)}" sourceLinked="0"/>` : "";
  return `<c:dLbls>${points.join("")}${format}<c:spPr>${labelFill ? fillXml(labelFill) : "<a:noFill/>"}${NO_LINE}</c:spPr>${sizeXml(LABEL_SIZE)}${place}${shown}</c:dLbls>`;
}

function titleXml({ visible, text, formula }: TitleState, read: RangeReader): string {
  if (!visible) return "";
  const shown = formula ? textsXml(formula, read(formula)) : richXml(text, TITLE_SIZE);
  return `<c:title><c:tx>${shown}</c:tx><c:overlay val="0"/>${sizeXml(TITLE_SIZE)}</c:title>`;
}

function richXml(text: string, size: number): string {
  const run = `<a:r><a:rPr lang="en-US" sz="${size}" b="0"/><a:t>${escapeXml(text)}</a:t></a:r>`;
  return `<c:rich><a:bodyPr/><a:p>${run}</a:p></c:rich>`;
}

function sizeXml(size: number): string {
  return `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}" b="0"/></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`;
}

function namesAxisXml({ title, tickMark = "Outside" }: AxisState): string {
  const marks = tickMark === "None" ? "none" : "out";
  const name = title.visible ? titleXml(title, () => []) : "";
  return `<c:catAx><c:axId val="${NAMES_AXIS}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/>${name}<c:majorTickMark val="${marks}"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${sizeXml(LABEL_SIZE)}<c:crossAx val="${NUMBERS_AXIS}"/><c:tickLblSkip val="1"/></c:catAx>`;
}

function numbersAxisXml({ title, visible, hasGridlines = true, numberFormat }: AxisState): string {
  const lines = hasGridlines ? "<c:majorGridlines/>" : "";
  const name = title.visible ? titleXml(title, () => []) : "";
  return `<c:valAx><c:axId val="${NUMBERS_AXIS}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="${Number(!visible)}"/><c:axPos val="l"/>${lines}${name}<c:numFmt formatCode="${escapeXml(numberFormat)}" sourceLinked="0"/><c:crossAx val="${NAMES_AXIS}"/></c:valAx>`;
}

/** A reference, and the texts that it has now. */
function textsXml(address: string, values: readonly GridValue[]): string {
  const points = values.map((value, at) => `<c:pt idx="${at}"><c:v>${escapeXml(String(value ?? ""))}</c:v></c:pt>`);
  return `<c:strRef><c:f>${escapeXml(fixed(address))}</c:f><c:strCache><c:ptCount val="${values.length}"/>${points.join("")}</c:strCache></c:strRef>`;
}

function numbersXml(address: string, values: readonly GridValue[]): string {
  const points = values.flatMap((value, at) =>
    typeof value === "number" ? [`<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`] : [],
  );
  return `<c:numRef><c:f>${escapeXml(fixed(address))}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="${values.length}"/>${points.join("")}</c:numCache></c:numRef>`;
}

/** Returns an address with `$` on all sides, as charts and names refer to cells. */
export function fixed(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  return formatRange(parsed.sheet, { ...parsed.range, $top: true, $left: true, $bottom: true, $right: true });
}
