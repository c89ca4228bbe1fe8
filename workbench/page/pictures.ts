/** The charts of the workbook's model as pictures over the grid, with the numbers that their ranges hold now. */
import type { ChartState, SeriesState, TitleState } from "../model/state";
import { BUSY, valuesIn, type GridValue } from "../univer/gridValues";
import { PIXELS_PER_POINT } from "../univer/range";
import type { Picture, PictureSeries } from "./chartOption";
import type { PlacedChart } from "./placedCharts";
import { workbookOf, type Grid } from "../univer/grid";

/** The values of a range by its address, row by row. */
type Read = (address: string) => GridValue[][];

export function placedCharts(grid: Grid, charts: readonly ChartState[], locale: string): PlacedChart[] {
  return charts.map((chart) => {
    const placed = placeChart(chart, (address) => valuesOrNone(grid, address));
    const top = placed.top - hiddenAbove(grid, placed);
    return { ...placed, top, picture: { ...placed.picture, locale } };
  });
}

/** Returns the height of hidden rows above a chart: charts move with their cells. In pixels. */
function hiddenAbove(grid: Grid, { sheet: id, top }: PlacedChart): number {
  const sheet = workbookOf(grid).getSheetBySheetId(id)?.getSheet();
  if (!sheet) return 0;
  let [above, hidden] = [0, 0];
  for (let row = 0; above < top && row < sheet.getRowCount(); row += 1) {
    const height = sheet.getRowHeight(row);
    above += height;
    if (!sheet.getRowVisible(row)) hidden += height;
  }
  return hidden;
}

/** A range whose sheet is gone has no values. */
function valuesOrNone(grid: Grid, address: string): GridValue[][] {
  try {
    return valuesIn(grid, address);
  } catch {
    return [];
  }
}

export function placeChart(chart: ChartState, read: Read): PlacedChart {
  const { left, top, width, height } = chart.place;
  const pixels = (points: number) => Math.round(points * PIXELS_PER_POINT);
  let isWaiting = false;
  const picture = pictureOf(chart, (address) => {
    const values = read(address);
    isWaiting ||= values.flat().includes(BUSY);
    return values;
  });
  return {
    id: chart.id,
    sheet: chart.sheet,
    left: pixels(left),
    top: pixels(top),
    width: pixels(width),
    height: pixels(height),
    picture,
    isWaiting,
  };
}

function pictureOf({ type, title, legend, series, axes }: ChartState, read: Read): Picture {
  const shownTitle = (each: TitleState) =>
    each.visible ? (each.formula ? textAt(each.formula, read) : each.text) : "";
  const named = series.find(({ categories }) => categories)?.categories;
  const longest = Math.max(0, ...series.map(({ values }) => read(values).flat().length));
  return {
    type,
    title: shownTitle(title),
    legend: legend.visible,
    categories: named
      ? read(named)
          .flat()
          .map((value) => String(value ?? ""))
      : Array.from({ length: longest }, (_, at) => String(at + 1)),
    series: series.map((each) => seriesOf(each, read)),
    axisTitles: {
      category: shownTitle(axes.category.title),
      value: shownTitle(axes.value.title),
    },
    ...(axes.category.labelSpacing === 1 && { labelsAll: true }),
    ...(axes.category.tickMark === "None" && { isUnmarked: true }),
    ...(!axes.value.visible && { hidesNumbers: true }),
    ...(axes.value.hasGridlines === false && { hidesGridlines: true }),
    percent: axes.value.numberFormat.includes("%"),
    ...(axes.value.numberFormat.includes("#") && { numbers: axes.value.numberFormat }),
  };
}

function textAt(address: string, read: Read): string {
  const [value] = read(address).flat();
  return String(value ?? "");
}

function seriesOf(series: SeriesState, read: Read): PictureSeries {
  const {
    type,
    values,
    color,
    hasDataLabels,
    nameAt,
    labelFormat,
    labelFill,
    labelTexts,
    outline,
    isDashed,
    gapWidth,
    overlap,
  } = series;
  const numbers = read(values)
    .flat()
    .map((value) => (typeof value === "number" ? value : null));
  const name = (nameAt && textAt(nameAt, read)) || series.name;
  return {
    name,
    type,
    values: numbers,
    color,
    labels: hasDataLabels,
    ...(labelFormat && { labelFormat }),
    ...(labelFill && { labelFill }),
    ...(labelTexts && { labelTexts: labelTexts.map((cell) => cell && textAt(cell, read)) }),
    ...(outline && { outline }),
    ...(isDashed && { isDashed }),
    gap: gapWidth,
    overlap,
  };
}
