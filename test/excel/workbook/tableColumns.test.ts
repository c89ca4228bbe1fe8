/** Formulas that are written into tables, which fill their columns. */
import { insertFormula } from "../../../src/excel/workbook/insertion";
import { repairWorkbook } from "../../../src/excel/workbook/repair";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

const BROKEN = '=_xldudf_INSIGHTS_PNL("Plan","One","ebit")';
const WHOLE = '=INSIGHTS.PNL("Plan","One","ebit")';

let setup: WorkbookSetup;

/** A table in A1:B6 whose second column holds a broken call, constants and another formula. */
beforeEach(async () => {
  setup = await setUpWorkbook({ A1: "Key", B1: "Value", B2: BROKEN, B3: 7, B4: "=1+2", B6: 8, C2: BROKEN });
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    sheet.getRange("B5").values = [["'=text"]];
    sheet.tables.add("A1:B6", true);
    await context.sync();
  });
});
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const contents = () =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem("Sheet1").getRange("B2:C6").load("formulas,values");
    await context.sync();
    return (range.formulas as unknown[][]).map(([content], at) => [content, (range.values as unknown[][])[at]?.[0]]);
  });

test.each([false, true])("a repair keeps the other cells of the column (fillTableColumns %s)", async (isFilling) => {
  setup.workbook.host.fillTableColumns = isFilling;
  expect(await repairWorkbook()).toHaveLength(2);
  await setup.workbook.settled();
  expect(await contents()).toEqual([
    [WHOLE, 100],
    [7, 7],
    ["=1+2", 3],
    ["=text", "=text"],
    [8, 8],
  ]);
  expect(setup.workbook.value("C2")).toBe(100);
});

test("a repair keeps the other cells of a column of two rows", async () => {
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Other sheet");
    sheet.getRange("A1:A3").formulas = [["Value"], [5], [BROKEN]];
    sheet.tables.add("A1:A3", true);
    await context.sync();
  });
  setup.workbook.host.fillTableColumns = true;
  await repairWorkbook();
  await setup.workbook.settled();
  expect(setup.workbook.values("'Other sheet'!A1:A3")).toEqual([["Value"], [5], [100]]);
});

test("a repair that Excel fills a column with fails and names the cells", async () => {
  setup.workbook.host.fillTableColumns = "always";
  await expect(repairWorkbook()).rejects.toThrow(
    /other cells of its table: Sheet1!B2, Sheet1!B3, Sheet1!B5, Sheet1!B6\./,
  );
});

test.each([false, true])(
  "an inserted formula keeps the other cells of the column (fillTableColumns %s)",
  async (isFilling) => {
    setup.workbook.host.fillTableColumns = isFilling;
    await insertFormula("Sheet1!B3", WHOLE, { rows: 1, columns: 1 });
    await setup.workbook.settled();
    expect(await contents()).toEqual([
      [BROKEN, expect.anything()],
      [WHOLE, 100],
      ["=1+2", 3],
      ["=text", "=text"],
      [8, 8],
    ]);
  },
);
