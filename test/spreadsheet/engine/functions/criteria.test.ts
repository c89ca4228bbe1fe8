/** Criteria: which cells they find. */
import { calculate, type CellValues } from "../calculate";

const CELLS: CellValues = {
  "A1:A8": [[5], ["5"], ["five"], ["Five*"], [null], [""], [true], [{ code: "#N/A", message: "" }]],
  "B1:B4": [["Jan 26"], ["Feb 26"], ["Q1 2026"], ["FY26 Plan"]],
  "C1:C3": [[46023], ["1-26"], ["x"]],
  "D1:D3": [["123456789012345678"], ["123456789012345699"], ["x"]],
  "E1:E4": [[1], [2], [3], [4]],
  "F1:F2": [[1], [0.1 + 0.2]],
};
const DOUBT: unknown = expect.stringMatching("^doubt");

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["COUNTIF(A1:A8,5)", 2],
  ['COUNTIF(A1:A8,"=5")', 2],
  ['COUNTIF(A1:A8,"<>5")', 7],
  ['COUNTIF(A1:A8,">4")', 1],
  ['COUNTIF(A1:A8,"FIVE")', 1],
  ['COUNTIF(A1:A8,"five~*")', 1],
  ['COUNTIF(A1:A8,"*")', 4],
  ['COUNTIF(A1:A8,"<>*")', 4],
  ['COUNTIF(A1:A8,"~five")', DOUBT],
  ['COUNTIF(A1:A8,"")', 2],
  ['COUNTIF(A1:A8,"=")', 1],
  ['COUNTIF(A1:A8,"<>")', 7],
  ['COUNTIF(A1:A8,"<="&Z9)', 0],
  ["COUNTIF(A1:A8,TRUE)", 1],
  ["COUNTIF({1,2},1)", "#VALUE!"],
  ['COUNTIF(A1:A8,"#n/a")', 1],
  ['COUNTIF(A:A,"")', 1_048_570],
  ["COUNTIF(F2,0.3)", 1],
  ['COUNTIF(B1:B4,"Q1 2026")', 1],
  ['COUNTIF(B1:B4,"fy26 plan")', 1],
  ['COUNTIF(B1:B4,"Jan 26")', 1],
  ['COUNTIF(B1:B4,"<>Jan 26")', DOUBT],
  ['COUNTIF(B1:B4,">=Jan 26")', DOUBT],
  ['COUNTIF(C1:C3,"Jan 2026")', DOUBT],
  ["COUNTIF(C1:C3,46023)", DOUBT],
  ['COUNTIF(C1:C3,"2026-01-01")', DOUBT],
  ['COUNTIF(C1:C1,"2026-01-01")', 1],
  ["COUNTIF(D1:D3,D1)", 2],
  ['COUNTIF(E1:E4,{1,">2"})', [[1, 2]]],
  ['COUNTIFS(E1:E4,">1",E1:E4,"<4")', 2],
  ["COUNTIFS(E1:E4,1,E1:E3,1)", "#VALUE!"],
  ['SUMIF(E1:E3,">1",E2)', 7],
  ['SUMIF(E1:E2,">1",E1:E4)', 2],
  ["SUMIF(A7:A8,TRUE,A7:A8)", 0],
  ['SUMIF(E1:E2,">0",A7:A8)', "#N/A"],
  ['SUMIF(E1:E3,">1",E1048575)', "#REF!"],
  ['AVERAGEIF(E1:E4,">9")', "#DIV/0!"],
  ['MAXIFS(E1:E4,E1:E4,">9")', 0],
  ['MINIFS(E1:E4,E1:E4,">1")', 2],
  ['SUMIFS(E1:E3,E1:E4,">1")', "#VALUE!"],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});

it("finds the text TRUE only if no logical value is looked for", async () => {
  expect(await calculate("COUNTIF(A1:A2,TRUE)", { A1: "TRUE", A2: true })).toEqual(DOUBT);
  expect(await calculate('COUNTIF(A1:A2,"T*")', { A1: "TRUE", A2: true })).toBe(1);
});
