/** MATCH, XMATCH, XLOOKUP, VLOOKUP and HLOOKUP, in the order of values that Excel has, and with an index of each list. */
import { NullValueObject } from "@univerjs/engine-formula";
import type { ArrayValueObject, BaseValueObject, IFunctionService } from "@univerjs/engine-formula";
import { NO_REFERENCE, NO_VALUE, NOT_AVAILABLE } from "./errors";
import { lifted, withErrors } from "./lifted";
import { findInOrder, findNext, lastIndex, type List } from "./listOrder";
import { arrayOf, errorObject, objectOfValues, valueOfObject, valuesOfObject } from "./objects";
import { firstValue, isCellError, type CellError, type Scalar, type Value } from "./values";
import { hasWildcards, LONGEST_PATTERN, matcherOf } from "../grid/wildcards";

/** The value itself; the next smaller or larger one if it is missing; or a text with wildcards. */
type Match = "equal" | "smaller" | "larger" | "wildcards";

interface Search {
  readonly match: Match;
  readonly isFromEnd: boolean;
}

export function installOwnLookups(service: IFunctionService): void {
  const replace = (
    name: string,
    least: number,
    most: number,
    calculate: (...args: BaseValueObject[]) => BaseValueObject,
  ) => {
    const executor = service.getExecutor(name);
    if (!executor) return;
    executor.calculate = (...args) =>
      args.length < least || args.length > most ? errorObject(NOT_AVAILABLE) : calculate(...args);
  };
  const lookupOfUniver = service.getExecutor("LOOKUP")?.calculate.bind(service.getExecutor("LOOKUP"));
  replace("LOOKUP", 2, 3, (...args) => vectorLookup(args) ?? (lookupOfUniver?.(...args) as BaseValueObject));
  replace("MATCH", 2, 3, match);
  replace("XMATCH", 2, 4, xmatch);
  replace("XLOOKUP", 3, 6, xlookup);
  replace("VLOOKUP", 3, 4, (...args) =>
    tableLookup(
      args,
      columnOf,
      (table, row, at) => cellOf(table, row, at),
      (table) => table.getColumnCount(),
    ),
  );
  replace("HLOOKUP", 3, 4, (...args) =>
    tableLookup(
      args,
      rowOf,
      (table, column, at) => cellOf(table, at, column),
      (table) => table.getRowCount(),
    ),
  );
}

const match = (wanted?: BaseValueObject, range?: BaseValueObject, type?: BaseValueObject): BaseValueObject => {
  if (!wanted || !range) return errorObject(NOT_AVAILABLE);
  if (range.isError()) return range;
  const list = lineOf(range);
  if (!list) return errorObject(NOT_AVAILABLE);
  const kind = type ? firstNumber(type) : 1;
  if (isCellError(kind)) return errorObject(kind);
  const find = (value: Value) => (kind === 0 ? findPlain(list, value) : findInOrder(list, value ?? 0, Math.sign(kind)));
  return lifted(
    [wanted],
    withErrors((value) => positionOf(find(value ?? null))),
  );
};

const xmatch = (
  wanted?: BaseValueObject,
  range?: BaseValueObject,
  mode?: BaseValueObject,
  from?: BaseValueObject,
): BaseValueObject => {
  if (!wanted || !range) return errorObject(NOT_AVAILABLE);
  if (range.isError()) return range;
  const list = lineOf(range);
  const search = searchOf(mode, from);
  if ("code" in search) return errorObject(search);
  if (!list) return errorObject(NO_VALUE);
  return lifted(
    [wanted],
    withErrors((value) => positionOf(findBy(list, value ?? null, search))),
  );
};

const xlookup = (
  wanted?: BaseValueObject,
  range?: BaseValueObject,
  results?: BaseValueObject,
  otherwise?: BaseValueObject,
  mode?: BaseValueObject,
  from?: BaseValueObject,
): BaseValueObject => {
  if (!wanted || !range || !results) return errorObject(NOT_AVAILABLE);
  const error = [range, results].find((each) => each.isError());
  if (error) return error;
  const list = lineOf(range);
  const search = searchOf(mode, from);
  if ("code" in search) return errorObject(search);
  const table = asArray(results);
  const isDown = isArray(range)
    ? range.getColumnCount() === 1 && (range.getRowCount() > 1 || table.getRowCount() === 1)
    : table.getRowCount() === 1;
  if (!list || (isDown ? table.getRowCount() : table.getColumnCount()) !== list.values.length)
    return errorObject(NO_VALUE);
  const missing = otherwise && !otherwise.isNull() ? otherwise : errorObject(NOT_AVAILABLE);
  if (isSeveral(wanted))
    return lifted([wanted, missing], (value = null, other = null) => {
      const at = isCellError(value) ? -1 : findBy(list, value, search);
      if (isCellError(value)) return value;
      return at < 0 ? other : valueOfObject(isDown ? cellOf(table, at, 0) : cellOf(table, 0, at));
    });
  const value = firstValue(valuesOfObject(wanted));
  if (isCellError(value)) return errorObject(value);
  const at = findBy(list, value, search);
  return at < 0 ? missing : lineAt(table, at, isDown);
};

/** VLOOKUP, and HLOOKUP across. */
function tableLookup(
  [wanted, table, position, isNear]: readonly BaseValueObject[],
  lineIn: (table: ArrayValueObject, at: number) => List,
  resultAt: (table: ArrayValueObject, at: number, position: number) => BaseValueObject,
  sizeOfTable: (table: ArrayValueObject) => number,
): BaseValueObject {
  if (!wanted || !table || !position) return errorObject(NOT_AVAILABLE);
  if (table.isError()) return table;
  const cells = asArray(table);
  const list = lineIn(cells, 0);
  return lifted(
    [wanted, position, isNear ?? objectOfValues(true)],
    withErrors((value = null, index = null, near = null) => {
      const at = Math.trunc(Number(index));
      if (at > sizeOfTable(cells)) return NO_REFERENCE;
      const found = near ? findInOrder(list, value ?? 0, 1) : findPlain(list, value);
      // Excel reads the position only if it has found the value.
      if (found >= 0 && !(at >= 1)) return NO_VALUE;
      return found < 0 ? NOT_AVAILABLE : valueOfObject(resultAt(cells, found, at - 1));
    }),
  );
}

/** LOOKUP; undefined where the results are written shorter than the list, and reach beyond what is given. */
function vectorLookup([wanted, range, results]: readonly BaseValueObject[]): BaseValueObject | undefined {
  if (!wanted || !range) return errorObject(NOT_AVAILABLE);
  const error = [range, ...(results ? [results] : [])].find((each) => each.isError());
  if (error) return error;
  const table = asArray(range);
  const isAcross = table.getColumnCount() > table.getRowCount();
  const list = isAcross ? rowOf(table, 0) : columnOf(table, 0);
  const last = isAcross ? rowOf(table, table.getRowCount() - 1) : columnOf(table, table.getColumnCount() - 1);
  const found = results ? lineOf(results) : last;
  if (found?.values.length !== list.values.length) return undefined;
  return lifted(
    [wanted],
    withErrors((value = null) => {
      const at = findInOrder(list, value ?? 0, 1);
      return at < 0 ? NOT_AVAILABLE : (found.values[at] ?? null);
    }),
  );
}

/** Of MATCH and VLOOKUP: the value itself, and in texts wildcards. */
function findPlain(list: List, wanted: Value): number {
  const hasPattern = typeof wanted === "string" && hasWildcards(wanted);
  return findBy(list, wanted ?? 0, { match: hasPattern ? "wildcards" : "equal", isFromEnd: false });
}

function searchOf(mode: BaseValueObject | undefined, from: BaseValueObject | undefined): Search | CellError {
  const [kind, direction] = [
    mode && !mode.isNull() ? firstNumber(mode) : 0,
    from && !from.isNull() ? firstNumber(from) : 1,
  ];
  if (isCellError(kind)) return kind;
  if (isCellError(direction)) return direction;
  const match = MATCHES.get(Math.trunc(kind));
  const start = Math.trunc(direction);
  if (!match || ![1, -1, 2, -2].includes(start)) return NO_VALUE;
  // A list in order, which the other two stand for, is found in whatever way it is searched.
  return match === "wildcards" && Math.abs(start) === 2 ? NO_VALUE : { match, isFromEnd: start === -1 };
}

const MATCHES: ReadonlyMap<number, Match> = new Map([
  [0, "equal"],
  [-1, "smaller"],
  [1, "larger"],
  [2, "wildcards"],
]);

/** The index of what is found; -1 without it. */
function findBy(list: List, wanted: Value, { match, isFromEnd }: Search): number {
  const { values, places } = list;
  if (isCellError(wanted)) return -1;
  if (match === "wildcards" && typeof wanted === "string") {
    const isMatch = wanted.length <= LONGEST_PATTERN ? matcherOf(wanted) : () => false;
    const isFound = (value: Value) => typeof value === "string" && isMatch(value);
    return isFromEnd ? lastIndex(values, isFound) : values.findIndex(isFound);
  }
  const found = wanted === null ? undefined : places.get(lookupKey(wanted));
  if (wanted === null) return isFromEnd ? values.lastIndexOf(null) : values.indexOf(null);
  if (found) return found[isFromEnd ? 1 : 0];
  return match === "smaller" || match === "larger" ? findNext(list, wanted, match, isFromEnd) : -1;
}

/** Texts are the same whatever their case. */
function lookupKey(value: Scalar): Scalar {
  return typeof value === "string" ? `"${value.toLowerCase()}` : value;
}

/** Ranges that several formulas read are one array of Univer's. */
const lists = new WeakMap<ArrayValueObject, Map<string, List>>();

function listOf(array: ArrayValueObject, key: string, count: number, cellAt: (at: number) => BaseValueObject): List {
  const known = lists.get(array) ?? new Map<string, List>();
  lists.set(array, known);
  const found = known.get(key);
  if (found?.values.length === count) return found;
  const values = Array.from({ length: count }, (_, at) => valueOfObject(cellAt(at)));
  const places = new Map<Scalar, [number, number]>();
  values.forEach((value, at) => {
    if (value === null || isCellError(value)) return;
    const place = places.get(lookupKey(value));
    if (place) place[1] = at;
    else places.set(lookupKey(value), [at, at]);
  });
  const list = { values, places };
  known.set(key, list);
  return list;
}

function columnOf(array: ArrayValueObject, column: number): List {
  return listOf(array, `column ${column}`, array.getRowCount(), (row) => cellOf(array, row, column));
}

function rowOf(array: ArrayValueObject, row: number): List {
  return listOf(array, `row ${row}`, array.getColumnCount(), (column) => cellOf(array, row, column));
}

/** The values of one row or column; undefined for a range of several. */
function lineOf(range: BaseValueObject): List | undefined {
  const array = asArray(range);
  if (array.getColumnCount() === 1) return columnOf(array, 0);
  return array.getRowCount() === 1 ? rowOf(array, 0) : undefined;
}

/** A row of the array, a column, or a single cell. */
function lineAt(array: ArrayValueObject, at: number, isDown: boolean): BaseValueObject {
  const length = isDown ? array.getColumnCount() : array.getRowCount();
  const cells = Array.from({ length }, (_, index) => (isDown ? cellOf(array, at, index) : cellOf(array, index, at)));
  if (cells.length === 1) return cells[0] ?? NullValueObject.create();
  return arrayOf(isDown ? [cells] : cells.map((cell) => [cell]));
}

function cellOf(array: ArrayValueObject, row: number, column: number): BaseValueObject {
  return array.getArrayValue()[row]?.[column] ?? NullValueObject.create();
}

function isArray(object: BaseValueObject): object is ArrayValueObject {
  return object.isArray();
}

function asArray(object: BaseValueObject): ArrayValueObject {
  return isArray(object) ? object : arrayOf([[object]]);
}

function isSeveral(object: BaseValueObject): boolean {
  return isArray(object) && object.getRowCount() * object.getColumnCount() > 1;
}

function firstNumber(object: BaseValueObject): number | CellError {
  const value = firstValue(valuesOfObject(object));
  if (isCellError(value)) return value;
  return typeof value === "string" ? NO_VALUE : Number(value);
}

function positionOf(index: number): Value {
  return index < 0 ? NOT_AVAILABLE : index + 1;
}
