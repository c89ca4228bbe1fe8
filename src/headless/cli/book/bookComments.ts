/** The comments in a workbook's file, each with how its number stood when the file was calculated last. */
import { cellIndex, cellPosition } from "../../../spreadsheet/cells/area";
import { parseAddress } from "../../../spreadsheet/cells/address";
import type { FileSheet, Workbook } from "../../../spreadsheet/xlsx/workbook";
import {
  commentsOf,
  COMMENTS_NAME,
  currentComments,
  historyOf,
  MARK_BESIDE_KEY,
  type FigureComment,
} from "../../../reporting/saved/comments";

/**
 * `moved`: a report says the number in other words than it was said when the comment was written. `not compared`: the reports that show
 * it are in another currency, or another text stands over it.
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

/** Returns the comments that count, in the order of their rows. */
export function commentsOfBook(workbook: Workbook): BookComment[] {
  const all = commentsOf(commentRows(workbook), workbook.dateSystem);
  const marks = marksByKey(workbook);
  return currentComments(all).map((comment) => {
    const shown = marks.get(comment.key) ?? [];
    const { state, mark } = stateOf(shown.map((each) => each.mark));
    const sheets = [...new Set(shown.map(({ sheet }) => sheet))];
    return { ...comment, state, mark, sheets, earlier: historyOf(all, comment.key).earlier.length };
  });
}

function commentRows({ names, sheets }: Workbook): unknown[][] {
  const text = names.find(({ name, sheet }) => sheet === undefined && isCommentsName(name))?.text;
  const address = text === undefined ? undefined : parseAddress(text);
  const sheet = sheets.find(({ name }) => name.toLowerCase() === address?.sheet.toLowerCase());
  if (!address || !sheet) return [];
  const { row: first, column, rows, columns } = address.area;
  const last = Math.min(first + rows, sheet.cells.rows);
  return Array.from({ length: Math.max(0, last - first) }, (_, down) =>
    Array.from({ length: columns }, (_, right) => valueAt(sheet, first + down, column + right)),
  );
}

function isCommentsName(name: string): boolean {
  return name.toLowerCase() === COMMENTS_NAME.toLowerCase();
}

function valueAt({ cells }: FileSheet, row: number, column: number): unknown {
  return cells.values.get(cellIndex({ row, column })) ?? "";
}

interface ShownMark {
  readonly sheet: string;
  readonly mark: string;
}

/** Finds the marks of reports. Keys on the sheet of comments itself are no formulas. */
function marksByKey({ sheets }: Workbook): ReadonlyMap<string, ShownMark[]> {
  const marks = new Map<string, ShownMark[]>();
  for (const sheet of sheets) {
    for (const number of sheet.cells.formulas.keys()) {
      const key = sheet.cells.values.get(number);
      if (typeof key !== "string" || !key.startsWith("[")) continue;
      const { row, column } = cellPosition(number);
      const mark = valueAt(sheet, row, column + MARK_BESIDE_KEY);
      if (typeof mark === "string") marks.set(key, [...(marks.get(key) ?? []), { sheet: sheet.name, mark }]);
    }
  }
  return marks;
}

function stateOf(marks: readonly string[]): Pick<BookComment, "state" | "mark"> {
  if (marks.length === 0) return { state: "not shown", mark: "" };
  if (marks.includes("")) return { state: "holds", mark: "" };
  const moved = marks.find((mark) => mark.startsWith("for "));
  return moved === undefined ? { state: "not compared", mark: marks[0] ?? "" } : { state: "moved", mark: moved };
}
