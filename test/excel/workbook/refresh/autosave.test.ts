/** What is kept of the cells' calls, and how cells agree if others save too, or the person leaves. */
import { UNREFRESHED } from "../../../../src/reporting/saved/ledger";
import { createLedger, type Ledger } from "../../../../src/excel/workbook/ledger/ledger";
import { loadLedger, saveLedger } from "../../../../src/excel/workbook/ledger/savedLedger";
import { autosave } from "../../../../src/excel/workbook/refresh/autosave";
import { refreshWorkbook, type RefreshOptions } from "../../../../src/excel/workbook/refresh/refresh";
import { refusal, setUpWorkbook, type WorkbookSetup } from "../setup";

const SERVICE = "https://app.example";
const ONE = '=INSIGHTS.KPI("Plan","One","ebit")';
const TWO = '=INSIGHTS.KPI("Plan","Two","ebit")';

let setup: WorkbookSetup;
afterEach(() => setup.workbook.close());

async function open(cells: Record<string, string | number>): Promise<void> {
  setup = await setUpWorkbook(cells);
}

const values = (...addresses: string[]) => addresses.map((address) => setup.workbook.value(address));
const following = () => ({ session: setup.session, ledger: setup.ledger, now: Date.now, wait: setup.workbook.settled });
const refresh = (options: Partial<RefreshOptions> = {}) => refreshWorkbook({ ...following(), ...options });

function anotherLedger(): Ledger {
  const ledger = createLedger({ now: () => 0 });
  ledger.merge({ edition: { ...UNREFRESHED, service: SERVICE }, entries: [], runs: new Map() });
  return ledger;
}

const returned = (result: unknown, answeredAt: number) => ({
  result,
  answeredAt,
  questions: undefined,
});
const resultsOf = (ledger: Ledger) => ledger.entries().map(({ args, result }) => [args[0], result]);

test("What is saved while the workbook is read has what that has brought", async () => {
  await open({});
  const [mine, theirs] = [anotherLedger(), anotherLedger()];
  mine.record({ id: "PNL", args: ["x"] }, returned(1, 1));
  await saveLedger(mine);
  await loadLedger(theirs);
  theirs.record({ id: "PNL", args: ["x"] }, returned(2, 2));
  theirs.record({ id: "PNL", args: ["y"] }, returned(5, 2));
  await saveLedger(theirs);
  await Promise.all([loadLedger(mine), saveLedger(mine)]);
  await loadLedger(theirs);
  expect(resultsOf(theirs)).toEqual([
    ["x", 2],
    ["y", 5],
  ]);
});

test("Cells with entries that another user saved meanwhile send no requests", async () => {
  await open({ A1: ONE, A2: `${ONE}/10` });
  const other = anotherLedger();
  for (const { id, args, result } of setup.ledger.entries()) other.record({ id, args }, returned(result, 1));
  await saveLedger(other);
  setup.ledger.clear();
  setup.session.forget();
  setup.asked();
  setup.workbook.enter("B1", TWO);
  await setup.workbook.settled();
  await autosave(following());
  expect(setup.asked().filter((each) => each.includes("s1"))).toEqual([]);
  expect(values("A1", "A2", "B1")).toEqual([100, 10, 200]);
});

test("A composite formula is refreshed if another user changed its inputs", async () => {
  await open({ C1: "One", A1: '=INSIGHTS.KPI("Plan",C1,"ebit")*2' });
  await saveLedger(setup.ledger);
  expect(await refresh()).toMatchObject({ end: "done" });
  setup.workbook.enter("C1", "Two");
  await setup.workbook.settled();
  // The other person's Excel has made this call, and kept it; this one has been given the number.
  const two = setup.ledger.entries().find(({ args }) => args[1] === "Two")!;
  const other = anotherLedger();
  await loadLedger(other);
  other.record(two, returned(two.result, 2));
  setup.ledger.remove([two]);
  setup.session.forget();
  await saveLedger(other);
  setup.service.ebit = 130;
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(values("A1")).toEqual([520]);
});

test("A table without an entry stays in error if the service fails, never cut down", async () => {
  await open({ A1: '=INSIGHTS.SCENARIOS("Plan")', F1: ONE });
  setup.ledger.remove(setup.ledger.entries().filter(({ id }) => id === "SCENARIOS"));
  await saveLedger(setup.ledger);
  setup.session.forget();
  setup.service.fail = () => refusal(500);
  expect(await refresh()).toMatchObject({ end: "failed" });
  await setup.workbook.settled();
  expect([["Id", "#VALUE!"].includes(String(values("A1")[0])), values("F1")]).toEqual([true, [100]]);
  expect(setup.ledger.entries().find(({ id }) => id === "SCENARIOS")?.result).toBeUndefined();
});

test("Who begins to edit a cell once the refresh is committed is told, and may leave", async () => {
  await open({ A1: ONE });
  setup.service.ebit = 130;
  const controller = new AbortController();
  const told: boolean[] = [];
  const stop = setup.ledger.subscribe((event) => {
    if (event !== "edited" || !setup.ledger.isUnshown) return;
    setup.workbook.host.editMode = true;
    stop();
  });
  const onEditing = (isEditing: boolean) => {
    told.push(isEditing);
    if (isEditing) controller.abort();
  };
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, Math.min(milliseconds, 20)));
  expect(await refresh({ signal: controller.signal, onEditing, wait })).toMatchObject({
    end: "unsettled",
    unsettled: ["Sheet1!A1"],
  });
  expect(told).toEqual([true]);
  setup.workbook.host.editMode = false;
});
