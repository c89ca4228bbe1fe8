/**
 * Finds the labels of a cell as a reader does: the nearest texts to the left in its row, and the nearest heading above. Pure.
 * Rows and columns count from 0.
 */
import { withoutDirection } from "../../insights";
import type { Position } from "../../spreadsheet/cells/area";
import { isErrorCode } from "../../spreadsheet/cells/errorCodes";

/** Returns what a cell holds: undefined or "" for a blank cell. */
export type ContentAt = (position: Position) => unknown;

export interface CellLabels {
  /** Such as "Actual · EBIT"; "" if there is none. */
  readonly row: string;
  readonly column: string;
}

/** Cells left of a cell that may hold its label. */
const MOST_LEFT = 30;
/** Cells above a cell that may hold its heading, besides the first rows of the sheet. */
const MOST_ABOVE = 300;
const FIRST_ROWS = 10;
/** Adjacent texts that make up one label: a scenario, a month and a region. */
const MOST_LEFT_PARTS = 3;
const MOST_ABOVE_PARTS = 2;
const LONGEST_PART = 60;
const SEPARATOR = " · ";

/** Texts that stand in place of a number. */
const NO_LABEL = /^(?:n\.?\s?m\.?|n\.?\/?a\.?|[-–—.…\s]+)$/i;

/**
 * @param headingAt Returns the text of a heading that is a number, such as a date or a year. @see `findNumberHeading`
 */
export function labelsOf(
  cell: Position,
  contentAt: ContentAt,
  headingAt: (position: Position) => string | undefined = () => undefined,
): CellLabels {
  const labelAt = (position: Position) => labelIn(contentAt(position));
  return {
    row: joinNearest(leftOf(cell), labelAt, MOST_LEFT_PARTS),
    column: joinNearest(aboveOf(cell), (position) => headingAt(position) ?? labelAt(position), MOST_ABOVE_PARTS),
  };
}

/** Returns the cells that the labels of a cell may be in. */
export function placesOfLabels(cell: Position): Position[] {
  return [...leftOf(cell), ...aboveOf(cell)];
}

/**
 * Returns the number at the top of the numbers above a cell: below a blank cell or a text, so it may be a date or a year that heads
 * the column.
 */
export function findNumberHeading(cell: Position, contentAt: ContentAt): Position | undefined {
  let top: Position | undefined;
  for (const position of aboveOf(cell)) {
    const content = contentAt(position);
    if (typeof content !== "number") {
      if (top || labelIn(content)) return top;
      continue;
    }
    top = position;
  }
  return top;
}

/** True if a number that is shown like this heads a column: a year, a month or a date. */
export function isPeriodText(text: string): boolean {
  return /^(?:19|20)\d\d(?:[-./]?(?:0[1-9]|1[0-2]))?$/.test(text) || /\p{L}|\d[-./]\d{1,2}[-./]\d/u.test(text);
}

function* leftOf({ row, column }: Position): Generator<Position> {
  for (let at = column - 1; at >= Math.max(0, column - MOST_LEFT); at -= 1) yield { row, column: at };
}

function* aboveOf({ row, column }: Position): Generator<Position> {
  const last = Math.max(0, row - MOST_ABOVE);
  for (let at = row - 1; at >= last; at -= 1) yield { row: at, column };
  for (let at = Math.min(FIRST_ROWS, last) - 1; at >= 0; at -= 1) yield { row: at, column };
}

/** Joins the first texts of those that stand nearest first, up to a cell without a text. */
function joinNearest(
  positions: Iterable<Position>,
  textAt: (position: Position) => string | undefined,
  most: number,
): string {
  const parts: string[] = [];
  for (const position of positions) {
    const text = textAt(position);
    if (text !== undefined) parts.push(text);
    if (parts.length === most || (text === undefined && parts.length > 0)) break;
  }
  return [...new Set(parts.reverse())].join(SEPARATOR);
}

function labelIn(content: unknown): string | undefined {
  const isError: boolean = isErrorCode(content);
  if (typeof content !== "string" || isError) return undefined;
  const text = withoutDirection(content).trim();
  if (text === "" || NO_LABEL.test(text)) return undefined;
  return text.length > LONGEST_PART ? `${text.slice(0, LONGEST_PART - 1)}…` : text;
}
