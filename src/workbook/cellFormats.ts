/** How the cells of a result are formatted: numbers by the unit of their field, headings bold. Pure. */
import { findField, type Field, type Unit } from "../insights";

/** The format of some cells of an area, relative to the cell of the formula. */
export interface CellFormat {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly numberFormat?: string;
  readonly isHeading?: boolean;
}

type Rows = readonly (readonly unknown[])[];

const FORMATS: Record<Unit, string> = {
  amount: "#,##0;-#,##0",
  ratio: "0.0%",
  volume: "#,##0;-#,##0",
  "kg CO2e": "#,##0;-#,##0",
  "amount per unit": "#,##0.00;-#,##0.00",
};
const POINTS = '0.0%" pts"';
const TIME = "yyyy-mm-dd hh:mm";
const DATE = "yyyy-mm-dd";
/** PERIOD counts no more months: a greater number is one of its dates. */
const MOST_MONTHS = 120;
/** The headings of BRIDGE; its steps are lines of a P&L or not, and amounts all of them. */
const BRIDGE = "Label,Amount,Kind";

/** Returns the number format of a field, or of its variance: a difference of ratios is in points, not percent. */
export function fieldFormat({ unit }: Field, measure: string | undefined): string {
  if (measure === "percent") return "0.0%";
  return measure && unit === "ratio" ? POINTS : FORMATS[unit];
}

/**
 * @param field What the formula names as its only field; "ASOF" or "PERIOD" for a time.
 * @param isPercent True if the only number is a percentage, whatever the field's unit is.
 */
export function cellFormatsOf(rows: Rows, field: string | undefined, isPercent = false): CellFormat[] {
  const [head = []] = rows;
  const [only] = head;
  if (rows.length === 1 && head.length === 1) {
    const isDate = field === "PERIOD" && Number(only) > MOST_MONTHS;
    const ofField = field === "ASOF" ? TIME : isDate ? DATE : formatOf(field);
    const numberFormat = isPercent ? FORMATS.ratio : ofField;
    return typeof only === "number" && numberFormat ? [{ row: 0, column: 0, rows: 1, columns: 1, numberFormat }] : [];
  }
  if (rows.length < 2) return [];
  const { row, column } = firstNumber(rows);
  const heading = row > 0 ? [{ row: 0, column: 0, rows: row, columns: head.length, isHeading: true }] : [];
  if (head.join() === BRIDGE)
    return [...heading, { row: 1, column: 1, rows: rows.length - 1, columns: 1, numberFormat: FORMATS.amount }];
  return [...heading, ...(rowFormats(rows, row, column) ?? columnFormats(rows, row, column))];
}

/** Where the numbers begin: below the headings, right of the labels. All of a table of texts is below one heading. */
function firstNumber(rows: Rows): { row: number; column: number } {
  const [head = []] = rows;
  const row = rows.findIndex((cells) => cells.some(isNumber));
  if (row < 0) return { row: 1, column: head.length };
  return { row, column: Math.min(...rows.map((cells) => cells.findIndex(isNumber)).filter((at) => at >= 0)) };
}

/** A statement has a row a field, labelled at its left. */
function rowFormats(rows: Rows, first: number, column: number): CellFormat[] | undefined {
  const formats = rows.slice(first).flatMap((cells, at): CellFormat[] => {
    const numberFormat = cells.slice(0, column).map(formatOf).find(Boolean);
    return numberFormat ? [{ row: first + at, column, rows: 1, columns: cells.length - column, numberFormat }] : [];
  });
  return formats.length > 0 ? joined(formats) : undefined;
}

/** A table has a column a field, under its label. */
function columnFormats(rows: Rows, first: number, column: number): CellFormat[] {
  const [head = []] = rows;
  return head.slice(column).flatMap((_label, at) => {
    const numberFormat = rows
      .slice(0, first)
      .map((cells) => formatOf(cells[column + at]))
      .find(Boolean);
    return numberFormat
      ? [{ row: first, column: column + at, rows: rows.length - first, columns: 1, numberFormat }]
      : [];
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

function formatOf(label: unknown): string | undefined {
  const field = typeof label === "string" ? findField(label) : undefined;
  return field && FORMATS[field.unit];
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}
