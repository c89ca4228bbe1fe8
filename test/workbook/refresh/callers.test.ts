import type { FormulaCell } from "../../../src/workbook/cells/cells";
import { createLedger, type Ledger } from "../../../src/workbook/ledger/ledger";
import {
  callsMadeBy,
  cellsMaking,
  cellsShowing,
  detachOthers,
  findOrphans,
  findUncertain,
  haveMoved,
  isShown,
  mayHaveOrphans,
  noteFormulas,
} from "../../../src/workbook/refresh/callers";

const FORMULA = '=INSIGHTS.KPI("a",A1)';

function cellAt(row: number, value: unknown, formula = FORMULA): FormulaCell {
  return { sheet: "Sheet1", row, column: 1, formula, value };
}

const names = (cells: readonly FormulaCell[]) => cells.map(({ row }) => `B${row + 1}`);

let ledger: Ledger;
beforeEach(() => {
  ledger = createLedger({ now: () => 0, maxAge: () => Infinity });
});

/** A call that returned this in these cells of column B. */
async function called(args: string, result: unknown, ...rows: number[]) {
  const call = ledger.wrap("KPI", () => Promise.resolve(result));
  for (const row of rows) await call("a", args, { address: `Sheet1!B${row}` });
}

/** A call that failed in this cell of column B. */
async function failed(args: string, code: string, row: number) {
  const call = ledger.wrap("KPI", () => Promise.reject(Object.assign(new Error("No."), { code })));
  await call("a", args, { address: `Sheet1!B${row}` }).catch(() => undefined);
}

describe("The call of a cell is certain", () => {
  test("if the cell shows what its call returned, and uncertain otherwise", async () => {
    await called("x", 5, 1, 2);
    noteFormulas(ledger, [cellAt(0, 5), cellAt(1, 5)]);
    expect(names(findUncertain(ledger, [cellAt(0, 5), cellAt(1, 6)]))).toEqual(["B2"]);
  });

  test("only while the formula at its address is the same", async () => {
    await called("x", 5, 1);
    noteFormulas(ledger, [cellAt(0, 5)]);
    expect(names(findUncertain(ledger, [cellAt(0, 5, '=INSIGHTS.KPI("a",A2)')]))).toEqual(["B1"]);
  });

  test("if it was seen to make none", () => {
    const branch = cellAt(0, 1, '=IF(A1,INSIGHTS.KPI("a",A1),1)');
    expect(names(findUncertain(ledger, [branch]))).toEqual(["B1"]);
    noteFormulas(ledger, [branch]);
    expect(findUncertain(ledger, [branch])).toEqual([]);
  });

  test("if its argument is in error, so that it makes none", () => {
    noteFormulas(ledger, [cellAt(0, 1)]);
    expect(findUncertain(ledger, [cellAt(0, "#DIV/0!")])).toEqual([]);
  });

  test("unless it shows a value and was seen to make none: another user's Excel has made it", () => {
    noteFormulas(ledger, [cellAt(0, 1)]);
    expect(names(findUncertain(ledger, [cellAt(0, 1)]))).toEqual(["B1"]);
  });

  test("unless it has made more calls than its formula has", async () => {
    await called("x", 5, 1);
    await called("y", 5, 1);
    const both = "=INSIGHTS.KPI(A1)+INSIGHTS.KPI(A2)";
    expect(names(findUncertain(ledger, [cellAt(0, 5)]))).toEqual(["B1"]);
    expect(findUncertain(ledger, [cellAt(0, 10, both)])).toEqual([]);
    await called("z", 5, 1);
    expect(names(findUncertain(ledger, [cellAt(0, 10, both)]))).toEqual(["B1"]);
  });
});

describe("A cell that is one call", () => {
  test.each([
    ["a number", 5, 5, true],
    ["another number", 5, 6, false],
    ["a number with the fifteen digits that files keep", 0.1 + 0.2, 0.3, true],
    ["a number that differs in the fourteenth digit", 1, 1 + 1e-13, false],
    ["the corner of its table", [["Line", 5]], "Line", true],
    ["a cell of its table that is no corner", [["Line", 5]], 5, false],
    ["nothing, where its table has no corner", [["", 5]], "", true],
  ])("shows %s: %p as %p is %p", async (_what, result, value, expected) => {
    await called("x", result, 1);
    expect(isShown(cellAt(0, value), ledger.entries())).toBe(expected);
  });

  test.each([
    ["#VALUE!", "#VALUE!", true],
    ["#N/A", "#VALUE!", false],
    ["#VALUE!", "#N/A", false],
    // What keeps the result from the cell is not the call's.
    ["#VALUE!", "#SPILL!", true],
    ["#VALUE!", 5, false],
  ])("whose call failed with %s shows it as %p: %p", async (code, value, expected) => {
    await failed("x", code, 1);
    expect(isShown(cellAt(0, value), ledger.entries())).toBe(expected);
  });

  test("and shows an error although its call returned does not show it", async () => {
    await called("x", 5, 1);
    expect(isShown(cellAt(0, "#N/A"), ledger.entries())).toBe(false);
  });
});

describe("A cell that does more than call us", () => {
  const MORE = "=1+INSIGHTS.KPI(A1)";

  test("may show any value, and an error if its call has failed", async () => {
    await called("x", 5, 1);
    expect(isShown(cellAt(0, 99, MORE), ledger.entries())).toBe(true);
    expect(isShown(cellAt(0, "#VALUE!", MORE), ledger.entries())).toBe(false);
    expect(isShown(cellAt(0, "#N/A", MORE), ledger.entries())).toBe(false);
    await failed("y", "#VALUE!", 1);
    expect(isShown(cellAt(0, "#VALUE!", MORE), ledger.entries())).toBe(true);
  });
});

describe("Cells of which two may have changed places", () => {
  test("have moved if one that has settled no longer makes its call", async () => {
    await called("x", 5, 1);
    await called("y", 5, 2);
    const before = callsMadeBy(ledger, [cellAt(0, 5), cellAt(2, 5)]);
    const isMoved = (unsettled: readonly FormulaCell[] = []) => haveMoved(ledger, before, unsettled);
    expect(isMoved()).toBe(false);
    ledger.detach(["Sheet1!B1"]);
    expect(isMoved()).toBe(true);
    expect(isMoved([cellAt(0, 5)])).toBe(false);
    await called("y", 5, 1);
    expect(isMoved()).toBe(true);
    await called("x", 5, 1);
    expect(isMoved()).toBe(false);
  });
});

describe("A call without a known cell", () => {
  test("is an orphan, and may become one with its last certain cell", async () => {
    await called("x", 5, 1, 2);
    await called("y", 6, 3);
    const cells = [cellAt(0, 5), cellAt(1, 5), cellAt(2, 6)];
    expect(findOrphans(ledger)).toEqual([]);
    expect(mayHaveOrphans(ledger, cells.slice(0, 1))).toBe(false);
    expect(mayHaveOrphans(ledger, cells.slice(0, 2))).toBe(true);
    detachOthers(ledger, cells.slice(0, 2));
    expect(findOrphans(ledger).map(({ args }) => args)).toEqual([["a", "y"]]);
  });

  test("keeps the addresses of cells that are there", async () => {
    await called("x", 5, 1);
    detachOthers(ledger, [cellAt(0, 5)]);
    expect([...ledger.entries()[0]!.addresses]).toEqual(["Sheet1!B1"]);
  });
});

test("The cells of a call are those that make it, and those that may", async () => {
  await called("x", 5, 1);
  await called("y", 6, 2, 3);
  const cells = [cellAt(0, 5), cellAt(1, 6), cellAt(2, 7)];
  noteFormulas(ledger, cells);
  const [call] = ledger.entries();
  expect(names(cellsMaking([call!], cells))).toEqual(["B1"]);
  expect(names(cellsShowing(ledger, [call!], cells))).toEqual(["B1", "B3"]);
});
