/** Formatting by command, after the pane has inserted, and after the user has entered a formula. */
import { formatOf, setUpStore, type StoreSetup, type StoreSetupOptions } from "../storeSetup";

const EBIT = '=INSIGHTS.KPI("Plan","One","ebit")';
const AMOUNT = "#,##0;-#,##0";

let setup: StoreSetup;
let stop: () => void;

/** @param hasUndo True in an Excel whose Undo list stays. */
async function open(options: StoreSetupOptions = {}, hasUndo = false): Promise<void> {
  setup = await setUpStore({ connected: true, ...options });
  Office.context.requirements.isSetSupported = (name, version) => hasUndo && `${name} ${version}` === "ExcelApi 1.19";
  stop = setup.store.watchEntries();
  await setup.workbook.settled();
}

afterEach(async () => {
  stop();
  await setup.workbook.settled();
  setup.close();
});

/** Waits until everything that an edit starts is over. */
async function over(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setup.workbook.settled();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

async function enter(address: string, content: string | number): Promise<void> {
  setup.workbook.enter(address, content);
  await over();
}

const offer = () => setup.store.state().formatOffer;

test("A command formats all cells of our functions, and says how many", async () => {
  await open({ cells: { A1: EBIT, A2: '=INSIGHTS.KPI("Plan","One","ebitPercent")' } });
  await setup.store.formatCells();
  expect(setup.store.state()).toMatchObject({
    isBusy: false,
    result: { action: "format", cells: 2, protectedSheets: [] },
  });
  expect([await formatOf("A1"), await formatOf("A2")]).toEqual([AMOUNT, "0.0%"]);
});

test("Three clicks are one", async () => {
  await open({ cells: { A1: EBIT } });
  const before = setup.workbook.requests();
  await setup.store.formatCells();
  const once = setup.workbook.requests() - before;
  await Promise.all([setup.store.formatCells(), setup.store.formatCells(), setup.store.formatCells()]);
  expect(setup.workbook.requests() - before - once).toBeLessThanOrEqual(once);
});

test("A user who edits a cell sees that the command waits", async () => {
  await open({ cells: { A1: EBIT } });
  setup.workbook.host.editMode = true;
  const formatted = setup.store.formatCells();
  await setup.until(({ isEditing }) => isEditing === true);
  setup.workbook.host.editMode = false;
  await formatted;
  expect(await formatOf("A1")).toBe(AMOUNT);
});

test("Formatting is offered for a formula that the user has entered, and gone once it is done", async () => {
  await open();
  await enter("A1", EBIT);
  expect([offer(), await formatOf("A1")]).toEqual([1, "General"]);
  await setup.store.formatCells();
  expect([offer(), await formatOf("A1")]).toEqual([undefined, AMOUNT]);
});

test.each([
  ["a formula without our functions", "=1+1"],
  ["a number", 5],
  ["a formula of ours in error", '=INSIGHTS.KPI("Plan","One","nothing")'],
])("Nothing is offered for %s", async (_what, content) => {
  await open();
  await enter("A1", content);
  expect(offer()).toBeUndefined();
});

test("Nothing is offered for a co-author's formula", async () => {
  await open();
  setup.workbook.host.remoteEdits = true;
  await enter("A1", EBIT);
  expect(offer()).toBeUndefined();
});

test("Nothing more is offered after it was declined", async () => {
  await open();
  await enter("A1", EBIT);
  setup.store.dismissFormatOffer();
  await enter("A2", EBIT);
  expect(offer()).toBeUndefined();
});

test.each([
  ["an Excel that keeps Undo, if the setting is on", true, true, [undefined, AMOUNT]],
  ["no other Excel", true, false, [1, "General"]],
  ["none without the setting", false, true, [1, "General"]],
])("Entries are formatted without a click in %s", async (_where, formatsEntries, hasUndo, expected) => {
  await open({ cells: { C1: EBIT }, settings: { formatsEntries } }, hasUndo);
  await enter("A1", EBIT);
  expect([offer(), await formatOf("A1")]).toEqual(expected);
  expect(await formatOf("C1")).toBe("General");
});
