/** Each function with each kind of argument, as Excel calculates it: see test/golden/classes.json. */
import { unlisted } from "./differences";
import { calculateClasses, isAsWanted, type ClassAnswer } from "./functionClasses";

let calculated: readonly ClassAnswer[];
let count: number;
beforeAll(async () => {
  const answers = await calculateClasses();
  count = answers.length;
  calculated = answers.filter(({ problem }) => problem === undefined);
});

test("Every function with every kind of argument is right or named, or its difference is listed", () => {
  const formulas = (answers: readonly ClassAnswer[]) => answers.map(({ formula }) => formula);
  const wrong = calculated.filter((answer) => !isAsWanted(answer));
  expect(unlisted(formulas(wrong), formulas(calculated.filter(isAsWanted)))).toEqual([]);
});

test("Nearly all functions with nearly all kinds of arguments are calculated", () => {
  expect(calculated.length).toBeGreaterThan(0.97 * count);
});
