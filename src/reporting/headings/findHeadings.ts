/** Reads the headings above and beside selected cells, and asks about those it does not understand. Pure. */
import { formatPosition } from "../../spreadsheet/cells/address";
import type { Area, Position } from "../../spreadsheet/cells/area";
import type { FieldName } from "../../insights";
import { fieldsCalled } from "../../numbers/language/financeWords";
import { withCodedOutlooks } from "./codedOutlooks";
import { compares, isTime, labelledDimension, readHeading, readNumber } from "./headingMeaning";
import type { HeadingDimension, HeadingMeaning, KnownNames, Mention } from "./headingMeaning";
import { wordsOf } from "./timeTokens";
import { readNote, type Note } from "./notes";
import { readTitle, saysNothing } from "./titleMeaning";

/** Cells with what they show. */
export interface CellsAround extends Area {
  readonly values: readonly (readonly unknown[])[];
  readonly numberFormats: readonly (readonly unknown[])[];
}

export type HeadingSide = "head" | "above" | "beside";

export interface Heading extends Position {
  readonly side: HeadingSide;
  readonly text: string;
  readonly isNumber?: boolean;
  /** True for a line that says a scenario, a time or a unit, and cannot be read. */
  readonly speaks?: boolean;
  /** True for a text above or beside the headings without a label. */
  readonly isTitle?: boolean;
  /** True for a title below the block. */
  readonly isNote?: boolean;
  /** True for a title that may speak of other cells, so the user is asked if it holds for these. */
  readonly isDoubted?: boolean;
  /** True for a title that the user has said to hold, beside what columns and lines say. */
  readonly isCounted?: boolean;
  /** True for a title that names scenarios and is of none: a cell without a scenario is asked about. */
  readonly comparesScenarios?: boolean;
  /** Subjects of a title that it says of no cell: "Variance report" is for cells that are variances. */
  readonly mentions?: readonly Mention[];
  /** Words of a title that nobody knows. */
  readonly unread?: readonly string[];
  /** Undefined if it is not understood. */
  readonly meanings: readonly HeadingMeaning[] | undefined;
  /** The fields that a word of finance may mean; none if the service has no such number. Undefined for any other text. */
  readonly called?: readonly FieldName[] | undefined;
}

export interface FoundHeadings {
  readonly headings: readonly Heading[];
  /** Lines of headings whose blanks may go on with the heading before. */
  readonly gaps: readonly HeadingGap[];
  readonly known: KnownNames;
}

export interface HeadingGap {
  readonly side: "above" | "beside";
  /** The row of headings above, or the column of those beside. */
  readonly at: number;
  /** The first heading that has blanks after it. */
  readonly text: string;
  /** The meaning of blanks without an answer of the user; undefined if the user must be asked. */
  readonly goesOn: boolean | undefined;
  /** True if cells before the first heading may be of it too: it may stand in the middle of its cells. */
  readonly mayBeCentred?: boolean;
  /** True if no other line of headings lies between this one and the numbers. */
  readonly isInner: boolean;
}

export function findHeadings(cells: CellsAround, filled: Area, known: KnownNames): FoundHeadings {
  const selected = withFilledLines(cells, filled);
  // A line with numbers of its own speaks for no other.
  const isOther = ({ row, meanings = [] }: Heading) =>
    row < filled.row && !isBlankLine(cells, selected, row) && !meanings.some(({ dimension }) => dimension === "field");
  const reader = { cells, selected, known, read: new Map() };
  const columns = linesBefore(selected.column, cells.column, (column) => isLineOfHeadings(reader, "beside", column));
  const rows = rowsAbove(reader, Math.min(selected.column, ...columns));
  const above = rows.map((at) => ({ at, line: headingsOfLine(reader, "above", at) }));
  const beside = columns.map((at) => ({
    at,
    line: headingsOfLine(reader, "beside", at).filter((heading) => !isOther(heading)),
  }));
  const lines = beside.flatMap(({ line }) => line);
  const top = Math.min(selected.row, ...rows);
  const left = Math.min(selected.column, ...columns) - 1;
  const between = linesBetween(reader, rows, columns);
  const isBetween = (place: Position) =>
    between.some(({ row, column }) => row === place.row && column === place.column);
  return {
    known,
    headings: withCodedOutlooks([
      ...titlesOf(reader, [...notesBelow(reader, left, lines), ...titlePlaces(reader, top, left)]).filter(
        (title) => !isBetween(title),
      ),
      ...between,
      ...headOf(reader, top, left),
      ...above.flatMap(({ line }) => line),
      ...lines,
    ]),
    gaps: [
      ...above.flatMap(({ at, line }, index) => gapOf(reader, "above", { at, line, inner: above.slice(index + 1) })),
      ...beside.flatMap(({ at, line }, index) => gapOf(reader, "beside", { at, line, inner: beside.slice(index + 1) })),
    ],
  };
}

function isBlankLine(cells: CellsAround, selected: Area, row: number): boolean {
  return placesOf(selected, "above", row).every((place) => isBlank(valueAt(cells, place)));
}

/** Lines right above that have numbers already are no headings, but lines of the same table. */
function withFilledLines(cells: CellsAround, selected: Area): Area {
  let [first, row] = [selected.row, selected.row - 1];
  for (; row >= cells.row; row -= 1) {
    const isLabelled = columnsBetween(cells.column, selected.column).some(
      (column) => typeof valueAt(cells, { row, column }) === "string" && !isBlank(valueAt(cells, { row, column })),
    );
    const places = placesOf(selected, "above", row).filter((place) => !isBlank(valueAt(cells, place)));
    const isNumber = (place: Position) => typeof valueAt(cells, place) === "number";
    const isPeriod = (place: Position) => readNumber(Number(valueAt(cells, place)), String(formatAt(cells, place)));
    if (!isLabelled || !places.every(isNumber) || (places.length > 0 && places.every(isPeriod))) break;
    if (places.length > 0) first = row;
  }
  return { ...selected, row: first, rows: selected.row + selected.rows - first };
}

interface Reader {
  readonly cells: CellsAround;
  readonly selected: Area;
  readonly known: KnownNames;
  /** Texts with their meanings, since lines repeat. */
  readonly read: Map<string, Pick<Heading, "meanings" | "called" | "speaks">>;
}

/** Lines without a gap before the selected cells, outermost first. */
function linesBefore(from: number, first: number, isHeading: (at: number) => boolean): number[] {
  const lines: number[] = [];
  for (let at = from - 1; at >= first && isHeading(at); at -= 1) lines.unshift(at);
  return lines;
}

/** The rows of headings: those without a gap above the cells, or else the next ones above labels, a title or one blank row. */
function rowsAbove(reader: Reader, left: number): number[] {
  const { cells, selected } = reader;
  const isHeadings = (row: number) => isLineOfHeadings(reader, "above", row);
  const near = linesBefore(selected.row, cells.row, isHeadings);
  const isBlankRow = (row: number) => rowFrom(cells, row, left).every(isBlank);
  const count = (row: number) =>
    placesOf(selected, "above", row).filter((place) => !isBlank(valueAt(cells, place))).length;
  let from = Math.min(selected.row, ...near);
  for (let blanks = 0; from > cells.row && count(from - 1) < (near.length > 0 ? selected.columns : 2); from -= 1) {
    if (isBlankRow(from - 1) && (near.length > 0 || (blanks += 1) > 1)) return near;
  }
  const farther = linesBefore(from, cells.row, isHeadings);
  return farther.some((row) => count(row) > 1) ? [...farther, ...near] : near;
}

function isLineOfHeadings(reader: Reader, side: "above" | "beside", at: number): boolean {
  const places = placesOf(reader.selected, side, at);
  if (!places.some((place) => !isBlank(valueAt(reader.cells, place)))) return false;
  // A row such as "Plan | FY26 Plan" is the head's, also right above the headings.
  const label = side === "above" ? labelOfRow(reader, at) : undefined;
  return label !== "plan" && label !== "currency";
}

/** Labels between the headings and the cells that speak for the lines below them, such as "YTD Oct 26". */
function linesBetween(reader: Reader, rows: readonly number[], columns: readonly number[]): Heading[] {
  const below = (rows.at(-1) ?? reader.selected.row) + 1;
  const between = columnsBetween(below, reader.selected.row);
  return columns.flatMap((column) =>
    between.flatMap((row) =>
      headingAt(reader, { row, column }, "beside").filter(
        ({ meanings = [] }) => meanings.length > 0 && !meanings.some(({ dimension }) => dimension === "field"),
      ),
    ),
  );
}

function placesOf({ row, column, rows, columns }: Area, side: "above" | "beside", at: number): Position[] {
  return side === "above"
    ? Array.from({ length: columns }, (_, right) => ({ row: at, column: column + right }))
    : Array.from({ length: rows }, (_, down) => ({ row: row + down, column: at }));
}

function headingsOfLine(reader: Reader, side: "above" | "beside", at: number): Heading[] {
  const labelled = side === "above" ? labelOfRow(reader, at) : undefined;
  return placesOf(reader.selected, side, at).flatMap((place) => headingAt(reader, place, side, labelled));
}

function headingAt(
  { cells, known, read }: Reader,
  place: Position,
  side: HeadingSide,
  labelled?: HeadingDimension,
): Heading[] {
  const value = valueAt(cells, place);
  if (isBlank(value)) return [];
  const [text, format] = [String(value), formatAt(cells, place)];
  const key = [side, labelled, typeof value, format, text].join("|");
  const said = read.get(key) ?? meaningOf(value, { side, format, labelled }, known);
  read.set(key, said);
  return [{ ...place, side, text, ...numeric(value), ...said }];
}

function meaningOf(
  value: unknown,
  { side, format, labelled }: { side: HeadingSide; format: unknown; labelled: HeadingDimension | undefined },
  known: KnownNames,
): Pick<Heading, "meanings" | "called" | "speaks"> {
  const meanings = readHeading(value, format, known, labelled);
  if (meanings) return { meanings };
  const text = String(value);
  const speaks = side === "beside" && !compares(text) && speaksOfOthers(text, known);
  return { meanings, called: fieldsCalled(text), ...(speaks && { speaks }) };
}

/** "FX rate EUR/USD" is a line of its own, "in mEUR" and "Actual, restated" may speak for others. */
function speaksOfOthers(text: string, known: KnownNames): boolean {
  const title = readTitle(text, "", known);
  const isOfUnits =
    title?.meanings.every(({ dimension }) => dimension === "currency" || dimension === "scale") ?? false;
  const hasUnits = isOfUnits && title !== undefined && title.meanings.length > 0;
  return title !== undefined && !saysNothing(title) && (!hasUnits || wordsOf(text).length <= 2);
}

function numeric(value: unknown): Pick<Heading, "isNumber"> {
  return typeof value === "number" ? { isNumber: true } : {};
}

/** The label left of a row of headings, such as "Scenario". */
function labelOfRow(reader: Reader, row: number): HeadingDimension | undefined {
  const { cells, selected } = reader;
  for (let column = selected.column - 1; column >= cells.column; column -= 1) {
    const label = labelAt(reader, { row, column });
    if (label) return label;
  }
  return undefined;
}

/**
 * Returns what a label announces. Beside a value of another kind it is no label: "Plan" beside a month is the scenario of its cells,
 * and "Variance" beside a scenario is a title.
 */
function labelAt({ cells, known }: Reader, place: Position): HeadingDimension | undefined {
  const label = labelledDimension(valueAt(cells, place));
  if (!label || label === "actualsTo") return label;
  const beside = { ...place, column: place.column + 1 };
  const said = readHeading(valueAt(cells, beside), formatAt(cells, beside), known) ?? [];
  const announced = ANNOUNCED[label] ?? [label];
  return said.length === 0 || said.some(({ dimension }) => announced.includes(dimension)) ? label : undefined;
}

/** Dimensions of values beside a label, if they are not the label's own. */
const ANNOUNCED: Readonly<Partial<Record<HeadingDimension, readonly HeadingDimension[]>>> = {
  period: ["period", "basis"],
  base: ["base", "scenario", "year"],
  currency: ["currency", "scale"],
};

/** Values beside their labels in the head's rows. */
function headOf(reader: Reader, top: number, left: number): Heading[] {
  const { cells, selected } = reader;
  return headRows(reader, top, left).flatMap((row) =>
    columnsBetween(Math.max(left, cells.column), selected.column + selected.columns).flatMap((column) => {
      const label = labelAt(reader, { row, column });
      return label ? headingAt(reader, { row, column: column + 1 }, "head", label) : [];
    }),
  );
}

/** The rows right above the headings, or after one blank row, lowest first. Other tables have heads of their own. */
function headRows({ cells }: Reader, top: number, left: number): number[] {
  const isBlankRow = (row: number) => rowFrom(cells, row, left).every(isBlank);
  const rows: number[] = [];
  for (let row = isBlankRow(top - 1) ? top - 2 : top - 1; row >= cells.row && !isBlankRow(row); row -= 1)
    rows.push(row);
  return rows;
}

interface TitlePlace extends Position {
  readonly isCorner?: boolean;
}

/** Where titles may stand, and cells of the corner: the nearest last. */
function titlePlaces(reader: Reader, top: number, left: number): TitlePlace[] {
  const { selected } = reader;
  const corner = Array.from({ length: selected.row - top }, (_, up) => selected.row - 1 - up);
  const places = [
    ...corner.flatMap((row) =>
      columnsBetween(left, selected.column).map((column) => ({ row, column, isCorner: true })),
    ),
    ...headRows(reader, top, left).flatMap((row) =>
      columnsBetween(left, selected.column + selected.columns).map((column) => ({ row, column })),
    ),
  ];
  return places.filter((place) => !isOfHead(reader, place, top)).reverse();
}

/** Reads notes, titles and the corner, which speak of the whole table. One that contradicts another is open. */
function titlesOf({ cells, known }: Reader, places: readonly (TitlePlace & { readonly note?: Note })[]): Heading[] {
  const said = new Map<HeadingDimension, string>();
  return places.flatMap(({ row, column, isCorner = false, note }): Heading[] => {
    const place = { row, column };
    const value = valueAt(cells, place);
    const title = note ?? readTitle(value, formatAt(cells, place), known);
    if (!title) return [];
    const { meanings, comparesScenarios, mentions, unread } = title;
    const isContrary = meanings.some((each) => (said.get(each.dimension) ?? each.value) !== each.value);
    for (const { dimension, value: meant } of meanings) said.set(dimension, meant);
    const isOpen = title.isOpen || isContrary;
    const isInCorner = isCorner && meanings.some(({ dimension }) => dimension === "item");
    const isDoubted = title.isDoubted === true || isInCorner;
    return [
      {
        ...place,
        side: "head",
        text: String(value),
        ...numeric(value),
        meanings: isOpen ? undefined : meanings,
        isTitle: true,
        ...(note && { isNote: true }),
        ...(isDoubted && { isDoubted }),
        ...(comparesScenarios && { comparesScenarios }),
        ...(mentions.length > 0 && { mentions }),
        ...(unread.length > 0 && !isOpen && { unread }),
      },
    ];
  });
}

/** Returns the notes below the block: single texts right below it, or after one blank row. */
function notesBelow(
  { cells, selected, known }: Reader,
  left: number,
  lines: readonly Heading[],
): (Position & { readonly note: Note })[] {
  const saysTime = lines.some(({ meanings = [] }) => meanings.some((each) => isTime(each.dimension)));
  const first = Math.max(left, cells.column);
  const columnsOf = (row: number) =>
    rowFrom(cells, row, left).flatMap((value, at) => (isBlank(value) ? [] : [first + at]));
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
    const note = readNote(valueAt(cells, { row, column }), known, saysTime);
    return note ? [{ row, column, note: { ...note, isDoubted: note.isDoubted || isOfOther } }] : [];
  });
}

/** True for a label with its value beside it, for the value, and for a label of a row of headings. */
function isOfHead(reader: Reader, place: Position, top: number): boolean {
  const beside = valueAt(reader.cells, { ...place, column: place.column + 1 });
  if (labelAt(reader, place) && (place.row >= top || !isBlank(beside))) return true;
  return labelAt(reader, { ...place, column: place.column - 1 }) !== undefined;
}

function columnsBetween(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
}

function rowFrom(cells: CellsAround, row: number, left: number): unknown[] {
  return cells.values[row - cells.row]?.slice(Math.max(0, left - cells.column)) ?? [];
}

/** Scenarios and periods often stand once over several columns. A labelled row, as tables of ours have, is complete. */
function gapOf(reader: Reader, side: "above" | "beside", { at, line, inner }: LineAt): HeadingGap[] {
  const places = placesOf(reader.selected, side, at);
  const isAt = (heading: Heading, place: Position) => heading.row === place.row && heading.column === place.column;
  const before = line.find((heading) => {
    const next = places[places.findIndex((place) => isAt(heading, place)) + 1];
    return next && isBlank(valueAt(reader.cells, next));
  });
  if (!before) return [];
  if (side === "above" && labelOfRow(reader, at)) return [];
  const dimensions = line.flatMap(({ meanings = [] }) => meanings.map(({ dimension }) => dimension));
  const isKnown = dimensions.every((each) => ["scenario", "period", "field", "plan"].includes(each));
  const next = { above: reader.selected.row, beside: reader.selected.column }[side] - 1;
  const mayBeCentred = side === "above" && isAfterOthers(line, inner, dimensions);
  const goesOn = isKnown && !mayBeCentred ? true : undefined;
  return [{ side, at, text: before.text, goesOn, isInner: at === next, ...(mayBeCentred && { mayBeCentred }) }];
}

interface LineAt {
  readonly at: number;
  readonly line: readonly Heading[];
  /** The lines between this one and the numbers. */
  readonly inner: readonly { readonly line: readonly Heading[] }[];
}

/** True if columns stand before the first heading of a row whose own headings say nothing of its kind. */
function isAfterOthers(
  [first]: readonly Heading[],
  inner: LineAt["inner"],
  dimensions: readonly HeadingDimension[],
): boolean {
  const before = inner.flatMap(({ line }) => line.filter(({ column }) => first !== undefined && column < first.column));
  const isOfOthers = (column: number) =>
    before.some(
      (heading) =>
        heading.column === column &&
        (!heading.meanings || heading.meanings.some(({ dimension }) => dimensions.includes(dimension))),
    );
  return before.some(({ column }) => !isOfOthers(column));
}

function valueAt(cells: CellsAround, { row, column }: Position): unknown {
  return cells.values[row - cells.row]?.[column - cells.column];
}

function formatAt(cells: CellsAround, { row, column }: Position): unknown {
  return cells.numberFormats[row - cells.row]?.[column - cells.column];
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

export function headingId(heading: Position): string {
  return formatPosition(heading);
}
