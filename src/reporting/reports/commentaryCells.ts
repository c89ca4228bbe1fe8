/** The hidden cells of the commentary: every line that may be material, in the order of the P&L, and those that are shown, in rows. */
import { ENDPOINTS } from "../../insights";
import { timeOf, type FigureOptions } from "./figures";
import { LIST_ROW } from "./hiddenColumns";
import { rowsOfLines, STATEMENT_LINES, type ReportLine } from "./lines";
import type { Page } from "./page";

/** By line. */
export const LINE_COLUMNS = {
  label: "BO",
  field: "BP",
  own: "BQ",
  base: "BR",
  variance: "BS",
  /** The size of a material variance; "" for any other. */
  size: "BT",
  /** The place among what is shown; "" for none. */
  order: "BU",
  sentence: "BV",
  ownVolume: "BW",
  baseVolume: "BX",
  /** 1 for a cost. */
  cost: "BY",
  percent: "BZ",
} as const;
/** By shown row: the line's place, what its numbers are asked for with, and its comment. Flags are numbers, or "". */
export const SHOWN = {
  place: "CA",
  field: "CB",
  groupBy: "CC",
  item: "CD",
  isJoint: "CE",
  isCost: "CF",
  isLine: "CG",
  /** The key of its variance; the row of the comment on it, its text, the words as shown, how the number has moved since, and as a code. */
  key: "CJ",
  comment: "CK",
  text: "CL",
  words: "CM",
  mark: "CN",
  standing: "CO",
} as const;

/** Returns the cell of what a shown row has. @param at Its place among the shown rows, from 0 */
export const cellOfRow = (column: keyof typeof SHOWN, at: number) => `$${SHOWN[column]}$${LIST_ROW + at}`;
/** What explains each line, one line below the other. */
export const CAUSE_COLUMNS = { label: "CH", amount: "CI" } as const;

/** The cell with the least variance of the first threshold, as an amount; "" if it is not known. */
export const LEAST = "$AO$60";

/** Single articles would be too many rows. */
export const GROUPS = ENDPOINTS.demand.groupings.filter((group) => group !== "sku");
/** The most groups of demand that are looked at. */
export const ITEMS = 12;
/** The rows that are shown, with the two headings. */
export const ROWS = 18;
/** By shown row, from the key to how the comment stands. */
export const SHOWN_COMMENTS = `${SHOWN.key}${LIST_ROW}:${SHOWN.standing}${LIST_ROW + ROWS - 1}`;

/** The lines in currency. */
export const LINES = STATEMENT_LINES.filter(({ unit }) => unit === "amount");
/** Of demand value. */
export const DEMAND_LINE = { isCost: false, unit: "amount" } as const;

/** A heading or a line. */
export interface Candidate {
  readonly kind: "heading" | "line" | "total" | "item";
  readonly row: number;
  /** Of the P&L only. */
  readonly line?: ReportLine;
}

const [FIRST_LINE, SECOND_HEADING] = [LIST_ROW + 1, LIST_ROW + 1 + LINES.length];
const FIRST_ITEM = SECOND_HEADING + 2;
/** The rows of the headings, of the P&L's lines by field, of all demand, and of its groups. */
export const LINE_ROWS = {
  headings: [LIST_ROW, SECOND_HEADING],
  lines: rowsOfLines(LINES, FIRST_LINE),
  total: SECOND_HEADING + 1,
  items: FIRST_ITEM,
  last: FIRST_ITEM + ITEMS - 1,
} as const;

export const CANDIDATES: readonly Candidate[] = [
  { kind: "heading", row: LIST_ROW },
  ...LINES.map((line, at) => ({ kind: "line" as const, row: FIRST_LINE + at, line })),
  { kind: "heading", row: SECOND_HEADING },
  { kind: "total", row: LINE_ROWS.total },
  ...Array.from({ length: ITEMS }, (_, at) => ({ kind: "item" as const, row: FIRST_ITEM + at })),
];

/** Returns the place of a row, as `SHOWN.place` has it. */
export const placeOf = (row: number) => row - LIST_ROW + 1;

/** Returns the cells of a column from one row to another. */
export const cellsOf = (column: string, first: number, last: number) => `$${column}$${first}:$${column}$${last}`;
export const allOf = (column: string) => cellsOf(column, LIST_ROW, LINE_ROWS.last);
export const linesOf = (column: string) => cellsOf(column, FIRST_LINE, SECOND_HEADING - 1);
export const itemsOf = (column: string) => cellsOf(column, FIRST_ITEM, LINE_ROWS.last);
export const demandOf = (column: string) => cellsOf(column, LINE_ROWS.total, LINE_ROWS.last);

/** Demand names its groups for the total too, so it takes no request of its own. */
export function timeOfDemand(page: Page, key: "scenario" | "base"): FigureOptions {
  return { ...timeOf(page, key), groupBy: page.inputs.argument("groupBy") };
}

/** The labels and amounts that a clause may name, and the clause. All are expressions. */
export interface Clause {
  readonly parts: readonly (readonly [label: string, amount: string])[];
  readonly clause: string;
}
