/** What the pane does when it becomes visible, and every minute. */
import { nextEdition } from "../../../../src/reporting/saved/ledger";
import { createLedger } from "../../../../src/excel/workbook/ledger/ledger";
import { loadLedger, saveLedger, saveRefresh } from "../../../../src/excel/workbook/ledger/savedLedger";
import { setUpStore, type StoreSetup } from "../storeSetup";

let setup: StoreSetup;
beforeEach(async () => {
  setup = await openStore();
  await saveLedger(setup.ledger);
});
afterEach(() => setup.close());

function openStore(): Promise<StoreSetup> {
  return setUpStore({ cells: { A1: '=INSIGHTS.PNL("Plan","One","ebit")' }, connected: true });
}

const looks = () => setup.clock.scheduled();
const passMinute = () => looks().forEach(({ run }) => run());

/** The first look is over. */
async function watch(): Promise<() => void> {
  const stop = setup.store.watchOthers();
  await setup.until(() => looks().length === 1);
  return stop;
}

/** A colleague refreshes the workbook, which has one number. */
async function colleagueRefreshes(result: number): Promise<void> {
  const theirs = createLedger({ now: Date.now });
  await loadLedger(theirs);
  const { entries, runs, edition } = theirs.content();
  const brought = entries.map((entry) => ({ ...entry, result }));
  const next = { entries: brought, runs, edition: nextEdition(edition, edition.service, { entries: brought, runs }) };
  await saveRefresh(next, edition);
}

test("A colleague's refresh is adopted within a minute, and the state tells when", async () => {
  const stop = await watch();
  await colleagueRefreshes(130);
  expect(looks().map(({ minutes }) => minutes)).toEqual([1]);
  passMinute();
  await setup.until(({ adoptedAt }) => adoptedAt !== undefined);
  await setup.until(() => setup.workbook.value("A1") === 130);
  await setup.until(() => looks().length === 1);
  stop();
  expect(looks()).toEqual([]);
});

/** The workbook was just opened, and keeps no numbers. Fails if the first look waits for a minute, or for a call. */
test("The first look at a workbook whose kept numbers were removed says that their age is unknown", async () => {
  setup.close();
  setup = await openStore();
  setup.ledger.clear();
  const stop = await watch();
  expect([setup.store.state().activity.isAgeUnknown, setup.workbook.value("A1")]).toEqual([true, 100]);
  stop();
});

test("While a cell is being edited, the look is left out", async () => {
  const stop = await watch();
  await colleagueRefreshes(130);
  setup.workbook.host.editMode = true;
  passMinute();
  await setup.until(() => looks().length === 1);
  expect([setup.store.state().adoptedAt, setup.workbook.value("A1")]).toEqual([undefined, 100]);
  setup.workbook.host.editMode = false;
  stop();
});

test("This person's own refresh takes the word of a colleague's away", async () => {
  const stop = await watch();
  await colleagueRefreshes(130);
  passMinute();
  await setup.until(({ adoptedAt }) => adoptedAt !== undefined);
  await setup.store.refresh();
  expect(setup.store.state().adoptedAt).toBeUndefined();
  stop();
});

describe("if Excel refuses to calculate,", () => {
  const refuse = () => void (setup.workbook.host.fails = (action) => action === "Range.setDirty");
  const accept = () => void (setup.workbook.host.fails = undefined);

  // Fails if `show` does not name cells when it fails.
  test("cells that do not show a colleague's refresh are named", async () => {
    const stop = await watch();
    await colleagueRefreshes(130);
    refuse();
    passMinute();
    await setup.until(({ unsettled }) => unsettled.length > 0);
    expect(setup.store.state().unsettled).toEqual(["Sheet1!A1"]);
    stop();
  });

  // Fails if a refresh that Excel did not show leaves the ledger without its mark.
  test("the button updates the cells later", async () => {
    setup.service.ebit = 130;
    refuse();
    await setup.store.refresh();
    expect(setup.store.state().unsettled).toEqual(["Sheet1!A1"]);
    accept();
    await setup.store.showUnsettled();
    expect([setup.workbook.value("A1"), setup.store.state().unsettled]).toEqual([130, []]);
  });
});

// Fails if the end of a refresh takes the word of every colleague's refresh away.
test("A person whose refresh is replaced while Excel calculates is told", async () => {
  let isCommitted = false;
  let theirs: Promise<void> | undefined;
  setup.ledger.subscribe((event) => {
    isCommitted ||= event === "edited" && setup.ledger.isUnshown;
    if (isCommitted && (event === "answered" || event === "called")) theirs ??= colleagueRefreshes(999);
  });
  setup.service.ebit = 130;
  await setup.store.refresh();
  expect([setup.workbook.value("A1"), setup.store.state().adoptedAt !== undefined]).toEqual([999, true]);
});
