/** Converts Excel's charts to options of ECharts. */
import type { EChartsCoreOption } from "echarts/core";
import { formatNumber } from "../model/locale";
import { textWidth } from "../model/textWidth";
import { PIXELS_PER_POINT } from "../univer/range";

/** A chart with its numbers, ready to draw. */
export interface Picture {
  /** As in Excel's ChartType: "ColumnClustered", "LineMarkers", "Waterfall" and so on. */
  type: string;
  /** "" for none. */
  title: string;
  categories: readonly string[];
  series: readonly PictureSeries[];
  legend: boolean;
  /** "" for none. */
  axisTitles: { category: string; value: string };
  /** True to draw no numbers at the axis, or no lines across. */
  hidesNumbers?: boolean;
  hidesGridlines?: boolean;
  /** True to format numbers as percent. */
  percent: boolean;
  /** Every category has its label, in several lines where it is long. */
  labelsAll?: boolean;
  /** True to draw no marks between categories. */
  isUnmarked?: boolean;
  /** The number format of the axes, where they have one. */
  numbers?: string;
  /** The language of numbers. @default "en-US" */
  locale?: string;
}

export interface PictureSeries {
  name: string;
  /** The type of a series in a combined chart. */
  type?: string | undefined;
  /** null for a blank or text, which is not drawn. */
  values: readonly (number | null)[];
  /** Like #0f6b4f; "none" for an invisible series. */
  color?: string | undefined;
  /** True to label each value. */
  labels: boolean;
  /** The number format of labels. @default the axis format */
  labelFormat?: string;
  /** The colour behind labels. */
  labelFill?: string;
  /** The labels of points, in place of their values. */
  labelTexts?: readonly string[];
  /** The colour of the outline, if there is no fill. */
  outline?: string;
  isDashed?: boolean;
  /** In percent of a column's width. */
  gap?: number;
  overlap?: number;
}

const PALETTE = ["#0f6b4f", "#e08a1e", "#3b6fb6", "#8c8c8c", "#b5403c", "#6a4fa3"];
const [RISE, FALL] = ["#0f6b4f", "#b5403c"];
/** The numbers at the axes are part of what has to fit. */
const WITHIN = { left: 12, right: 16, outerBoundsMode: "same", outerBoundsContain: "all" };
const NONE = "transparent";
/** A canvas inherits no font, and ignores the size of an unknown font. */
const FONT = '"Segoe UI", system-ui, sans-serif';
const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;
const PERCENT = { style: "percent", maximumFractionDigits: 1 } as const;

/** In pixels. */
const TITLE_SIZE = 13;
const TITLE_STYLE = { ff: FONT, fs: TITLE_SIZE / PIXELS_PER_POINT, bl: 1 } as const;
const TITLE_MARGINS = 16;

/** Breaks a title where it is wider than the chart, as Excel does. */
function inWidth(title: string, width: number): string {
  const fits = (line: string) => textWidth(line, TITLE_STYLE) <= width - TITLE_MARGINS;
  return title
    .split("\n")
    .map((line) => broken(line.split(" "), fits))
    .join("\n");
}

/** Puts words into lines. A word that does not fit has a line of its own. */
function broken(words: readonly string[], fits: (line: string) => boolean): string {
  return words.reduce((text, word) => {
    const line = text.slice(text.lastIndexOf("\n") + 1);
    return `${text}${fits(`${line} ${word}`) ? " " : "\n"}${word}`;
  });
}

/** @param width of the chart in pixels. @default room for any title */
export function chartOption(given: Picture, width = Infinity): EChartsCoreOption {
  const picture = { ...given, title: Number.isFinite(width) ? inWidth(given.title, width) : given.title };
  const { title, legend, series } = picture;
  const named = series.filter(({ color, outline }) => color !== "none" || outline).map(({ name }) => name);
  return {
    animation: false,
    color: PALETTE,
    textStyle: { fontFamily: FONT },
    title: {
      text: title,
      left: "center",
      top: 8,
      textStyle: { fontSize: TITLE_SIZE, fontWeight: 600, lineHeight: 17 },
    },
    legend: { show: legend && named.length > 1, bottom: 4, data: named },
    ...(isRound(picture.type) ? round(picture) : cartesian(picture, width / picture.categories.length)),
  };
}

function round({ type, categories, series }: Picture): EChartsCoreOption {
  const data = categories.map((name, at) => ({ name, value: series[0]?.values[at] ?? 0 }));
  return {
    tooltip: { trigger: "item" },
    series: [
      { type: "pie", radius: type === "Doughnut" ? ["40%", "65%"] : "65%", data, label: { formatter: "{b}: {d}%" } },
    ],
  };
}

/** @param slot The width of a category in pixels. */
function cartesian(picture: Picture, slot: number): EChartsCoreOption {
  const { type, title, legend, categories, series, axisTitles } = picture;
  const format = numberFormatter(picture);
  const named = (name: string) => ({ name, nameLocation: "middle", nameTextStyle: { fontSize: 11 } });
  const axisLabel = picture.labelsAll
    ? { interval: 0, formatter: (text: string) => inLines(text, slot / SMALL_LETTER), fontSize: 9, lineHeight: 11 }
    : { hideOverlap: true, fontSize: 11 };
  const axisTick = { show: !picture.isUnmarked };
  const names = { type: "category", data: categories, axisLabel, axisTick, ...named(axisTitles.category) };
  const numbers = {
    type: "value",
    axisLabel: { show: !picture.hidesNumbers, formatter: format },
    splitLine: { show: !picture.hidesGridlines },
    ...named(axisTitles.value),
  };
  const lies = type.startsWith("Bar");
  const labelled = (each: PictureSeries) => each.labels && { label: labelStyle(each, format, picture.locale) };
  return {
    tooltip: {
      trigger: "axis",
      axisPointer: { type: "shadow" },
      valueFormatter: (value: unknown) => tooltipNumber(value, picture.locale),
    },
    grid: {
      ...WITHIN,
      top: title ? 26 + 18 * title.split("\n").length : 16,
      bottom: legend && series.length > 1 ? 36 : 12,
    },
    xAxis: lies ? numbers : names,
    // Excel's bars begin at the bottom with the first category, as ECharts' do.
    yAxis: lies ? names : numbers,
    series:
      type === "Waterfall"
        ? waterfall(series[0]?.values ?? [])
        : series.map((each) => ({
            ...drawn(each, type),
            ...labelled(each),
          })),
  };
}

/** The average width of a letter at an axis in pixels. */
const SMALL_LETTER = 5;

/** At spaces: ECharts itself also breaks within an emoji. A line has `most` letters, unless a word has more. */
function inLines(text: string, most: number): string {
  if (most >= FEWEST_LETTERS) return text.replace(/(.{8,}?) /gu, "$1\n");
  const lines = text.split(" ").reduce<string[]>((all, word) => {
    const joined = `${all.at(-1) ?? ""} ${word}`.trim();
    return all.length > 0 && joined.length <= most ? [...all.slice(0, -1), joined] : [...all, word];
  }, []);
  return lines.join("\n");
}

/** From so many letters on, lines of two words fit. */
const FEWEST_LETTERS = 16;

type Formatter = (value: number) => string;

function numberFormatter({ numbers, percent, locale = "en-US" }: Picture): Formatter {
  if (numbers) return (value) => formatNumber(numbers, value, locale);
  const format = new Intl.NumberFormat(locale, percent ? PERCENT : COMPACT);
  return (value) => format.format(value);
}

/** Above what it is the number of. */
function labelStyle(
  { labelFormat, labelTexts, labelFill }: PictureSeries,
  format: Formatter,
  locale = "en-US",
): object {
  const text: Formatter = labelFormat ? (value) => formatNumber(labelFormat, value, locale) : format;
  const formatter = ({ value, dataIndex }: { value: unknown; dataIndex: number }) =>
    typeof value === "number" ? (labelTexts?.[dataIndex] ?? text(value)) : "";
  const fill = labelFill && { backgroundColor: labelFill, padding: [1, 2, 0, 2] };
  return { show: true, formatter, fontSize: 10, color: "#333", position: "top", ...fill };
}

function tooltipNumber(value: unknown, locale = "en-US"): string {
  return typeof value === "number" ? value.toLocaleString(locale, { maximumFractionDigits: 2 }) : "";
}

function drawn(series: PictureSeries, chartType: string): object {
  const { name, type: own, values, color, outline, isDashed, gap, overlap } = series;
  const type = own ?? chartType;
  const stacked = /Stacked/.test(type) && { stack: "all" };
  if (/^(Line|Area)/.test(type)) {
    const area = type.startsWith("Area") && { areaStyle: {} };
    return {
      name,
      type: "line",
      data: values,
      ...stacked,
      ...area,
      // Excel draws a line across cells with #N/A.
      connectNulls: true,
      showSymbol: /Markers/.test(type),
      ...tinted(color),
      lineStyle: { width: 1 },
      // Labels are drawn at symbols alone.
      ...(color === "none" && { showSymbol: true, symbolSize: 1, lineStyle: { opacity: 0 } }),
    };
  }
  const border = { borderColor: outline, borderWidth: 1, ...(isDashed && { borderType: "dashed" }) };
  const look = outline ? { itemStyle: { color: "#ffffff", ...border } } : tinted(color);
  const place = {
    ...(gap !== undefined && { barCategoryGap: `${(100 * gap) / (100 + gap)}%` }),
    ...(overlap && { barGap: `${-overlap}%` }),
  };
  return { name, type: "bar", data: values, ...stacked, ...place, ...look };
}

function tinted(color: string | undefined): object {
  if (color === undefined) return {};
  return color === "none" ? { itemStyle: { color: NONE }, tooltip: { show: false } } : { color };
}

/** Draws each value as a candle without wicks that starts at the end of the previous one. */
function waterfall(values: readonly (number | null)[]): object[] {
  let level = 0;
  const data = values.map((value) => {
    const from = level;
    level += value ?? 0;
    return [from, level, Math.min(from, level), Math.max(from, level)];
  });
  const itemStyle = { color: RISE, borderColor: RISE, color0: FALL, borderColor0: FALL };
  return [{ type: "candlestick", data, itemStyle, barWidth: "60%", tooltip: { show: false } }];
}

function isRound(type: string): boolean {
  return type === "Pie" || type === "Doughnut";
}
