/** Cells to which a formula has been copied share it. Each shows what the formula's own text there would show. */
import { calculateBook } from "../../../src/spreadsheet/engine/calculateBook";
import type { BookFormula } from "../../../src/spreadsheet/engine/bookSheet";
import { relativeKey } from "../../../src/spreadsheet/formulas/relative";
import { moveFormula } from "../../../src/spreadsheet/xlsx/fileCells";
import { declare } from "./declare";
import { fixtureCells, otherSheet, readFamilies } from "./functionVectors";
import { sheetOf, type Cell } from "./workbook";

/** The formulas stand one below the other, and their copies beside them. */
const FIRST = { row: 100, column: 30 };
const TO = { row: 2, column: 3 };
const SIZE = { fill: "one" as const, rows: 1, columns: 1 };

/** A third of the vectors: all would take a minute. */
const formulas = readFamilies()
  .flatMap(({ functions }) => Object.values(functions).flat())
  .filter(({ array }, at) => array === undefined && at % 3 === 0)
  .map(({ formula }) => formula);

/** Each formula twice: copied, as `copyOf` makes it, and only the copy is looked at. */
async function shownBy(copyOf: (formula: BookFormula, from: Cell, to: { row: number; column: number }) => BookFormula) {
  const cells = formulas.flatMap((text, at): Cell[] => {
    const place = { row: FIRST.row + at * 3, column: FIRST.column };
    const to = { row: place.row + TO.row, column: place.column + TO.column };
    const from: Cell = { ...place, value: null };
    const formula = { ...SIZE, text, at: place };
    return [
      { ...from, formula },
      { ...to, value: null, formula: copyOf(formula, from, to) },
    ];
  });
  const all = `INSIGHTS.READ(ROWS(J1:AU59)+ROWS(AE100:AH${FIRST.row + formulas.length * 3 + 9}))`;
  const reader: Cell = { row: 60, column: 50, value: 0, formula: { ...SIZE, text: all } };
  const sheets = [sheetOf("Plan", [...fixtureCells(), ...cells, reader]), otherSheet()];
  const outcomes = await calculateBook(sheets, [declare("READ", "cells*", () => 0)]);
  return outcomes
    .filter(({ cell }) => cell.column === FIRST.column + TO.column)
    .map(({ cell, rows, problem }) => ({ formula: formulas[(cell.row - FIRST.row - TO.row) / 3], rows, problem }))
    .sort((one, other) => ((one.formula ?? "") < (other.formula ?? "") ? -1 : 1));
}

const isVolatile = ({ formula = "" }: { formula?: string | undefined }) => /RAND|NOW|TODAY/.test(formula);

test("A copied formula shows in each cell what its own text there shows", async () => {
  const written = await shownBy((formula, from, to) => ({ ...SIZE, text: moveFormula(formula.text, from, to) }));
  let count = 0;
  const shared = await shownBy((formula, from, to) => {
    const text = moveFormula(formula.text, from, to);
    const key = relativeKey(formula.text, from);
    const isCopy = key !== undefined && key === relativeKey(text, to);
    if (isCopy) count++;
    return isCopy ? formula : { ...SIZE, text };
  });
  const stay = (each: (typeof written)[number]) => !isVolatile(each);
  expect(count).toBeGreaterThan(800);
  expect(shared.filter(stay)).toEqual(written.filter(stay));
});

test.each([
  ["C3", "A1+$B$2", "E7", "C5+$B$2", true],
  ["C3", "A1+B$2", "C4", "A2+B$2", true],
  ["C3", "A1+B2", "C4", "A2+B2", false],
  ["C3", '"A1"&A1', "C4", '"A2"&A2', false],
  ["C3", "'A1'!A1", "C4", "'A2'!A2", false],
  ["C3", "LOG10(A1)", "C13", "LOG20(A11)", false],
  ["C3", "éA1+A1", "C4", "éA2+A2", false],
  ["C3", "XFE1", "C4", "XFE2", false],
  ["C3", "a1", "C4", "A2", true],
  ["C3", "SUM(A:A,A1)", "D3", "SUM(B:B,B1)", true],
  ["C3", "SUM(A:A,A1)", "D3", "SUM(A:A,B1)", false],
  ["C3", "SUM($A:B)+SUM(1:$2)", "D4", "SUM($A:C)+SUM(2:$2)", true],
  ["C3", "SUM(1:1)", "C4", "SUM(2:2)", true],
  ["C3", "SUM(1:1)", "C4", "SUM(1:1)", false],
  ["A1", "SUM(A:A)", "A1", "SUM(1:1)", false],
  ["C3", "SUM('A:A'!B:B)", "D3", "SUM('A:A'!C:C)", true],
  ["C3", "SUM(A:A.b)", "D3", "SUM(B:B.b)", false],
])("From %s to %s, %s is %s copied: %s", (from, formula, to, other, isCopy) => {
  const [one, two] = [relativeKey(formula, place(from)), relativeKey(other, place(to))];
  expect(one === two).toBe(isCopy);
});

test.each(["Sales[A1]", "Sales[@Net]", "ANCHORARRAY(A1)", "A1#", "LET(a,A1,a)", "LAMBDA(a,A1)(1)"])(
  "Not compared is %s",
  (formula) => expect(relativeKey(formula, place("B2"))).toBeUndefined(),
);

function place(address: string) {
  return { row: Number(address.slice(1)) - 1, column: address.charCodeAt(0) - 65 };
}

test.each([
  "SUM(A3:A200000)",
  "SUM($A3:A200000)",
  "SUM(A$1:A200000)",
  "SUM(A3:A$200000)",
  "SUM($A$1:$A$200000)",
  "SUM(A3:B1048570)",
  "SUM(A:A)",
  "SUM($A:B)",
  "SUM(A:$A)+COUNT($A:$A)",
  "SUM(1:1)",
  "SUM($1:1)",
  "SUM(1:$2)",
  'SUMIF($A:$A,">1",B:B)',
  "SUM(Plan!A:A,B:B B2:C9)",
  "INDEX(A:B,ROW(),1)",
])("Copies of %s read what their own texts there read", async (text) => {
  const from = { row: 2, column: 3 };
  // Each column and row has a sum of its own, and no formula reads one.
  const values = [0, 1, 2].flatMap((column) =>
    Array.from({ length: 7 }, (_, row) => ({ row, column, value: 10 ** row * (column + 1) })),
  );
  const places = [from, { row: 4, column: 3 }, { row: 2, column: 4 }, { row: 5, column: 4 }];
  const cells = places.map((place): Cell => ({ ...place, value: null }));
  const shown = async (formulaAt: (at: Cell) => BookFormula) => {
    const book = [...values, ...cells.map((at) => ({ ...at, formula: formulaAt(at) }))];
    const outcomes = await calculateBook([sheetOf("Plan", book)], []);
    return outcomes.map(({ cell, rows, problem }) => ({ ...cell, rows, problem }));
  };
  const all = { ...SIZE, mayReadOthers: true };
  const shared = { ...all, text, at: from };
  const own = await shown((at) => ({ ...all, text: moveFormula(text, from, at) }));
  expect(own).toMatchObject(places.map((place) => ({ ...place, problem: undefined })));
  expect(await shown(() => shared)).toEqual(own);
});
