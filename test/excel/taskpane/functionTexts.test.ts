import { functionDescriptions } from "../../../src/excel/actions/formula/functionDescriptions";
import { FAMILIES } from "../../../src/insights";
import {
  choiceText,
  familyText,
  functionText,
  parameterHint,
  parameterText,
} from "../../../src/excel/taskpane/functionTexts";
import { texts } from "../../../src/excel/taskpane/texts/texts";

test("Every function, choice and family has a text of the pane, or Excel's", () => {
  for (const each of functionDescriptions) {
    const all = [functionText(each), ...each.parameters.map(parameterText)];
    const choices = each.parameters.flatMap((parameter) => parameter.choices ?? []).map(choiceText);
    for (const text of [...all, ...choices]) expect(text).toMatch(/^\S.*\S$/);
  }
  for (const family of FAMILIES) expect(familyText(family)).toMatch(/^\S.*\S$/);
});

test("The functions that are offered today have texts of the pane's own", () => {
  for (const { id } of functionDescriptions.filter(({ isAnnounced }) => !isAnnounced))
    expect(Object.keys(texts.formula.functions)).toContain(id);
});

test("What the pane has no text for is described as Excel describes it", () => {
  const description = "Shifts a period. Example: =INSIGHTS.SHIFT(1)";
  expect(functionText({ id: "SHIFT", description, isAnnounced: false, parameters: [] })).toBe("Shifts a period");
  const parameter = { name: "laterArgument", description: "The period to compare with", isList: false };
  expect(parameterText(parameter)).toBe("Later argument");
  expect(parameterHint(parameter)).toBe("The period to compare with");
  expect(choiceText({ value: "PY", description: "The year before" })).toBe("The year before");
});

test("A parameter with a text of the pane's own needs no hint", () => {
  expect(parameterHint({ name: "plan", description: "Name or id of a plan", isList: false })).toBeUndefined();
});
