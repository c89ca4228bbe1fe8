/** Reads the headings above and beside selected cells, and asks about those it does not understand. Pure. */
import { formatPosition } from "../sheet/address";
import type { Area, Position } from "../sheet/area";
import type { FieldName } from "../insights";
import { fieldsCalled } from "../language/financeWords";
import { withCodedOutlooks } from "./codedOutlooks";
import { labelledDimension, readHeading } from "./headingMeaning";
import type { HeadingDimension, HeadingMeaning, KnownNames } from "./headingMeaning";
import { readTitle } from "./titleMeaning";

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
  /** True for a title that names scenarios and is of none: a cell without a scenario is asked about. */
  readonly comparesScenarios?: boolean;
  /** Undefined if it is not understood. */
  readonly meanings: readonly HeadingMeaning[] | undefined;
  /** The fields that a word of finance may mean; none if the service has no such number. Undefined for any other text. */
  readonly called?: readonly FieldName[] | undefined;
}

export interface FoundHeadings {
  readonly headings: readonly Heading[];
  /** Lines of headings whose blanks may go on with the heading before. */
  readonly gaps: readonly HeadingGap[];
}

export interface HeadingGap {
  readonly side: "above" | "beside";
  /** The row of headings above, or the column of those beside. */
  readonly at: number;
  /** The first heading that has blanks after it. */
  readonly text: string;
  /** The meaning of blanks without an answer of the user; undefined if the user must be asked. */
  readonly goesOn: boolean | undefined;
  /** True if no other line of headings lies between this one and the numbers. */
  readonly isInner: boolean;
}

export function findHeadings(cells: CellsAround, selected: Area, known: KnownNames): FoundHeadings {
  const reader = { cells, selected, known };
  const rows = linesBefore(selected.row, cells.row, (row) => isLineOfHeadings(reader, "above", row));
  const columns = linesBefore(selected.column, cells.column, (column) => isLineOfHeadings(reader, "beside", column));
  const above = rows.map((at) => ({ at, line: headingsOfLine(reader, "above", at) }));
  const beside = columns.map((at) => ({ at, line: headingsOfLine(reader, "beside", at) }));
  const top = Math.min(selected.row, ...rows);
  const left = Math.min(selected.column, ...columns) - 1;
  return {
    headings: withCodedOutlooks([
      ...titlesOf(reader, top, left),
      ...headOf(reader, top, left),
      ...[...above, ...beside].flatMap(({ line }) => line),
    ]),
    gaps: [
      ...above.flatMap(({ at, line }) => gapOf(reader, "above", at, line)),
      ...beside.flatMap(({ at, line }) => gapOf(reader, "beside", at, line)),
    ],
  };
}

interface Reader {
  readonly cells: CellsAround;
  readonly selected: Area;
  readonly known: KnownNames;
}

/** Lines without a gap before the selected cells, outermost first. */
function linesBefore(from: number, first: number, isHeading: (at: number) => boolean): number[] {
  const lines: number[] = [];
  for (let at = from - 1; at >= first && isHeading(at); at -= 1) lines.unshift(at);
  return lines;
}

function isLineOfHeadings(reader: Reader, side: "above" | "beside", at: number): boolean {
  const places = placesOf(reader.selected, side, at);
  if (!places.some((place) => !isBlank(valueAt(reader.cells, place)))) return false;
  // A row such as "Plan | FY26 Plan" is the head's, also right above the headings.
  const label = side === "above" ? labelOfRow(reader, at) : undefined;
  return label !== "plan" && label !== "currency";
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
  { cells, known }: Reader,
  place: Position,
  side: HeadingSide,
  labelled?: HeadingDimension,
): Heading[] {
  const value = valueAt(cells, place);
  if (isBlank(value)) return [];
  const meanings = readHeading(value, formatAt(cells, place), known, labelled);
  const text = String(value);
  return [{ ...place, side, text, ...numeric(value), meanings, ...(!meanings && { called: fieldsCalled(text) }) }];
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

/** Returns what a label announces. "Plan" beside a month or a scenario is no label, but the scenario of its cells. */
function labelAt({ cells, known }: Reader, place: Position): HeadingDimension | undefined {
  const label = labelledDimension(valueAt(cells, place));
  if (label !== "plan") return label;
  const beside = { ...place, column: place.column + 1 };
  const said = readHeading(valueAt(cells, beside), formatAt(cells, beside), known) ?? [];
  return said.length === 0 || said.some(({ dimension }) => dimension === "plan") ? label : undefined;
}

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

/** What cells in the corner and titles say of the whole table, the nearest last. One that contradicts another is open. */
function titlesOf(reader: Reader, top: number, left: number): Heading[] {
  const { cells, selected } = reader;
  const corner = Array.from({ length: selected.row - top }, (_, up) => selected.row - 1 - up);
  const places = [
    ...corner.flatMap((row) => columnsBetween(left, selected.column).map((column) => ({ row, column }))),
    ...headRows(reader, top, left).flatMap((row) =>
      columnsBetween(left, selected.column + selected.columns).map((column) => ({ row, column })),
    ),
  ];
  const said = new Map<HeadingDimension, string>();
  return places.reverse().flatMap((place): Heading[] => {
    if (isOfHead(reader, place)) return [];
    const value = valueAt(cells, place);
    const title = readTitle(value, formatAt(cells, place), reader.known);
    if (!title) return [];
    const { meanings, comparesScenarios } = title;
    const isContrary = meanings.some((each) => (said.get(each.dimension) ?? each.value) !== each.value);
    for (const { dimension, value: meant } of meanings) said.set(dimension, meant);
    const isOpen = title.isOpen || isContrary;
    return [
      {
        ...place,
        side: "head",
        text: String(value),
        ...numeric(value),
        meanings: isOpen ? undefined : meanings,
        ...(comparesScenarios && { comparesScenarios }),
      },
    ];
  });
}

/** True for a label with its value beside it, and for the value. */
function isOfHead(reader: Reader, place: Position): boolean {
  const beside = valueAt(reader.cells, { ...place, column: place.column + 1 });
  if (labelAt(reader, place) && !isBlank(beside)) return true;
  return labelAt(reader, { ...place, column: place.column - 1 }) !== undefined;
}

function columnsBetween(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
}

function rowFrom(cells: CellsAround, row: number, left: number): unknown[] {
  return cells.values[row - cells.row]?.slice(Math.max(0, left - cells.column)) ?? [];
}

/** Scenarios and periods often stand once over several columns. A labelled row, as tables of ours have, is complete. */
function gapOf(reader: Reader, side: "above" | "beside", at: number, line: readonly Heading[]): HeadingGap[] {
  const places = placesOf(reader.selected, side, at);
  const isAt = (heading: Heading, place: Position) => heading.row === place.row && heading.column === place.column;
  const before = line.find((heading) => {
    const next = places[places.findIndex((place) => isAt(heading, place)) + 1];
    return next && isBlank(valueAt(reader.cells, next));
  });
  if (!before) return [];
  if (side === "above" && labelOfRow(reader, at)) return [];
  const dimensions = line.flatMap(({ meanings = [] }) => meanings.map(({ dimension }) => dimension));
  const goesOn = dimensions.every((each) => ["scenario", "period", "field", "plan"].includes(each)) ? true : undefined;
  const next = { above: reader.selected.row, beside: reader.selected.column }[side] - 1;
  return [{ side, at, text: before.text, goesOn, isInner: at === next }];
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
