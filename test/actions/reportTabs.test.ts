import type { StoreContext } from "../../src/actions/context";
import { watchInputs } from "../../src/actions/reportTabs";
import { setUpWorkbook } from "../workbook/setup";

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
