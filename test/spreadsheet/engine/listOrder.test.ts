/** Look-ups by order find what a search through the whole list finds. */
import fc from "fast-check";
import { compare } from "../../../src/spreadsheet/engine/valueOrder";
import { findInOrder, findNext, type List } from "../../../src/spreadsheet/engine/listOrder";
import type { Scalar, Value } from "../../../src/spreadsheet/engine/values";

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.1 + 0.2, 0.3, 0.30000000000000016),
  fc.constantFrom("", "a", "A", "b", "ä", "cow", "Cat", "1", "10", "2"),
  fc.boolean(),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 8, arbitrary: scalar },
  fc.constant(null),
  fc.constant({ code: "#N/A", message: "" }),
);
const anyList = fc.array(value, { maxLength: 12 });
const isBelow = (one: Value, other: Value) => compare(one, other, "<") === true;
const ascending = anyList.map((values) => values.sort((one, other) => (isBelow(one, other) ? -1 : 1)));
const lists = fc.oneof(
  anyList,
  ascending,
  ascending.map((values) => values.reverse()),
);

const listOf = (values: readonly Value[]): List => ({ values, places: new Map() });
const kin = (values: readonly Value[], wanted: Scalar) =>
  [...values.keys()].filter((at) => values[at] !== null && typeof values[at] === typeof wanted);

test.each([
  ["<=", 1],
  [">=", -1],
] as const)("the last value %s the wanted one is found", (operator, direction) => {
  fc.assert(
    fc.property(lists, scalar, (values, wanted) => {
      const places = kin(values, wanted).filter((at) => compare(values[at]!, wanted, operator) === true);
      expect(findInOrder(listOf(values), wanted, direction)).toBe(places.at(-1) ?? -1);
    }),
  );
});

test.each([
  ["smaller", false],
  ["smaller", true],
  ["larger", false],
  ["larger", true],
] as const)("the next %s value is found (from the end: %s)", (match, isFromEnd) => {
  fc.assert(
    fc.property(lists, scalar, (given, wanted) => {
      // Only what the list does not contain is searched for so.
      const values = given.filter((each) => compare(each, wanted, "=") !== true);
      const isNearer = (one: Value, other: Value) => (match === "smaller" ? isBelow(other, one) : isBelow(one, other));
      const beyond = kin(values, wanted).filter((at) => isNearer(wanted, values[at]!));
      const best = beyond.filter((at) => !beyond.some((other) => isNearer(values[other]!, values[at]!)));
      expect(findNext(listOf(values), wanted, match, isFromEnd)).toBe(best.at(isFromEnd ? -1 : 0) ?? -1);
    }),
  );
});
