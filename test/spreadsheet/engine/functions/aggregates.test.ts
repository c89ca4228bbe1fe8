/** Sums and subtotals: what counts, and what is left out. */
import { calculateBook } from "../../../../src/spreadsheet/engine/calculateBook";
import { calculate } from "../calculate";
import { declare } from "../declare";
import { sheetOf, type Cell } from "../workbook";

const CELLS = {
  "A1:A6": [[1], ["2"], [true], [null], [""], [4]],
  "B1:B3": [[1], [{ code: "#N/A", message: "" }], [3]],
};
const DOUBT: unknown = expect.stringMatching("^doubt");

const ANSWERS: readonly (readonly [formula: string, result: unknown])[] = [
  ["SUM(A1:A6)", 5],
  ['SUM(A1:A6,"3",TRUE)', 9],
  ['SUM("x")', "#VALUE!"],
  ["SUM(B1:B3)", "#N/A"],
  ["SUM((A1:A2,A6))", 5],
  ["AVERAGE(A2:A5)", "#DIV/0!"],
  ["AVERAGEA(A1:A6)", 6 / 5],
  ["MAXA(A2:A4)", 1],
  ["MAX(A2:A5)", 0],
  ["PRODUCT(A2:A5)", 0],
  ["COUNT(A1:A6)", 2],
  ['COUNT("2",TRUE,,"x",1/0)', 3],
  ["COUNTA(A1:A6)", 5],
  ["COUNTBLANK(A1:A6)", 2],
  ["COUNTBLANK(C:C)", 1_048_576],
  ["SUBTOTAL(9,A1:A6)", 5],
  ["SUBTOTAL(2,B1:B3)", 2],
  ["SUBTOTAL(9,B1:B3)", "#N/A"],
  ["SUBTOTAL(12,A1:A6)", "#VALUE!"],
  ["AGGREGATE(9,6,B1:B3)", 4],
  ["AGGREGATE(9,4,B1:B3)", "#N/A"],
  ["AGGREGATE(3,6,B1:B3)", 2],
  ["AGGREGATE(14,6,1/B1:B3,2)", 1 / 3],
  ["AGGREGATE(15,6,B1:B3,{1,2,3})", [[1, 3, "#NUM!"]]],
  ["AGGREGATE(9,6,{1,2})", "#VALUE!"],
  ["AGGREGATE(9,8,B1:B3)", "#VALUE!"],
];

it.each(ANSWERS)("%s is as in Excel", async (formula, result) => {
  expect(await calculate(formula, CELLS)).toEqual(result);
});

/** Calculates a formula over 1, a formula and 4, in A1 to A3. @param hiddenRows Indexes. */
async function overFormula(formula: string, inner: string, hiddenRows: readonly number[] = []): Promise<unknown> {
  const size = { fill: "one", rows: 1, columns: 1, mayReadOthers: true } as const;
  const cells: Cell[] = [
    { row: 0, column: 0, value: 1 },
    { row: 1, column: 0, value: 2, formula: { ...size, text: inner } },
    { row: 2, column: 0, value: 4 },
    { row: 0, column: 7, value: null, formula: { ...size, text: formula } },
  ];
  const outcomes = await calculateBook(
    [{ ...sheetOf("Plan", cells), hiddenRows }],
    [declare("READ", "cells*", () => 0)],
  );
  const outcome = outcomes.find(({ cell }) => cell.column === 7);
  return outcome?.problem === undefined ? outcome?.rows[0]?.[0] : `doubt: ${outcome.problem}`;
}

const NESTED: readonly (readonly [formula: string, inner: string, result: unknown])[] = [
  ["SUBTOTAL(9,A1:A3)", "1+1", 7],
  ["SUBTOTAL(9,A1:A3)", "SUBTOTAL(9,B1:B2)", 5],
  ["SUBTOTAL(9,A1:A3)", "SUBTOTAL(9,OFFSET(B1,0,0))", 5],
  ["SUBTOTAL(9,A1:A3)", "1+SUBTOTAL(9,B1:B2)", DOUBT],
  ["SUBTOTAL(9,A1:A3)", "AGGREGATE(9,0,B1:B2)", DOUBT],
  ["AGGREGATE(9,0,A1:A3)", "AGGREGATE(9,0,B1:B2)", 5],
  ["AGGREGATE(9,4,A1:A3)", "SUBTOTAL(9,B1:B2)", 5],
];

it.each(NESTED)("%s leaves out a cell with %s only if it is a subtotal", async (formula, inner, result) => {
  expect(await overFormula(formula, inner)).toEqual(result);
});

it("leaves out hidden rows where any hidden row is left out", async () => {
  expect(await overFormula("SUBTOTAL(109,A1:A3)", "1+1", [2])).toBe(3);
  expect(await overFormula("AGGREGATE(9,5,A1:A3)", "1+1", [2])).toBe(3);
});

it("refuses hidden rows where it matters if a filter hides them", async () => {
  expect(await overFormula("SUBTOTAL(9,A1:A3)", "1+1", [2])).toEqual(DOUBT);
  expect(await overFormula("SUBTOTAL(9,A1:A2)", "1+1", [2])).toBe(3);
});
