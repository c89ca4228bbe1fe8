/** Charts: what they show and where. The page draws them. */
import { notImplemented, officeError, type HostObject } from "../office/hostObject";
import { sheetById, type WorkbookModel } from "./workbookModel";
import type { Area } from "../../grid/area";
import { PIXELS_PER_POINT } from "../univer/points";
import { addressOfRange, areaAt, cellValue, resolveRange, type HostRange } from "./range";
import { requireWritableSheet } from "./protection";
import { lookUps } from "./lookUps";
import { seriesObject } from "./series";
import type { AxisState, ChartState, SeriesState, TitleState } from "./state";

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
      ...lookUps("ChartCollection", "chart", find, (chart) => chartObject(model, chart)),
      getItemAt: (index: number) => {
        const chart = all()[index];
        if (chart) return chartObject(model, chart);
        throw officeError("InvalidArgument", `There is no chart ${index}.`, "ChartCollection.getItemAt");
      },
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
    };
  });
}

const SIDES = ["left", "top", "width", "height"] as const;

function chartObject(model: WorkbookModel, chart: ChartState): HostObject {
  const changed = notifying(model, chart.sheet);
  return {
    type: "Chart",
    id: chart.id,
    values: {
      id: () => chart.id,
      name: () => chart.name,
      chartType: () => chart.type,
      ...Object.fromEntries(SIDES.map((side) => [side, () => chart.place[side]])),
    },
    setters: {
      name: changed((name: string) => void (chart.name = name)),
      chartType: changed((type: string) => void (chart.type = type)),
      // Whether its cells are hidden makes no difference here.
      plotVisibleOnly: () => undefined,
      ...Object.fromEntries(
        SIDES.map((side) => [side, changed((points: number) => void (chart.place[side] = points))]),
      ),
    },
    objects: {
      title: () => titleObject("ChartTitle", chart.title, changed),
      legend: () => textObject("ChartLegend", chart.legend, changed),
      series: () => seriesObject(model, chart),
      axes: () => axesObject(changed, chart),
      worksheet: () => model.sheetObject(sheetById(model, chart.sheet)),
    },
    methods: {
      setPosition: changed((first: HostObject | string, last?: HostObject | string) => {
        chart.place = placeOver(model, chart.sheet, first, last ?? first);
      }),
      setData: changed((source: HostObject, seriesBy = "Auto") => {
        chart.series = seriesOf(resolveRange(source), seriesBy);
      }),
      delete: changed(() => void model.state.charts.splice(model.state.charts.indexOf(chart), 1)),
      activate: () => null,
    },
  };
}

/** Makes of a function that changes a chart of the sheet one that checks first that it may, and reports the change. */
function notifying(model: WorkbookModel, sheet: string) {
  return <T extends unknown[]>(change: (...given: T) => void) =>
    (...given: T) => {
      requireWritableSheet(model, sheet);
      change(...given);
      model.onChange();
    };
}

type Notifying = ReturnType<typeof notifying>;

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

/** An object whose values are those of a part of the chart's state. */
function textObject<T extends object>(type: string, state: T, changed: Notifying): HostObject {
  const names = Object.keys(state).filter((name) => typeof state[name as keyof T] !== "object") as (keyof T & string)[];
  return {
    type,
    values: Object.fromEntries(names.map((name) => [name, () => state[name]])),
    setters: Object.fromEntries(names.map((name) => [name, changed((value: never) => void (state[name] = value))])),
  };
}

/** A title has a text of its own, or that of a cell. */
function titleObject(type: string, title: TitleState, changed: Notifying): HostObject {
  const { values, setters } = textObject(type, { text: title.text, visible: title.visible }, changed);
  const set = changed((change: Partial<TitleState>) => void Object.assign(title, change));
  return {
    type,
    values: { ...values, text: () => title.text, visible: () => title.visible },
    setters: {
      ...setters,
      text: (text: string) => {
        delete title.formula;
        set({ text, visible: true });
      },
      visible: (visible: boolean) => set({ visible }),
    },
    objects: { format: () => ({ type: "ChartTitleFormat", objects: { font: fontObject } }) },
    methods: { setFormula: (formula: string) => set({ formula: formula.replace(/^=/, ""), visible: true }) },
  };
}

/** Charts are drawn in one size. */
function fontObject(): HostObject {
  return { type: "ChartFont", setters: { size: () => undefined } };
}

function axesObject(changed: Notifying, { axes }: ChartState): HostObject {
  const axis = (state: AxisState): HostObject => {
    const object = textObject("ChartAxis", state, changed);
    return {
      ...object,
      setters: {
        ...object.setters,
        // Names of categories are always drawn at the chart's edge.
        tickLabelPosition: () => undefined,
        majorTickMark: changed((tickMark: string) => void (state.tickMark = tickMark)),
        tickLabelSpacing: changed((labelSpacing: number) => void (state.labelSpacing = labelSpacing)),
      },
      objects: { title: () => titleObject("ChartAxisTitle", state.title, changed) },
    };
  };
  return {
    type: "ChartAxes",
    objects: { categoryAxis: () => axis(axes.category), valueAxis: () => axis(axes.value) },
    methods: {
      getItem: (type: string, group = "Primary") => {
        if (type === "Category" && group === "Primary") return axis(axes.category);
        if (type === "Value") return axis(group === "Secondary" ? (axes.second ??= newAxis()) : axes.value);
        throw notImplemented("ChartAxes", "getItem");
      },
    },
  };
}
