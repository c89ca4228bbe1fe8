/** MATCH, XLOOKUP and their like. Results that are cells of a range stay references. */
import { doubt } from "../doubt";
import { fail, NA, REF, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { CellRange, isError, Matrix, matrixOf, AreaUnion, type Operand } from "../operand";
import { row, type Lazy, type Table } from "../parameters";
import type { Value } from "../values";
import { simplified, sizeOfOperand } from "./cells";
import { find, findAny, findByHalves, findOrdered, lineOf, listOf, type Line, type Match } from "./lists";

function match(this: Evaluation, wanted: Value, range: Operand, type = 1): Operand {
  if (isError(range)) return range;
  const line = lineOf(this, range);
  if (!line) return NA;
  const direction = Math.sign(type);
  const found = direction === 0 ? findExact(this, line.list, wanted) : findOrdered(line.list, wanted ?? 0, direction);
  return found < 0 ? NA : found + 1;
}

/** Finds a value, with wildcards in a text. */
function findExact(at: Evaluation, list: Line["list"], wanted: Value): number {
  const found = find(at, list, wanted ?? 0, "wildcards");
  if (wanted === null && found >= 0) doubt("An exact look-up of an empty value is not known where a 0 is found.");
  return found;
}

const MATCHES: ReadonlyMap<number, Match> = new Map<number, Match>([
  [0, "equal"],
  [-1, "smaller"],
  [1, "larger"],
  [2, "wildcards"],
]);

/** The mode of a regular expression. */
const REGULAR = 3;

type Search = (at: Evaluation, line: Line, wanted: Value) => number;

/** Reads the last two arguments of XMATCH and XLOOKUP. */
function searchOf(mode: number, order: number): Search {
  if (Math.trunc(mode) === REGULAR) doubt("Regular expressions are not calculated here. Look up with wildcards.");
  const match = MATCHES.get(Math.trunc(mode));
  const direction = Math.trunc(order);
  if (!match || ![1, -1, 2, -2].includes(direction)) return fail(VALUE_ERROR);
  const isByHalves = Math.abs(direction) === 2;
  const isOrdered = isByHalves || match === "smaller" || match === "larger";
  return (at, line, wanted) => {
    if (isOrdered && wanted === null) doubt("A look-up of an empty value by its order is not known.");
    return isByHalves
      ? findByHalves(line, wanted, match, direction)
      : findAny(at, line, wanted, match, direction === -1);
  };
}

function xmatch(this: Evaluation, wanted: Value, range: Operand, mode = 0, order = 1): Operand {
  const search = searchOf(mode, order);
  if (isError(range)) return range;
  const line = lineOf(this, range);
  if (!line) return VALUE_ERROR;
  const found = search(this, line, wanted);
  return found < 0 ? NA : found + 1;
}

interface Part {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Returns a part of an area or array; of an area, as a reference. */
function partOf(at: Evaluation, operand: Operand, { row, column, rows, columns }: Part): Operand {
  if (operand instanceof CellRange) return operand.part(row, column, rows, columns);
  const values = at.values(operand);
  if (!(values instanceof Matrix)) return values;
  return simplified(matrixOf(rows, columns, (down, right) => values.at(row + down, column + right)));
}

const cellAt = (row: number, column: number): Part => ({ row, column, rows: 1, columns: 1 });

function xlookup(
  this: Evaluation,
  wanted: Value,
  range: Operand,
  results: Operand,
  missing?: Lazy,
  mode = 0,
  order = 1,
): Operand {
  const search = searchOf(mode, order);
  for (const each of [range, results]) if (isError(each)) return each;
  const line = lineOf(this, range);
  if (!line) return VALUE_ERROR;
  const place = this.isReference(results) ? results : this.values(results);
  const { rows, columns } = sizeOfOperand(place);
  const isDown = !line.isRow && (line.count > 1 || rows === 1);
  if ((isDown ? rows : columns) !== line.count) return VALUE_ERROR;
  const found = search(this, line, wanted);
  if (found < 0) return missing ? missing() : NA;
  const part = isDown ? { row: found, column: 0, rows: 1, columns } : { row: 0, column: found, rows, columns: 1 };
  return partOf(this, place, part);
}

function tableLookup(isAcross: boolean) {
  return function (this: Evaluation, wanted: Value, table: Operand, index: number, isSorted = true): Operand {
    if (isError(table)) return table;
    const place = this.isReference(table) ? table : this.values(table);
    if (isError(place) || place instanceof AreaUnion) return isError(place) ? place : VALUE_ERROR;
    if (!(place instanceof CellRange || place instanceof Matrix)) return typeof place === "string" ? VALUE_ERROR : NA;
    const list = listOf(this, place, isAcross);
    const found = isSorted ? findOrdered(list, wanted ?? 0, 1) : findExact(this, list, wanted);
    const at = Math.trunc(index);
    const isBeyond = at > (isAcross ? place.rows : place.columns);
    if (found < 0 && isBeyond) doubt("A look-up finds no value, and its column or row number is beyond the table.");
    if (found < 0) return NA;
    if (isBeyond) return REF;
    if (at < 1) return VALUE_ERROR;
    return partOf(this, place, isAcross ? cellAt(at - 1, found) : cellAt(found, at - 1));
  };
}

function lookup(this: Evaluation, wanted: Value, range: Operand, results?: Operand): Operand {
  for (const each of [range, results]) if (isError(each)) return each;
  const place = this.isReference(range) ? range : this.values(range);
  const { rows, columns } = sizeOfOperand(place);
  const isRow = columns > rows;
  if (results !== undefined && isRow && rows > 1) doubt("LOOKUP is not known for results beside several rows.");
  const found = findOrdered(listOf(this, place, isRow), wanted ?? 0, 1);
  if (found < 0) return NA;
  if (results !== undefined) return resultOf(this, results, found, isRow);
  return partOf(this, place, isRow ? cellAt(rows - 1, found) : cellAt(found, columns - 1));
}

/** The results of LOOKUP go on beyond the given cells if they are fewer than those that are searched. */
function resultOf(at: Evaluation, results: Operand, found: number, isRow: boolean): Operand {
  const { rows, columns } = sizeOfOperand(results);
  if (rows > 1 && columns > 1) return REF;
  const isAcross = rows === 1 && (columns > 1 || isRow);
  const part = isAcross ? cellAt(0, found) : cellAt(found, 0);
  if (found < Math.max(rows, columns)) return partOf(at, results, part);
  if (!(results instanceof CellRange)) return NA;
  return at.makeArea(results.sheet, results.row + part.row, results.column + part.column, 1, 1);
}

/** Row or column 0 is the whole one. */
function index(this: Evaluation, range: Operand, rowNumber: number, columnNumber?: number, areaNumber = 1): Operand {
  if (isError(range)) return range;
  const areas = range instanceof AreaUnion ? range.areas : range instanceof CellRange ? [range] : undefined;
  if (!areas && Math.trunc(areaNumber) !== 1) return REF;
  const place = areas ? areas[Math.trunc(areaNumber) - 1] : this.values(range);
  if (place === undefined) return REF;
  const { rows, columns } = sizeOfOperand(place);
  const isLine = columnNumber === undefined && rows === 1 && columns > 1;
  const down = isLine ? 1 : Math.trunc(rowNumber);
  const right = isLine ? Math.trunc(rowNumber) : Math.trunc(columnNumber ?? (columns === 1 ? 1 : 0));
  if (down < 0 || right < 0) return VALUE_ERROR;
  if (down > rows || right > columns) return REF;
  return partOf(this, place, {
    row: Math.max(0, down - 1),
    column: Math.max(0, right - 1),
    rows: down === 0 ? rows : 1,
    columns: right === 0 ? columns : 1,
  });
}

export const LOOKUPS: Table = {
  MATCH: row("any operand number?", match),
  XMATCH: row("any list number?? number??", xmatch),
  XLOOKUP: row("any list list lazy?? number?? number??", xlookup),
  VLOOKUP: row("any operand number logical?", tableLookup(false)),
  HLOOKUP: row("any operand number logical?", tableLookup(true)),
  LOOKUP: row("any list list?", lookup, "refers"),
  INDEX: row("operand number number? number??", index),
};
