/** The numbers behind cells, over Microsoft's real proxies: one workbook for all tests. */
import { formatSheetPosition } from "../../../../src/spreadsheet/cells/address";
import { traceCell, type CellTrace } from "../../../../src/excel/workbook/explain/cellNumbers";
import { cellsReadBy } from "../../../../src/excel/workbook/explain/tracedCells";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = 'INSIGHTS.KPI("Plan","One","ebit")';
const TWO = 'INSIGHTS.KPI("Plan","Two","ebit")';

/** Lets Excel tell which formula fills a cell, or not. */
function supportSpills(isOn: boolean): void {
  const requirements = { isSetSupported: (_set: string, version: string) => version !== "1.12" || isOn };
  Object.assign(globalThis, { Office: { context: { requirements } } });
}

let setup: WorkbookSetup;
beforeAll(async () => {
  supportSpills(true);
  setup = await setUpWorkbook({
    // Other tables in the row and in the column of H3.
    H20: '=INSIGHTS.PNL("Plan","Two","ebit")',
    N3: '=INSIGHTS.PNL("Plan","One","ebit")',
    A1: `=${ONE}`,
    A2: `=${TWO}-${ONE}`,
    A3: `=INSIGHTS.KPI("Plan",IF(${ONE}>0,"One","Two"),"ebit")`,
    A4: `=IF(TRUE,${ONE},${TWO})`,
    A5: '=INSIGHTS.KPI("Plan","Three","ebit")',
    A6: "=INSIGHTS.PLANS()",
    A9: "=INSIGHTS.KPI(B9,C9:C9,D9)",
    B9: "Plan",
    C9: "Two",
    D9: "ebit",
    B10: 5,
    C10: '=0+INSIGHTS.KPI("Plan","Two","ebit",,,,"EUR")',
    D10: '=INSIGHTS.KPI(Gone!A1,"One","ebit")',
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, row) => [`P${row + 1}`, `=IFERROR(INSIGHTS.KPI($B$9,$C$9,Q${row + 1}),0)`]),
    ),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, row) => [`Q${row + 1}`, "ebit"])),
    P30: "=SUM(P1:P20)",
    B11: "=A1*INSIGHTS.KPI(B9,C9,D9)+A2",
    // A chain of references.
    F1: "=A1",
    F2: "=F1",
    F3: "=F2",
    F4: "=F3",
    F5: "=F4",
    F6: "=F5",
    G1: "=SUM(G100:G498)",
    G2: "=SUM(G100:G499)",
    H3: '=INSIGHTS.PNL("Plan",{"One","Two"},"ebit")',
    K1: "=SUM(H3#)",
    K2: "=I4+7",
    K3: "=A1+A1+Gone!B5",
    "'Other sheet'!A1": "=Sheet1!A1",
    "'Other sheet'!A2": `=${TWO}`,
  });
  await Excel.run(async (context) => {
    const { names, worksheets } = context.workbook;
    const [sheet, other] = ["Sheet1", "Other sheet"].map((name) => worksheets.getItem(name));
    if (!sheet || !other) throw new Error("A sheet is missing.");
    names.add("Chosen", sheet.getRange("A1"));
    other.names.add("Chosen", other.getRange("A2"));
    names.add("Both", sheet.getRange("H4:J4"));
    names.add("Rate", "=0.5");
    await context.sync();
  });
  const named = { C11: "=Chosen*Rate", "'Other sheet'!A3": "=Chosen", D11: "='Other sheet'!Chosen", C12: "=SUM(Both)" };
  for (const [address, formula] of Object.entries(named)) setup.workbook.enter(address, formula);
  await setup.workbook.settled();
});
afterAll(() => setup.workbook.close());

const trace = (address: string): Promise<CellTrace> =>
  traceCell(`Sheet1!${address}`, { ledger: setup.ledger, settings: {} });
const numbersOf = async (address: string) =>
  (await trace(address)).numbers.map(({ address: cell, call, value }) => [cell, call.id, call.args[1], value]);

/** The arguments as the functions take them. */
const argsOf = (...given: string[]) => [...given, null, null, null, null, null, null];

test("A call is the number of its cell", async () => {
  expect(await trace("A1")).toEqual({
    shown: 100,
    formula: `=${ONE}`,
    numbers: [
      {
        address: "Sheet1!A1",
        call: expect.objectContaining({ id: "KPI", args: argsOf("Plan", "One", "ebit") }) as object,
        value: 100,
        entry: expect.objectContaining({ state: "done" }) as object,
      },
    ],
    unread: [],
    isCut: false,
  });
});

test("Each call of a formula is a number, but not a call inside another", async () => {
  expect(await numbersOf("A2")).toEqual([
    ["Sheet1!A2", "KPI", "Two", 200],
    ["Sheet1!A2", "KPI", "One", 100],
  ]);
  expect((await numbersOf("A4")).map(([, , scenario]) => scenario)).toEqual(["One", "Two"]);
  const inner = await trace("A3");
  expect([inner.numbers.length, inner.unread]).toEqual([0, ["Sheet1!A3"]]);
});

test("A call that failed has its error and no value", async () => {
  const [failed, ...others] = (await trace("A5")).numbers;
  expect(failed).toMatchObject({ value: undefined, error: expect.stringContaining("Three") as string });
  expect(others).toEqual([]);
});

test("A call that returns no number of a plan is not read", async () => {
  expect(await trace("A6")).toMatchObject({ numbers: [], unread: ["Sheet1!A6"], isCut: false });
});

test("Arguments are read from their cells, and a range of one cell as its value", async () => {
  const [number] = (await trace("A9")).numbers;
  expect(number).toMatchObject({ address: "Sheet1!A9", value: 200, call: { args: argsOf("Plan", "Two", "ebit") } });
});

test("References are followed through six cells, and no further", async () => {
  expect(await trace("F5")).toMatchObject({ numbers: [{ address: "Sheet1!A1" }], isCut: false });
  expect(await trace("F6")).toMatchObject({ numbers: [], isCut: true });
});

test("Four hundred cells are read with the explained one, and no more", async () => {
  expect((await trace("G1")).isCut).toBe(false);
  expect((await trace("G2")).isCut).toBe(true);
});

test("Numbers of a table are found by the cells that it fills", async () => {
  expect(await numbersOf("I4")).toEqual([["Sheet1!I4", "KPI", "One", 100]]);
  expect(await numbersOf("K1")).toEqual([
    ["Sheet1!I4", "KPI", "One", 100],
    ["Sheet1!J4", "KPI", "Two", 200],
  ]);
  expect(await numbersOf("K2")).toEqual([["Sheet1!I4", "KPI", "One", 100]]);
});

test("Numbers of a table are found without Excel's help while their cells are known", async () => {
  supportSpills(false);
  expect(await numbersOf("J4")).toEqual([["Sheet1!J4", "KPI", "Two", 200]]);
  supportSpills(true);
});

test("References outside of a call are followed, those inside are its arguments", async () => {
  expect((await numbersOf("B11")).map(([address, , , value]) => [address, value])).toEqual([
    ["Sheet1!B11", 200],
    ["Sheet1!A1", 100],
    ["Sheet1!A2", 200],
    ["Sheet1!A2", 100],
  ]);
});

test("Arguments that are left out stay blank", async () => {
  const [number] = (await trace("C10")).numbers;
  expect(number).toMatchObject({
    value: 200,
    call: { args: ["Plan", "Two", "ebit", null, null, null, "EUR", null, null] },
  });
});

test("Cells and arguments take a few round trips, however many there are", async () => {
  const run = jest.spyOn(Excel, "run");
  const { numbers } = await trace("P30");
  const trips = run.mock.calls.length;
  run.mockRestore();
  expect([numbers.length, trips]).toEqual([20, 3]);
});

test("A call with an argument that cannot be read is not read", async () => {
  expect(await trace("D10")).toMatchObject({ numbers: [], unread: ["Sheet1!D10"] });
});

test("Names lead to their cells; that of the own or named sheet comes first", async () => {
  const addressesOf = async (address: string) =>
    (await traceCell(address, { ledger: setup.ledger, settings: {} })).numbers.map((number) => number.address);
  expect(await addressesOf("Sheet1!C11")).toEqual(["Sheet1!A1"]);
  expect(await addressesOf("'Other sheet'!A3")).toEqual(["'Other sheet'!A2"]);
  expect(await addressesOf("Sheet1!D11")).toEqual(["'Other sheet'!A2"]);
  expect(await addressesOf("Sheet1!C12")).toEqual(["Sheet1!I4", "Sheet1!J4"]);
});

test("A cell that is read twice counts once, and a missing sheet is left out", async () => {
  expect(await numbersOf("K3")).toEqual([["Sheet1!A1", "KPI", "One", 100]]);
});

test("References lead to other sheets and back", async () => {
  const { numbers } = await traceCell("'Other sheet'!A1", { ledger: setup.ledger, settings: {} });
  expect(numbers.map(({ address }) => address)).toEqual(["Sheet1!A1"]);
});

test("Blank cells, texts, plain numbers and addresses that are none have no numbers", async () => {
  for (const address of ["Z99", "B9", "B10", "nowhere!"])
    expect(await trace(address)).toMatchObject({ numbers: [], unread: [], isCut: false });
});

test.each([
  ["a column", "=SUM(B1:B9)", ["B1", "B2", "B3", "B4"]],
  ["a row", "=SUM(B1:J1)", ["B1", "C1", "D1", "E1"]],
  ["two columns", "=SUM(B1:C9)", ["B1", "C1", "B2", "C2"]],
  ["a few cells", "=B1+C$2", ["B1", "C2"]],
  ["a spill", "=SUM(B1#)", ["D5", "D6"]],
  ["a spill that is not known", "=SUM(B2#)", ["B2"]],
])("One cell more than three is read of %s", async (_what, formula, cells) => {
  const spillAt = ({ row }: { row: number }) =>
    row === 0 ? { sheet: "Sheet1", row: 4, column: 3, rows: 2, columns: 1 } : undefined;
  const found = await cellsReadBy(
    { sheet: "Sheet1", row: 0, column: 0, formula },
    { isOutside: () => true, spillAt, mostCells: 3 },
  );
  expect(found.map((cell) => formatSheetPosition(cell))).toEqual(cells.map((cell) => `Sheet1!${cell}`));
});

describe("in a workbook that was just opened", () => {
  beforeAll(() => {
    setup.ledger.detach(["A1", "A2", "A9", "H3"].map((address) => `Sheet1!${address}`));
  });

  test("calls are found by their arguments", async () => {
    expect(await numbersOf("A1")).toEqual([["Sheet1!A1", "KPI", "One", 100]]);
    expect(await numbersOf("A2")).toHaveLength(2);
    expect(await numbersOf("A9")).toMatchObject([["Sheet1!A9", "KPI", expect.anything(), 200]]);
  });

  test("numbers of tables are found by the formula that fills their cells", async () => {
    expect(await numbersOf("J4")).toEqual([["Sheet1!J4", "KPI", "Two", 200]]);
  });

  test("numbers that the ledger does not know are those of plain calls alone", async () => {
    setup.ledger.clear();
    expect(await numbersOf("A1")).toEqual([["Sheet1!A1", "KPI", "One", 100]]);
    expect((await numbersOf("A2")).map(([, , , value]) => value)).toEqual([undefined, undefined]);
    expect((await trace("J4")).unread).toEqual(["Sheet1!J4"]);
    expect((await trace("A6")).unread).toEqual(["Sheet1!A6"]);
  });
});
