/** How the cells of a result should look: numbers by the unit of their field, headings bold. Pure. */
import { findField, type Unit } from "../insights";
import type { Look } from "./insertion";

type Rows = readonly (readonly unknown[])[];

const FORMATS: Record<Unit, string> = {
  amount: "#,##0;-#,##0",
  ratio: "0.0%",
  volume: "#,##0;-#,##0",
  "kg CO2e": "#,##0;-#,##0",
};
const TIME = "yyyy-mm-dd hh:mm";

/** @param field What the formula names as its only field; "ASOF" for a time. */
export function looksOf(rows: Rows, field: string | undefined): Look[] {
  const [[only] = []] = rows;
  if (rows.length === 1 && rows[0]?.length === 1) {
    const numberFormat = field === "ASOF" ? TIME : formatOf(field);
    return typeof only === "number" && numberFormat ? [{ row: 0, column: 0, rows: 1, columns: 1, numberFormat }] : [];
  }
  if (rows.length < 2) return [];
  const { row, column } = firstNumber(rows);
  const columns = rows[0]?.length ?? 0;
  const heading = row > 0 ? [{ row: 0, column: 0, rows: row, columns, isHeading: true }] : [];
  return [...heading, ...(rowLooks(rows, row, column) ?? columnLooks(rows, row, column))];
}

/**
 * A function's table with the number format of each number, as Excel shows it in cells that have none of their own
 * (CustomFunctionsRuntime 1.4). What is no table, or has no known field, is as it was.
 */
export function formatted(result: unknown): unknown {
  if (!Array.isArray(result) || !result.every(Array.isArray)) return result;
  const rows = result as unknown[][];
  const cells = rows.map((row) => [...row]);
  for (const { row, column, rows: height, columns, numberFormat } of looksOf(rows, undefined)) {
    if (!numberFormat) continue;
    for (let down = row; down < row + height; down += 1) {
      for (let right = column; right < column + columns; right += 1) {
        const value = cells[down]?.[right];
        if (typeof value === "number")
          cells[down]![right] = { type: "FormattedNumber", basicValue: value, numberFormat };
      }
    }
  }
  return cells;
}

/** Where the numbers begin: below the headings, right of the labels. All of a table of texts is below one heading. */
function firstNumber(rows: Rows): { row: number; column: number } {
  const row = rows.findIndex((cells) => cells.some(isNumber));
  if (row < 0) return { row: 1, column: rows[0]?.length ?? 0 };
  return { row, column: Math.min(...rows.map((cells) => cells.findIndex(isNumber)).filter((at) => at >= 0)) };
}

/** A statement has a row a field, labelled at its left. */
function rowLooks(rows: Rows, first: number, column: number): Look[] | undefined {
  const columns = (rows[0]?.length ?? 0) - column;
  const looks = rows.slice(first).flatMap((cells, at): Look[] => {
    const numberFormat = cells.slice(0, column).map(formatOf).find(Boolean);
    return numberFormat ? [{ row: first + at, column, rows: 1, columns, numberFormat }] : [];
  });
  return looks.length > 0 ? joined(looks) : undefined;
}

/** A table has a column a field, under its label. */
function columnLooks(rows: Rows, first: number, column: number): Look[] {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: Math.max(0, columns - column) }, (_, at) => column + at).flatMap((at) => {
    const numberFormat = rows.slice(0, first).map((cells) => formatOf(cells[at])).find(Boolean); // prettier-ignore
    return numberFormat ? [{ row: first, column: at, rows: rows.length - first, columns: 1, numberFormat }] : [];
  });
}

/** Rows of the same format below one another are one. */
function joined(looks: readonly Look[]): Look[] {
  const all: Look[] = [];
  for (const look of looks) {
    const last = all.at(-1);
    const isNext = last && last.numberFormat === look.numberFormat && last.row + last.rows === look.row;
    if (isNext) all[all.length - 1] = { ...last, rows: last.rows + 1 };
    else all.push(look);
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
