/** Quick ways of calculating long arrays, compared with the same calculation in small steps. */
import fc from "fast-check";
import { calculate, type Specs } from "./workbook";
import { runs } from "../../propertyOptions";
import { declare } from "./declare";
import type { Value } from "../../../src/spreadsheet/engine/values";

const READ = [declare("READ", "cells*", () => 0)];

/** Calculates formulas in column F over these rows of columns A and B. */
async function results(rows: readonly (readonly Value[])[], formulas: readonly string[]): Promise<unknown[]> {
  const specs: Specs = {};
  rows.forEach((cells, row) => cells.forEach((value, at) => (specs[`${"AB".charAt(at)}${row + 1}`] = value)));
  formulas.forEach((f, row) => (specs[`F${row + 1}`] = { f: `${f}+INSIGHTS.READ(1)` }));
  const shown = await calculate(specs, READ);
  return formulas.map((_, row) => shown[`F${row + 1}`]);
}

const cell: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, min: -1e9, max: 1e9 }) },
  { weight: 1, arbitrary: fc.constantFrom<Value>(null, true, false, 0, 1) },
);

describe("A formula over an array has the result of the same formula cell by cell:", () => {
  const perCell = (rows: readonly unknown[], make: (row: number) => string) =>
    rows.map((_, at) => make(at + 1)).join("+");

  test.each<[string, string, (row: number) => string]>([
    ["products", "SUMPRODUCT(A1:A#*B1:B#)", (row) => `A${row}*B${row}`],
    ["sums", "SUMPRODUCT(A1:A#+B1:B#)", (row) => `(A${row}+B${row})`],
    ["differences", "SUMPRODUCT(A1:A#-B1:B#)", (row) => `(A${row}-B${row})`],
    ["conditions", "SUMPRODUCT((A1:A#>0.5)*(A1:A#<>B1:B#)*B1:B#)", (row) => `(A${row}>0.5)*(A${row}<>B${row})*B${row}`],
    ["conditions as numbers", "SUMPRODUCT(--(A1:A#=A1))", (row) => `(A${row}=A1)`],
    ["a single value beside", "SUMPRODUCT((A1:A#=B1)*3-1)", (row) => `((A${row}=B1)*3-1)`],
  ])("%s", async (_what, array, single) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 12 }), async (rows) => {
        const [quick, slow] = await results(rows, [
          array.replaceAll("#", String(rows.length)),
          `(${perCell(rows, single)})`,
        ]);
        expect(quick).toBeCloseTo(Number(slow), 4);
        if (Math.abs(Number(slow)) > 1e-3) expect(Number(quick) / Number(slow)).toBeCloseTo(1, 12);
      }),
      { numRuns: runs(15) },
    );
  });

  test("a difference of cents within a function does not cancel out", async () => {
    const rows = [
      [0.1, 0.3],
      [0.2, 0],
    ] as const;
    expect(await results(rows, ["SUMPRODUCT(A1:A2-B1:B2)", "SUMPRODUCT(A1:A2+0)-B1"])).toEqual([
      2.7755575615628914e-17, 5.551115123125783e-17,
    ]);
  });

  test("texts and errors in the array are what Excel makes of them", async () => {
    const rows: Value[][] = [
      [1, "x"],
      [2, { code: "#N/A", message: "" }],
    ];
    const formulas = ["SUMPRODUCT(A1:A2*B1:B2)", "SUMPRODUCT(A1:A1*B1:B1)", 'SUMPRODUCT((B1:B1="X")*A1:A1)'];
    expect(await results(rows, formulas)).toEqual(["#VALUE!", "#VALUE!", 1]);
  });
});
