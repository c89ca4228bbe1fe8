/** Actions on the workbook: what the user is told, and what is not done. */
import { setUpStore, type StoreSetup } from "../storeSetup";

let setup: StoreSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.close();
});

const EBIT = '=INSIGHTS.KPI(A1,"One","ebit")';
const BROKEN = '=[2]!_xldudf_INSIGHTS_KPI(A1,"One","ebit")';

test("No copy is made while cells do not show the last refresh", async () => {
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

test("No snapshot is taken while cells do not show the last refresh", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  setup.ledger.isUnshown = true;
  await setup.store.takeSnapshots("sheet");
  expect(setup.store.state().failure?.message).toMatch(/do not show the last refresh/);
});

test("A snapshot is told, listed, shown and removed", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  const { store, workbook } = setup;
  await store.takeSnapshots("workbook");
  const { result, inventory } = store.state();
  const [snapshot] = inventory!.snapshots;
  expect(result).toEqual({ action: "snapshot", sheets: [snapshot!.sheet], hidden: [] });
  await store.showSnapshot(snapshot!.id);
  expect(store.state().failure).toBeUndefined();
  expect(workbook.value("B2")).toBe(100);
  expect(workbook.save().data.sheets?.s?.cellData?.[1]?.[1]?.f).toBe(EBIT);
  await store.removeSnapshot(snapshot!.id);
  expect(store.state()).toMatchObject({ inventory: { snapshots: [] }, failure: undefined, isBusy: false });
});

test("What Excel refuses of a snapshot is told until the next action", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  const { store, workbook } = setup;
  workbook.host.fails = (action) => action === "Worksheet.tabColor";
  await store.takeSnapshots("workbook");
  workbook.host.fails = undefined;
  expect(store.state()).toMatchObject({ result: { action: "snapshot" }, failure: undefined });
  expect(store.state().notes).toEqual([expect.stringMatching(/^The snapshot was written without its colours\. Excel/)]);
  await store.showSnapshot(store.state().inventory!.snapshots[0]!.id);
  expect(store.state().notes).toBeUndefined();
});

test("A user who edits a cell sees that a snapshot waits, until the edit ends", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  const { store, workbook } = setup;
  await store.takeInventory();
  workbook.host.editMode = true;
  const removed = store.removeSnapshot("none");
  await setup.until(({ isEditing }) => isEditing === true);
  workbook.host.editMode = false;
  await removed;
  expect(store.state()).toMatchObject({ isBusy: false, isEditing: false });
});
