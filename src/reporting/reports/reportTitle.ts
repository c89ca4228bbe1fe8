/** A report's title: one sentence with the number that matters, and what it differs by from the base. */
import { headlineInWords } from "./headlineSentence";
import { MESSAGE_COLUMN } from "./hiddenColumns";
import type { Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";
import { EXPRESSIONS } from "./phrasing";
import { spokenVariance } from "./spokenNumbers";

/** A number that may explain a difference: expressions, without "=". A blank amount counts for nothing. */
export interface MessageDriver {
  readonly label: string;
  readonly amount: string;
}

/** Expressions, without "=". */
export interface Message {
  /** What the numbers are, such as "EBIT". */
  readonly subject: string;
  readonly own: string;
  readonly base: string;
  /** The base's name. */
  readonly against: string;
  /** The difference as a share of the base's size; a text if it would mislead. */
  readonly percent: string;
  readonly drivers?: readonly MessageDriver[];
  /** What the drivers are, such as "regions", if all of them are listed and are of one kind. */
  readonly plural?: string;
}

/** The most letters of a base's name in a title. */
export const TITLE_LETTERS = 28;

const cell = (row: number) => `$${MESSAGE_COLUMN}$${row}`;
const [SUBJECT, OWN, BASE, AGAINST, PERCENT] = [2, 3, 4, 5, 6].map(cell) as [string, string, string, string, string];
/** The first rows of the drivers' labels and of their amounts. */
const [LABELS, AMOUNTS] = [10, 30];

/** Writes the sentence as the sheet's title. */
export function messageSection(
  { drivers = [], ...message }: Message,
  { titleColumn }: Pick<Page, "titleColumn">,
): ReportSection {
  const { subject, own, base, against, percent, plural } = message;
  const column = (at: number, expressions: readonly string[]) => ({
    at: `${MESSAGE_COLUMN}${at}`,
    rows: expressions.map((expression): CellContent[] => [`=${expression}`]),
  });
  const numberIn = (expression: string) => `IF(ISNUMBER(${expression}),${expression},"")`;
  const [labelCells, amountCells] = driverCells(drivers.length);
  const cells = {
    subject: SUBJECT,
    own: OWN,
    base: BASE,
    against: AGAINST,
    percent: PERCENT,
    drivers: drivers.length > 0 ? { labels: labelCells, amounts: amountCells, plural } : undefined,
  };
  const [labels, amounts] = [drivers.map(({ label }) => label), drivers.map(({ amount }) => numberIn(amount))];
  return {
    blocks: [
      { at: `${titleColumn}1`, rows: [[`=${headlineInWords(EXPRESSIONS, cells)}`]] },
      column(2, [subject, numberIn(own), numberIn(base), against, percent]),
      ...(drivers.length > 0 ? [column(LABELS, labels), column(AMOUNTS, amounts)] : []),
    ],
  };
}

/** Returns the ranges of the drivers' labels and amounts. */
function driverCells(count: number): [labels: string, amounts: string] {
  const range = (row: number) => `${cell(row)}:${cell(row + count - 1)}`;
  return [range(LABELS), range(AMOUNTS)];
}

/** Returns the two largest drivers, whatever their signs, such as "Gross sales −4.6 m, Other costs +1.0 m"; #N/A if there is none. */
export function largestDrivers(count: number): string {
  const [labels, amounts] = driverCells(count);
  const [least, most] = [`MIN(${amounts})`, `MAX(${amounts})`];
  const larger = (down: string, up: string) => `IF(-${down}>${up},${down},${up})`;
  const next = (of: "SMALL" | "LARGE") => `IFERROR(${of}(${amounts},2),0)`;
  const first = larger(least, most);
  const second = `IF(-${least}>${most},${larger(next("SMALL"), most)},${larger(least, next("LARGE"))})`;
  const named = (amount: string) =>
    `INDEX(${labels},MATCH(${amount},${amounts},0))&" "&${spokenVariance(amount, "amount")}`;
  // Of two equal drivers the second would be named like the first.
  const also = `IF(OR(${second}=0,${second}=${first}),"",", "&${named(second)})`;
  return `IF(AND(${least}>=0,${most}<=0),NA(),${named(first)}&${also})`;
}
