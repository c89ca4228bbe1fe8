/** Charts: what they show and where. The page draws them. */
import type { HostObject } from "../office/hostObject";
import { sheetById, type WorkbookModel } from "./workbookModel";
import type { Area } from "../../src/spreadsheet/cells/area";
import { PIXELS_PER_POINT } from "../univer/range";
import { addressOfRange, areaAt, cellValue, resolveRange, type HostRange } from "./range";
import { requireWritableSheet } from "./protection";
import { createLookUps } from "./lookUps";
import { fontFormat, seriesObject } from "./series";
import type { AxisState, ChartState, SeriesState, TitleState } from "./state";
import { createChanging, stateProperties, type Changing } from "./stateProperties";

/** Excel's first chart is this large, in points. */
const FIRST_PLACE = { left: 36, top: 36, width: 360, height: 216 };

/** @param sheet The id of the sheet whose charts are meant. */
export function chartsObject(model: WorkbookModel, sheet: string): HostObject {
  const { state } = model;
  const all = () => state.charts.filter((chart) => chart.sheet === sheet);
  const find = (key: string) => all().find(({ id, name }) => id === key || name === key);
  return {
    type: "ChartCollection",
    items: () => all().map((chart) => chartObject(model, chart)),
    values: { count: () => all().length },
    methods: {
      add: (type: string, source: HostObject, seriesBy = "Auto") => {
        requireWritableSheet(model, sheet);
        const chart = createChart(sheet, type, seriesOf(resolveRange(source), seriesBy), all().length + 1);
        state.charts.push(chart);
        model.onChange();
        return chartObject(model, chart);
      },
      ...createLookUps("ChartCollection", "chart", find, (chart) => chartObject(model, chart)),
      getCount: () => all().length,
    },
  };
}

function createChart(sheet: string, type: string, series: SeriesState[], number: number): ChartState {
  const [only, ...others] = series;
  return {
    id: `{${crypto.randomUUID().toUpperCase()}}`,
    sheet,
    name: `Chart ${number}`,
    type,
    title: { text: only && others.length === 0 ? only.name : "Chart Title", visible: true },
    legend: { visible: series.length > 1, position: "Bottom" },
    place: { ...FIRST_PLACE },
    series,
    axes: { category: newAxis(), value: newAxis() },
  };
}

function newAxis(): AxisState {
  return { title: { text: "", visible: false }, numberFormat: "General", visible: true };
}

/** A range's lines as series: texts at its head are their names, texts at its side the categories. Longer sides are series. */
function seriesOf(range: HostRange, seriesBy: string): SeriesState[] {
  const { area, sheet } = range;
  const isText = (row: number, column: number) => typeof cellValue(range, row, column) === "string";
  const head = isText(area.row, area.column + area.columns - 1) ? 1 : 0;
  const side = isText(area.row + area.rows - 1, area.column) ? 1 : 0;
  const byColumns = seriesBy === "Columns" || (seriesBy === "Auto" && area.rows - head >= area.columns - side);
  const address = (part: Area) => addressOfRange({ sheet, area: part });
  const body = {
    row: area.row + head,
    column: area.column + side,
    rows: area.rows - head,
    columns: area.columns - side,
  };
  const lines = byColumns ? body.columns : body.rows;
  const categories = byColumns
    ? side > 0 && { ...body, column: area.column, columns: 1 }
    : head > 0 && { ...body, row: area.row, rows: 1 };
  return Array.from({ length: lines }, (_, at) => {
    const line = byColumns
      ? { ...body, column: body.column + at, columns: 1 }
      : { ...body, row: body.row + at, rows: 1 };
    const nameCell = byColumns
      ? head > 0 && { row: area.row, column: line.column }
      : side > 0 && { row: line.row, column: area.column };
    const title = nameCell && cellValue(range, nameCell.row, nameCell.column);
    return {
      name: title === false || title === "" ? `Series${at + 1}` : String(title),
      ...(nameCell && { nameAt: address({ ...nameCell, rows: 1, columns: 1 }) }),
      values: address(line),
      ...(categories && { categories: address(categories) }),
      hasDataLabels: false,
      gapWidth: 150,
      overlap: 0,
    };
  });
}

function chartObject(model: WorkbookModel, chart: ChartState): HostObject {
  const changed = createChanging(model, chart.sheet);
  const place = stateProperties(chart.place, ["left", "top", "width", "height"], changed);
  const name = stateProperties(chart, ["name"], changed);
  return {
    type: "Chart",
    id: chart.id,
    values: { id: () => chart.id, chartType: () => chart.type, ...name.values, ...place.values },
    setters: {
      ...name.setters,
      ...place.setters,
      chartType: changed((type: string) => void (chart.type = type)),
      // Whether its cells are hidden makes no difference here.
      plotVisibleOnly: () => undefined,
    },
    objects: {
      title: () => titleObject("ChartTitle", chart.title, changed),
      legend: () => ({ type: "ChartLegend", ...stateProperties(chart.legend, ["visible", "position"], changed) }),
      series: () => seriesObject(chart, changed),
      axes: () => axesObject(chart, changed),
    },
    methods: {
      setPosition: changed((first: HostObject | string, last?: HostObject | string) => {
        Object.assign(chart.place, placeOver(model, chart.sheet, first, last ?? first));
      }),
      delete: changed(() => void model.state.charts.splice(model.state.charts.indexOf(chart), 1)),
    },
  };
}

/** From the upper left corner of the first cell to the lower right one of the last, in points. */
function placeOver(model: WorkbookModel, id: string, first: HostObject | string, last: HostObject | string) {
  const sheet = sheetById(model, id);
  const areaOf = (cells: HostObject | string) => (typeof cells === "string" ? areaAt(cells) : resolveRange(cells).area);
  const [from, to] = [areaOf(first), areaOf(last)];
  const sum = (count: number, size: (index: number) => number, start = 0) =>
    Array.from({ length: count }, (_, at) => size(start + at)).reduce((all, each) => all + each, 0) / PIXELS_PER_POINT;
  const [width, height] = [(at: number) => sheet.getColumnWidth(at), (at: number) => sheet.getRowHeight(at)];
  return {
    left: sum(from.column, width),
    top: sum(from.row, height),
    width: sum(to.column + to.columns - from.column, width, from.column),
    height: sum(to.row + to.rows - from.row, height, from.row),
  };
}

/** A title has a text of its own, or that of a cell. */
function titleObject(type: string, title: TitleState, changed: Changing): HostObject {
  const set = changed((change: Partial<TitleState>) => void Object.assign(title, { visible: true, ...change }));
  const { values, setters } = stateProperties(title, ["text", "visible"], changed);
  return {
    type,
    values,
    setters: { ...setters, text: (text: string) => set({ text, formula: "" }) },
    objects: { format: () => fontFormat("ChartTitleFormat") },
    methods: { setFormula: (formula: string) => set({ formula: formula.replace(/^=/, "") }) },
  };
}

function axesObject({ axes }: ChartState, changed: Changing): HostObject {
  const axis = (state: AxisState): HostObject => {
    const { values, setters } = stateProperties(state, ["numberFormat", "visible"], changed);
    return {
      type: "ChartAxis",
      values,
      setters: {
        ...setters,
        // Names of categories are always drawn at the chart's edge.
        tickLabelPosition: () => undefined,
        majorTickMark: changed((tickMark: string) => void (state.tickMark = tickMark)),
        tickLabelSpacing: changed((labelSpacing: number) => void (state.labelSpacing = labelSpacing)),
      },
      objects: {
        title: () => titleObject("ChartAxisTitle", state.title, changed),
        format: () => fontFormat("ChartAxisFormat"),
        majorGridlines: () => ({
          type: "ChartGridlines",
          values: { visible: () => state.hasGridlines ?? true },
          setters: { visible: changed((isVisible: boolean) => void (state.hasGridlines = isVisible)) },
        }),
      },
    };
  };
  return {
    type: "ChartAxes",
    objects: { categoryAxis: () => axis(axes.category), valueAxis: () => axis(axes.value) },
  };
}
