import { type Family, fieldsOf } from "../../src/insights";
import metadata from "../../src/functions/functions.json";
import { choicesOf, familyOf, FUNCTION_NAMES, FUNCTIONS } from "../../src/taskpane/functions";
import { texts } from "../../src/taskpane/texts";

test("The functions and their arguments are those that Excel is told of, in their order", () => {
  const told = metadata.functions.map(({ id, parameters }) => [id, parameters.map(({ name }) => name)]);
  expect(Object.fromEntries(Object.entries(FUNCTIONS))).toEqual(Object.fromEntries(told));
});

test("Every function, argument and choice has a text", () => {
  for (const name of FUNCTION_NAMES) {
    expect(texts.formula.functions[name]).toBeTruthy();
    for (const argument of FUNCTIONS[name]) {
      expect([argument, texts.formula.arguments[argument]]).toEqual([argument, expect.any(String)]);
      for (const choice of choicesOf(name, argument) ?? []) {
        expect([choice, texts.formula.choices[choice]]).toEqual([choice, expect.any(String)]);
      }
    }
  }
});

test("A function of one family offers the fields of that family", () => {
  const families = FUNCTION_NAMES.map(familyOf).filter((family): family is Family => family !== undefined);
  expect(families.map((family) => fieldsOf(family).length > 0)).toEqual([true, true, true, true]);
});
