/** Conditions, and of which kind values are. */
import { calculate, type CellValues } from "../calculate";

const CELLS: CellValues = { A1: 1, A2: "TRUE", A3: false, A4: null, A5: "", A6: { code: "#N/A", message: "" } };

const DOUBT: unknown = expect.stringMatching("^doubt");

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["IF(A1,A4)", 0],
  ["IF(A3,1)", false],
  ["IF(A3,1,)", 0],
  ['IF("x",1,2)', "#VALUE!"],
  ["IF(TRUE,1,1/0)", 1],
  [
    "IF({1,0},A1:A2,5)",
    [
      [1, 5],
      ["TRUE", 5],
    ],
  ],
  ["LET(double,NA(),double(2))", "#N/A"],
  ["LET(double,2,double(2))", "#VALUE!"],
  ["IFS(A3,1,A1,2)", 2],
  ["IFS(A3,1)", "#N/A"],
  ["IFS(1/0,1,TRUE,2)", "#DIV/0!"],
  ['SWITCH(A1,2,"b",1,"a")', "a"],
  ['SWITCH(A1,2,"b","other")', "other"],
  ['SWITCH(A1,2,"b")', "#N/A"],
  ['SWITCH(FALSE,Z99,"match")', "#N/A"],
  ['SWITCH(Z99,"","match")', "#N/A"],
  ['SWITCH(Z99,0,"match")', "match"],
  ['SWITCH("",Z99,"match")', "match"],
  ["IFS({TRUE,FALSE},1,TRUE,2)", [[1, 2]]],
  ['SWITCH(1,{1,2},"a")', DOUBT],
  ["IFS({1,0,0},1,{0,1,0},2)", [[1, 2, "#N/A"]]],
  ['IFS({"x",TRUE},1)', [["#VALUE!", 1]]],
  ["IFS(TRUE,1,1/0,2)", 1],
  ["CHOOSE(2.9,1,A1:A2)", [[1], ["TRUE"]]],
  ["CHOOSE(3,1,2)", "#VALUE!"],
  ["SUM(CHOOSE(1,A1,A2):A3)", 1],
  ["AND(A1,A2,A3)", false],
  ["AND(A2)", "#VALUE!"],
  ['AND("TRUE",TRUE)', true],
  ['OR(A3,"x")', "#VALUE!"],
  ["OR(A1:A5)", true],
  ["OR(A1:A6)", "#N/A"],
  ["XOR(TRUE,TRUE,TRUE)", true],
  ["NOT(A4)", true],
  ["IFERROR(A6,5)", 5],
  ["IFERROR(A4,5)", 0],
  ["IFERROR(A1:A2/A3:A4,0)", [[0], [0]]],
  ["IFNA(1/0,5)", "#DIV/0!"],
  ["ISBLANK(A4)", true],
  ["ISBLANK(A5)", false],
  ["ISTEXT(A5)", true],
  ["ISNUMBER(A4)", false],
  ["ISERR(A6)", false],
  ["ISEVEN(TRUE)", "#VALUE!"],
  ["ISEVEN(-2.9)", true],
  ["ISREF(A1:A2)", true],
  ["ISREF(5)", false],
  ["N(A2:A3)", 0],
  ["N(TRUE)", 1],
  ["SUM(N(OFFSET(A1,{0;2},0)))", 1],
  ["T(A1)", ""],
  ["T(A6)", "#N/A"],
  ["TYPE(A1:A2)", 64],
  ["TYPE(A6)", 16],
  ["ERROR.TYPE(A6)", 7],
  ["ERROR.TYPE(A1)", "#N/A"],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});
