/** Values that are taken for good are those that the functions have returned. */
import { awaitResults } from "../../src/workbook/lateResults";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

let setup: WorkbookSetup;
beforeEach(async () => {
  setup = await setUpWorkbook({ A1: "One", B1: '=INSIGHTS.PNL("Plan",A1,"ebit")' });
  Object.assign(setup.workbook.host, { keepOldValues: true, resultDelay: 300 });
});
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Changes an argument, and returns what the cell reads as once its results have been awaited. */
const readAfterEdit = () =>
  Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    sheet.getRange("A1").values = [["Two"]];
    const atOnce = sheet.getRange("B1").load("values");
    await context.sync();
    await awaitResults(setup.ledger, wait);
    const awaited = sheet.getRange("B1").load("values");
    await context.sync();
    return [atOnce.values, awaited.values];
  });

test("a cell with an old value is waited for", async () => {
  expect(await readAfterEdit()).toEqual([[[100]], [[200]]]);
});

test("a cell whose function takes seconds is waited for", async () => {
  setup.service.fail = async () => void (await wait(1_500));
  expect(await readAfterEdit()).toEqual([[[100]], [[200]]]);
});

test("calls that do not end are refused with a message", async () => {
  setup.service.fail = async () => void (await wait(1_000));
  const short = (milliseconds: number) => wait(milliseconds / 50);
  setup.workbook.enter("A1", "Two");
  await wait(100);
  await expect(awaitResults(setup.ledger, short)).rejects.toThrow(/still being calculated/);
});
