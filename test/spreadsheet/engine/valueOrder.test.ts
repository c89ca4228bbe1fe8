/** How Excel compares values. */
import fc from "fast-check";
import { compare } from "../../../src/spreadsheet/engine/valueOrder";
import { DoubtError } from "../../../src/spreadsheet/engine/doubt";
import type { Value } from "../../../src/spreadsheet/engine/values";

const ANSWERS: readonly (readonly [one: Value, operator: string, other: Value, result: boolean])[] = [
  [0.1 + 0.2, "=", 0.3, true],
  [0.1 + 0.2, ">", 0.3, false],
  [1, "=", 1.00000000000001, false],
  [-0, "=", 0, true],
  ["ABC", "=", "abc", true],
  ["a", "<", "É", true],
  ["5", "<", 5, false],
  [false, ">", "zzz", true],
  [null, "=", "", true],
  [null, "=", false, true],
  [null, "<", 1, true],
];

it.each(ANSWERS)("%p %s %p is %p", (one, operator, other, result) => {
  expect(compare(one, other, operator)).toBe(result);
});

it("doubts an order that depends on a hyphen, but not whether texts are equal", () => {
  expect(() => compare("a-z", "ab", "<")).toThrow(DoubtError);
  expect(compare("a-b", "c", "<")).toBe(true);
  expect(compare("a-z", "ab", "=")).toBe(false);
});

it("finds exactly one of smaller, equal and larger", () => {
  const scalar = fc.oneof(
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.string({ unit: fc.constantFrom("a", "B", "é", "1") }),
  );
  fc.assert(
    fc.property(scalar, scalar, (one, other) => {
      const found = ["<", "=", ">"].filter((operator) => compare(one, other, operator) === true);
      expect(found).toHaveLength(1);
      expect(compare(one, other, "<")).toBe(compare(other, one, ">"));
    }),
  );
});
