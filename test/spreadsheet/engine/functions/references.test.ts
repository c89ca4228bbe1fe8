/** Functions of references. The formula stands in H1. */
import { calculate, type CellValues } from "../calculate";

const CELLS: CellValues = {
  "A1:C3": [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ],
};
const DOUBT: unknown = expect.stringMatching("^doubt");

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["ROW()", 1],
  ["COLUMN()", 8],
  ["ROW(A2:B3)", [[2], [3]]],
  ["COLUMN(B:C)", [[2, 3]]],
  ["ROWS(A:A)", 1_048_576],
  ["COLUMNS({1,2;3,4})", 2],
  ["ROWS(5)", 1],
  ["AREAS((A1,B2:C3))", 2],
  ["AREAS(A1:C3)", 1],
  ["SUM(OFFSET(A1,1,1,2,2))", 28],
  ["SUM(OFFSET(C3,0,0,-2,-2))", 28],
  ["OFFSET(C3,-1.9,0)", 6],
  ["SUM(OFFSET(A1,0,0,0.5,2))", 3],
  ["SUM(OFFSET(A1:B2,1,1,,1))", 13],
  ["OFFSET(C3,0,0,-1.5,1)", DOUBT],
  ["OFFSET(A1,-1,0)", "#REF!"],
  ["SUM(OFFSET(A1,0,0,0))", "#REF!"],
  ["SUBTOTAL(9,OFFSET(A1,{0;1;2},0,1,3))", [[6], [15], [24]]],
  ['INDIRECT("B"&2)', 5],
  ['INDIRECT("B02")', 5],
  ['SUM(INDIRECT("A1:B2"))', 12],
  ['INDIRECT("Missing!A1")', "#REF!"],
  ['INDIRECT("not-a-name")', "#REF!"],
  ['INDIRECT("Sales")', DOUBT],
  ["INDIRECT(\"'[a.xlsx]S'!A1\")", DOUBT],
  ['INDIRECT("R2C3",FALSE)', 6],
  ['INDIRECT("R[1]C[-6]",FALSE)', 5],
  ["ADDRESS(2,3)", "$C$2"],
  ["ADDRESS(2,3,4)", "C2"],
  ['ADDRESS(2,3,2,FALSE,"P&L")', "'P&L'!R2C[3]"],
  ["ADDRESS(0,1)", "#VALUE!"],
  ['CELL("address",B2)', "$B$2"],
  ['CELL("type",Z9)', "b"],
  ['CELL("row",B3)', 3],
  ['CELL("col",B3)', 2],
  ['CELL("contents",B3)', 8],
  ['CELL("filename",A1)', DOUBT],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});
