/** What else freezes with the formulas that call our functions, and what the sheets say of it. */
import { freeze as freezeCells } from "../../../src/workbook/freezing/freeze";
import type { Scope } from "../../../src/workbook/cells/cells";
import { thaw } from "../../../src/workbook/freezing/thaw";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const NOW = Date.UTC(2026, 2, 16, 9, 30);
let setup: WorkbookSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const freeze = (scope: Scope = "workbook") => freezeCells({ ledger: setup.ledger, scope, now: () => NOW });

async function formulas(address: string, sheet = "Sheet1"): Promise<string[]> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address).load("formulas");
    await context.sync();
    return (range.formulas as string[][]).flat().filter((text) => String(text).startsWith("="));
  });
}

async function edit(change: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void): Promise<void> {
  await Excel.run(async (context) => {
    change(context.workbook.worksheets.getItem("Sheet1"), context);
    await context.sync();
  });
  await setup.workbook.settled();
}

const lineIn = (address: string) =>
  setup.workbook
    .values(address)
    .flat()
    .find((value) => /^Frozen on/.test(String(value)));

const EBIT = '=INSIGHTS.KPI($A$1,B1,"ebit")';

describe("a formula that calls none of our functions", () => {
  test("freezes too where it reads an input of one that does, and so on from there", async () => {
    setup = await setUpWorkbook({
      A1: "Plan",
      B1: "One",
      C1: 7,
      A3: EBIT,
      A4: '="Plan: "&A1',
      A5: '=B1&" "&C1',
      A6: "=C1*2",
      A7: "=D1+1",
      A8: "=A3*2",
    });
    expect(await freeze()).toMatchObject({ cells: 4, others: 3, skipped: [] });
    expect(await formulas("A3:A8")).toEqual(["=D1+1", "=A3*2"]);
    expect(await thaw("workbook")).toMatchObject({ cells: 4, skipped: [] });
    expect(await formulas("A3:A8")).toEqual([EBIT, '="Plan: "&A1', '=B1&" "&C1', "=C1*2", "=D1+1", "=A3*2"]);
  });

  test("freezes too where one that does reads it, on whichever sheet, or reaches the input by a name", async () => {
    setup = await setUpWorkbook({
      A1: "='Other sheet'!A1",
      B1: "One",
      A3: EBIT,
      A4: '=Board&"!"',
      "'Other sheet'!A1": "Plan",
    });
    await edit((_sheet, context) => context.workbook.names.add("Board", "='Other sheet'!$A$1"));
    setup.workbook.enter("A4", '=Board&"!"');
    await setup.workbook.settled();
    expect(await freeze()).toMatchObject({ cells: 3, others: 2 });
    expect(await formulas("A1:A4")).toEqual([]);
  });

  test("freezes too beyond what was selected, so that nothing contradicts the selection", async () => {
    setup = await setUpWorkbook({
      A1: "Plan",
      B1: "One",
      A3: EBIT,
      A5: '=INSIGHTS.KPI($A$1,"Two","ebit")',
      A7: '=INSIGHTS.KPI("Plan","Two","ebit")',
    });
    await edit((sheet) => sheet.getRange("A3").select());
    expect(await freeze("selection")).toMatchObject({ cells: 2, others: 0 });
    expect(await formulas("A3:A7")).toEqual(['=INSIGHTS.KPI("Plan","Two","ebit")']);
  });

  test("stays where it reads only what frozen formulas show, spills too", async () => {
    setup = await setUpWorkbook({ A1: '=INSIGHTS.PNL("Plan",,"ebit")', E1: "=SUM(B2:C2)" });
    expect(await freeze()).toMatchObject({ cells: 1, others: 0 });
    expect(await formulas("E1")).toEqual(["=SUM(B2:C2)"]);
  });
});

describe("the lists of inputs", () => {
  test("go from cells below each other too", async () => {
    setup = await setUpWorkbook({ A1: "Plan", A2: "One", B3: '=INSIGHTS.KPI(A1,A2,"ebit")' });
    await edit((sheet) => {
      for (const cell of ["A1", "A2"])
        sheet.getRange(cell).dataValidation.rule = { list: { inCellDropDown: true, source: "x,y" } };
    });
    await freeze();
    expect(setup.workbook.state.validations).toEqual([]);
    await thaw("workbook");
    expect(setup.workbook.state.validations).toHaveLength(2);
  });

  test("go when what reads them freezes, and come back where the cells and their lists are then", async () => {
    setup = await setUpWorkbook({ A1: "Plan", B1: "One", H1: "One", H2: "Two", A3: EBIT, D1: "x" });
    await edit((sheet) => {
      sheet.getRange("B1").dataValidation.rule = { list: { inCellDropDown: true, source: "=$H$1:$H$2" } };
      sheet.getRange("D1").dataValidation.rule = { list: { inCellDropDown: true, source: "x,y" } };
    });
    await freeze();
    const left = () => setup.workbook.state.validations.map(({ address, source }) => [address, source]);
    expect(left()).toEqual([["Sheet1!D1", "x,y"]]);
    await edit((sheet) => sheet.getRange("B:B").insert("Right"));
    await thaw("workbook");
    expect(left()).toContainEqual(["Sheet1!C1", "=$I$1:$I$2"]);
  });
});

describe("a line on the sheet", () => {
  test("says since when it is frozen, and as of when its numbers are; it goes with the last frozen cell", async () => {
    setup = await setUpWorkbook({ A1: '=INSIGHTS.KPI("Plan","One","ebit")', A3: "mine" });
    await freeze();
    expect(lineIn("A1:A9")).toMatch(
      /^Frozen on 16 Mar 2026 \d\d:30 UTC\S*, with numbers as of \d+ \w+ \d{4} \d\d:\d\d UTC\S*\.$/,
    );
    expect(setup.workbook.value("A2")).toBe(lineIn("A1:A9"));
    await thaw("workbook");
    expect(setup.workbook.values("A2:A3")).toEqual([[null], ["mine"]]);
  });

  test("never takes a cell that holds something, and is one however often the sheet is frozen", async () => {
    const cells = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`A${at + 1}`, at])) as Record<
      string,
      number
    >;
    setup = await setUpWorkbook({
      ...cells,
      B1: '=INSIGHTS.KPI("Plan","One","ebit")',
      B2: '=INSIGHTS.KPI("Plan","Two","ebit")',
    });
    await edit((sheet) => sheet.getRange("B1").select());
    await freeze("selection");
    expect(setup.workbook.value("A41")).toBe(lineIn("A1:A99"));
    await freeze();
    const lines = setup.workbook
      .values("A1:C99")
      .flat()
      .filter((value) => /^Frozen/.test(String(value)));
    expect(lines).toHaveLength(1);
    await edit((sheet) => sheet.getRange("B1").select());
    await thaw("selection");
    expect(lineIn("A1:A99")).toBeDefined();
    await thaw("workbook");
    expect(lineIn("A1:A99")).toBeUndefined();
  });

  test("that somebody has written over stays as it is", async () => {
    setup = await setUpWorkbook({ A1: '=INSIGHTS.KPI("Plan","One","ebit")', A3: 1 });
    await freeze();
    setup.workbook.enter("A2", "mine");
    await thaw("workbook");
    expect(setup.workbook.value("A2")).toBe("mine");
  });
});
