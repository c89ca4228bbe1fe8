/** Errors of cells and what mends them, over Microsoft's real proxies. */
import metadata from "../../../../src/numbers/functions/functions.json";
import { applyFixes, undoFixes } from "../../../../src/excel/workbook/errors/applyFix";
import { findCellErrors } from "../../../../src/excel/workbook/errors/cellErrors";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

let setup: WorkbookSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

function findErrors() {
  const functionIds = metadata.functions.map(({ id }) => id);
  return findCellErrors({ ledger: setup.ledger, functionIds });
}

async function protect(name: string): Promise<void> {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem(name).protection.protect();
    await context.sync();
  });
}

test("finds every cell of ours in error, with what is meant", async () => {
  setup = await setUpWorkbook({
    A1: '=INSIGHTS.KPI("Plan","Noe","ebit")',
    A2: '=INSIGHTS.KPII("Plan","One","ebit")',
    A3: '=[2]!_xldudf_INSIGHTS_PNL("Plan","One","ebit")',
    A4: '=INSIGHTS.KPI("Plan","One","ebit")/0',
    A5: '=INSIGHTS.KPI("Plan","One","ebit")',
    A6: "=1/0",
  });
  const errors = await findErrors();
  expect(errors.map(({ address, code, fix }) => [address, code, fix])).toEqual([
    ["Sheet1!A1", "#N/A", { kind: "argument", id: "KPI", argument: 1, wrong: "Noe", meant: "One" }],
    ["Sheet1!A2", "#NAME?", { kind: "function", wrong: "INSIGHTS.KPII", meant: "INSIGHTS.KPI" }],
    ["Sheet1!A3", expect.stringMatching(/^#/), { kind: "notation" }],
    ["Sheet1!A4", "#DIV/0!", undefined],
  ]);
});

test("suggests nothing for a wrong plan of the settings, which stands in no formula", async () => {
  setup = await setUpWorkbook({});
  setup.settings.current = { plan: "Pln" };
  setup.workbook.enter("A1", '=INSIGHTS.KPI(,"One","ebit")');
  setup.workbook.enter("A2", '=INSIGHTS.KPI("Pln","One","ebit")');
  await setup.workbook.settled();
  const errors = await findErrors();
  expect(errors.map(({ address, fix }) => [address, fix?.kind])).toEqual([
    ["Sheet1!A1", undefined],
    ["Sheet1!A2", "argument"],
  ]);
});

test("replaces names in formulas and in the constants that they read, and undoes it", async () => {
  const before = {
    B1: "Noe",
    C1: "=B1",
    A1: '=INSIGHTS.KPI("Plan","Noe","ebit")*2',
    A2: '=INSIGHTS.KPI("Plan",B$1,"ebit")',
    A3: '=INSIGHTS.KPI("Plan",C$1,"ebit")',
  };
  setup = await setUpWorkbook(before);
  const { replaced, refused } = await applyFixes(await findErrors());
  expect(refused).toEqual([{ address: "Sheet1!A3", reason: expect.stringContaining("calculation") as string }]);
  await setup.workbook.settled();
  // The input cell mends the formula that reads it by way of another cell, too.
  expect([1, 2, 3].map((row) => setup.workbook.value(`A${row}`))).toEqual([200, 100, 100]);
  expect(setup.workbook.value("B1")).toBe("One");
  setup.workbook.enter("A1", "=5");
  await setup.workbook.settled();
  expect(await undoFixes(replaced)).toEqual(["Sheet1!A1"]);
  await setup.workbook.settled();
  expect([setup.workbook.value("B1"), setup.workbook.value("A1"), setup.workbook.value("A2")]).toEqual([
    "Noe",
    5,
    "#N/A",
  ]);
});

test("leaves protected sheets, and formulas that have changed", async () => {
  setup = await setUpWorkbook({
    A1: '=INSIGHTS.KPI("Plan",\'Other sheet\'!A1,"ebit")',
    A2: '=INSIGHTS.KPI("Plan","Noe","ebit")',
    "'Other sheet'!A1": "Noe",
  });
  const errors = await findErrors();
  await protect("Other sheet");
  setup.workbook.enter("A2", "=1");
  await setup.workbook.settled();
  const { replaced, refused } = await applyFixes(errors);
  expect(replaced).toEqual([]);
  expect(refused.map(({ address, reason }) => [address, reason]).sort()).toEqual([
    ["Sheet1!A1", "Its sheet is protected."],
    ["Sheet1!A2", "Its formula has changed since."],
  ]);
});

test("replaces a name that a defined name leads to, but none in a spilled table", async () => {
  setup = await setUpWorkbook({
    D1: "Noe",
    E1: '={"Noe";"x"}',
    A2: '=INSIGHTS.KPI("Plan",E1,"ebit")',
  });
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    context.workbook.names.add("Chosen", sheet.getRange("D1"));
    await context.sync();
  });
  setup.workbook.enter("A1", '=INSIGHTS.KPI("Plan",Chosen,"ebit")');
  await setup.workbook.settled();
  const { refused } = await applyFixes(await findErrors());
  await setup.workbook.settled();
  expect(setup.workbook.value("D1")).toBe("One");
  expect(setup.workbook.value("A1")).toBe(100);
  expect(refused.map(({ address }) => address)).toEqual(["Sheet1!A2"]);
});
