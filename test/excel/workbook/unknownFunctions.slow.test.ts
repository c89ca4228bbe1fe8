/** Functions in formulas that the add-in writes are unknown names to Excel in Turkish. */
import { insertFormula } from "../../../src/excel/workbook/insertion";
import { repairWorkbook } from "../../../src/excel/workbook/repair";
import { insertReport, listReports } from "../../../src/excel/workbook/reports/report";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

const PNL = '=INSIGHTS.PNL("Plan","One","ebit")';
const ONE_CELL = { rows: 1, columns: 1 };

let setup: WorkbookSetup;
beforeEach(async () => {
  setup = await setUpWorkbook({ A1: "mine" });
  setup.workbook.host.breakWrittenFunctions = true;
});
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const sheets = () =>
  Excel.run(async (context) => {
    const { worksheets, names } = context.workbook;
    worksheets.load("items/name");
    names.load("items/name");
    await context.sync();
    return [...worksheets.items, ...names.items].map(({ name }) => name);
  });

test("inserting a formula says that Excel does not know the function", async () => {
  await expect(insertFormula("Sheet1!B2", PNL, ONE_CELL)).rejects.toThrow(
    /does not know the function.*not registered: close the workbook.*Turkish/,
  );
});

test("inserting a formula without a function of ours works", async () => {
  await insertFormula("Sheet1!B2", "=1+2", ONE_CELL);
  await setup.workbook.settled();
  expect(setup.workbook.value("B2")).toBe(3);
});

test("inserting a report says so, and leaves no sheet and no name", async () => {
  const before = await sheets();
  const subject = { plan: "Plan", scenarios: ["One", "Two"], currency: "EUR", plans: [] };
  await expect(insertReport({ kind: "statement", ...subject })).rejects.toThrow(/does not know the function/);
  expect(await sheets()).toEqual(before);
  expect(await listReports()).toEqual([]);
});

test("repairing says so", async () => {
  setup.workbook.enter("B2", '=_xldudf_INSIGHTS_PNL("Plan","One","ebit")');
  await expect(repairWorkbook()).rejects.toThrow(/does not know the function/);
});

test("in other languages all of them work", async () => {
  setup.workbook.host.breakWrittenFunctions = false;
  await insertFormula("Sheet1!B2", PNL, ONE_CELL);
  await setup.workbook.settled();
  expect(setup.workbook.value("B2")).toBe(100);
});
