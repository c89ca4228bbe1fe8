/** The cells around a block, and the labels among them. Pure. */
import type { Area, Position } from "../../spreadsheet/cells/area";
import { labelledDimension, readHeading, readNumber } from "./headingMeaning";
import type { HeadingDimension, KnownNames } from "./headingMeaning";

/** Cells with what they show. */
export interface CellsAround extends Area {
  readonly values: readonly (readonly unknown[])[];
  readonly numberFormats: readonly (readonly unknown[])[];
}

/** A block, the cells around it, and the names that these may use. */
export interface HeadingCells {
  readonly cells: CellsAround;
  readonly selected: Area;
  readonly known: KnownNames;
}

export function linePlaces({ row, column, rows, columns }: Area, side: "above" | "beside", at: number): Position[] {
  return side === "above"
    ? Array.from({ length: columns }, (_, right) => ({
        row: at,
        column: column + right,
      }))
    : Array.from({ length: rows }, (_, down) => ({
        row: row + down,
        column: at,
      }));
}

/** The label left of a row of headings, such as "Scenario". */
export function labelOfRow(table: HeadingCells, row: number): HeadingDimension | undefined {
  const { cells, selected } = table;
  for (let column = selected.column - 1; column >= cells.column; column -= 1) {
    const label = labelAt(table, { row, column });
    if (label) return label;
  }
  return undefined;
}

/**
 * Returns what a label announces. Beside a value of another kind it is no label: "Plan" beside a month is the scenario of its cells,
 * and "Variance" beside a scenario is a title.
 */
export function labelAt({ cells, known }: HeadingCells, place: Position): HeadingDimension | undefined {
  const label = labelledDimension(shownValue(cells, place));
  if (!label || label === "actualsTo") return label;
  const beside = { ...place, column: place.column + 1 };
  const said = readHeading(shownValue(cells, beside), formatAt(cells, beside), known) ?? [];
  const announced = ANNOUNCED[label] ?? [label];
  return said.length === 0 || said.some(({ dimension }) => announced.includes(dimension)) ? label : undefined;
}

/** Dimensions of values beside a label, if they are not the label's own. */
const ANNOUNCED: Readonly<Partial<Record<HeadingDimension, readonly HeadingDimension[]>>> = {
  period: ["period", "basis"],
  base: ["base", "scenario", "year"],
  currency: ["currency", "scale"],
};

/** Returns how many numbers a line of a table has already; undefined for a row that is no line with a label. */
export function numbersOfLine(cells: CellsAround, selected: Area, row: number): number | undefined {
  const isLabel = (value: unknown) => typeof value === "string" && !isBlankValue(value);
  const isLabelled = columnsBetween(cells.column, selected.column).some((column) =>
    isLabel(shownValue(cells, { row, column })),
  );
  const places = linePlaces(selected, "above", row).filter((place) => !isBlankValue(shownValue(cells, place)));
  const isNumber = (place: Position) => typeof shownValue(cells, place) === "number";
  const isPeriod = (place: Position) => readNumber(Number(shownValue(cells, place)), String(formatAt(cells, place)));
  const isLine = isLabelled && places.every(isNumber) && !(places.length > 0 && places.every(isPeriod));
  return isLine ? places.length : undefined;
}

/** True for a line of another table above: each of several columns has its number. */
export function isOfOtherTable({ cells, selected }: HeadingCells, row: number): boolean {
  return selected.columns > 1 && numbersOfLine(cells, selected, row) === selected.columns;
}

export function columnsBetween(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
}

export function rowFrom(cells: CellsAround, row: number, left: number): unknown[] {
  return cells.values[row - cells.row]?.slice(Math.max(0, left - cells.column)) ?? [];
}

export function shownValue(cells: CellsAround, { row, column }: Position): unknown {
  return cells.values[row - cells.row]?.[column - cells.column];
}

export function formatAt(cells: CellsAround, { row, column }: Position): unknown {
  return cells.numberFormats[row - cells.row]?.[column - cells.column];
}

export function isBlankValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
