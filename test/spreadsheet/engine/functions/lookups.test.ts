/** Look-ups: which value they find. */
import { calculate, type CellValues } from "../calculate";

const CELLS: CellValues = {
  "A1:A5": [[1], [3], [3], [5], [null]],
  "B1:B5": [["a"], ["b"], ["c"], ["d"], ["e"]],
  "C1:C5": [[5], [1], ["x"], [null], ["y*"]],
  "D1:D5": [[9], [7], [7], [7], [2]],
  "E1:G1": [["x", "y", "z"]],
};
const DOUBT: unknown = expect.stringMatching("^doubt");

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["MATCH(3,A1:A5,0)", 2],
  ["MATCH(3,A1:A5)", 3],
  ["MATCH(4,A1:A5)", 3],
  ["MATCH(0,A1:A5)", "#N/A"],
  ["MATCH(8,D1:D5,-1)", 1],
  ["MATCH(3,C1:C5)", DOUBT],
  ["MATCH(9E99,C1:C5)", 2],
  ['MATCH("X",C1:C5,0)', 3],
  ['MATCH("?",C1:C5,0)', 3],
  ['MATCH("y~*",C1:C5,0)', 5],
  ["MATCH(C4,C1:C5,0)", "#N/A"],
  ["MATCH(C4,{0,1},0)", DOUBT],
  ["MATCH(C4,{-1,1,2})", 1],
  ["MATCH(C4,{1,0,-2},-1)", 2],
  ['VLOOKUP(C4,{-1,"a";1,"b"},2)', "a"],
  ['HLOOKUP(C4,{-1,1;"a","b"},2)', "a"],
  ["VLOOKUP(C4,A1:B5,2,FALSE)", "#N/A"],
  ["XMATCH(C4,{-1.1,2.1,3.1,4.1},-1)", DOUBT],
  ["INDEX({1,2,3},1,0,2)", "#REF!"],
  ["MATCH(1,A1:B5,0)", "#N/A"],
  ["XMATCH(C4,C1:C5)", 4],
  ['XMATCH("a",C1:C5,3)', DOUBT],
  ["XMATCH(3,A1:A5,0,-1)", 3],
  ["XMATCH(4,A1:A4,-1)", 2],
  ["XMATCH(4,A1:A4,-1,-1)", 3],
  ["XMATCH(4,A1:A4,1)", 4],
  ["XMATCH(9,C1:C5,1)", 3],
  ["XMATCH(7,D1:D5,0,-2)", 4],
  ["XMATCH(8,D1:D5,-1,-2)", 2],
  ["XMATCH(3,D1:D5,1,-2)", 4],
  ["XMATCH(3,A1:A4,0,2)", DOUBT],
  ["XMATCH(4,A1:A4,1,2)", 4],
  ["XMATCH(4,A1:A5,1,2)", DOUBT],
  ['XMATCH("x",C1:C5,2,2)', "#VALUE!"],
  ["XMATCH(1,A1:A5,4)", "#VALUE!"],
  ["XLOOKUP(3,A1:A5,B1:B5)", "b"],
  ["XLOOKUP(4,A1:A5,B1:B5)", "#N/A"],
  ['XLOOKUP(4,A1:A5,B1:B5,"none")', "none"],
  ["XLOOKUP(3,A1:A5,B1:C5)", [["b", 1]]],
  ["XLOOKUP(3,A1:A5,B1:B4)", "#VALUE!"],
  ['XLOOKUP("y",E1:G1,E1:G1)', "y"],
  ["SUM(XLOOKUP(1,A1:A5,D1:D5):D2)", 16],
  ["VLOOKUP(3,A1:D5,2,FALSE)", "b"],
  ["VLOOKUP(3,A1:D5,2)", "c"],
  ["VLOOKUP(3,A1:D5,2,)", "b"],
  ["VLOOKUP(3,A1:D5,5,FALSE)", "#REF!"],
  ["VLOOKUP(3,A1:D5,0,FALSE)", "#VALUE!"],
  ["VLOOKUP(4,A1:D5,0,FALSE)", "#N/A"],
  ["VLOOKUP(4,A1:D5,5,FALSE)", DOUBT],
  ["VLOOKUP({1;5},A1:B5,2,0)", [["a"], ["d"]]],
  ['HLOOKUP("Y",E1:G1,1,FALSE)', "y"],
  ["LOOKUP(4,A1:A5,B1:B5)", "c"],
  ['LOOKUP(2,1/(B1:B5="b"),A1:A5)', 3],
  ["LOOKUP(4,A1:A3,B2:B3)", "d"],
  ["LOOKUP(4,A1:B4)", "c"],
  ["LOOKUP(4,A1:B4,B1:B4)", "c"],
  ["LOOKUP(4,A1:D2,A3:D3)", DOUBT],
  ["INDEX(A1:B5,0,1)", [[1], [3], [3], [5], [0]]],
  ["INDEX(E1:G1,2)", "y"],
  ["INDEX(E1:G1,1,4)", "#REF!"],
  ["INDEX(A1:B5,-1,1)", "#VALUE!"],
  ["INDEX((A1:A2,B1:B2),2,1,2)", "b"],
  ["SUM(INDEX(A1:A5,2):A4)", 11],
  ["INDEX({1,2;3,4},2,{1,2})", [[3, 4]]],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});

it("does not look up by order in a list where other values stand between", async () => {
  const cells: CellValues = { "A1:A4": [[1], ["x"], [3], ["y"]] };
  expect(await calculate("MATCH(2,A1:A4)", cells)).toEqual(DOUBT);
  expect(await calculate("MATCH(4,A1:A4)", cells)).toBe(3);
});
