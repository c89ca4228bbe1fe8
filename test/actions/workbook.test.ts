/** Actions on the workbook: what the user is told, and what is not done. */
import { setUpStore, type StoreSetup } from "./storeSetup";

let setup: StoreSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.close();
});

const EBIT = '=INSIGHTS.KPI(A1,"One","ebit")';
const BROKEN = '=[2]!_xldudf_INSIGHTS_KPI(A1,"One","ebit")';

test("While cells do not show the last refresh, no copy is made: old numbers would stay", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  setup.ledger.isUnshown = true;
  await setup.store.sendCopy();
  expect(setup.store.state().failure?.message).toMatch(/do not show the last refresh/);
});

test("A copy that Excel gives no file for is told as a failure, and nothing stays busy", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  await setup.store.sendCopy();
  expect(setup.store.state().failure?.message).toBeTruthy();
  expect(setup.store.state()).toMatchObject({ isBusy: false, copy: undefined });
});

test("A repair waits for an inventory that is under way", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: BROKEN }, connected: true });
  const { store } = setup;
  const order: string[] = [];
  const listed = store.takeInventory().then(() => order.push("listed"));
  store.subscribe(() => store.state().isBusy && order.push("busy"));
  await Promise.all([listed, store.repair()]);
  expect(order[0]).toBe("listed");
});
