/** Reads the headings above and beside selected cells, and asks about those it does not understand. Pure. */
import { atOnce, type Sliced } from "../../insights";
import type { Area, Position } from "../../spreadsheet/cells/area";
import { fieldsCalled } from "../../numbers/language/financeWords";
import { withCodedOutlooks } from "./codedOutlooks";
import type { FoundHeadings, Heading, HeadingSide } from "./heading";
import {
  columnsBetween,
  formatAt,
  isBlankValue,
  isOfOtherTable,
  labelAt,
  labelOfRow,
  linePlaces,
  numbersOfLine,
  rowFrom,
  shownValue,
  type CellsAround,
  type HeadingCells,
} from "./headingCells";
import { compares, readHeading } from "./headingMeaning";
import type { HeadingDimension, KnownNames } from "./headingMeaning";
import { withPlansAsScenarios } from "./namedPlans";
import { withPercentUnits } from "./percentUnits";
import { readByPlans } from "./plansOfCells";
import { gapsIn } from "./scopeTree";
import { wordsOf } from "./timeTokens";
import { limitsIn, readTitle, saysNothing } from "./titleMeaning";
import { headRows, sheetTitles, tableTitles } from "./titles";
import { withMonthsToDate, withTotalTimes } from "./lineTimes";

export function findHeadings(cells: CellsAround, filled: Area, known: KnownNames): FoundHeadings {
  return atOnce(findSliced(cells, filled, known));
}

/** Yields between readings of a large block by the names of several plans. */
export function* findSliced(cells: CellsAround, filled: Area, known: KnownNames): Sliced<FoundHeadings> {
  return yield* readByPlans(known, filled, (names) => readHeadings(cells, filled, names));
}

function readHeadings(cells: CellsAround, filled: Area, known: KnownNames): FoundHeadings {
  const selected = withFilledLines(cells, filled);
  const reader = { cells, selected, known, read: new Map() };
  const columns = linesBefore(selected.column, cells.column, (column) => isLineOfHeadings(reader, "beside", column));
  const rows = rowsAbove(reader, Math.min(selected.column, ...columns));
  const above = withPercentUnits(rows.map((at) => headingsOfLine(reader, "above", at))).flat();
  const top = Math.min(selected.row, ...rows);
  const left = Math.min(selected.column, ...columns) - 1;
  // What lies between the headings and the cells, such as "YTD Oct 26", speaks for all lines.
  const first = rows.length > 0 ? Math.max(...rows) + 1 : selected.row;
  const labelled = { ...reader, selected: { ...selected, row: first, rows: selected.row + selected.rows - first } };
  const labels = columns.flatMap((at) => withoutCodes(headingsOfLine(labelled, "beside", at)));
  const lines = labels.filter(({ row, meanings = [] }) => {
    const hasField = meanings.some(({ dimension }) => dimension === "field");
    if (row < selected.row) return meanings.length > 0 && !hasField;
    // A line with numbers of its own speaks for no other.
    return row >= filled.row || hasField || isBlankLine(cells, selected, row);
  });
  const own = [...tableTitles(reader, top, left, lines), ...headOf(reader, top, left), ...above, ...lines];
  return {
    known,
    headings: withCodedOutlooks([...sheetTitles(reader, top, left, own), ...own]),
    gaps: gapsIn(
      [...above, ...labels.filter(({ row }) => row >= selected.row)],
      selected,
      (row) => labelOfRow(reader, row) !== undefined,
    ),
  };
}

/** Numbers that are not all times, such as "4000" and "2010", are those of accounts. */
function withoutCodes(labels: readonly Heading[]): readonly Heading[] {
  const numbers = labels.filter(({ isNumber }) => isNumber);
  if (numbers.every(({ meanings }) => meanings)) return labels;
  return labels.map((label) => (label.isNumber ? { ...label, meanings: undefined } : label));
}

function isBlankLine(cells: CellsAround, selected: Area, row: number): boolean {
  return linePlaces(selected, "above", row).every((place) => isBlankValue(shownValue(cells, place)));
}

/** Lines right above that have numbers already are no headings, but lines of the same table. */
function withFilledLines(cells: CellsAround, selected: Area): Area {
  let [first, row] = [selected.row, selected.row - 1];
  for (; row >= cells.row; row -= 1) {
    const numbers = numbersOfLine(cells, selected, row);
    if (numbers === undefined) break;
    if (numbers > 0) first = row;
  }
  return { ...selected, row: first, rows: selected.row + selected.rows - first };
}

interface Reader extends HeadingCells {
  /** Texts with their meanings, since lines repeat. */
  readonly read: Map<string, Pick<Heading, "meanings" | "called" | "speaks" | "asks">>;
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
  const isBlankRow = (row: number) => rowFrom(cells, row, left).every(isBlankValue);
  const count = (row: number) =>
    linePlaces(selected, "above", row).filter((place) => !isBlankValue(shownValue(cells, place))).length;
  let from = Math.min(selected.row, ...near);
  for (let blanks = 0; from > cells.row && count(from - 1) < (near.length > 0 ? selected.columns : 2); from -= 1) {
    if (isBlankRow(from - 1) && (near.length > 0 || (blanks += 1) > 1)) return near;
  }
  if (near.length > 0 && isOfOtherTable(reader, from - 1)) return near;
  const farther = linesBefore(from, cells.row, isHeadings);
  return farther.some((row) => count(row) > 1) ? [...farther, ...near] : near;
}

function isLineOfHeadings(reader: Reader, side: "above" | "beside", at: number): boolean {
  const filled = linePlaces(reader.selected, side, at).filter(
    (place) => !isBlankValue(shownValue(reader.cells, place)),
  );
  if (filled.length === 0) return false;
  // A row such as "Plan | FY26 Plan" is the head's, also right above the headings. One with a plan for each column is a row of headings.
  const label = side === "above" && filled.length === 1 ? labelOfRow(reader, at) : undefined;
  return label !== "plan" && label !== "currency";
}

function headingsOfLine(reader: Reader, side: "above" | "beside", at: number): readonly Heading[] {
  const labelled = side === "above" ? labelOfRow(reader, at) : undefined;
  const line = linePlaces(reader.selected, side, at).flatMap((place) => headingAt(reader, place, side, labelled));
  return withMonthsToDate(withTotalTimes(withPlansAsScenarios(line, reader.known)));
}

function headingAt(
  { cells, known, read }: Reader,
  place: Position,
  side: HeadingSide,
  labelled?: HeadingDimension,
): Heading[] {
  const value = shownValue(cells, place);
  if (isBlankValue(value)) return [];
  const [text, format] = [String(value), formatAt(cells, place)];
  const key = [side, labelled, typeof value, format, text].join("|");
  const said = read.get(key) ?? meaningOf(value, { side, format, labelled }, known);
  read.set(key, said);
  return [{ ...place, side, text, ...(typeof value === "number" && { isNumber: true }), ...said }];
}

function meaningOf(
  value: unknown,
  { side, format, labelled }: { side: HeadingSide; format: unknown; labelled: HeadingDimension | undefined },
  known: KnownNames,
): Pick<Heading, "meanings" | "called" | "speaks" | "asks"> {
  const meanings = readHeading(value, format, known, labelled);
  if (meanings) return { meanings };
  const text = String(value);
  const speaks = side === "beside" && !compares(text) && speaksOfOthers(text, known);
  const asks = side === "above" ? onlyUnread(text, known) : undefined;
  return { meanings, called: fieldsCalled(text), ...(speaks && { speaks }), ...(asks !== undefined && { asks }) };
}

/** Returns the unknown words of a heading if the reader understands all others: "LBE" in "LBE Sep 26". */
function onlyUnread(text: string, known: KnownNames): string | undefined {
  const { meanings = [], open = [], mentions = [], unread = [] } = readTitle(text, "", known) ?? {};
  const [only, ...more] = unread;
  const isRest = more.length === 0 && open.length === 0 && mentions.length === 0 && meanings.length > 0;
  return isRest && !compares(text) ? only : undefined;
}

/** "FX rate EUR/USD" is a line of its own; "in mEUR", "Actual, restated" and "Monthly average" may speak for others. */
function speaksOfOthers(text: string, known: KnownNames): boolean {
  const title = readTitle(text, "", known);
  const { limits = [], others = [] } = title ? limitsIn(title) : {};
  if (limits.length > 0 && others.length === 0) return true;
  const isOfUnits =
    title?.meanings.every(({ dimension }) => dimension === "currency" || dimension === "scale") ?? false;
  const hasUnits = isOfUnits && title !== undefined && title.meanings.length > 0;
  return title !== undefined && !saysNothing(title) && (!hasUnits || wordsOf(text).length <= 2);
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
