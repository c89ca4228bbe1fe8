/** Where the hidden cells of a chart are: its titles, its unit, and its table. */
import { formatColumn, parseColumn } from "../../spreadsheet/cells/address";
import { CHART_COLUMN, CHART_TEXTS } from "./hiddenColumns";

const FIRST_COLUMN = parseColumn(CHART_COLUMN);
/** Rows between the tables of two charts. */
const CHART_TABLE_ROWS = 34;
/** Rows between a chart's table and the items in its slots. */
export const ITEM_ROWS = 16;
/** The number of texts: the title and the unit. */
const TEXTS = 2;

/** Returns the cell of a text: 0 for the title, 1 for the unit. */
export function textCell(number: number, at: number): string {
  return `$${CHART_TEXTS}$${2 + TEXTS * number + at}`;
}

/** Returns the cell with the unit, by which a chart's numbers are divided. */
export function chartUnit(number: number): string {
  return textCell(number, TEXTS - 1);
}

/** Divides a number by the chart's unit; blank if there is none. */
export function inUnit(expression: string, number: number): string {
  return `=IFERROR((${expression})/${chartUnit(number)},"")`;
}

/** Returns the row with the names of a chart's series. */
export function chartTop(number: number): number {
  return 2 + CHART_TABLE_ROWS * number;
}

/** Returns a column of a chart's table; 0 is the categories. */
export function chartColumn(at: number): string {
  return formatColumn(FIRST_COLUMN + at);
}
