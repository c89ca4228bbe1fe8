/** Charts: what they show and where. The page draws them. */
import { notImplemented, officeError, type HostObject } from "../office/interpreter";
import { readAddress, writeAddress, type Area } from "./area";
import type { Book } from "./book";
import { rangeOf, valueAt, type Range } from "./range";
import { seriesObject } from "./series";
import type { ChartState, SeriesState } from "./state";

/** Excel's first chart is this large, in points. */
const FIRST_PLACE = { left: 36, top: 36, width: 360, height: 216 };

/** @param sheet The id of the sheet whose charts are meant. */
export function chartsObject(book: Book, sheet: string): HostObject {
  const { state } = book;
  const all = () => state.charts.filter((chart) => chart.sheet === sheet);
  const find = (key: string) => all().find(({ id, name }) => id === key || name === key);
  return {
    type: "ChartCollection",
    items: () => all().map((chart) => chartObject(book, chart)),
    values: { count: () => all().length },
    methods: {
      add: (type: string, source: HostObject, seriesBy = "Auto") => {
        const chart = createChart(sheet, type, seriesOf(rangeOf(source), seriesBy), all().length + 1);
        state.charts.push(chart);
        book.onChange();
        return chartObject(book, chart);
      },
      getItem: (key: string) => {
        const chart = find(key);
        if (chart) return chartObject(book, chart);
        throw officeError("ItemNotFound", `There is no chart "${key}".`, "ChartCollection.getItem");
      },
      getItemOrNullObject: (key: string) => {
        const chart = find(key);
        return chart ? chartObject(book, chart) : null;
      },
      getItemAt: (index: number) => {
        const chart = all()[index];
        if (chart) return chartObject(book, chart);
        throw officeError("InvalidArgument", `There is no chart ${index}.`, "ChartCollection.getItemAt");
      },
      getCount: () => all().length,
    },
  };
}

function createChart(sheet: string, type: string, series: SeriesState[], number: number): ChartState {
  const axis = () => ({ title: { text: "", visible: false }, numberFormat: "General", visible: true });
  return {
    id: `{${crypto.randomUUID().toUpperCase()}}`,
    sheet,
    name: `Chart ${number}`,
    type,
    title: { text: series.length === 1 ? series[0]!.name : "Chart Title", visible: true },
    legend: { visible: series.length > 1, position: "Bottom" },
    place: { ...FIRST_PLACE },
    series,
    axes: { category: axis(), value: axis() },
  };
}

/** A range's lines as series: texts at its head are their names, texts at its side the categories. Longer sides are series. */
function seriesOf(range: Range, seriesBy: string): SeriesState[] {
  const { area, sheet } = range;
  const isText = (row: number, column: number) => typeof valueAt(range, row, column) === "string";
  const head = isText(area.row, area.column + area.columns - 1) ? 1 : 0;
  const side = isText(area.row + area.rows - 1, area.column) ? 1 : 0;
  const byColumns = seriesBy === "Columns" || (seriesBy === "Auto" && area.rows - head >= area.columns - side);
  const address = (part: Area) => writeAddress(sheet.getSheetName(), part);
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
    const title = byColumns
      ? head > 0 && valueAt(range, area.row, line.column)
      : side > 0 && valueAt(range, line.row, area.column);
    return {
      name: title === false || title === "" ? `Series${at + 1}` : String(title),
      values: address(line),
      ...(categories && { categories: address(categories) }),
      hasDataLabels: false,
      gapWidth: 150,
    };
  });
}

const SIDES = ["left", "top", "width", "height"] as const;

function chartObject(book: Book, chart: ChartState): HostObject {
  const changed = telling(book);
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
      ...Object.fromEntries(
        SIDES.map((side) => [side, changed((points: number) => void (chart.place[side] = points))]),
      ),
    },
    objects: {
      title: () => textObject("ChartTitle", chart.title, book),
      legend: () => textObject("ChartLegend", chart.legend, book),
      series: () => seriesObject(book, chart),
      axes: () => axesObject(book, chart),
      worksheet: () => book.sheetObject(book.workbook().getSheetBySheetId(chart.sheet)!),
    },
    methods: {
      setPosition: changed((first: HostObject | string, last?: HostObject | string) => {
        chart.place = placeOver(book, chart.sheet, first, last ?? first);
      }),
      setData: changed((source: HostObject, seriesBy = "Auto") => {
        chart.series = seriesOf(rangeOf(source), seriesBy);
      }),
      delete: changed(() => void book.state.charts.splice(book.state.charts.indexOf(chart), 1)),
      activate: () => null,
    },
  };
}

/** Functions that change a chart, each telling that it has. */
function telling({ onChange }: Book) {
  return <T extends unknown[]>(change: (...given: T) => void) =>
    (...given: T) => {
      change(...given);
      onChange();
    };
}

/** From the upper left corner of the first cell to the lower right one of the last, in points. */
function placeOver(book: Book, id: string, first: HostObject | string, last: HostObject | string) {
  const sheet = book.workbook().getSheetBySheetId(id)!;
  const areaOf = (cell: HostObject | string) => {
    const area = typeof cell === "string" ? readAddress(cell)?.area : rangeOf(cell).area;
    if (area) return area;
    throw officeError("InvalidArgument", "A place for a chart is no address.", "Chart.setPosition");
  };
  const [from, to] = [areaOf(first), areaOf(last)];
  const sum = (count: number, size: (index: number) => number, start = 0) =>
    (Array.from({ length: count }, (_, at) => size(start + at)).reduce((all, each) => all + each, 0) * 72) / 96;
  const [width, height] = [(at: number) => sheet.getColumnWidth(at), (at: number) => sheet.getRowHeight(at)];
  return {
    left: sum(from.column, width),
    top: sum(from.row, height),
    width: sum(to.column + to.columns - from.column, width, from.column),
    height: sum(to.row + to.rows - from.row, height, from.row),
  };
}

/** An object whose values are those of a part of the chart's state. */
function textObject<T extends object>(type: string, state: T, book: Book): HostObject {
  const names = Object.keys(state).filter((name) => typeof state[name as keyof T] !== "object") as (keyof T & string)[];
  return {
    type,
    values: Object.fromEntries(names.map((name) => [name, () => state[name]])),
    setters: Object.fromEntries(
      names.map((name) => [
        name,
        (value: never) => {
          state[name] = value;
          book.onChange();
        },
      ]),
    ),
  };
}

function axesObject(book: Book, { axes }: ChartState): HostObject {
  const axis = (which: "category" | "value"): HostObject => ({
    ...textObject("ChartAxis", axes[which], book),
    objects: { title: () => textObject("ChartAxisTitle", axes[which].title, book) },
  });
  return {
    type: "ChartAxes",
    objects: { categoryAxis: () => axis("category"), valueAxis: () => axis("value") },
    methods: {
      getItem: (type: string) => {
        if (type === "Category" || type === "Value") return axis(type === "Value" ? "value" : "category");
        throw notImplemented("ChartAxes", "getItem");
      },
    },
  };
}
