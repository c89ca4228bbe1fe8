/** The explained number. */
import type { Generation } from "../../../insights";
import type { Division } from "../../../numbers/analysis/division";
import type { ExplainedNumber, NumberKind } from "../../../numbers/analysis/explainedNumber";
import type { NearestNumber } from "../../../numbers/analysis/nearest";
import type { NumberCall } from "../../../numbers/analysis/numberCall";
import type { Dimension } from "../../../numbers/analysis/parts";
import type { FigureComment } from "../../../reporting/saved/comments";
import type { TextOverWords, KeptComments } from "../../workbook/comments/commentSheet";
import type { CellNumber } from "../../workbook/explain/cellNumbers";

/** A number that the selected cell shows or reads. */
export interface ListedNumber extends CellNumber {
  readonly title: string;
  readonly kind: NumberKind;
}

/** What a comment is on, with the number as it was when that was asked. */
export interface CommentSubject extends Pick<FigureComment, "key" | "number" | "months" | "unit" | "asOf"> {
  readonly value: number;
  readonly kind: NumberKind;
}

/** The words that the user is writing. */
export interface CommentBox {
  readonly subject: CommentSubject;
  readonly text: string;
  /** Who writes; "" until the user says so. */
  readonly by: string;
  /** Where the text was typed over the words of a report. */
  readonly covering?: TextOverWords | undefined;
}

/** Divisions by their dimensions. */
export type Divisions = Partial<Record<Dimension, Division | undefined>>;

/** One number of a path, and how it is divided. */
export interface ExplainStep extends ExplainedNumber {
  /** That of the part that led here; of the first number, that of its field. */
  readonly label: string;
  /** The dimension that is shown; undefined before one is chosen, or if there is none. */
  readonly dimension?: Dimension | undefined;
  /** By all dimensions, as far as that is in memory. What is computed is missing. */
  readonly divisions?: Divisions | undefined;
  /** The cause of a variance by its lines, in the words of titles; undefined for another number. */
  readonly cause?: string | undefined;
  /** The nearest number that the service divides by region and the like, if it does not divide this one. */
  readonly nearest?: NearestNumber | undefined;
  /** The step of a bridge that the cell shows, if the number is what the step leads to. */
  readonly part?: string | undefined;
  /** What a comment on it is about; undefined if the number is not known by ids. */
  readonly subject?: CommentSubject | undefined;
}

/** A number that no cell shows, and the answers of the look that brought it. */
export interface LookedNumber {
  readonly call: NumberCall;
  readonly generation: Generation;
}

/** The explanation of the selected cell, or of the briefing's number. */
export interface Explanation {
  /** Counts what was shown: an answer for another version is dropped. */
  readonly version: number;
  /** The number that is explained in place of a cell's. */
  readonly looked?: LookedNumber | undefined;
  /** Such as "Sheet1!B4"; "" before a cell has been read. */
  readonly address: string;
  readonly state: "reading" | "done" | "failed";
  /** While the cell is read: by what its number is then opened, or the nearest one that the service divides by it. */
  readonly by?: Dimension | undefined;
  readonly message?: string | undefined;
  readonly numbers: readonly ListedNumber[];
  /** Cells whose numbers cannot be told apart. */
  readonly unread: readonly string[];
  readonly isCut: boolean;
  /** The answers in memory when the cell was read: parts by earlier ones are out of date. */
  readonly generation?: Generation | undefined;
  /** From the number of the cell to the part that was opened last; none before a number is chosen. */
  readonly steps: readonly ExplainStep[];
}

export interface ExplainSlice {
  /** The workbook's comments as they were read last. */
  readonly keptComments?: KeptComments | undefined;
  /** What the user typed over the words on the number of the selected cell. */
  readonly covering?: TextOverWords | undefined;
  /** Stays open while other numbers are explained. */
  readonly commentBox?: CommentBox | undefined;
  /** Who has written the last comment here, also if the device stores nothing. */
  readonly commenter?: string | undefined;
  readonly explanation?: Explanation | undefined;
  /** By what the next cell is broken down, if that can be: the user's last choice. */
  readonly explainBy?: Dimension | undefined;
}
