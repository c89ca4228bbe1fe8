import type { StoreContext } from "../../../../src/excel/actions/context";
import { watchInputs, watchTabs } from "../../../../src/excel/actions/reports/reportTabs";
import { setUpWorkbook } from "../../workbook/setup";

test("A changed input is followed by the add-in of the person who changed it, and by no other", async () => {
  const { workbook } = await setUpWorkbook({});
  const followed: string[] = [];
  const after: StoreContext["after"] = (_milliseconds, run) => {
    run();
    return () => undefined;
  };
  watchInputs(
    { after } as StoreContext,
    async () => void followed.push("plan"),
    async (cell) => void followed.push(cell),
  );
  await workbook.settled();
  workbook.enter("B5", "Plan");
  workbook.enter("B7", "One");
  await workbook.settled();
  workbook.host.remoteEdits = true;
  workbook.enter("B5", "Other plan");
  workbook.enter("B7", "Two");
  await workbook.settled();
  expect(followed).toEqual(["plan", "B5", "B7"]);
  workbook.close();
});

test("Sheets follow their plans when a sheet is shown and after a refresh, where lists tell nothing", async () => {
  const { workbook } = await setUpWorkbook({});
  const context = { state: {}, listeners: new Set<() => void>() } as unknown as StoreContext;
  let renamed = 0;
  watchTabs(context, async () => void (renamed += 1));
  const activate = (sheet: string) =>
    Excel.run(async ({ workbook: { worksheets }, sync }) => {
      worksheets.getItem(sheet).activate();
      await sync();
    });
  const change = (state: object) => {
    context.state = { ...context.state, ...state };
    for (const listener of context.listeners) listener();
  };
  await workbook.settled();
  await activate("Other sheet");
  const refresh = () => {
    change({ progress: { done: 0, all: 1 } });
    change({ progress: undefined });
  };
  refresh();
  // Without reports, nothing is read.
  expect(renamed).toBe(0);
  change({ inventory: { reports: [{ id: "r" }] } });
  await activate("Sheet1");
  expect(renamed).toBe(1);
  refresh();
  change({ isNews: true });
  expect(renamed).toBe(2);
  // What is changing the workbook knows its sheets by their names.
  change({ progress: { done: 0, all: 1 } });
  await activate("Other sheet");
  change({ progress: undefined, isBusy: true });
  await activate("Sheet1");
  expect(renamed).toBe(2);
  workbook.close();
});
