/**
 * Comments: a person's words on a figure, with the value that they were written for. They are rows of a plain sheet, which anybody can read
 * and filter. The add-in appends rows, and changes none. Of a figure's rows the last one counts; the earlier ones are its history.
 */
import { fromSerial, toSerial, type DateSystem } from "../../spreadsheet/cells/dateSerial";
import { asText } from "../../spreadsheet/formulas/cellContent";
import { figureKey, sentenceOf, wordsOfFigure, type Figure } from "../../numbers/language/figure";

export interface FigureComment {
  /** @see commentKey */
  readonly key: string;
  /** What the number is, in words. */
  readonly number: string;
  readonly months: string;
  /** "" ends the comments on the figure. */
  readonly text: string;
  /** What the number was; undefined if a person has changed its cell. */
  readonly value: number | undefined;
  /** The currency or unit of the number; "" for a share. */
  readonly unit: string;
  /** Of the number, and of the text: milliseconds since the epoch; undefined if the cell holds no time. */
  readonly asOf: number | undefined;
  readonly writtenAt: number | undefined;
  /** Who says to have written it. */
  readonly by: string;
}

/** The sheet's name when it is made. People may rename it: all else finds it by `COMMENTS_NAME`. */
export const COMMENTS_SHEET = "Comments";
/** The defined name of the rows below the headings. */
export const COMMENTS_NAME = "Insights_Comments";
/** The headings of the columns, in their order. */
export const COMMENT_HEADINGS = [
  "Key",
  "Number",
  "Months",
  "Comment",
  "Written for",
  "Unit",
  "Numbers as of (UTC)",
  "By",
  "Written (UTC)",
] as const;
/** The places of columns, from 1, as formulas read them. */
export const COMMENT_COLUMNS = { key: 1, text: 4, value: 5, unit: 6, by: 8, writtenAt: 9 } as const;
/** The most rows: each formula looks through all of them. */
export const MOST_COMMENTS = 5_000;
/** The most letters of a text. */
export const MOST_COMMENT_LETTERS = 2_000;

/** A report has the mark of a comment so many columns right of its key, hidden: "" if the comment holds. */
export const MARK_BESIDE_KEY = 3;
/** The area of the rows on the sheet. */
export const COMMENT_ROWS = `$A$2:$I$${MOST_COMMENTS + 1}`;

/**
 * Returns equal texts for figures that share their comments: those with equal keys, in whatever currency. A variance and its percentage
 * are one subject.
 */
export function commentKey(figure: Figure): string {
  const measure = figure.measure === "percent" ? "amount" : figure.measure;
  return figureKey({ ...figure, measure, currency: undefined });
}

/** Returns what a comment's row says of its figure. */
export function subjectOfComment(figure: Figure): Pick<FigureComment, "key" | "number" | "months"> {
  const words = wordsOfFigure(figure, true);
  return { key: commentKey(figure), number: sentenceOf({ ...words, currency: "", months: "" }), months: words.months };
}

/** Returns the text as it is kept: without space around it, and no longer than a comment may be. */
export function keptComment(text: string): string {
  return [...text.replace(/\r\n?/g, "\n").trim()].slice(0, MOST_COMMENT_LETTERS).join("");
}

/** Returns the cells of a comment's row. Texts stay texts, whatever they begin with. */
export function commentCells(comment: FigureComment, dateSystem: DateSystem): (string | number)[] {
  const { key, number, months, text, value, unit, asOf, by, writtenAt } = comment;
  const time = (at: number | undefined) => (at === undefined ? "" : toSerial(at, dateSystem));
  return [
    ...[key, number, months, keptComment(text)].map(asText),
    value ?? "",
    asText(unit),
    time(asOf),
    asText(by),
    time(writtenAt),
  ];
}

/** Reads the rows of the sheet. Those without a key are a person's own, and no comments. */
export function commentsOf(rows: readonly (readonly unknown[])[], dateSystem: DateSystem): FigureComment[] {
  return rows.flatMap(([key, number, months, text, value, unit, asOf, by, writtenAt]) => {
    if (typeof key !== "string" || key === "") return [];
    return [
      {
        key,
        number: textOf(number),
        months: textOf(months),
        text: textOf(text),
        value: typeof value === "number" ? value : undefined,
        unit: textOf(unit),
        asOf: timeOf(asOf, dateSystem),
        by: textOf(by),
        writtenAt: timeOf(writtenAt, dateSystem),
      },
    ];
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function timeOf(value: unknown, dateSystem: DateSystem): number | undefined {
  return typeof value === "number" ? fromSerial(value, dateSystem) : undefined;
}

/** The comments on one figure. */
export interface CommentHistory {
  /** The comment that counts; undefined if there is none, or if it was ended. */
  readonly current: FigureComment | undefined;
  /** The others, the latest first. */
  readonly earlier: readonly FigureComment[];
}

export function historyOf(comments: readonly FigureComment[], key: string): CommentHistory {
  const [last, ...earlier] = comments.filter((comment) => comment.key === key).reverse();
  return { current: last?.text === "" ? undefined : last, earlier: earlier.filter(({ text }) => text !== "") };
}

/** Returns the comments that count, in the order of their rows. */
export function currentComments(comments: readonly FigureComment[]): FigureComment[] {
  const last = new Map(comments.map((comment) => [comment.key, comment]));
  return comments.filter((comment) => comment.text !== "" && last.get(comment.key) === comment);
}
