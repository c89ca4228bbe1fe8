/** SORT, SORTBY and UNIQUE. */
import { folded } from "../../cells/wildcards";
import { compare } from "../valueOrder";
import { CALC, fail, VALUE_ERROR } from "../errorValues";
import { isError, Matrix, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { Value } from "../values";
import { chosen, wholeNumbersIn } from "./arrays";
import { simplified } from "./cells";

interface Key {
  readonly values: readonly Value[];
  /** 1 for ascending, -1 for descending order. */
  readonly direction: number;
}

/** Numbers come first, then texts, logical values and errors. Blank cells are last in both directions. */
function order(one: Value, other: Value, direction: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (isError(one) || isError(other)) return (Number(isError(one)) - Number(isError(other))) * direction;
  if (compare(one, other, "=") === true) return 0;
  return (compare(one, other, "<") === true ? -1 : 1) * direction;
}

/** Returns the places of rows in the order of the keys. Equal ones stay as they are. */
function placesBy(count: number, keys: readonly Key[]): number[] {
  return Array.from({ length: count }, (_, at) => at).sort((one, other) => {
    for (const { values, direction } of keys) {
      const difference = order(values[one] ?? null, values[other] ?? null, direction);
      if (difference !== 0) return difference;
    }
    return one - other;
  });
}

function directionOf(value: number): number {
  return value === 1 || value === -1 ? value : fail(VALUE_ERROR);
}

const FIRST = new Matrix(1, 1, [1]);

function sort(matrix: Matrix, by = FIRST, directions = FIRST, isAcross = false): Operand {
  const [positions, ways] = [wholeNumbersIn(by), wholeNumbersIn(directions)];
  if (ways.length > 1 && ways.length !== positions.length) return VALUE_ERROR;
  const keys = positions.map((position, at) => {
    if (position < 1 || position > (isAcross ? matrix.rows : matrix.columns)) return fail(VALUE_ERROR);
    const values = isAcross ? matrix.row(position - 1) : matrix.column(position - 1);
    return { values, direction: directionOf(ways[at] ?? ways[0] ?? 1) };
  });
  const count = isAcross ? matrix.columns : matrix.rows;
  return simplified(chosen(matrix, !isAcross, placesBy(count, keys)));
}

function sortBy(matrix: Matrix, ...parts: (Matrix | number | undefined)[]): Operand {
  const [first] = parts;
  if (!(first instanceof Matrix)) return VALUE_ERROR;
  const isAcross = first.rows === 1 && first.columns === matrix.columns && matrix.rows > 1;
  const count = isAcross ? matrix.columns : matrix.rows;
  const keys: Key[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [key, way = 1] = [parts[at], parts[at + 1]];
    if (!(key instanceof Matrix) || way instanceof Matrix) return VALUE_ERROR;
    if (key.values.length !== count || (key.rows > 1 && key.columns > 1)) return VALUE_ERROR;
    keys.push({ values: key.values, direction: directionOf(way) });
  }
  return simplified(chosen(matrix, !isAcross, placesBy(count, keys)));
}

function keyOf(values: readonly Value[]): string {
  return JSON.stringify(
    values.map((value) => {
      if (typeof value === "string") return folded(value);
      return value === null ? ["blank"] : isError(value) ? [value.code] : value;
    }),
  );
}

function unique(matrix: Matrix, isAcross = false, isOnce = false): Operand {
  const count = isAcross ? matrix.columns : matrix.rows;
  const keys = Array.from({ length: count }, (_, at) => keyOf(isAcross ? matrix.column(at) : matrix.row(at)));
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  const places: number[] = [];
  for (const [at, key] of keys.entries()) {
    if (!seen.has(key) && !(isOnce && counts.get(key) !== 1)) places.push(at);
    seen.add(key);
  }
  return places.length === 0 ? CALC : simplified(chosen(matrix, !isAcross, places));
}

export const SORTS: Table = {
  SORT: row("matrix matrix?? matrix?? logical?", sort),
  SORTBY: row("matrix (matrix number??)*", sortBy),
  UNIQUE: row("matrix logical?? logical?", unique),
};
