import { freeze as freezeCells, type FreezeSummary } from "../../../src/workbook/freezing/freeze";
import type { Scope } from "../../../src/workbook/cells/cells";
import { readSavedFrozen } from "../../../src/workbook/freezing/savedFrozen";
import { thaw } from "../../../src/workbook/freezing/thaw";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = '=INSIGHTS.PNL("Plan","One","ebit")';
const TABLE = '=INSIGHTS.PNL("Plan",,"ebit")';

let setup: WorkbookSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const NOW = Date.UTC(2026, 2, 16, 9, 30);
const freeze = (scope: Scope): Promise<FreezeSummary> => freezeCells({ ledger: setup.ledger, scope, now: () => NOW });

/** Row by row; the blanks of a spill are as blank as others. */
const allValues = (address: string) => setup.workbook.values(address).map((row) => row.map((value) => value ?? ""));

/** Without the line that says that the sheet is frozen. */
const values = (address: string) =>
  allValues(address).map((row) =>
    row.map((value) => (typeof value === "string" && /^Frozen on/.test(value) ? "" : value)),
  );

/** The formulas of a range, "" where a cell has none. */
async function formulas(address: string, sheet = "Sheet1"): Promise<string[][]> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address).load("formulas");
    await context.sync();
    return (range.formulas as unknown[][]).map((row) =>
      row.map((each) => (String(each).startsWith("=") ? String(each) : "")),
    );
  });
}

async function edit(change: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void): Promise<void> {
  await Excel.run(async (context) => {
    change(context.workbook.worksheets.getItem("Sheet1"), context);
    await context.sync();
  });
  await setup.workbook.settled();
}

async function hiddenNames(): Promise<string[]> {
  return Excel.run(async (context) => {
    const names = context.workbook.names.load("items/name,items/visible");
    await context.sync();
    return names.items.filter(({ visible }) => !visible).map(({ name }) => name);
  });
}

describe("freezing", () => {
  test("leaves values in place of formulas, of spills and of errors too, and all else as it is", async () => {
    setup = await setUpWorkbook({
      A1: ONE,
      A3: TABLE,
      A7: '=INSIGHTS.PNL("Plan","Won","ebit")',
      A9: "=A1*2",
      B9: "mine",
    });
    const before = values("A1:C9");
    expect(await freeze("workbook")).toMatchObject({ cells: 3, skipped: [] });
    await setup.workbook.settled();
    expect(values("A1:C9")).toEqual(before);
    expect((await formulas("A1:C9")).flat().filter(Boolean)).toEqual(["=A1*2"]);
  });

  test("keeps a text a text, whatever it looks like", async () => {
    setup = await setUpWorkbook({
      A1: '=INSIGHTS.PNL("Plan","One","ebit",,,,,"table")',
      A4: '="=1+1"&LEFT(INSIGHTS.PNL("Plan","One","ebit"),0)',
      A5: '=TEXT(INSIGHTS.PNL("Plan","One","ebit"),"000000")',
      A6: '=IF(INSIGHTS.PNL("Plan","One","ebit")>0,"2026-03","")',
    });
    await freeze("workbook");
    await setup.workbook.settled();
    expect(values("A4:A6").flat()).toEqual(["=1+1", "000100", "2026-03"]);
  });

  test("of a sheet or of a selection leaves the others", async () => {
    setup = await setUpWorkbook({ A1: ONE, A2: ONE, "'Other sheet'!A1": ONE });
    await edit((sheet) => sheet.getRange("A2").select());
    expect((await freeze("selection")).cells).toBe(1);
    expect((await formulas("A1:A2")).flat()).toEqual([ONE, ""]);
    expect((await freeze("sheet")).cells).toBe(1);
    expect(await formulas("A1", "Other sheet")).toEqual([[ONE]]);
  });

  test("takes out of the ledger what only these cells have asked", async () => {
    setup = await setUpWorkbook({ A1: ONE, A2: '=INSIGHTS.PNL("Plan","Two","ebit")', A3: ONE });
    await edit((sheet) => sheet.getRange("A1:A2").select());
    await freeze("selection");
    expect(setup.ledger.entries().map(({ args }) => args[1])).toEqual([[["One"]]]);
    const kept = Object.values(setup.workbook.state.parts).find((xml) => xml.includes("<ledger"));
    expect(kept).toContain("One");
    expect(kept).not.toContain("Two");
  });

  test("takes out of the ledger what was asked before the workbook was opened, once no cell is left to ask it", async () => {
    setup = await setUpWorkbook({ A1: ONE, A2: '=INSIGHTS.PNL("Plan","Two","ebit")' });
    const calls = setup.ledger.entries().map(({ id, args }) => ({ id, args }));
    const opened = () => {
      setup.ledger.clear();
      for (const call of calls) setup.ledger.record(call, { result: [[1]], answeredAt: 1, stamp: 1 });
    };
    opened();
    await edit((sheet) => sheet.getRange("A1").select());
    await freeze("selection");
    expect(setup.ledger.entries()).toHaveLength(2);
    await freeze("workbook");
    expect(setup.ledger.entries()).toEqual([]);
    expect(Object.values(setup.workbook.state.parts).join()).toMatch(/<ledger[^>]*>\[\]</);
  });

  test("waits for no cell: one that is being calculated is named, and nothing is changed", async () => {
    setup = await setUpWorkbook({ A1: ONE });
    setup.service.fail = () => new Promise(() => undefined);
    setup.workbook.enter("B4", '=INSIGHTS.PNL("Plan","Two","ebit")');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(freeze("workbook")).rejects.toThrow("Sheet1!B4 is still being calculated.");
    expect((await formulas("A1"))[0]).toEqual([ONE]);
    expect((await readSavedFrozen()).items).toEqual([]);
    setup.session.disconnect();
    await setup.workbook.settled();
  });

  test("leaves a formula that has no room for its spill, and what is in its way", async () => {
    setup = await setUpWorkbook({ A1: TABLE, B1: "mine" });
    expect(await freeze("workbook")).toMatchObject({
      cells: 0,
      skipped: [{ address: "Sheet1!A1", reason: expect.stringContaining("no room") as string }],
    });
    expect(values("A1:B1")).toEqual([["#SPILL!", "mine"]]);
  });

  test("leaves a protected sheet as it is, and says so", async () => {
    setup = await setUpWorkbook({ A1: ONE, "'Other sheet'!A1": ONE });
    await edit((sheet) => sheet.protection.protect());
    expect(await freeze("workbook")).toMatchObject({
      cells: 1,
      skipped: [{ address: "Sheet1!A1", reason: expect.stringContaining("protected") as string }],
    });
    expect(await formulas("A1")).toEqual([[ONE]]);
  });

  test("of nothing is nothing", async () => {
    setup = await setUpWorkbook({ A1: "=1+1" });
    expect(await freeze("workbook")).toMatchObject({ cells: 0, skipped: [] });
    expect((await readSavedFrozen()).items).toEqual([]);
  });
});

describe("thawing", () => {
  test("brings the very formulas back, and leaves nothing behind", async () => {
    setup = await setUpWorkbook({
      A1: ONE,
      A3: TABLE,
      A7: '=ROUND(INSIGHTS.PNL(B7,$C$7,"ebit"),2)/2',
      B7: "Plan",
      C7: "One",
    });
    const before = [values("A1:C9"), await formulas("A1:C9")];
    await freeze("workbook");
    expect(await thaw("workbook")).toMatchObject({ cells: 3, skipped: [] });
    await setup.workbook.settled();
    expect([values("A1:C9"), await formulas("A1:C9")]).toEqual(before);
    expect((await readSavedFrozen()).items).toEqual([]);
    expect(await hiddenNames()).toEqual([]);
  });

  test("follows cells that rows, columns and new names of sheets have moved, and what they refer to", async () => {
    setup = await setUpWorkbook({
      B4: '=INSIGHTS.PNL(A1,$A$2,"ebit")',
      A1: "Plan",
      A2: "One",
      C6: TABLE,
      "'Other sheet'!A1": '=INSIGHTS.PNL(Sheet1!A1,Sheet1!A$2,"ebit")',
    });
    await freeze("workbook");
    await edit((sheet) => sheet.getRange("1:2").insert("Down"));
    await edit((sheet) => void (sheet.name = "P&L 2026"));
    expect(await thaw("workbook")).toMatchObject({ cells: 3, skipped: [] });
    await setup.workbook.settled();
    expect(await formulas("B6", "P&L 2026")).toEqual([['=INSIGHTS.PNL(A3,$A$4,"ebit")']]);
    expect(setup.workbook.value("'P&L 2026'!B6")).toBe(100);
    expect(values("'P&L 2026'!C8:E9")).toEqual(
      [
        ["EUR", "One", "Two"],
        ["EBIT", 100, 200],
      ].map((row, at) => (at === 0 ? [expect.anything(), ...row.slice(1)] : row)),
    );
    expect(await formulas("A1", "Other sheet")).toEqual([["=INSIGHTS.PNL('P&L 2026'!A3,'P&L 2026'!A$4,\"ebit\")"]]);
  });

  test("leaves cells that somebody has typed into since, and says so", async () => {
    setup = await setUpWorkbook({ A1: ONE, A3: TABLE });
    await freeze("workbook");
    await edit((sheet) => void (sheet.getRange("B4").values = [[7]]));
    expect(await thaw("workbook")).toMatchObject({
      cells: 1,
      skipped: [{ address: "Sheet1!A3", reason: expect.stringContaining("has been changed") as string }],
    });
    expect(values("B4")).toEqual([[7]]);
    await edit((sheet) => void (sheet.getRange("B4").values = [[100]]));
    expect((await thaw("workbook")).cells).toBe(1);
  });

  test("leaves a formula that somebody has put over the value, also one that gives the same", async () => {
    setup = await setUpWorkbook({ A1: ONE });
    await freeze("workbook");
    await edit((sheet) => void (sheet.getRange("A1").formulas = [["=50+50"]]));
    expect((await thaw("workbook")).skipped).toMatchObject([{ address: "Sheet1!A1" }]);
    expect(await formulas("A1")).toEqual([["=50+50"]]);
  });

  test("brings back the last formula of a cell that was frozen twice, and no trace of the first", async () => {
    const two = '=INSIGHTS.PNL("Plan","Two","ebit")';
    setup = await setUpWorkbook({ A1: ONE });
    await freeze("workbook");
    await edit((sheet) => void (sheet.getRange("A1").formulas = [[two]]));
    await freeze("workbook");
    expect(await thaw("workbook")).toMatchObject({ cells: 1, skipped: [] });
    expect(await formulas("A1")).toEqual([[two]]);
    expect((await readSavedFrozen()).items).toEqual([]);
    expect(await hiddenNames()).toEqual([]);
  });

  test("of one sheet says nothing of a protected other one", async () => {
    setup = await setUpWorkbook({ A1: ONE, "'Other sheet'!A1": ONE });
    await freeze("workbook");
    await edit((_sheet, context) => context.workbook.worksheets.getItem("Other sheet").protection.protect());
    expect(await thaw("sheet")).toMatchObject({ cells: 1, skipped: [] });
    expect((await thaw("workbook")).skipped).toMatchObject([{ address: "'Other sheet'!A1" }]);
  });

  test("says which cells are gone, and forgets them", async () => {
    setup = await setUpWorkbook({ A1: ONE, A3: ONE });
    await freeze("workbook");
    await edit((sheet) => sheet.getRange("1:1").delete("Up"));
    const { cells, skipped } = await thaw("workbook");
    expect([cells, skipped]).toEqual([1, [{ address: ONE, reason: expect.stringContaining("deleted") as string }]]);
    expect(await thaw("workbook")).toMatchObject({ cells: 0, skipped: [] });
    expect(await hiddenNames()).toEqual([]);
  });

  test("of a selection thaws the areas that it touches", async () => {
    setup = await setUpWorkbook({ A1: ONE, A3: TABLE });
    await freeze("workbook");
    await edit((sheet) => sheet.getRange("D3:D9").select());
    expect((await thaw("selection")).cells).toBe(0);
    await edit((sheet) => sheet.getRange("C4").select());
    expect((await thaw("selection")).cells).toBe(1);
    expect((await formulas("A1:A3")).flat()).toEqual(["", "", TABLE]);
  });
});
