/** Each function with each kind of argument, as Excel calculates it: see test/golden/classes.json, which `npm run vectors` makes. */
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
