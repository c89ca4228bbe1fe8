import { asText, asTyped } from "../../../src/spreadsheet/formulas/cellContent";

test("A text is kept as text whatever it looks like", () => {
  expect(["", "Plan", "=A1", "'"].map(asText)).toEqual(["", "'Plan", "'=A1", "''"]);
});

test.each([
  [5, 5],
  [true, true],
  ["", ""],
  ["Plan", "Plan"],
  ["Übersicht", "Übersicht"],
  ["#N/A", "#N/A"],
  ["#nonsense", "'#nonsense"],
  ["007", "'007"],
  ["May 5", "'May 5"],
  ["=A1", "'=A1"],
  ["TRUE", "'TRUE"],
  ["false", "'false"],
  ["trueish", "trueish"],
])("The constant %j is typed as %j", (value, typed) => {
  expect(asTyped(value)).toBe(typed);
});
