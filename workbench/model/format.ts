/** How the cells of a range look, in Excel's words, over Univer's styles. */
import type { IStyleData } from "@univerjs/core";
import {
  SetWorksheetColWidthMutation,
  SetWorksheetColWidthMutationFactory,
  type ISetWorksheetColWidthMutationParams,
} from "@univerjs/sheets";
import { mapCells } from "../../src/spreadsheet/cells/area";
import type { HostObject } from "../office/hostObject";
import { PIXELS_PER_POINT } from "../univer/range";
import { applyStyle, styleAt } from "./cellStyle";
import { checkedFirst, requireWritable } from "./protection";
import { withinGrid, type HostRange } from "./range";
import { textWidth } from "./textWidth";
import { changeGrid } from "./workbookModel";

type Values = NonNullable<HostObject["values"]>;
type Setters = NonNullable<HostObject["setters"]>;

/** A property of a format: how it is read out of a style, and what of a style sets it. */
interface Property {
  read: (style: IStyleData) => unknown;
  write: (value: never) => IStyleData;
}

const HORIZONTAL = ["General", "Left", "Center", "Right", "Justify"];
const VERTICAL = ["Bottom", "Top", "Center", "Bottom"];
const [CUT, WRAPPED] = [2, 3];

const FORMAT: Record<string, Property> = {
  horizontalAlignment: {
    read: ({ ht }) => HORIZONTAL[ht ?? 0],
    write: (name: string) => ({ ht: HORIZONTAL.indexOf(name) || null }),
  },
  verticalAlignment: {
    read: ({ vt }) => VERTICAL[vt ?? 0],
    write: (name: string) => ({ vt: VERTICAL.indexOf(name, 1) }),
  },
  wrapText: { read: ({ tb }) => Number(tb) === WRAPPED, write: (wraps: boolean) => ({ tb: wraps ? WRAPPED : 1 }) },
  // Univer does not shrink a text; it cuts it.
  shrinkToFit: { read: ({ tb }) => Number(tb) === CUT, write: (shrinks: boolean) => ({ tb: shrinks ? CUT : 1 }) },
  indentLevel: {
    read: ({ pd }) => Math.round((pd?.l ?? 0) / 12),
    write: (level: number) => ({ pd: { l: 12 * level } }),
  },
};

const FONT: Record<string, Property> = {
  bold: { read: ({ bl }) => Boolean(bl), write: (isBold: boolean) => ({ bl: isBold ? 1 : 0 }) },
  color: { read: ({ cl }) => cl?.rgb ?? "#000000", write: (rgb: string) => ({ cl: { rgb } }) },
  size: { read: ({ fs }) => fs ?? 11, write: (fs: number) => ({ fs }) },
  name: { read: ({ ff }) => ff ?? "Calibri", write: (ff: string) => ({ ff }) },
};

const FILL: Record<string, Property> = {
  color: { read: ({ bg }) => bg?.rgb ?? "#FFFFFF", write: (rgb: string) => ({ bg: { rgb } }) },
};

const SIDES = { EdgeTop: "t", EdgeBottom: "b", EdgeLeft: "l", EdgeRight: "r", InsideVertical: "r" } as const;
type Side = keyof typeof SIDES;
const LINES: Record<string, number> = { None: 0, Continuous: 1, Dot: 3, Dash: 4, Double: 7 };
/** Univer has styles for weights: those of a line by its weight, and of dashes. */
const WEIGHTS: Record<string, Record<number, number>> = { Medium: { 1: 8, 4: 9 }, Thick: { 1: 13, 4: 9 } };
/** The style and the weight that a style of Univer's stands for. */
const WEIGHED = new Map(
  Object.entries(WEIGHTS).flatMap(([weight, styles]) =>
    Object.entries(styles).map(([plain, s]) => [s, { plain: Number(plain), weight }] as const),
  ),
);

export function formatObject(range: HostRange): HostObject {
  const { sheet } = range;
  const area = withinGrid(range);
  const fill = styled(range, "RangeFill", FILL);
  const format = styled(range, "RangeFormat", FORMAT);
  const sizeSetters = {
    columnWidth: (points: number) => setColumnWidth(range, points * PIXELS_PER_POINT),
    rowHeight: (points: number) => void sheet.setRowHeightsForced(area.row, area.rows, points * PIXELS_PER_POINT),
  };
  return {
    ...format,
    values: { ...format.values, ...sizes(range) },
    setters: {
      ...format.setters,
      ...checkedFirst(() => requireWritable(range), sizeSetters),
    },
    objects: {
      font: () => styled(range, "RangeFont", FONT),
      fill: () => ({ ...fill, methods: { clear: () => applyStyle(range, () => ({ bg: null })) } }),
      borders: () => bordersObject(range),
    },
    methods: { autofitColumns: () => autofitColumns(range) },
  };
}

/** An object whose values are those of all the cells, or null where they differ, as in Excel. */
function styled(range: HostRange, type: string, properties: Record<string, Property>) {
  const values: Values = {};
  const setters: Setters = {};
  for (const [name, { read, write }] of Object.entries(properties)) {
    values[name] = () => common(range, read);
    setters[name] = (value: never) => applyStyle(range, () => write(value));
  }
  return { type, values, setters };
}

function common<T>(range: HostRange, read: (style: IStyleData) => T): T | null {
  const found = new Set(mapCells(withinGrid(range), (row, column) => read(styleAt(range, row, column))).flat());
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

function sizes(range: HostRange): Values {
  const { sheet } = range;
  const { row, column, rows, columns } = withinGrid(range);
  const same = ([first, ...others]: number[]) =>
    first === undefined || others.some((each) => each !== first)
      ? null
      : Math.round((first / PIXELS_PER_POINT) * 100) / 100;
  return {
    columnWidth: () => same(Array.from({ length: columns }, (_, at) => sheet.getColumnWidth(column + at))),
    rowHeight: () => same(Array.from({ length: rows }, (_, at) => sheet.getRowHeight(row + at))),
  };
}

/** Univer's command would measure the heights of all rows again. Excel leaves them. */
function setColumnWidth(range: HostRange, colWidth: number): void {
  const { model, sheet } = range;
  const { column, columns } = withinGrid(range);
  const ranges = [
    { startRow: 0, endRow: sheet.getMaxRows() - 1, startColumn: column, endColumn: column + columns - 1 },
  ];
  const place = { unitId: model.workbook().getId(), subUnitId: sheet.getSheetId() };
  const params: ISetWorksheetColWidthMutationParams = { ...place, ranges, colWidth };
  const { id } = SetWorksheetColWidthMutation;
  const former = SetWorksheetColWidthMutationFactory(params, sheet.getSheet());
  changeGrid(model, { id, params }, { id, params: former });
}

/** In pixels: what is left free beside a text. */
const PADDING = 12;

/** As wide as the widest text; Univer has this for rows alone. */
function autofitColumns(range: HostRange): void {
  const { sheet, model } = range;
  model.formats.write();
  const { row, column, rows, columns } = withinGrid(range);
  for (let at = column; at < column + columns; at += 1) {
    const widths = Array.from({ length: rows }, (_, down) => {
      const text = sheet.getRange(row + down, at).getDisplayValue();
      return text === "" ? 0 : textWidth(text, styleAt(range, row + down, at));
    });
    const widest = widths.reduce((most, each) => Math.max(most, each), 0);
    if (widest > 0) sheet.setColumnWidth(at, Math.ceil(widest) + PADDING);
  }
}

function bordersObject(range: HostRange): HostObject {
  const items = () => Object.keys(SIDES).map((side) => borderObject(range, side as Side));
  const getItem = (side: Side) => borderObject(range, side);
  return { type: "RangeBorderCollection", items, methods: { getItem } };
}

/** One edge of the range as a whole, or those between its columns: the cells along it have it. */
function borderObject(range: HostRange, side: Side): HostObject {
  const key = SIDES[side];
  const { rows, columns } = withinGrid(range);
  /** The row or the column that the edge is along, counted from the range's first cell. */
  const edge: { row?: number; column?: number; inside?: true } = {
    EdgeTop: { row: 0 },
    EdgeBottom: { row: rows - 1 },
    EdgeLeft: { column: 0 },
    EdgeRight: { column: columns - 1 },
    InsideVertical: { inside: true } as const,
  }[side];
  const isOn = (row: number, column: number) =>
    edge.inside ? column < columns - 1 : row === edge.row || column === edge.column;
  const { row, column } = range.area;
  const line = () => styleAt(range, row + (edge.row ?? 0), column + (edge.column ?? 0)).bd?.[key] ?? undefined;
  const plain = () => WEIGHED.get(line()?.s ?? 0)?.plain ?? line()?.s ?? 0;
  const change = (next: { s?: number; rgb?: string }) => {
    const { s = line()?.s ?? 1, rgb = line()?.cl.rgb ?? "#000000" } = next;
    const border = s === 0 ? null : { s, cl: { rgb } };
    applyStyle(range, (row, column) => (isOn(row, column) ? { bd: { [key]: border } } : {}));
  };
  return {
    type: "RangeBorder",
    id: side,
    values: {
      style: () => Object.keys(LINES).find((name) => LINES[name] === plain()) ?? "Continuous",
      weight: () => WEIGHED.get(line()?.s ?? 0)?.weight ?? "Thin",
      color: () => line()?.cl.rgb ?? "#000000",
    },
    setters: {
      style: (name: string) => change({ s: LINES[name] ?? 1 }),
      weight: (name: string) => change({ s: WEIGHTS[name]?.[plain()] ?? plain() }),
      color: (rgb: string) => change({ rgb }),
    },
  };
}
