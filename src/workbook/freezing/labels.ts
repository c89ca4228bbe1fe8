/** The texts by which people tell rows and columns, and by which a sorted row is noticed. */
import { positionsIn, type Area, type Position } from "../../grid/area";
import { isErrorCode } from "../../grid/errorCodes";
import { markOf } from "../../saved/frozen";
import { valueIn, type SheetContents } from "../cells/sheetContents";
import { isLine } from "./frozenLine";

/** Letters of a label that are kept. */
const MOST_LETTERS = 60;

export interface Labels {
  /** The nearest column to the left of the area with a text beside it; undefined for none. */
  columnBeside(area: Area): number | undefined;
  /** The nearest row above the area with a text over it; undefined for none. */
  rowAbove(area: Area): number | undefined;
  /** How many cells of the label's column have the same text. */
  countOf(label: Position): number;
}

/** @param isLive Tells the cells whose texts may change by themselves: no label. */
export function createLabels(contents: SheetContents, isLive: (cell: Position) => boolean): Labels {
  const [byRow, byColumn] = [new Map<number, number[]>(), new Map<number, number[]>()];
  const counts = new Map<string, number>();
  const keyOf = ({ row, column }: Position) => `${column} ${labelAt(contents, { row, column })}`;
  for (const cell of positionsIn(contents)) {
    if (!isText(valueIn(contents, cell))) continue;
    counts.set(keyOf(cell), (counts.get(keyOf(cell)) ?? 0) + 1);
    if (isLive(cell)) continue;
    add(byRow, cell.row, cell.column);
    add(byColumn, cell.column, cell.row);
  }
  return {
    columnBeside: ({ row, rows, column }) => nearest(byRow, row, rows, column),
    rowAbove: ({ column, columns, row }) => nearest(byColumn, column, columns, row),
    countOf: (label) => counts.get(keyOf(label)) ?? 0,
  };
}

function add(lists: Map<number, number[]>, key: number, place: number): void {
  const list = lists.get(key);
  if (list) list.push(place);
  else lists.set(key, [place]);
}

/** The greatest place before `end` in any of the lists from `first` on. */
function nearest(
  lists: ReadonlyMap<number, readonly number[]>,
  first: number,
  count: number,
  end: number,
): number | undefined {
  let found = -1;
  for (let key = first; key < first + count; key += 1) found = Math.max(found, lastBefore(lists.get(key) ?? [], end));
  return found < 0 ? undefined : found;
}

/** By halves: the places are in order. */
function lastBefore(places: readonly number[], end: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? end) < end) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? -1;
}

/** Our own line comes and goes. */
function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !isErrorCode(value) && !isLine(value);
}

/** The text of a label as it is kept; "" where there is none. */
export function labelAt(contents: SheetContents, cell: Position): string {
  const value = valueIn(contents, cell);
  return isText(value) ? value.slice(0, MOST_LETTERS) : "";
}

/** A mark of what people have typed into the row, but for the columns of the area. @param isFilled Tells the cells of formulas. */
export function contextOf(
  contents: SheetContents,
  row: number,
  { column, columns }: Area,
  isFilled: (cell: Position) => boolean,
): string {
  const cells = Array.from({ length: contents.columns }, (_, at) => ({ row, column: contents.column + at }));
  const others = cells.filter((cell) => cell.column < column || cell.column >= column + columns);
  const typed = others.filter((cell) => !isFilled(cell)).map((cell) => valueIn(contents, cell));
  return markOf(JSON.stringify(typed.filter((value) => value !== "" && !isLine(value))));
}
