/** The series of a chart. */
import { officeError, type HostObject } from "../office/hostObject";
import { addressOfRange, resolveRange } from "./range";
import type { ChartState, SeriesState } from "./state";
import { stateProperties, type Changing } from "./stateProperties";

export function seriesObject(chart: ChartState, changed: Changing): HostObject {
  const objectOf = (series: SeriesState) => oneSeriesObject(chart, series, changed);
  const at = (index: number) => {
    const found = chart.series[index];
    if (found) return objectOf(found);
    throw officeError("InvalidArgument", `There is no series ${index}.`, "ChartSeriesCollection.getItemAt");
  };
  return {
    type: "ChartSeriesCollection",
    items: () => chart.series.map(objectOf),
    values: { count: () => chart.series.length },
    methods: { getItemAt: at, getItem: at },
  };
}

/** One series. A proxy finds it again by its place among the others. */
function oneSeriesObject(chart: ChartState, series: SeriesState, changed: Changing): HostObject {
  const set = changed((change: Partial<SeriesState>) => void Object.assign(series, change));
  const addressAt = (range: HostObject) => addressOfRange(resolveRange(range));
  const plain = stateProperties(series, ["hasDataLabels", "gapWidth", "overlap"], changed);
  return {
    type: "ChartSeries",
    id: String(chart.series.indexOf(series)),
    values: {
      ...plain.values,
      name: () => series.name,
      chartType: () => series.type ?? chart.type,
    },
    setters: {
      ...plain.setters,
      name: (name: string) => set({ name, nameAt: "" }),
      chartType: (type: string) => set({ type }),
    },
    objects: {
      format: () => seriesFormat(series, set),
      dataLabels: () => ({
        type: "ChartDataLabels",
        values: { numberFormat: () => series.labelFormat ?? "General" },
        // Labels are drawn above their points.
        setters: { numberFormat: (labelFormat: string) => set({ labelFormat }), position: () => undefined },
        objects: { format: () => labelFormatObject(set) },
      }),
      points: () => pointsObject(series, set),
    },
    methods: {
      setValues: (range: HostObject) => set({ values: addressAt(range) }),
      setXAxisValues: (range: HostObject) => set({ categories: addressAt(range) }),
      getDimensionDataSourceString: (dimension: string) =>
        (dimension === "Categories" ? series.categories : series.values) ?? "",
    },
  };
}

function labelFormatObject(set: (change: Partial<SeriesState>) => void): HostObject {
  const { type, objects } = fontFormat("ChartDataLabelFormat");
  const fill = { setSolidColor: (labelFill: string) => set({ labelFill }) };
  return { type, objects: { ...objects, fill: () => ({ type: "ChartFill", methods: fill }) } };
}

/** The format of a text of a chart: texts are drawn in one size. */
export function fontFormat(type: string): HostObject {
  return { type, objects: { font: () => ({ type: "ChartFont", setters: { size: () => undefined } }) } };
}

/** The points of a series. A label shows the text of a cell. */
function pointsObject(series: SeriesState, set: (change: Partial<SeriesState>) => void): HostObject {
  const label = (at: number): HostObject => ({
    type: "ChartDataLabel",
    values: { formula: () => series.labelTexts?.[at] ?? "" },
    setters: {
      formula: (formula: string) => {
        const { labelTexts: known = [] } = series;
        const labelTexts = Array.from({ length: Math.max(known.length, at + 1) }, (_, each) => known[each] ?? "");
        labelTexts[at] = formula.replace(/^=/, "");
        set({ labelTexts });
      },
    },
  });
  const point = (at: number): HostObject => ({ type: "ChartPoint", objects: { dataLabel: () => label(at) } });
  return { type: "ChartPointsCollection", methods: { getItemAt: point } };
}

function seriesFormat(series: SeriesState, set: (change: Partial<SeriesState>) => void): HostObject {
  const fill = { setSolidColor: (color: string) => set({ color }), clear: () => set({ color: "none" }) };
  return {
    type: "ChartSeriesFormat",
    objects: {
      fill: () => ({ type: "ChartFill", methods: fill }),
      line: () => ({
        type: "ChartLineFormat",
        values: { color: () => series.outline ?? series.color ?? "" },
        setters: {
          // The line of columns without a fill is their outline.
          color: (color: string) => set(series.color === "none" ? { outline: color } : { color }),
          lineStyle: (style: string) => {
            if (style === "None") set({ color: "none" });
            if (style === "Dash") set({ isDashed: true });
          },
          // Lines are drawn thin.
          weight: () => undefined,
        },
      }),
    },
  };
}
