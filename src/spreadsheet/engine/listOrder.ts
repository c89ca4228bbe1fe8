/** The order of lists in which look-ups search: each list is put in order once, and searched by halves. */
import { compare } from "./valueOrder";
import type { Scalar, Value } from "./values";

/** The values of one row or column. */
export interface List {
  readonly values: readonly Value[];
  /** The first and the last index of each value, by `lookupKey`. */
  readonly places: ReadonlyMap<Scalar, readonly [first: number, last: number]>;
}

/** The nearest value before or after the wanted one, which the list does not contain; the first or last of equal ones. */
export function findNext(list: List, wanted: Scalar, match: "smaller" | "larger", isFromEnd: boolean): number {
  const valueAt = (place: number | undefined) => list.values[place ?? -1] ?? null;
  const ordered = orderedOf(list, typeof wanted);
  const after = firstIndex(ordered.length, (index) => compare(valueAt(ordered[index]), wanted, ">") === true);
  const found = match === "larger" ? after : after - 1;
  const value = valueAt(ordered[found]);
  if (value === null) return -1;
  const first = firstIndex(ordered.length, (index) => compare(valueAt(ordered[index]), value, ">=") === true);
  const end = firstIndex(ordered.length, (index) => compare(valueAt(ordered[index]), value, ">") === true);
  return ordered[isFromEnd ? end - 1 : first] ?? -1;
}

/** Returns the first index for which the test is true, if it stays true from there on; else `count`. */
function firstIndex(count: number, isReached: (index: number) => boolean): number {
  let [before, end] = [-1, count];
  while (end - before > 1) {
    const middle = Math.floor((before + end) / 2);
    if (isReached(middle)) end = middle;
    else before = middle;
  }
  return end;
}

const orders = new WeakMap<List, Map<string, readonly number[]>>();

/** The places of the values of one type, in ascending order of these, and of places for equal ones. */
function orderedOf(list: List, type: string): readonly number[] {
  const known = orders.get(list) ?? new Map<string, readonly number[]>();
  orders.set(list, known);
  const found = known.get(type);
  if (found) return found;
  const valueAt = (place: number) => list.values[place] ?? null;
  const places = placesOf(list, type).sort((one, other) => {
    if (compare(valueAt(one), valueAt(other), "=") === true) return one - other;
    return compare(valueAt(one), valueAt(other), "<") === true ? -1 : 1;
  });
  known.set(type, places);
  return places;
}

function placesOf({ values }: List, type: string): number[] {
  return [...values.keys()].filter((at) => typeof values[at] === type && values[at] !== null);
}

/** The last value that is not beyond the wanted one, of a list in ascending (1) or descending (-1) order. */
export function findInOrder(list: List, wanted: Value, direction: number): number {
  const operator = direction > 0 ? "<=" : ">=";
  const isReached = (value: Value) => compare(value, wanted, operator) === true;
  const kin = kinOf(list, typeof wanted, operator);
  if (!kin.isSorted) return lastIndex(list.values, (value) => typeof value === typeof wanted && isReached(value));
  const after = firstIndex(kin.places.length, (index) => !isReached(list.values[kin.places[index] ?? -1] ?? null));
  return kin.places[after - 1] ?? -1;
}

/** The values of one type in a list. */
interface Kin {
  readonly places: readonly number[];
  readonly isSorted: boolean;
}

const kins = new WeakMap<List, Map<string, Kin>>();

function kinOf(list: List, type: string, operator: "<=" | ">="): Kin {
  const known = kins.get(list) ?? new Map<string, Kin>();
  kins.set(list, known);
  const key = `${type} ${operator}`;
  let kin = known.get(key);
  if (!kin) {
    const places = placesOf(list, type);
    const valueAt = (index: number) => list.values[places[index] ?? -1] ?? null;
    const isSorted = places.every((_, at) => at === 0 || compare(valueAt(at - 1), valueAt(at), operator) === true);
    known.set(key, (kin = { places, isSorted }));
  }
  return kin;
}

export function lastIndex(values: readonly Value[], isFound: (value: Value) => boolean): number {
  let at = values.length - 1;
  while (at >= 0 && !isFound(values[at] ?? null)) at--;
  return at;
}
