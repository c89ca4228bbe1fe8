/** What the pane writes into a workbook that calculates by hand: its numbers, and what reads them, are there without F9. */
import { openGrid } from "./tables/tableSetup";
import { APP, KEY, setUpStore, type StoreSetup } from "./storeSetup";

let close: () => void;
afterEach(() => close());

/** Until nothing is under way. */
async function settled({ workbook, clock }: StoreSetup): Promise<void> {
  for (let quiet = 0; quiet < 50; quiet = clock.pending() === 0 ? quiet + 1 : 0) await workbook.settled();
}

const calculateByHand = ({ workbook }: StoreSetup) => void (workbook.state.calculationMode = "Manual");

async function open(cells: Record<string, string | number>): Promise<StoreSetup> {
  const setup = await setUpStore({ cells });
  ({ close } = setup);
  await setup.store.connect(APP, KEY, false);
  await setup.workbook.settled();
  return setup;
}

test.each([
  ["the formula", { A1: '=INSIGHTS.KPI("Plan","Noe","ebit")' }],
  ["a cell that it reads", { A1: '=INSIGHTS.KPI("Plan",A2,"ebit")', A2: "Noe" }],
])("A wrong name in %s is mended and restored, and what reads the number follows", async (_where, cells) => {
  const setup = await open({ ...cells, B1: "=A1*2", C1: "=B1+1" });
  const { store, workbook } = setup;
  const stop = store.watchActivity();
  await setup.until(({ activity }) => activity.failures.length > 0);
  calculateByHand(setup);
  const shown = () => workbook.values("A1:C1")[0];
  await store.mend(["Sheet1!A1"]);
  await settled(setup);
  expect(shown()).toEqual([100, 200, 201]);
  await store.undoMend();
  await settled(setup);
  expect(shown()).toEqual(["#N/A", "#N/A", "#N/A"]);
  stop();
});

const HEADINGS = { B1: "One", C1: "Two", D1: "Var", A2: "EBIT", A3: "Net sales" };

test("Cells that are filled show numbers with what reads them, and one Undo empties them", async () => {
  const opened = await openGrid({ ...HEADINGS, E2: "=D2*2" }, "B2:D3");
  const { setup, grid } = opened;
  ({ close } = opened);
  Object.assign(Office.context.requirements, { isSetSupported: () => true });
  calculateByHand(setup);
  await grid.readHeadings();
  grid.answer("base", "Two");
  await grid.fill(false);
  await settled(setup);
  expect(setup.workbook.values("B2:E3")).toEqual([
    [1200, 2400, -1200, -2400],
    [12_000, 12_000, 0, null],
  ]);
  await setup.workbook.undo();
  await settled(setup);
  expect(setup.workbook.values("B2:D3").flat().filter(Boolean)).toEqual([]);
  expect(setup.store.state().failure).toBeUndefined();
});

test("A table that is inserted shows its numbers", async () => {
  const opened = await openGrid({}, "B20");
  const { setup, grid } = opened;
  ({ close } = opened);
  calculateByHand(setup);
  await grid.insertGrid(false);
  await settled(setup);
  const cells = setup.workbook.values("B20:H40").flat();
  expect(cells).toContain(1200);
  expect(cells).not.toContain("#BUSY!");
});

test("A report that is inserted is calculated", async () => {
  const setup = await open({});
  await setup.store.choosePlan("p1");
  calculateByHand(setup);
  await setup.store.insertReport("bridge");
  await settled(setup);
  const sheet = setup.store.state().inventory?.reports[0]?.sheet;
  expect(setup.workbook.values(`'${sheet}'!A1:CZ60`).flat()).not.toContain("#BUSY!");
});
