/** The series of a chart. */
import { officeError, type HostObject } from "../office/hostObject";
import type { WorkbookModel } from "./workbookModel";
import { requireWritableSheet } from "./protection";
import { addressOfRange, resolveRange } from "./range";
import type { ChartState, SeriesState } from "./state";

export function seriesObject(model: WorkbookModel, chart: ChartState): HostObject {
  const at = (index: number) => {
    const found = chart.series[index];
    if (found) return oneSeriesObject(model, chart, found);
    throw officeError("InvalidArgument", `There is no series ${index}.`, "ChartSeriesCollection.getItemAt");
  };
  return {
    type: "ChartSeriesCollection",
    items: () => chart.series.map((each) => oneSeriesObject(model, chart, each)),
    values: { count: () => chart.series.length },
    methods: {
      add: (name = `Series${chart.series.length + 1}`) => {
        requireWritableSheet(model, chart.sheet);
        const series: SeriesState = { name, values: "", hasDataLabels: false, gapWidth: 150 };
        chart.series.push(series);
        model.onChange();
        return oneSeriesObject(model, chart, series);
      },
      getItemAt: at,
      getItem: at,
      getCount: () => chart.series.length,
    },
  };
}

/** One series. A proxy finds it again by its place among the others. */
function oneSeriesObject(model: WorkbookModel, chart: ChartState, series: SeriesState): HostObject {
  const set = (change: Partial<SeriesState>) => {
    requireWritableSheet(model, chart.sheet);
    Object.assign(series, change);
    model.onChange();
  };
  const addressAt = (range: HostObject) => addressOfRange(resolveRange(range));
  return {
    type: "ChartSeries",
    id: String(chart.series.indexOf(series)),
    values: {
      name: () => series.name,
      chartType: () => series.type ?? chart.type,
      hasDataLabels: () => series.hasDataLabels,
      gapWidth: () => series.gapWidth,
      axisGroup: () => (series.isSecondary ? "Secondary" : "Primary"),
    },
    setters: {
      name: (name: string) => {
        delete series.nameAt;
        set({ name });
      },
      chartType: (type: string) => set({ type }),
      hasDataLabels: (hasDataLabels: boolean) => set({ hasDataLabels }),
      gapWidth: (gapWidth: number) => set({ gapWidth }),
      axisGroup: (group: string) => set({ isSecondary: group === "Secondary" }),
    },
    objects: {
      format: () => seriesFormat(series, set),
      dataLabels: () => labelsObject(series, set),
      points: () => pointsObject(series, set),
    },
    methods: {
      setValues: (range: HostObject) => set({ values: addressAt(range) }),
      setXAxisValues: (range: HostObject) => set({ categories: addressAt(range) }),
      getDimensionDataSourceString: (dimension: string) =>
        (dimension === "Categories" ? series.categories : series.values) ?? "",
      delete: () => {
        requireWritableSheet(model, chart.sheet);
        chart.series.splice(chart.series.indexOf(series), 1);
        model.onChange();
      },
    },
  };
}

function labelsObject(series: SeriesState, set: (change: Partial<SeriesState>) => void): HostObject {
  return {
    type: "ChartDataLabels",
    values: { numberFormat: () => series.labelFormat ?? "General" },
    // Labels are drawn above their points.
    setters: { numberFormat: (labelFormat: string) => set({ labelFormat }), position: () => undefined },
    objects: {
      // Labels are drawn in one size.
      format: () => ({
        type: "ChartDataLabelFormat",
        objects: { font: () => ({ type: "ChartFont", setters: { size: () => undefined } }) },
      }),
    },
  };
}

/** The points of a series. A label shows the text of a cell. */
function pointsObject(series: SeriesState, set: (change: Partial<SeriesState>) => void): HostObject {
  const label = (at: number): HostObject => ({
    type: "ChartDataLabel",
    values: { formula: () => series.labelTexts?.[at] ?? "" },
    setters: {
      formula: (formula: string) => {
        const labelTexts = [...(series.labelTexts ?? [])];
        for (let empty = labelTexts.length; empty < at; empty += 1) labelTexts.push("");
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
        values: { color: () => series.color ?? "" },
        setters: {
          color: (color: string) => set({ color }),
          lineStyle: (style: string) => {
            if (style === "None") set({ color: "none" });
          },
        },
      }),
    },
  };
}
