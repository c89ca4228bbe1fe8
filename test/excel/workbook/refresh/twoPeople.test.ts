/** A colleague refreshes the workbook: one refresh wins as a whole, and this person's cells follow. */
import { nextEdition } from "../../../../src/reporting/saved/ledger";
import { createLedger, type Ledger } from "../../../../src/excel/workbook/ledger/ledger";
import { loadLedger, saveLedger, saveRefresh } from "../../../../src/excel/workbook/ledger/savedLedger";
import { autosave, followOthers } from "../../../../src/excel/workbook/refresh/autosave";
import { refreshWorkbook } from "../../../../src/excel/workbook/refresh/refresh";
import { showUnshown } from "../../../../src/excel/workbook/refresh/unshown";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const ONE = '=INSIGHTS.KPI("Plan","One","ebit")';
const TWO = '=INSIGHTS.KPI("Plan","Two","ebit")';

let setup: WorkbookSetup;
afterEach(() => setup.workbook.close());

const following = () => ({ session: setup.session, ledger: setup.ledger, now: Date.now, wait: setup.workbook.settled });
const refresh = () => refreshWorkbook(following());
const values = (...addresses: string[]) => addresses.map((address) => setup.workbook.value(address));

async function open(cells: Record<string, string>): Promise<void> {
  setup = await setUpWorkbook(cells);
  await autosave(following());
}

/** A colleague's add-in refreshes: every number becomes `result`. */
async function colleagueRefreshes(result: number): Promise<Ledger> {
  const theirs = createLedger({ now: Date.now });
  await loadLedger(theirs);
  const { entries, runs, edition } = theirs.content();
  const brought = entries.map((entry) => ({ ...entry, result, answeredAt: Date.now() }));
  const next = { entries: brought, runs, edition: nextEdition(edition, edition.service, { entries: brought, runs }) };
  expect(await saveRefresh(next, edition)).toBeDefined();
  theirs.merge(next);
  return theirs;
}

// Fails if `isWrittenByOthers` or `isLater` returns false.
test("A colleague's refresh is adopted without a request, and only cells that differ are calculated", async () => {
  await open({ A1: ONE, A2: TWO });
  const calculated: string[] = [];
  setup.ledger.subscribe((event) => calculated.push(event));
  setup.asked();
  const theirs = createLedger({ now: Date.now });
  await loadLedger(theirs);
  const { entries, runs, edition } = theirs.content();
  const brought = entries.map((entry) => (entry.args[1] === "One" ? { ...entry, result: 130 } : entry));
  const next = { entries: brought, runs, edition: nextEdition(edition, edition.service, { entries: brought, runs }) };
  await saveRefresh(next, edition);
  await followOthers(following());
  expect([values("A1", "A2"), setup.asked()]).toEqual([[130, 200], []]);
  expect(calculated.filter((event) => event === "called" || event === "answered")).toHaveLength(1);
  expect(calculated).toContain("adopted");
});

// Fails if cells are shown before what others saved is loaded: they would calculate from an older refresh.
test("Cells that do not show a refresh yet show a colleague's newer one at once", async () => {
  await open({ A1: ONE });
  const [own] = setup.ledger.entries();
  setup.ledger.record(own!, { result: 120, answeredAt: Date.now() });
  await colleagueRefreshes(130);
  const shown: unknown[] = [];
  setup.ledger.subscribe((event) => event === "called" && shown.push(setup.ledger.entries()[0]?.result));
  await showUnshown(following());
  expect([values("A1"), new Set(shown)]).toEqual([[130], new Set([130])]);
});

// Fails if `session.forget` is not called: the table would show the session's older answer.
test("After a colleague's refresh, a new formula asks the service and not this session's memory", async () => {
  await open({ A1: ONE });
  setup.service.ebit = 130;
  await colleagueRefreshes(130);
  await followOthers(following());
  setup.workbook.enter("C1", '=INSIGHTS.PNL("Plan","One","ebit")');
  await setup.workbook.settled();
  expect(values("A1", "C1")).toEqual([130, 130]);
});

// Fails if `saveRefresh` does not compare editions.
test("A refresh that a colleague's has overtaken changes nothing, says so, and the next one succeeds", async () => {
  await open({ A1: ONE });
  setup.service.ebit = 150;
  let isFirst = true;
  setup.service.fail = async ({ pathname }) => {
    if (pathname.endsWith("/pnl-summary") && isFirst) {
      isFirst = false;
      await colleagueRefreshes(130);
    }
    return undefined;
  };
  const error = { message: "Another person has refreshed this workbook meanwhile. Press Refresh once more." };
  expect(await refresh()).toMatchObject({ end: "failed", error });
  expect(values("A1")).toEqual([100]);
  await followOthers(following());
  expect(values("A1")).toEqual([130]);
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(values("A1")).toEqual([150]);
});

// Fails if `nextEdition` takes the newest time alone.
test("A plan that is set back to an earlier run is refreshed for a colleague too", async () => {
  await open({ A1: ONE });
  const theirs = await colleagueRefreshes(130);
  await followOthers(following());
  setup.service.ebit = 90;
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(await loadLedger(theirs)).toBe(true);
  expect(theirs.entries().map(({ result }) => result)).toEqual([90]);
});

describe("In a workbook that was just opened, a call that no cell makes", () => {
  /** The next opening: no call has a cell. One call was kept from a cell that is gone. */
  async function reopen(): Promise<void> {
    await open({ A1: ONE, A2: TWO });
    setup.workbook.enter("A2", "");
    await setup.workbook.settled();
    await saveLedger(setup.ledger);
    setup.ledger.detach(["Sheet1!A1", "Sheet1!A2"]);
    setup.service.ebit = 130;
  }

  // Fails if `commitUsed` does not try once more, or `findUnused` finds nothing.
  test("and that the service refuses, fails no refresh", async () => {
    await reopen();
    setup.service.fail = ({ searchParams }) =>
      searchParams.get("scenarioIds")?.includes("s2")
        ? Response.json({ message: "No right." }, { status: 403 })
        : undefined;
    expect(await refresh()).toMatchObject({ end: "done" });
    expect(values("A1")).toEqual([130]);
    expect(setup.ledger.entries().map(({ args }) => args[1])).toEqual(["One"]);
  });

  // Fails if every failure is tried again: an outage must not be asked twice.
  test("is not sought if the service does not answer", async () => {
    await reopen();
    setup.service.fail = ({ pathname }) =>
      pathname.endsWith("/pnl-summary") ? new Response("", { status: 503 }) : undefined;
    setup.asked();
    expect(await refresh()).toMatchObject({ end: "failed" });
    expect(setup.asked().filter((each) => each.startsWith("pnl-summary"))).toHaveLength(1);
    expect(values("A1")).toEqual([100]);
  });
});

// Fails if a running call keeps what it was answered before the refresh (`replaced`).
test("A call that was answered before a refresh and ends after it shows the refresh's number", async () => {
  await open({ A1: ONE });
  let release = () => {};
  const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  let isFirst = true;
  setup.service.fail = ({ searchParams }) => {
    if (!searchParams.get("scenarioIds")?.includes("s2") || !isFirst) return undefined;
    isFirst = false;
    return held.then(() =>
      Response.json({ scenarios: [{ scenarioId: "s2", pnl: { ebit: 1 } }], meta: { planId: "p1" } }),
    );
  };
  setup.workbook.enter("A2", TWO);
  while (isFirst) await new Promise((resolve) => setTimeout(resolve, 1));
  setup.service.ebit = 130;
  const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds / 20));
  const ended = refreshWorkbook({ ...following(), wait });
  await ended;
  release();
  await setup.workbook.settled();
  expect(values("A1", "A2")).toEqual([130, 260]);
});

// Fails if marks that are set while cells calculate are cleared with the others.
test("A colleague's refresh that comes while cells calculate is shown as well", async () => {
  await open({ A1: `${ONE}*2`, A2: `${TWO}*2` });
  setup.service.ebit = 130;
  let [looks, isCommitted] = [0, false];
  let followed = Promise.resolve();
  setup.ledger.subscribe(() => (isCommitted ||= setup.ledger.isUnshown));
  const wait = async () => {
    await setup.workbook.settled();
    if (!isCommitted || (looks += 1) !== 10) return;
    await colleagueRefreshes(999);
    followed = followOthers(following());
  };
  await refreshWorkbook({ ...following(), wait });
  await followed;
  await setup.workbook.settled();
  expect(values("A1", "A2")).toEqual([1998, 1998]);
});
