/** Every function with every argument left out, blank, an error, a range, an array and more: none ends the workbook. */
import { calculateBook } from "../../../src/spreadsheet/engine/calculateBook";
import { FUNCTIONS } from "../../../src/spreadsheet/engine/functions/functionTable";
import { parameterAt, row, type FunctionRow, type Kind } from "../../../src/spreadsheet/engine/parameters";
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";
import { calculate } from "./calculate";
import { sheetOf, type Cell } from "./workbook";

const CELLS: readonly (readonly Value[])[] = [
  [1, 2, "a"],
  [3, 4, "2026-01-31"],
  [null, true, { code: "#N/A", message: "" }],
];

/** An argument of each kind that most functions take. */
const USUAL: Readonly<Record<Kind, string>> = {
  number: "2",
  date: "45000",
  strict: "2",
  strictDate: "45000",
  basis: "1",
  digits: '"11"',
  text: '"a"',
  logical: "TRUE",
  any: "2",
  raw: "2",
  numbers: "A1:B2",
  matrix: "A1:B2",
  reference: "A1:B2",
  operand: "A1:B2",
  list: "A1:B2",
  lazy: "2",
  lambda: "LAMBDA(x,x)",
};

/** Texts in place of an argument: "" for one that is left out. */
const ODD = [
  "",
  "F9",
  "#DIV/0!",
  "C3",
  "A1:C3",
  "F9:G10",
  "{1,2;3,4}",
  '{"a",TRUE,#N/A}',
  '"x"',
  "-1.5",
  "1E+300",
  "LAMBDA(x,x)",
  "LAMBDA(x,y,#N/A)",
  "(A1:B1,A2)",
  "OFFSET(A1,{0,1},0)",
];

/** Returns calls with one argument replaced after the other, and with all of them. */
function callsOf(name: string, { signature }: FunctionRow): string[] {
  const { parameters, least, most } = signature;
  const sizes = new Set([least, Math.min(most, parameters.length), Math.min(most, parameters.length + 1)]);
  return [...sizes].flatMap((size) => {
    const usual = Array.from({ length: size }, (_, at) => USUAL[parameterAt(signature, at).kind]);
    const replaced = usual.flatMap((_, at) =>
      ODD.map((odd) => usual.map((each, place) => (place === at ? odd : each))),
    );
    return [usual, ...replaced, ...ODD.map((odd) => usual.map(() => odd))].map((args) => `${name}(${args.join(",")})`);
  });
}

const FORMULAS = [...FUNCTIONS].flatMap(([name, row]) => callsOf(name, row));

/** The formulas stand beside the values, and in few rows, so whole columns are short. */
const FIRST_COLUMN = 30;
const ROWS = 10;

async function outcomesOf(formulas: readonly string[], fill: "one" | "array") {
  const values = CELLS.flatMap((line, row) => line.map((value, column): Cell => ({ row, column, value })));
  const cells = formulas.map((text, at): Cell => {
    const formula = { text, fill, rows: 1, columns: 1, mayReadOthers: true };
    return { row: at % ROWS, column: FIRST_COLUMN + Math.floor(at / ROWS), value: null, formula };
  });
  const outcomes = await calculateBook([sheetOf("Plan", [...values, ...cells])], [], { now: () => 0 });
  return outcomes.map(({ cell, rows, problem }) => ({
    text: formulas[(cell.column - FIRST_COLUMN) * ROWS + cell.row],
    rows,
    problem,
  }));
}

/** Words that no person may read: those of a mistake in the program. */
const OF_PROGRAM = /undefined|null|NaN|object|not a function|cannot read|mistake|TypeError/i;

test.each(["one", "array"] as const)("A formula that fills %s cells has a value or a named refusal", async (fill) => {
  const outcomes = await outcomesOf(FORMULAS, fill);
  expect(outcomes).toHaveLength(FORMULAS.length);
  const isValue = (value: Value | undefined) =>
    typeof value === "number"
      ? Number.isFinite(value)
      : isCellError(value) || ["string", "boolean"].includes(typeof value);
  const wrong = outcomes.filter(({ rows, problem }) =>
    problem === undefined ? !isValue(rows[0]?.[0]) : problem.trim() === "" || OF_PROGRAM.test(problem),
  );
  expect(wrong.map(({ text, rows, problem }) => [text, problem ?? rows[0]?.[0]])).toEqual([]);
});

test.each([
  ["MMULT(,A1:B2)", "#VALUE!"],
  ["MMULT(A1:B2,)", "#VALUE!"],
  ["SUMPRODUCT(,A1:B2)", "#VALUE!"],
  ["SUMPRODUCT(A1:B2,)", "#VALUE!"],
  ["SORT(A1:B1,,)", [[1, 2]]],
  ["SEQUENCE(,3)", [[1, 2, 3]]],
  ["SEQUENCE(,3,,2.5)", [[1, 3.5, 6]]],
  ["GCD(,A1:B2)", "#N/A"],
  ["LCM(4,,6)", "#N/A"],
  ['TEXTSPLIT("a b",)', "#VALUE!"],
  ['TEXTSPLIT("a b",,)', "#VALUE!"],
  [
    "MMULT(1E+300*A1:B2,1E+300*A1:B2)",
    [
      ["#NUM!", "#NUM!"],
      ["#NUM!", "#NUM!"],
    ],
  ],
  ["VSTACK(A1:B2,)", "doubt: An array of VSTACK is left out, and Excel's result is not known here. Write the array."],
  ["FILTER(A1:B2,)", "doubt: An array of FILTER is left out, and Excel's result is not known here. Write the array."],
])("%s is %j", async (formula, expected) => {
  expect(
    await calculate(formula, {
      "A1:B2": [
        [1, 2],
        [3, 4],
      ],
    }),
  ).toEqual(expected);
});

test("A mistake in a function is a refusal of its cell, without the words of the program", async () => {
  const fails = row("any", () => {
    throw new TypeError("Cannot read properties of undefined");
  });
  const functions = FUNCTIONS as Map<string, FunctionRow>;
  functions.set("FAILS", fails);
  try {
    const outcomes = await outcomesOf(["FAILS(1)", "1+1", "LAMBDA(x,FAILS(x))(2)"], "one");
    const problem = expect.stringMatching(/^A mistake of this program .* Report the formula\.$/) as string;
    expect(outcomes).toMatchObject([{ problem }, { rows: [[2]], problem: undefined }, { problem }]);
  } finally {
    functions.delete("FAILS");
  }
});
