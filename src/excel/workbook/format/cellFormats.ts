/** How the cells of a result are formatted: numbers by the unit of their field, headings bold. Pure. */
import { plainArgument } from "../../../numbers/analysis/numberCall";
import type { Area, Position } from "../../../spreadsheet/cells/area";
import { findField } from "../../../insights";
import { fieldFormat, type CellFormat, type NumberStyle } from "../../../numbers/language/numberFormats";
import { argumentIn, argumentPosition, type ArgumentOf } from "../../../numbers/language/signatures";
import { readRowLabel } from "../../../numbers/language/tableLabels";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";

type Rows = readonly (readonly unknown[])[];

/** What a call asks for, as far as formats depend on it. */
export interface AskedNumbers extends NumberStyle {
  /** Its only field, or several texts; "ASOF" or "PERIOD" for a time. */
  readonly field?: string | undefined;
}

const TIME = "yyyy-mm-dd hh:mm";
const DATE = "yyyy-mm-dd";
/** PERIOD counts no more months: a greater number is one of its dates. */
const MOST_MONTHS = 120;
/** The headings of BRIDGE; its steps are lines of a P&L or not, and amounts all of them. */
const BRIDGE = "Label,Amount,Kind";

/** Returns what a call asks for. Without a currency of its own it is the workbook's. */
export function readAskedNumbers(
  call: { readonly id: string; readonly args: readonly unknown[] },
  { currency, scale }: Pick<WorkbookSettings, "currency" | "scale">,
): AskedNumbers {
  const text = (name: ArgumentOf) => plainArgument(argumentIn(call, name));
  return {
    field: text("field") || call.id,
    measure: text("measure").toLowerCase() || (call.id === "VAR" ? "amount" : undefined),
    scale,
    // The other functions ask for the service's own currency.
    currency: argumentPosition(call.id, "currency") < 0 ? undefined : (text("currency") || currency)?.toUpperCase(),
  };
}

/** Returns the formats of a result's cells. What has no known field has none. */
export function cellFormatsOf(rows: Rows, asked: AskedNumbers = {}): CellFormat[] {
  const [head = []] = rows;
  if (rows.every((cells) => cells.every(isNumberOrBlank))) {
    const numberFormat = bareFormat(rows, asked);
    return numberFormat ? [{ row: 0, column: 0, rows: rows.length, columns: head.length, numberFormat }] : [];
  }
  if (rows.length < 2) return [];
  const { row, column } = firstNumber(rows);
  const heading = row > 0 ? [{ row: 0, column: 0, rows: row, columns: head.length, isHeading: true }] : [];
  // A statement names its currency in its corner.
  const style = { ...asked, measure: undefined, currency: head[0] === asked.currency ? undefined : asked.currency };
  if (head.join() === BRIDGE) {
    const numberFormat = fieldFormat({ unit: "amount" }, style);
    return [...heading, { row: 1, column: 1, rows: rows.length - 1, columns: 1, numberFormat }];
  }
  return [...heading, ...(rowFormats(rows, { row, column }, style) ?? columnFormats(rows, { row, column }, style))];
}

/** Returns the areas of headings above formatted numbers, which stand at the right of their cells. */
export function numberHeadings(formats: readonly CellFormat[]): Area[] {
  const columns = new Map<string, Area>();
  for (const { row, rows } of formats.filter(({ isHeading }) => isHeading))
    for (const below of formats) {
      const area = { row, column: below.column, rows, columns: below.columns };
      if (below.numberFormat && below.row >= row + rows) columns.set(JSON.stringify(area), area);
    }
  return [...columns.values()];
}

/** Returns the format of numbers without labels; undefined without a number, or for fields of several formats. */
function bareFormat(rows: Rows, { field = "", ...style }: AskedNumbers): string | undefined {
  const first = rows.flat().find(isNumber);
  if (first === undefined) return undefined;
  if (field === "ASOF") return TIME;
  if (field === "PERIOD") return Number(first) > MOST_MONTHS ? DATE : undefined;
  return formatOf(field, style);
}

/** Where the numbers begin: below the headings, right of the labels. All of a table of texts is below one heading. */
function firstNumber(rows: Rows): { row: number; column: number } {
  const [head = []] = rows;
  const row = rows.findIndex((cells) => cells.some(isNumber));
  if (row < 0) return { row: 1, column: head.length };
  return { row, column: Math.min(...rows.map((cells) => cells.findIndex(isNumber)).filter((at) => at >= 0)) };
}

/** A statement has a row a field, labelled at its left. */
function rowFormats(rows: Rows, { row, column }: Position, style: NumberStyle): CellFormat[] | undefined {
  const formats = rows.slice(row).flatMap((cells, at): CellFormat[] => {
    const labels = cells.slice(0, column);
    const numberFormat = labels.map((label) => formatOf(label, style)).find(Boolean);
    return numberFormat ? [{ row: row + at, column, rows: 1, columns: cells.length - column, numberFormat }] : [];
  });
  return formats.length > 0 ? joined(formats) : undefined;
}

/** A table has a column a field, under its label. */
function columnFormats(rows: Rows, { row, column }: Position, style: NumberStyle): CellFormat[] {
  const [head = []] = rows;
  return head.slice(column).flatMap((_label, at) => {
    const numberFormat = rows
      .slice(0, row)
      .map((cells) => formatOf(cells[column + at], style))
      .find(Boolean);
    return numberFormat ? [{ row, column: column + at, rows: rows.length - row, columns: 1, numberFormat }] : [];
  });
}

/** Rows of the same format below one another are one. */
function joined(formats: readonly CellFormat[]): CellFormat[] {
  const all: CellFormat[] = [];
  for (const format of formats) {
    const last = all.at(-1);
    const isNext = last && last.numberFormat === format.numberFormat && last.row + last.rows === format.row;
    if (isNext) all[all.length - 1] = { ...last, rows: last.rows + 1 };
    else all.push(format);
  }
  return all;
}

function formatOf(label: unknown, style: NumberStyle): string | undefined {
  const field = typeof label === "string" ? findField(readRowLabel(label).field) : undefined;
  return field && fieldFormat(field, style);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isNumberOrBlank(value: unknown): boolean {
  return isNumber(value) || value === "";
}
