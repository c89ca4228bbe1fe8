/** Checks in the pane's state: made of the selected cell, followed through edits and refreshes, and removed. */
import { setUpStore, type StoreSetup } from "../storeSetup";

let setup: StoreSetup;
let stop: () => void;
afterEach(() => {
  stop();
  setup.close();
});

const listed = () => setup.store.state().activity.checks?.map(({ label, state }) => `${label} ${state}`);
const untilListed = (...wanted: string[]) => setup.until(() => listed()?.join() === wanted.join());

async function select(address: string): Promise<void> {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getActiveWorksheet().getRange(address).select();
    await context.sync();
  });
}

test("A check is made, told once a refresh or an edit makes it FALSE, and removed", async () => {
  setup = await setUpStore({
    cells: { A1: '=INSIGHTS.KPI("Plan","One","ebit")', B1: 95, C1: "=A1>B1", C2: "Text" },
    connected: true,
  });
  const { store, workbook, service } = setup;
  stop = store.watchActivity();
  await untilListed();
  await select("C1");
  await store.makeCheck(" EBIT ");
  expect(listed()).toEqual(["EBIT true"]);
  service.ebit = 90;
  await store.refresh();
  await untilListed("EBIT false");
  workbook.enter("B1", 80);
  await untilListed("EBIT true");
  await select("C2");
  await store.makeCheck("");
  expect(store.state().failure?.message).toContain("Sheet1!C2 holds no formula.");
  const [check] = store.state().activity.checks ?? [];
  if (check) await store.removeCheck(check);
  expect(listed()).toEqual([]);
  expect(workbook.value("C1")).toBe(true);
});
