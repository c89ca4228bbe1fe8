import { argumentOfNames, argumentText, parseArgumentText } from "../../../src/excel/taskpane/argumentText";

test.each([
  ["", { kind: "blank" }],
  ["FY26 Plan", { kind: "text", value: "FY26 Plan" }],
  ["'=not a formula", { kind: "text", value: "=not a formula" }],
  ["=$B$1", { kind: "reference", text: "$B$1" }],
  ['=A1&"x"', { kind: "expression", text: 'A1&"x"' }],
  ["=2026", { kind: "number", value: 2026 }],
] as const)("%j in a field is one argument, and is shown again as it was typed", (typed, argument) => {
  expect(parseArgumentText(typed)).toEqual(argument);
  expect(argumentText(argument)).toBe(typed);
});

test("Spaces around what is typed are none of it", () => {
  expect(parseArgumentText(" FY26 Plan ")).toEqual({ kind: "text", value: "FY26 Plan" });
});

test("No name is a blank argument, one a text, several a list", () => {
  expect([[], ["a"], ["a", "b"]].map(argumentOfNames)).toEqual([
    { kind: "blank" },
    { kind: "text", value: "a" },
    { kind: "list", values: ["a", "b"] },
  ]);
});
