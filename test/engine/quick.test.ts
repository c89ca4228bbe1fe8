/** Quick ways of calculating long arrays and periods, compared with the same calculation in small steps. */
import fc from "fast-check";
import { calculate, type Specs } from "./workbook";
import { runs } from "../propertyOptions";
import { declare } from "./declare";
import type { Value } from "../../src/engine/values";

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

  test("amounts in cents cancel out exactly", async () => {
    const rows = [
      [0.1, 0.3],
      [0.2, 0],
    ] as const;
    expect(await results(rows, ["SUMPRODUCT(A1:A2-B1:B2)", "SUMPRODUCT(A1:A2+0)-B1"])).toEqual([0, 0]);
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

describe("Workdays of long periods are those of its parts:", () => {
  const day = fc.integer({ min: 1000, max: 80_000 });
  const days = fc.record({ start: day, end: day, holidays: fc.array(day, { minLength: 1, maxLength: 5 }) });

  test.each([
    ["NETWORKDAYS", ""],
    ["NETWORKDAYS.INTL", "7,"],
    ["NETWORKDAYS.INTL", "12,"],
    ["NETWORKDAYS.INTL", '"1010100",'],
  ])("%s(…,%s…)", async (name, weekend) => {
    await fc.assert(
      fc.asyncProperty(days, async ({ start, end, holidays }) => {
        const rows = holidays.map((holiday) => [holiday]);
        const range = `A1:A${holidays.length}`;
        const [whole] = await results(rows, [`${name}(${start},${end},${weekend}${range})`]);
        expect(whole).toBe(countDays(start, end, weekend, holidays));
      }),
      { numRuns: runs(15) },
    );
  });

  test.each([
    ["WORKDAY", ""],
    ["WORKDAY.INTL", "2,"],
    ["WORKDAY.INTL", '"0000011",'],
  ])("%s(…,%s…) ends where so many workdays have passed", async (name, weekend) => {
    const count = fc.integer({ min: 51, max: 5_000 }).map((days) => (days % 2 === 0 ? days : -days));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20_000, max: 80_000 }), count, fc.array(day), async (start, wanted, all) => {
        const holidays = weekend === "" ? all : [];
        const rows = holidays.map((holiday) => [holiday]);
        const range = holidays.length > 0 ? `,A1:A${holidays.length}` : "";
        const formula = `${name}(${start},${wanted}${weekend && `,${weekend.slice(0, -1)}`}${range})`;
        const end = Number((await results(rows, [formula]))[0]);
        expect(countDays(start + Math.sign(wanted), end, weekend, holidays)).toBe(wanted);
        expect(countDays(end, end, weekend, holidays)).toBe(1);
      }),
      { numRuns: runs(15) },
    );
  });
});

const WEEKENDS: Readonly<Record<string, string>> = {
  "": "0000011",
  "7,": "0000110",
  "12,": "1000000",
  "2,": "1000001",
};

/** Counts day by day. The weekend is the formula's argument. */
function countDays(start: number, end: number, weekend: string, holidays: readonly number[]): number {
  const free = WEEKENDS[weekend] ?? weekend.slice(1, 8);
  const [first, last] = [Math.min(start, end), Math.max(start, end)];
  let count = 0;
  for (let each = first; each <= last; each++)
    if (free.charAt((each + 5) % 7) === "0" && !holidays.includes(each)) count++;
  return start <= end ? count : -count;
}
