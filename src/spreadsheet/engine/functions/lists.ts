/** Searches the rows and columns of look-ups. Each list of cells is indexed once for all formulas. */
import { folded, hasWildcards, LONGEST_PATTERN, matcherOf } from "../../cells/wildcards";
import { fifteenDigits } from "../coercion";
import { compare } from "../valueOrder";
import { doubt } from "../doubt";
import { fail, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { findInOrder, findNext, lastIndex, type List } from "../listOrder";
import { CellRange, isError, type Matrix, type Operand } from "../operand";
import type { Scalar, Value } from "../values";
import { isReadAgain, sizeOfOperand } from "./cells";
import { checkTildes } from "./criterion";

/** `smaller` and `larger`: the value itself, or the nearest one. */
export type Match = "equal" | "smaller" | "larger" | "wildcards";

/** Returns the key of a value in a list: texts ignore case. */
function keyOf(value: Scalar): Scalar {
  if (typeof value === "string") return `"${folded(value)}`;
  return typeof value === "number" ? fifteenDigits(value) : value;
}

/** Returns one row or column of an area or array. Beyond the used cells it is blank, and ends there. */
export function listOf(at: Evaluation, operand: Operand, isRow: boolean): LookupList {
  if (operand instanceof CellRange) {
    const { sheet, rows, columns } = operand;
    const part = isRow ? operand.part(0, 0, 1, columns) : operand.part(0, 0, rows, 1);
    const values = (): LookupList => {
      const found: Value[] = [];
      sheet.visit(part, (value) => void found.push(value));
      return new LookupList(found);
    };
    return isReadAgain(part) ? sheet.index(part, "list", () => values().indexed()) : values();
  }
  const values = at.values(operand);
  if (isError(values)) fail(values);
  return listOfArray(at.matrix(values), isRow ? FIRST_ROWS : FIRST_COLUMNS);
}

const FIRST_ROWS = new WeakMap<Matrix, LookupList>();
const FIRST_COLUMNS = new WeakMap<Matrix, LookupList>();

/** Returns one list for all look-ups of a call in the same array, indexed from the second one on. */
function listOfArray(matrix: Matrix, lists: WeakMap<Matrix, LookupList>): LookupList {
  const known = lists.get(matrix);
  if (known) return known.indexed();
  const list = new LookupList(lists === FIRST_ROWS ? matrix.row(0) : matrix.column(0));
  lists.set(matrix, list);
  return list;
}

type Places = ReadonlyMap<Scalar, readonly [first: number, last: number]>;

/** A list that is searched from the start until it is indexed. */
class LookupList implements List {
  private index: Places | undefined;

  constructor(readonly values: readonly Value[]) {}

  indexed(): this {
    this.index ??= placesIn(this.values);
    return this;
  }

  get places(): Places {
    return (this.index ??= placesIn(this.values));
  }

  /** Returns the place of a value; -1 without one. */
  placeOf(wanted: Scalar, isFromEnd: boolean): number {
    const key = keyOf(wanted);
    if (this.index) return this.index.get(key)?.[isFromEnd ? 1 : 0] ?? -1;
    const isFound = (value: Value) => value !== null && !isError(value) && keyOf(value) === key;
    return isFromEnd ? lastIndex(this.values, isFound) : this.values.findIndex(isFound);
  }
}

function placesIn(values: readonly Value[]): Places {
  const places = new Map<Scalar, [number, number]>();
  values.forEach((value, at) => {
    if (value === null || isError(value)) return;
    const key = keyOf(value);
    const known = places.get(key);
    if (known) known[1] = at;
    else places.set(key, [at, at]);
  });
  return places;
}

/** The row or column in which a look-up searches. */
export interface Line {
  readonly list: LookupList;
  readonly isRow: boolean;
  /** The cells of the line, also beyond the used ones. */
  readonly count: number;
}

/** Returns undefined for several rows and columns. */
export function lineOf(at: Evaluation, operand: Operand): Line | undefined {
  const place = at.isReference(operand) ? operand : at.values(operand);
  const { rows, columns } = sizeOfOperand(place);
  if (rows > 1 && columns > 1) return undefined;
  const isRow = rows === 1 && columns > 1;
  return { list: listOf(at, place, isRow), isRow, count: Math.max(rows, columns) };
}

/** Returns the index of the first match, or of the last one; -1 without a match. */
export function find(at: Evaluation, list: LookupList, wanted: Value, match: Match, isFromEnd = false): number {
  const value = wanted ?? 0;
  if (isError(value)) return fail(value);
  if (match === "wildcards" && typeof value === "string" && hasWildcards(value)) {
    if (value.length > LONGEST_PATTERN) return fail(VALUE_ERROR);
    checkTildes(value);
    at.spend(list.values.length);
    const isMatch = matcherOf(value);
    const test = (each: Value) => typeof each === "string" && isMatch(each);
    return isFromEnd ? lastIndex(list.values, test) : list.values.findIndex(test);
  }
  const found = list.placeOf(value, isFromEnd);
  if (found >= 0) return found;
  if (match !== "smaller" && match !== "larger") return -1;
  at.spend(list.values.length);
  const near = findNext(list, value, match, isFromEnd);
  if (near >= 0) return near;
  return findOther(list, value, match, isFromEnd);
}

/** Finds the nearest value of another kind: numbers come before texts, texts before logical values. */
function findOther({ values }: List, wanted: Scalar, match: "smaller" | "larger", isFromEnd: boolean): number {
  const [beyond, nearer] = match === "larger" ? [">", "<"] : ["<", ">"];
  let best = -1;
  values.forEach((value, at) => {
    if (value === null || isError(value) || typeof value === typeof wanted) return;
    if (compare(value, wanted, beyond) !== true) return;
    const known = values[best] ?? null;
    const isNearer = best < 0 || compare(value, known, nearer) === true;
    if (isNearer || (isFromEnd && compare(value, known, "=") === true)) best = at;
  });
  return best;
}

/**
 * Returns the index of the last value not beyond the wanted one, in ascending (1) or descending (-1) order. Excel searches by
 * halves, so a list without order is a doubt.
 */
export function findOrdered(list: List, wanted: Value, direction: number): number {
  // What is beyond all values is found at the last one, whatever their order: LOOKUP(9.99E+307,A:A).
  const isBeyond = (value: Value) =>
    value === null || typeof value !== typeof wanted || compare(value, wanted, direction > 0 ? "<" : ">") === true;
  if (!isInOrder(list, typeof wanted, direction) && !list.values.every(isBeyond))
    doubt("The list of a look-up by order is not sorted. Sort it, or look up the exact value.");
  return findInOrder(list, wanted, direction);
}

/** True if the values of one type are in order, with nothing but blanks between them. */
function isInOrder(list: List, type: string, direction: number): boolean {
  return remembered(list, `${type} ${direction}`, () => {
    const isKin = (value: Value) => value !== null && typeof value === type;
    const from = list.values.findIndex(isKin);
    const kin = list.values
      .slice(Math.max(0, from), lastIndex(list.values, isKin) + 1)
      .filter((value) => value !== null);
    return kin.every(isKin) && isSorted(kin, direction);
  });
}

const orders = new WeakMap<List, Map<string, boolean>>();

/** Keeps what is known of the order of a list. */
function remembered(list: List, key: string, make: () => boolean): boolean {
  const known = orders.get(list) ?? new Map<string, boolean>();
  orders.set(list, known);
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** @param direction Above 0 for ascending order. */
function isSorted(values: readonly Value[], direction: number): boolean {
  const operator = direction > 0 ? "<=" : ">=";
  return values.every((value, at) => at === 0 || compare(values[at - 1] ?? null, value, operator) === true);
}

/** Finds a blank cell as the first blank one, also beyond the used ones. */
export function findAny(
  at: Evaluation,
  { list, count }: Line,
  wanted: Value,
  match: Match,
  isFromEnd: boolean,
): number {
  if (wanted !== null) return find(at, list, wanted, match, isFromEnd);
  if (isFromEnd) doubt("A blank value is not looked for from the end here.");
  const found = list.values.indexOf(null);
  return found < 0 && list.values.length < count ? list.values.length : found;
}

/**
 * Searches by halves. Of equal values Excel takes the last one of a list in descending order (-2). If the value is missing, it
 * takes the one beside the place where the value would stand.
 */
export function findByHalves({ list, count }: Line, wanted: Value, match: Match, order: number): number {
  if (match === "wildcards") return fail(VALUE_ERROR);
  const { values } = list;
  if (values.length < count || remembered(list, "blank", () => values.includes(null)))
    doubt("A list with blank cells is not searched by halves here. Search it from the first to the last.");
  if (!remembered(list, `all ${order}`, () => isSorted(values, order)))
    doubt("The list of a search by halves is not sorted. Sort it, or search it from the first to the last.");
  if (isError(wanted)) return fail(wanted);
  if (wanted === null) return -1;
  const [first, last] = list.places.get(keyOf(wanted)) ?? [];
  if (first !== undefined && last !== undefined) {
    if (order > 0 && first !== last)
      doubt("A search by halves looks for a value that the list has twice. Search it from the first to the last.");
    return last;
  }
  if (match === "equal") return -1;
  const after = values.findIndex((value) => compare(value, wanted, order > 0 ? ">" : "<") === true);
  const end = after < 0 ? values.length : after;
  const place = (match === "larger") === order > 0 ? end : end - 1;
  return place < values.length ? place : -1;
}
