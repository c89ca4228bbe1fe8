/** Small workbooks to calculate, and what has become of them, by address. */
import { calculateBook, type BookOptions } from "../../../src/spreadsheet/engine/calculateBook";
import type { BookFormula, BookSheet } from "../../../src/spreadsheet/engine/bookSheet";
import type { CustomFunction } from "../../../src/spreadsheet/engine/customFunction";
import { cellIndex, type Position, type SheetArea } from "../../../src/spreadsheet/cells/area";
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";

/** A value; or a formula with its last value, and the size of what it fills ("2x3"), spilling unless it is an `array`. */
export type Spec =
  | Value
  | { f: string; v?: Value; spill?: string; array?: string; problem?: string }
  /** A what-if table of this size, and its input cells. */
  | { table: string; row?: string; column?: string; v?: Value };

/** Cells by address; those of other sheets with their sheet, as "Other!A1". The sheet without a name is "Plan". */
export type Specs = Record<string, Spec>;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function sheetsOf(specs: Specs): BookSheet[] {
  return ["Plan", "Other"].map((name) => {
    const own = Object.entries(specs).filter(([address]) => areaOf(address).sheet === name);
    return sheetOf(
      name,
      own.map(([address, spec]) => ({ ...areaOf(address), ...cellOf(spec, address) })),
    );
  });
}

export interface Cell extends Position {
  value: Value;
  formula?: BookFormula;
}

export function sheetOf(name: string, cells: readonly Cell[]): BookSheet {
  const values = new Map(cells.map((cell) => [cellIndex(cell), cell.value]));
  return {
    name,
    rows: Math.max(0, ...cells.map(({ row }) => row + 1)),
    columns: Math.max(0, ...cells.map(({ column }) => column + 1)),
    valueAt: (cell) => values.get(cell) ?? null,
    formulas: cells.flatMap(({ row, column, formula }) => (formula ? [{ row, column, formula }] : [])),
  };
}

export function areaOf(address: string): SheetArea {
  const [cells = "", sheet = "Plan"] = address.split("!").reverse();
  const [from = "", to = from] = cells.split(":");
  const place = (text: string) => ({ row: Number(text.slice(1)) - 1, column: LETTERS.indexOf(text.charAt(0)) });
  const [start, end] = [place(from), place(to)];
  return { sheet, ...start, rows: end.row - start.row + 1, columns: end.column - start.column + 1 };
}

function cellOf(spec: Spec, address: string): Omit<Cell, keyof Position> {
  if (typeof spec !== "object" || spec === null || isOnlyError(spec)) return { value: spec };
  if ("table" in spec) return tableOf(spec, areaOf(address));
  const { f, v = 0, spill, array, problem } = spec;
  const [rows = 1, columns = 1] = (spill ?? array ?? "1x1").split("x").map(Number);
  const fill: BookFormula["fill"] = spill ? "spill" : array ? "array" : "one";
  return { value: v, formula: { text: f, fill, rows, columns, problem } };
}

/** A table reads the cells above it and to its left. */
function tableOf(
  { table, row, column, v = 0 }: Extract<Spec, { table: string }>,
  at: Position,
): Omit<Cell, keyof Position> {
  const [rows = 1, columns = 1] = table.split("x").map(Number);
  const cell = (down: number, right: number) => `${LETTERS.charAt(at.column + right)}${at.row + down + 1}`;
  const text = `SUM(${cell(-1, -1)}:${cell(-1, columns - 1)},${cell(0, -1)}:${cell(rows - 1, -1)})`;
  const whatIf = { row: row ? areaOf(row) : undefined, column: column ? areaOf(column) : undefined };
  return { value: v, formula: { text, fill: "array", rows, columns, whatIf } };
}

function isOnlyError(spec: object): spec is Exclude<Value, string | number | boolean | null> {
  return isCellError(spec) && !("f" in spec || "table" in spec);
}

/** What each calculated formula shows: a value, rows, or "?" and the problem. Errors are their codes. */
export async function calculate(
  specs: Specs,
  functions: readonly CustomFunction[],
  blocked: string[] = [],
  options: BookOptions = {},
): Promise<Record<string, unknown>> {
  const outcomes = await calculateBook(sheetsOf(specs), functions, { ...options, blocked: blocked.map(areaOf) });
  return Object.fromEntries(
    outcomes.map(({ cell, rows, problem }) => {
      const shown = rows.map((row) => row.map((value) => (isCellError(value) ? value.code : value)));
      const single = shown.length === 1 && shown[0]!.length === 1;
      const sheet = cell.sheet === "Plan" ? "" : `${cell.sheet}!`;
      const address = `${sheet}${LETTERS[cell.column]}${cell.row + 1}`;
      return [address, problem === undefined ? (single ? shown[0]![0] : shown) : `? ${problem}`];
    }),
  );
}
