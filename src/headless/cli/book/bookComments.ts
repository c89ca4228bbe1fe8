/** The comments in a workbook's file, each with how its number stood when the file was calculated last. */
import { COMMENTS_DISPLACED, movedCommentsInWords } from "../../../numbers/language/commentWords";
import { cellPosition, type SheetPosition } from "../../../spreadsheet/cells/area";
import { parseAddress } from "../../../spreadsheet/cells/address";
import type { Workbook } from "../../../spreadsheet/xlsx/workbook";
import {
  BESIDE_KEY,
  COMMENT_HEADINGS,
  commentsOf,
  COMMENTS_NAME,
  currentComments,
  hasMoved,
  historyOf,
  STANDINGS,
  type FigureComment,
} from "../../../reporting/saved/comments";
import { readerOfValues, type ReadValue } from "./bookChecks";

/**
 * `moved`: a report says the number in other words than it was said when the comment was written. `not compared`: the reports that show
 * it are in another currency, another text stands over it, or the file was not calculated since.
 */
export type CommentState = "holds" | "moved" | "not compared" | "not shown";

export interface BookComment extends FigureComment {
  readonly state: CommentState;
  /** What a report says of it, such as "for −12.9 m, now −15.0 m"; "" if it holds, or none shows it. */
  readonly mark: string;
  /** The sheets that show it. */
  readonly sheets: readonly string[];
  /** How many comments there were before it. */
  readonly earlier: number;
}

/**
 * Returns the comments that count, in the order of their rows.
 * @throws Error with a message for users if their columns cannot be told
 * @param valueAt Reads a cell after a calculation. @default as the file has it
 */
export function commentsOfBook(workbook: Workbook, valueAt = readerOfValues(workbook, new Map())): BookComment[] {
  const place = placeOfComments(workbook);
  if (place && place.columns !== COMMENT_HEADINGS.length) throw new Error(COMMENTS_DISPLACED);
  const all = place ? commentsOf(rowsOf(place, valueAt), workbook.dateSystem) : [];
  if (!place || all.length === 0) return [];
  const shown = shownByKey(workbook, place.sheet, valueAt);
  return currentComments(all).map((comment) => {
    const own = shown.get(comment.key) ?? [];
    const sheets = [...new Set(own.map(({ sheet }) => sheet))];
    return { ...comment, ...stateOf(own), sheets, earlier: historyOf(all, comment.key).earlier.length };
  });
}

interface CommentsPlace extends SheetPosition {
  readonly rows: number;
  readonly columns: number;
}

function placeOfComments({ names, sheets }: Workbook): CommentsPlace | undefined {
  const text = names.find(({ name, sheet }) => sheet === undefined && isCommentsName(name))?.text;
  const address = text === undefined ? undefined : parseAddress(text);
  const sheet = sheets.find(({ name }) => name.toLowerCase() === address?.sheet.toLowerCase());
  // A report that was moved from another workbook may have brought that one's name along.
  if (!address || address.isForeign || !sheet) return undefined;
  const { row, rows } = address.area;
  return { ...address.area, sheet: sheet.name, rows: Math.max(0, Math.min(rows, sheet.cells.rows - row)) };
}

function isCommentsName(name: string): boolean {
  return name.toLowerCase() === COMMENTS_NAME.toLowerCase();
}

function rowsOf({ sheet, row, column, rows, columns }: CommentsPlace, valueAt: ReadValue): unknown[][] {
  return Array.from({ length: rows }, (_, down) =>
    Array.from({ length: columns }, (_, right) => valueAt({ sheet, row: row + down, column: column + right }) ?? ""),
  );
}

/** A comment on a report. */
interface ShownComment {
  readonly sheet: string;
  readonly mark: string;
  readonly standing: string;
}

const KNOWN: ReadonlySet<unknown> = new Set(["", ...Object.values(STANDINGS)]);

/** Finds the comments that reports show. */
function shownByKey({ sheets }: Workbook, ownSheet: string, valueAt: ReadValue): ReadonlyMap<string, ShownComment[]> {
  const shown = new Map<string, ShownComment[]>();
  for (const { name: sheet, cells } of sheets) {
    if (sheet === ownSheet) continue;
    for (const number of cells.formulas.keys()) {
      const cell = { ...cellPosition(number), sheet };
      const key = valueAt(cell);
      if (typeof key !== "string" || !key.startsWith("[")) continue;
      const beside = (columns: number) => valueAt({ ...cell, column: cell.column + columns }) ?? "";
      const [mark, standing] = [beside(BESIDE_KEY.mark), beside(BESIDE_KEY.standing)];
      if (KNOWN.has(standing))
        shown.set(key, [...(shown.get(key) ?? []), { sheet, mark: String(mark), standing: String(standing) }]);
    }
  }
  return shown;
}

function stateOf(shown: readonly ShownComment[]): Pick<BookComment, "state" | "mark"> {
  const [first] = shown;
  if (!first) return { state: "not shown", mark: "" };
  const standings = shown.map(({ standing }) => standing);
  if (standings.includes(STANDINGS.holds)) return { state: "holds", mark: "" };
  const moved = hasMoved(standings) ? shown[standings.indexOf(STANDINGS.moved)] : undefined;
  return moved ? { state: "moved", mark: moved.mark } : { state: "not compared", mark: first.mark };
}

/** Returns a sentence on comments whose number has moved, if there are any. */
export function commentNotes(workbook: Workbook, valueAt: ReadValue): string[] {
  try {
    const moved = commentsOfBook(workbook, valueAt).filter(({ state }) => state === "moved").length;
    return moved === 0 ? [] : [`${movedCommentsInWords(moved)} insights comments lists them.`];
  } catch (error) {
    return [(error as Error).message];
  }
}
