/** Titles above a table, in its corner and on its sheet, and notes below it: they speak of all its cells. Pure. */
import type { Position } from "../../spreadsheet/cells/area";
import { tableTexts } from "../tables/tableTexts";
import type { Heading } from "./heading";
import {
  columnsBetween,
  formatAt,
  isBlankValue,
  isOfOtherTable,
  labelAt,
  rowFrom,
  shownValue,
  type HeadingCells,
} from "./headingCells";
import { isTime, type HeadingDimension, type Mention } from "./headingMeaning";
import { readNote, type Note } from "./notes";
import { NOTHING, readTitle, type TitleMeaning } from "./titleMeaning";

/** The rows right above the headings, or after one blank row, lowest first. Other tables have heads of their own. */
export function headRows(table: HeadingCells, top: number, left: number): number[] {
  const { cells } = table;
  const isBlankRow = (row: number) => rowFrom(cells, row, left).every(isBlankValue);
  const isEnd = (row: number) => row < cells.row || isBlankRow(row) || isOfOtherTable(table, row);
  const rows: number[] = [];
  for (let row = isBlankRow(top - 1) ? top - 2 : top - 1; !isEnd(row); row -= 1) rows.push(row);
  return rows;
}

/** The rows of single texts above the head: titles of the sheet, unless another table lies between. */
function sheetTitleRows({ cells }: HeadingCells, top: number): number[] {
  const rows: number[] = [];
  for (let row = top - 1; row >= cells.row; row -= 1) {
    const filled = rowFrom(cells, row, cells.column).filter((value) => !isBlankValue(value));
    if (filled.length > 1) break;
    if (filled.length === 1) rows.push(row);
  }
  return rows;
}

/** A text that may be a title, or a note. */
interface TitlePlace extends Position {
  readonly isCorner?: boolean;
  readonly note?: Note;
}

/** Returns where titles may stand, and cells of the corner: the nearest last. */
function titlePlaces(table: HeadingCells, top: number, left: number): TitlePlace[] {
  const { selected } = table;
  const corner = Array.from({ length: selected.row - top }, (_, up) => selected.row - 1 - up);
  const places = [
    ...corner.flatMap((row) =>
      columnsBetween(left, selected.column).map((column) => ({ row, column, isCorner: true })),
    ),
    ...headRows(table, top, left).flatMap((row) =>
      columnsBetween(left, selected.column + selected.columns).map((column) => ({ row, column })),
    ),
  ];
  return places.filter((place) => !isOfHead(table, place, top)).reverse();
}

/** Reads notes, titles and the corner, which speak of the whole table. One that contradicts another is open. */
export function tableTitles(table: HeadingCells, top: number, left: number, lines: readonly Heading[]): Heading[] {
  const places: readonly TitlePlace[] = [...notesBelow(table, left, lines), ...titlePlaces(table, top, left)];
  const said = new Map<HeadingDimension, string>();
  const isLine = ({ row, column }: Position) => lines.some((line) => line.row === row && line.column === column);
  return places.flatMap((place): Heading[] => {
    if (isLine(place)) return [];
    const title = place.note ?? titleAt(table, place);
    if (!title) return [];
    const { meanings } = title;
    const isContrary = meanings.some((each) => (said.get(each.dimension) ?? each.value) !== each.value);
    for (const { dimension, value } of meanings) said.set(dimension, value);
    const isInCorner = place.isCorner === true && meanings.some(({ dimension }) => dimension === "item");
    const heading = titleHeading(table, place, title, isContrary);
    return [{ ...heading, ...(place.note && { isApart: true }), ...(isInCorner && { isDoubted: true }) }];
  });
}

/**
 * Reads the titles of the sheet, a blank row or more above the table's own. The user is asked if one holds, unless all that it may speak of
 * is said by each column, each line or the head already.
 */
export function sheetTitles(table: HeadingCells, top: number, left: number, others: readonly Heading[]): Heading[] {
  const rows = sheetTitleRows(table, headRows(table, top, left).at(-1) ?? top);
  if (rows.length === 0) return [];
  const said = saidOfAll(table, others);
  return rows.reverse().flatMap((row): Heading[] => {
    const at = rowFrom(table.cells, row, table.cells.column).findIndex((value) => !isBlankValue(value));
    const place = { row, column: table.cells.column + at };
    const title = titleAt(table, place);
    if (!title) return [];
    const isSaid = ({ dimension, value }: Mention) =>
      said.has(dimension) && (isTime(dimension) || said.get(dimension)?.has(value) === true);
    const isOfColumns = ({ dimension }: Mention) =>
      said.has(dimension) || others.some((each) => each.meanings?.some((meaning) => meaning.dimension === dimension));
    const isKnown =
      title.meanings.every(isSaid) &&
      title.mentions.every(isOfColumns) &&
      [...title.open, ...(title.part ? ["period" as const] : [])].every((name) => said.has(name));
    if (isKnown) return [titleHeading(table, place, { ...NOTHING, unread: title.open.length > 0 ? [] : title.unread })];
    return [{ ...titleHeading(table, place, title), isDoubted: true, isApart: true }];
  });
}

/** Returns what each column says, or each line, or the head, with all values. "Amounts in" in the head of a table of ours says whole ones. */
function saidOfAll({ cells, selected }: HeadingCells, headings: readonly Heading[]) {
  const size = { above: selected.columns, beside: selected.rows, head: 1 };
  const crosses = new Map<string, Set<number>>();
  const said = new Map<HeadingDimension, Set<string>>();
  for (const { side, row, column, meanings = [] } of headings)
    for (const { dimension } of meanings) {
      const key = `${side} ${dimension}`;
      const places = (crosses.get(key) ?? new Set()).add(side === "above" ? column : row);
      crosses.set(key, places);
      if (places.size >= size[side]) said.set(dimension, new Set());
      const label = side === "head" ? shownValue(cells, { row, column: column - 1 }) : undefined;
      if (label === tableTexts.currency) said.set("scale", new Set());
    }
  for (const { meanings = [] } of headings)
    for (const { dimension, value } of meanings) said.get(dimension)?.add(value);
  return said;
}

function titleAt({ cells, known }: HeadingCells, place: Position): TitleMeaning | undefined {
  return readTitle(shownValue(cells, place), formatAt(cells, place), known);
}

function titleHeading({ cells }: HeadingCells, place: Position, title: TitleMeaning, isContrary = false): Heading {
  const { meanings, open, mentions, unread, part, isDoubted } = title;
  const isOpen = open.some((name) => name !== "period") || isContrary;
  const value = shownValue(cells, place);
  return {
    row: place.row,
    column: place.column,
    side: "head",
    text: String(value),
    ...(typeof value === "number" && { isNumber: true }),
    meanings: isOpen ? undefined : meanings,
    isTitle: true,
    ...(isDoubted && { isDoubted }),
    ...(open.length > 0 && !isOpen && { isTimeOpen: true }),
    ...(part && { part }),
    ...(mentions.length > 0 && { mentions }),
    ...(unread.length > 0 && !isOpen && { unread }),
  };
}

/** Returns the notes below the block: single texts right below it, or after one blank row. */
function notesBelow({ cells, selected, known }: HeadingCells, left: number, lines: readonly Heading[]): TitlePlace[] {
  const saysTime = lines.some(({ meanings = [] }) => meanings.some((each) => isTime(each.dimension)));
  const first = Math.max(left, cells.column);
  const columnsOf = (row: number) =>
    rowFrom(cells, row, left).flatMap((value, at) => (isBlankValue(value) ? [] : [first + at]));
  const isNote = (row: number) => {
    const [column = Infinity, ...others] = columnsOf(row);
    return others.length === 0 && (column < selected.column || column === first);
  };
  const end = selected.row + selected.rows;
  const from = columnsOf(end).length === 0 ? end + 1 : end;
  let next = from;
  while (isNote(next)) next += 1;
  // They may be titles of another table.
  const isOfOther = [next, next + 1].some((row) => columnsOf(row).length > 0 && !isNote(row));
  return columnsBetween(from, next).flatMap((row) => {
    const [column = first] = columnsOf(row);
    const note = readNote(shownValue(cells, { row, column }), known, saysTime);
    return note ? [{ row, column, note: { ...note, isDoubted: note.isDoubted || isOfOther } }] : [];
  });
}

/** True for a label with its value beside it, for the value, and for a label of a row of headings. */
function isOfHead(table: HeadingCells, place: Position, top: number): boolean {
  const beside = shownValue(table.cells, { ...place, column: place.column + 1 });
  if (labelAt(table, place) && (place.row >= top || !isBlankValue(beside))) return true;
  return labelAt(table, { ...place, column: place.column - 1 }) !== undefined;
}
