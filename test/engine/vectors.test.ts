/** The functions' results compared with a spreadsheet's: see test/golden/functions, which `npm run vectors` makes anew. */
import { VERIFIED_FUNCTIONS } from "../../src/engine/verifiedFunctions";
import { calculateVectors, isRight, readFamilies, type Answer, type Vector } from "./functionVectors";

const families = readFamilies();
const right = new Set<Vector>();

function nameOfVector({ formula, array }: Vector): string {
  return array === undefined ? formula : `{${formula}}`;
}

function wrong(vector: Vector, answer: Answer): string[] {
  if ("problem" in answer) return [];
  if (isRight(vector, answer.rows)) {
    right.add(vector);
    return [];
  }
  return [
    `${nameOfVector(vector)} is ${JSON.stringify(answer.rows)}, not ${JSON.stringify(vector.error ?? vector.value)}`,
  ];
}

describe("A formula has Excel's result or is named as not verified:", () => {
  test.each(families.map(({ name, functions }) => [name, Object.values(functions).flat()] as const))(
    "%s",
    async (_name, vectors) => {
      const answers = await calculateVectors(vectors);
      expect(vectors.flatMap((vector, at) => wrong(vector, answers[at]!))).toEqual([]);
    },
  );
});

describe("The list of verified functions", () => {
  const own = new Map(families.flatMap(({ functions }) => Object.entries(functions)));

  test("holds those only that have given the right value for a vector of their own", () => {
    const unproven = [...VERIFIED_FUNCTIONS.keys()].filter(
      (name) => !own.get(name)?.some((vector) => right.has(vector)),
    );
    expect(unproven).toEqual([]);
  });

  test("leaves out what gives wrong values", () => {
    const named = ["ISOWEEKNUM", "DOLLAR", "AREAS", "MAKEARRAY", "CUBE", "FLATTEN", "COMPARE", "GOOGLEFINANCE"];
    expect(named.filter((name) => VERIFIED_FUNCTIONS.has(name))).toEqual([]);
  });

  test("has vectors that say where they come from", () => {
    const nameless = [...own.values()].flat().filter(({ value, error }) => value === undefined && error === undefined);
    expect(nameless).toEqual([]);
  });
});

/** Few enough that a change which has most formulas refused is seen. */
test("Nine of ten vectors are calculated, not refused", () => {
  expect(right.size).toBeGreaterThan(0.9 * families.flatMap(({ functions }) => Object.values(functions).flat()).length);
});

test("Formulas beyond what was compared are told by what is wrong with them", async () => {
  const vectors = [
    "ISOWEEKNUM(A1)",
    "SUM((A1,A2))",
    "SUM(A1:A3 A2:B2)",
    "SUM(A1:A3*2)",
    "YEAR(60)",
    "IFERROR(DAY(59),1)",
    "COUNT(,1)",
    "SUM(XLOOKUP(20,K1:K6,A1:A6):A9)",
    "ROWS(A:A)",
    'MATCH("x",{"1-2","x"},0)',
    'COUNTIF(A:A,"")',
    'MATCH("x",{"a,b","x"},0)',
    'MATCH("x",{"a;b","x"},0)',
    "INDEX({-1,+2},2)",
    "IFERROR(#REF!A1,5)",
    "SUMPRODUCT(#REF!A1:A3)",
    'LEN("a\rb")',
    'CODE("€")',
    "((A1+A2)*2)%",
  ].map((formula) => ({ formula }));
  const answers = await calculateVectors(vectors);
  expect(answers.map((answer) => ("problem" in answer ? answer.problem : answer.rows))).toEqual([
    "The function ISOWEEKNUM is not among those that are verified here.",
    "Unions of ranges are not verified here.",
    "Intersections of ranges are not verified here.",
    "The formula fills one cell but has several values, of which Excel takes the one in line with it.",
    "The function YEAR is not verified here for dates before March 1900 or after 9999.",
    "The function DAY is not verified here for dates before March 1900 or after 9999.",
    "Omitted arguments of COUNT are not verified here.",
    "Ranges with a calculated end are verified here for INDEX and OFFSET only.",
    "The function ROWS is not verified here for whole columns and rows.",
    "Texts with digits and signs in array constants are not verified here.",
    "The function COUNTIF is not verified here for the blank cells of whole columns or rows.",
    "Texts with commas or semicolons in array constants are not verified here.",
    "Texts with commas or semicolons in array constants are not verified here.",
    "Numbers with a plus sign in array constants are not verified here.",
    "References to deleted sheets are not verified here.",
    "References to deleted sheets are not verified here.",
    "Texts with carriage returns are not verified here.",
    "The function CODE is not verified here for characters beyond the first 256.",
    "Percent signs after brackets within brackets are not verified here.",
  ]);
});
