/** Freezing, thawing and sending a copy as a person does them: what they are told, and what is not done. */
import { setUpStore, type StoreSetup } from "./storeSetup";

let setup: StoreSetup;
afterEach(async () => {
  await setup.workbook.settled();
  setup.close();
});

const EBIT = '=INSIGHTS.KPI(A1,"One","ebit")';

test("What was frozen and thawed is told, with the formulas that froze beside ours", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT, B3: '="of "&A1' }, connected: true });
  await setup.store.freeze("workbook");
  expect(setup.store.state()).toMatchObject({
    result: { action: "freeze", count: 2, others: 1, skipped: [] },
    inventory: { frozen: 2, isUnfinished: false },
    isBusy: false,
  });
  await setup.store.thaw("workbook");
  expect(setup.store.state()).toMatchObject({
    result: { action: "thaw", count: 2, others: 0, skipped: [] },
    inventory: { frozen: 0 },
  });
});

test.each(["freeze", "sendCopy"] as const)(
  "While cells do not show the last refresh, %s is refused: old numbers would stay",
  async (action) => {
    setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
    setup.ledger.isUnshown = true;
    await (action === "freeze" ? setup.store.freeze("workbook") : setup.store.sendCopy());
    expect(setup.store.state().failure?.message).toMatch(/do not show the last refresh/);
    expect(setup.workbook.save().data.sheets?.s?.cellData?.[1]?.[1]?.f).toBe(EBIT);
  },
);

test("Who edits a cell is told that thawing waits for it, and no longer than that", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  const { store, workbook } = setup;
  await store.freeze("workbook");
  workbook.host.editMode = true;
  const thawed = store.thaw("workbook");
  await setup.until(({ isEditing }) => isEditing === true);
  workbook.host.editMode = false;
  await thawed;
  expect(store.state()).toMatchObject({ result: { action: "thaw", count: 1 }, isBusy: false, isEditing: false });
});

test("A copy that Excel gives no file for is told as a failure, and nothing stays busy", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  await setup.store.sendCopy();
  expect(setup.store.state().failure?.message).toBeTruthy();
  expect(setup.store.state()).toMatchObject({ isBusy: false, copy: undefined });
});

test("Thawing waits for an inventory that is under way, which would miss a sheet that is deleted meanwhile", async () => {
  setup = await setUpStore({ cells: { A1: "Plan", B2: EBIT }, connected: true });
  const { store, workbook } = setup;
  await store.freeze("workbook");
  const order: string[] = [];
  const listed = store.takeInventory().then(() => order.push("listed"));
  store.subscribe(() => store.state().isBusy && order.push("busy"));
  await Promise.all([listed, store.thaw("workbook")]);
  expect(order[0]).toBe("listed");
  expect(workbook.save().data.sheets?.s?.cellData?.[1]?.[1]?.f).toBe(EBIT);
});
