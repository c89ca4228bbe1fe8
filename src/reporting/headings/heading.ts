/** A text above, beside or around a block, and what it says. Pure. */
import { formatPosition } from "../../spreadsheet/cells/address";
import type { Position } from "../../spreadsheet/cells/area";
import type { FieldName } from "../../insights";
import type { HeadingMeaning, KnownNames, Mention } from "./headingMeaning";
import type { PartOfYear } from "./partsOfYear";

export type HeadingSide = "head" | "above" | "beside";

export interface Heading extends Position {
  readonly side: HeadingSide;
  readonly text: string;
  readonly isNumber?: boolean;
  /** True for a line that says a scenario, a time or a unit, and cannot be read. */
  readonly speaks?: boolean;
  /** True for a text above or beside the headings without a label. */
  readonly isTitle?: boolean;
  /** True for a note below the block, and for a title of the sheet: both may be of other cells. */
  readonly isApart?: boolean;
  /** True for a title that may speak of other cells, so the user is asked if it holds for these. */
  readonly isDoubted?: boolean;
  /** True for a title whose time cannot be read: the user is asked for it. */
  readonly isTimeOpen?: boolean;
  /** The part of the year that a title names without saying which. */
  readonly part?: PartOfYear;
  /** True for a title that the user has said to hold, beside what columns and lines say. */
  readonly isCounted?: boolean;
  /** Subjects of a title that it says of no cell: "Variance report" is for cells that are variances. */
  readonly mentions?: readonly Mention[];
  /** The unknown words of a heading whose other words are understood: the user is asked about these alone. */
  readonly asks?: string;
  /** True for a heading whose cells the user leaves blank. */
  readonly isLeftBlank?: boolean;
  /** The unknown words of a title. */
  readonly unread?: readonly string[];
  /** Undefined if it is not understood. */
  readonly meanings: readonly HeadingMeaning[] | undefined;
  /** Of a total of times: all of them, in order. */
  readonly times?: readonly Heading[];
  /** Of a time to date, such as "YTD": the month before it, which it may be to. */
  readonly month?: Heading;
  /** True if it is to that month: others are to other months. */
  readonly isToMonth?: boolean;
  /** Of a total, such as "Total": the lines above that it may be the sum of. */
  readonly sums?: readonly Heading[] | undefined;
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

export function headingId(heading: Position): string {
  return formatPosition(heading);
}
