/** The functions' results compared with a spreadsheet's: see test/golden/functions. */
import { FUNCTIONS } from "../../../src/spreadsheet/engine/functions/functionTable";
import { unlisted } from "./differences";
import { calculateVectors, isRight, readFamilies, type Answer, type Vector } from "./functionVectors";

const families = readFamilies();
const right = new Set<Vector>();

function isWrong(vector: Vector, answer: Answer): boolean {
  if ("problem" in answer) return false;
  if (isRight(vector, answer.rows)) right.add(vector);
  return !right.has(vector);
}

describe("A formula has Excel's result, or is named, or its difference is listed:", () => {
  test.each(families.map(({ name, functions }) => [name, Object.values(functions).flat()] as const))(
    "%s",
    async (_name, vectors) => {
      const answers = await calculateVectors(vectors);
      const wrong = vectors.filter((vector, at) => isWrong(vector, answers[at] ?? { problem: "none" }));
      const formulas = (some: readonly Vector[]) => some.map(({ formula }) => formula);
      expect(unlisted(formulas(wrong), formulas(vectors.filter((vector) => right.has(vector))))).toEqual([]);
    },
  );

  test("and 98 of 100 are calculated, not named", () => {
    expect(right.size).toBeGreaterThan(
      0.98 * families.flatMap(({ functions }) => Object.values(functions).flat()).length,
    );
  });
});

test("Each vector says what its result is", () => {
  const all = families.flatMap(({ functions }) => Object.values(functions).flat());
  expect(all.filter(({ value, error }) => value === undefined && error === undefined)).toEqual([]);
});

test("Functions that only another spreadsheet has are not calculated", () => {
  const foreign = ["CUBE", "FLATTEN", "COMPARE", "GOOGLEFINANCE", "PRODUCTIF", "MULTIPLY"];
  expect(foreign.filter((name) => FUNCTIONS.has(name))).toEqual([]);
});
