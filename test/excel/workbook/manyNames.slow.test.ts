/** A workbook whose names make an answer of Excel that is over its limit. */
import { findCells } from "../../../src/excel/workbook/cells/formulaCells";
import { findNamedFormulas } from "../../../src/excel/workbook/cells/namedFormulas";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

let setup: WorkbookSetup;
beforeEach(async () => {
  setup = await setUpWorkbook({ A1: '=INSIGHTS.PNL("Plan","One","ebit")', A2: "=A1*2" });
  Object.assign(setup.workbook.host, { extraNames: 30_000, limitPayloads: true });
});
afterEach(() => setup.workbook.close());

test("30,000 names make an answer of more than 5 MB, and come in parts", async () => {
  const all = Excel.run(async (context) => {
    context.workbook.names.load("items/name,items/formula");
    await context.sync();
  });
  await expect(all).rejects.toMatchObject({ code: "ResponsePayloadSizeLimitExceeded" });
  const part = Excel.run(async (context) => {
    const names = context.workbook.names.load({ name: true, $top: 2, $skip: 29_999 });
    await context.sync();
    return names.items.map(({ name }) => name);
  });
  expect(await part).toEqual(["_old_name_30000"]);
});

test("all names are found, in answers of less than 5 MB", async () => {
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Other sheet");
    sheet.names.add("Local", sheet.getRange("A1"));
    context.workbook.names.add("Global", sheet.getRange("A1"));
    await context.sync();
  });
  const found = await Excel.run((context) => findNamedFormulas(context));
  expect(found).toHaveLength(30_002);
  expect(new Set(found.map(({ name }) => name)).size).toBe(30_002);
  expect(found.at(-1)).toMatchObject({ name: "Local", formula: "='Other sheet'!$A$1" });
});

test("our cells are found", async () => {
  const cells = await Excel.run(async (context) => (await findCells(context)).map(({ row, value }) => [row, value]));
  expect(cells).toEqual([[0, 100]]);
});
