/**
 * Comments: a person's words on a figure, with the value that they were written for. They are rows of a plain sheet, which anybody can read
 * and sort. The add-in appends rows, and changes none. Of a figure's rows the one written last counts; the earlier ones are its history.
 */
import { fromSerial, toSerial, type DateSystem } from "../../spreadsheet/cells/dateSerial";
import { asText } from "../../spreadsheet/formulas/cellContent";
import { tooLongInWords } from "../../numbers/language/commentWords";
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
/** The defined name of the headings and the rows below them: a row may be sorted to the top, or inserted there. */
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

/** What a report keeps of each comment that it shows, in hidden cells: so many columns right of its key. */
export const BESIDE_KEY = { mark: 4, standing: 5 } as const;
/**
 * How a shown comment stands, as the hidden cells say it: its number would be said in the same words; in other words; in another currency;
 * the value that it was written for is unknown; or another text stands over it. "" without a comment.
 */
export const STANDINGS = {
  holds: "holds",
  moved: "moved",
  otherUnit: "unit",
  unknown: "unknown",
  covered: "covered",
} as const;
/** The area of the name on a new sheet. */
export const COMMENT_AREA = `$A$1:$I$${MOST_COMMENTS + 1}`;

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

/**
 * Returns the text as it is kept, without space around it.
 * @throws Error with a message for users if it has more letters than a comment may have
 */
function keptText(text: string): string {
  const kept = text.replace(/\r\n?/g, "\n").trim();
  const letters = [...kept].length;
  if (letters > MOST_COMMENT_LETTERS) throw new Error(tooLongInWords(letters, MOST_COMMENT_LETTERS));
  return kept;
}

/**
 * Returns the cells of a comment's row. Texts stay texts, whatever they begin with.
 * @throws Error with a message for users if its text is too long
 */
export function commentCells(comment: FigureComment, dateSystem: DateSystem): (string | number)[] {
  const { key, number, months, text, value, unit, asOf, by, writtenAt } = comment;
  const time = (at: number | undefined) => (at === undefined ? "" : toSerial(at, dateSystem));
  return [
    ...[key, number, months, keptText(text)].map(asText),
    value ?? "",
    asText(unit),
    time(asOf),
    asText(by),
    time(writtenAt),
  ];
}

/** Reads the rows of the sheet. Those without a key are headings, or a person's own. */
export function commentsOf(rows: readonly (readonly unknown[])[], dateSystem: DateSystem): FigureComment[] {
  return rows.flatMap(([key, number, months, text, value, unit, asOf, by, writtenAt]) => {
    if (typeof key !== "string" || !key.startsWith("[")) return [];
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
  const [last, ...earlier] = inTime(comments.filter((comment) => comment.key === key)).reverse();
  return { current: last?.text === "" ? undefined : last, earlier: earlier.filter(({ text }) => text !== "") };
}

/** Returns the comments that count, in the order of their rows. */
export function currentComments(comments: readonly FigureComment[]): FigureComment[] {
  const last = new Map(inTime(comments).map((comment) => [comment.key, comment]));
  return comments.filter((comment) => comment.text !== "" && last.get(comment.key) === comment);
}

/** Of equal times, the lower row is the later one. A row without a time is older than all others. */
function inTime(comments: readonly FigureComment[]): FigureComment[] {
  return [...comments].sort(({ writtenAt: one = -Infinity }, { writtenAt: other = -Infinity }) =>
    one === other ? 0 : one - other,
  );
}

/** How much later than the last comment on its figure the next one is at least. */
const LEAST_STEP = 1000;

/** Returns when a new comment was written: after those on its figure, also if another user's clock is ahead. */
export function timeAfter(comments: readonly FigureComment[], key: string, now: number): number {
  const times = comments.flatMap((comment) =>
    comment.key === key ? [(comment.writtenAt ?? -Infinity) + LEAST_STEP] : [],
  );
  return Math.max(now, ...times);
}

/** True if a comment was written for another number than reports show. One that says it in the same words is enough to hold. */
export function hasMoved(standings: readonly string[]): boolean {
  return standings.includes(STANDINGS.moved) && !standings.includes(STANDINGS.holds);
}
