import { findBrokenCalls, repairWorkbook } from "../../../src/excel/workbook/repair";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

let setup: WorkbookSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const BROKEN = `='C:\\tools\\x.xla'!_xldudf_INSIGHTS_PNL("Plan","One","ebit")*2`;

test("repairs calls that are bound to another file and leaves all else", async () => {
  setup = await setUpWorkbook({
    A1: BROKEN,
    A2: '=INSIGHTS.PNL("Plan","One","ebit")',
    A3: "=1+1",
    B1: '=_xldudf_INSIGHTS_PNL("Plan","Two","ebit")',
  });
  const repairs = [
    { where: "Sheet1!A1", before: BROKEN, after: '=INSIGHTS.PNL("Plan","One","ebit")*2' },
    {
      where: "Sheet1!B1",
      before: '=_xldudf_INSIGHTS_PNL("Plan","Two","ebit")',
      after: '=INSIGHTS.PNL("Plan","Two","ebit")',
    },
  ];
  expect(await findBrokenCalls()).toEqual(repairs);
  expect(await repairWorkbook()).toEqual(repairs);
  await setup.workbook.settled();
  expect(setup.workbook.values("A1:B1")).toEqual([[200, 200]]);
  expect(await findBrokenCalls()).toEqual([]);
});

test("repairs defined names of the workbook and of its sheets", async () => {
  setup = await setUpWorkbook({});
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    sheet.names.add("Own", '=[2]!_xldudf_INSIGHTS_PNL("Plan","Two","ebit")');
    context.workbook.names.add("Ebit", '=[2]!_xldudf_INSIGHTS_PNL("Plan","One","ebit")');
    await context.sync();
  });
  expect((await repairWorkbook()).map(({ where, after }) => [where, after])).toEqual([
    ["Ebit", '=INSIGHTS.PNL("Plan","One","ebit")'],
    ["Own", '=INSIGHTS.PNL("Plan","Two","ebit")'],
  ]);
  setup.workbook.enter("A1", "=Ebit+1");
  await setup.workbook.settled();
  expect(setup.workbook.value("A1")).toBe(101);
});

test("repairs names that other programs write for our functions, but no LAMBDA of a user", async () => {
  const call = '("Plan","One","ebit")';
  setup = await setUpWorkbook({ A1: `=_xll.INSIGHTS.PNL${call}`, A2: `=INSIGHTS_PNL${call}`, A3: `=INSIGHTS_MINE(1)` });
  await Excel.run(async (context) => {
    context.workbook.names.add("Insights_Mine", "=LAMBDA(x,x+1)");
    await context.sync();
  });
  expect((await repairWorkbook()).map(({ where, after }) => [where, after])).toEqual([
    ["Sheet1!A1", `=INSIGHTS.PNL${call}`],
    ["Sheet1!A2", `=INSIGHTS.PNL${call}`],
  ]);
});

test("leaves out protected sheets", async () => {
  setup = await setUpWorkbook({ A1: BROKEN, "'Other sheet'!A1": BROKEN });
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Sheet1").protection.protect();
    await context.sync();
  });
  expect((await repairWorkbook()).map(({ where }) => where)).toEqual(["'Other sheet'!A1"]);
  expect(await findBrokenCalls()).toEqual([]);
});
