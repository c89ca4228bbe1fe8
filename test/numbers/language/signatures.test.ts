import metadata from "../../../src/numbers/functions/functions.json";
import {
  argumentIn,
  argumentNames,
  argumentPosition,
  argumentsInOrder,
  SIGNATURES,
  takes,
} from "../../../src/numbers/language/signatures";

test("The table has the functions and arguments that Excel is told of", () => {
  const declared = metadata.functions.map(({ id, parameters }) => [id, parameters.map(({ name }) => name)]);
  expect(Object.fromEntries(declared)).toEqual(SIGNATURES);
});

test("An argument that takes one of a few words offers them, and no other does", () => {
  for (const { parameters } of metadata.functions) {
    for (const parameter of parameters) {
      const offersWords = "customEnumId" in parameter || parameter.name === "details";
      expect(`${parameter.name} ${takes(parameter.name, "word")}`).toBe(`${parameter.name} ${offersWords}`);
    }
  }
});

test("Arguments are found by name and put in order by name", () => {
  const args = argumentsInOrder("VAR", { base: "b", basePlan: "p", layout: "table" });
  expect(args).toEqual([null, null, "b", null, null, null, null, null, null, null, null, "p", null]);
  expect(argumentIn({ id: "VAR", args }, "basePlan")).toBe("p");
  expect(argumentIn({ id: "VAR", args: ["p"] }, "basePlan")).toBeUndefined();
  expect(argumentIn({ id: "KPI", args }, "basePlan")).toBeUndefined();
});

test.each(["A_LATER_ONE", "toString", ""])("The function %j has no arguments that are known", (id) => {
  expect(argumentNames(id)).toBeUndefined();
  expect(argumentPosition(id, "plan")).toBe(-1);
});
