import { ICommandService, type ICellData } from "@univerjs/core";
import { SetFormulaCalculationResultMutation } from "@univerjs/engine-formula";
import type { CustomFunction } from "../../src/spreadsheet/engine/customFunction";
import { valueAt } from "../../workbench/univer/gridValues";
import { GridCalculation } from "../../workbench/univer/calculation";
import { untilSettled } from "../../workbench/univer/settled";
import { openSnapshot, takeSnapshot, type Snapshot } from "../../workbench/univer/univerSnapshot";
import { createGrid } from "./grid";

interface Asked {
  args: unknown[];
  signal: AbortSignal;
  answer(value: unknown): void;
  fail(error: unknown): void;
}

/** A workbook of one sheet with the function INSIGHTS.PNL, whose answers are given by the test. */
function open(snapshot: Snapshot) {
  const grid = createGrid();
  const asked: Asked[] = [];
  const parameters = [{ name: "a", optional: true }];
  const pnl: CustomFunction = {
    namespace: "INSIGHTS",
    metadata: { id: "PNL", name: "PNL", parameters },
    run: (args, { signal }) => new Promise((answer, fail) => asked.push({ args, signal, answer, fail })),
  };
  openSnapshot(grid, snapshot);
  const calculation = new GridCalculation(grid, [pnl], { onChange: () => undefined });
  const { calls } = calculation;
  const sheet = grid.api.getActiveWorkbook()!.getActiveSheet();
  const at = (address: string) => {
    const range = sheet.getRange(address);
    return { sheet: range.getSheetId(), row: range.getRow(), column: range.getColumn() };
  };
  return {
    grid,
    calls,
    sheet,
    asked,
    value: (address: string) => valueAt(grid, at(address)),
    shown: (address: string) => sheet.getRange(address).getDisplayValue(),
    message: (address: string) => calculation.messageAt(at(address)),
    settled: () => untilSettled(calculation),
    /** The end of the next calculation. */
    calculated: () =>
      new Promise<void>((resolve) => {
        const listening = grid.injector.get(ICommandService).onCommandExecuted(({ id }) => {
          if (id !== SetFormulaCalculationResultMutation.id) return;
          listening.dispose();
          setTimeout(resolve);
        });
      }),
  };
}

type Book = ReturnType<typeof open>;

const bookOf = (cells: Record<string, ICellData>): Snapshot => ({
  data: {
    id: "book",
    sheetOrder: ["s"],
    sheets: {
      s: {
        id: "s",
        name: "Sheet1",
        rowCount: 20,
        columnCount: 10,
        cellData: {
          0: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name.charCodeAt(0) - 65, cell])),
        },
      },
    },
  },
});

let book: Book;
afterEach(() => book.grid.dispose());

test("A pending cell and its dependents show #BUSY! until the answer arrives", async () => {
  book = open(bookOf({ A: { f: '=INSIGHTS.PNL("x")' }, B: { f: "=A1*2" } }));
  await book.calculated();
  expect([book.value("A1"), book.shown("B1"), book.calls.cells("waiting").length]).toEqual(["#BUSY!", "#BUSY!", 1]);
  book.asked[0]!.answer(21);
  await book.calculated();
  expect([book.value("A1"), book.value("B1"), book.calls.cells("waiting")]).toEqual([21, 42, []]);
});

test("A value typed over a pending cell cancels its call", async () => {
  book = open(bookOf({ A: { f: '=INSIGHTS.PNL("x")' } }));
  await book.calculated();
  book.sheet.getRange("A1").setValue({ v: 5, f: null });
  expect(book.asked[0]!.signal.aborted).toBe(true);
  book.asked[0]!.answer(21);
  await new Promise(setImmediate);
  expect([book.value("A1"), book.calls.idle()]).toEqual([5, true]);
});

test("A formula that is entered again asks again, and another cell's look does not", async () => {
  book = open(bookOf({ A: { f: '=INSIGHTS.PNL("x")' } }));
  await book.calculated();
  book.asked[0]!.answer(1);
  await book.calculated();
  book.sheet.getRange("A1").setBackground("#ffffff");
  expect(book.calls.cells()).toHaveLength(1);
  book.sheet.getRange("A1").setFormula('=INSIGHTS.PNL("x")');
  await book.calculated();
  expect([book.asked.length, book.value("A1")]).toEqual([2, "#BUSY!"]);
});

test("Rows that move have all functions asked again at their new places, as in Excel", async () => {
  book = open(bookOf({ A: { f: '=INSIGHTS.PNL("x")' } }));
  await book.calculated();
  book.asked[0]!.answer(1);
  await book.calculated();
  book.sheet.insertRows(0, 1);
  await book.calculated();
  book.asked.at(-1)!.answer(2);
  await book.calculated();
  expect([book.value("A1"), book.value("A2")]).toEqual([null, 2]);
});

test("An error says what the function said, also where it is read, and elsewhere what its code means", async () => {
  book = open(bookOf({ A: { f: '=INSIGHTS.PNL("x")' }, B: { f: "=A1+1" }, C: { f: "=1/0" }, D: { v: "text" } }));
  await book.calculated();
  book.asked[0]!.fail({ code: "#N/A", message: "There is no plan 'x'." });
  await book.calculated();
  expect(["A1", "B1", "C1", "D1", "E1"].map(book.message)).toEqual([
    "There is no plan 'x'.",
    "There is no plan 'x'.",
    expect.stringContaining("divides by zero"),
    undefined,
    undefined,
  ]);
});

const NONE = { code: "#N/A", message: "No." };

test.each<[string, unknown, unknown]>([
  ["is gone", NONE, 0],
  ["is smaller", [[7, 8]], 0],
  [
    "is as large with other values",
    [
      [1, 2],
      [3, 50],
    ],
    100,
  ],
])("Formulas that read a spill are calculated when it %s", async (_what, later, expected) => {
  book = open(bookOf({ A: { f: '=INSIGHTS.PNL("x")' }, D: { f: "=B2*2" } }));
  await book.calculated();
  book.asked[0]!.answer([
    [1, 2],
    [3, 4],
  ]);
  await book.settled();
  expect(book.value("D1")).toBe(8);
  book.sheet.getRange("A1").setFormula('=INSIGHTS.PNL("y")');
  await book.calculated();
  if (later === NONE) book.asked[1]!.fail(later);
  else book.asked[1]!.answer(later);
  await book.settled();
  expect([book.value("D1"), book.asked.length]).toEqual([expected, 2]);
});

test("A reopened workbook shows its values and calls only failed or pending cells", async () => {
  book = open(
    bookOf({ A: { f: '=INSIGHTS.PNL("a")' }, D: { f: '=INSIGHTS.PNL("d")' }, E: { f: '=INSIGHTS.PNL("e")' } }),
  );
  await book.calculated();
  book.asked
    .find(({ args }) => args[0] === "a")!
    .answer([
      ["x", 1],
      ["y", true],
    ]);
  book.asked.find(({ args }) => args[0] === "d")!.fail({ code: "#VALUE!", message: "No." });
  await book.calculated();
  const kept = JSON.parse(JSON.stringify(takeSnapshot(book.grid))) as Snapshot;
  book.grid.dispose();

  book = open(kept);
  expect([book.value("A1"), book.value("B1"), book.value("A2"), book.value("B2")]).toEqual(["x", 1, "y", true]);
  await book.calculated();
  expect(book.asked.map(({ args }) => args[0])).toEqual(["d", "e"]);
  expect([book.value("A1"), book.value("B2"), book.value("D1")]).toEqual(["x", true, "#BUSY!"]);
});

test("Formulas over cells that a spill has left are calculated again", async () => {
  book = open(bookOf({ A: { f: '=INSIGHTS.PNL("x")' }, D: { f: "=SUM(A1:A9)" } }));
  await book.calculated();
  book.asked[0]!.answer([[1], [2], [4]]);
  await book.settled();
  expect(book.value("D1")).toBe(7);
  book.sheet.getRange("A1").setValue({ f: '=INSIGHTS.PNL("y")' });
  await book.calculated();
  book.asked[1]!.answer([[8], [16]]);
  await book.settled();
  expect([book.value("A3"), book.value("D1")]).toEqual([null, 24]);
});
