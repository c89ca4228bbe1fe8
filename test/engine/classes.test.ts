/** Each function with each kind of argument, as Excel calculates it: see test/golden/classes.json, which `npm run vectors` makes. */
import { VERIFIED_FUNCTIONS } from "../../src/engine/verifiedFunctions";
import { calculateClasses, isAsWanted, type ClassAnswer } from "./functionClasses";

let answers: readonly ClassAnswer[];
beforeAll(async () => void (answers = await calculateClasses()));

test("Every function with every kind of argument is right or named", () => {
  const wrong = answers.filter((answer) => answer.problem === undefined && !isAsWanted(answer));
  expect(wrong.map(({ formula, given, wanted }) => ({ formula, given, wanted }))).toEqual([]);
});

test("Most functions with most kinds of arguments are calculated", () => {
  const calculated = answers.filter(({ problem }) => problem === undefined);
  expect(calculated.length).toBeGreaterThan(0.75 * answers.length);
});

/** Functions without an argument that could be varied, or with another result each time. */
const WITHOUT_CLASSES = ["PI", "TRUE", "FALSE", "NA", "TODAY", "NOW", "RAND", "RANDBETWEEN", "RANDARRAY"];

test("Every verified function is calculated for some kinds of its arguments", () => {
  const called = (template: string) => template.match(/[A-Z][A-Z0-9.]*(?=\()/g) ?? [];
  const calculated = answers.filter(({ problem }) => problem === undefined);
  const names = new Set(calculated.flatMap(({ template }) => called(template)));
  const missing = [...VERIFIED_FUNCTIONS.keys()].filter((name) => !names.has(name));
  expect(missing.sort()).toEqual([...WITHOUT_CLASSES].sort());
});
