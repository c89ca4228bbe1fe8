/** A workbook of one service in an add-in that is connected to another: nothing of the other gets in, and nothing is lost. */
import { isInsightsError } from "../../../../src/insights";
import { UNREFRESHED } from "../../../../src/reporting/saved/ledger";
import { createLedger, type Ledger } from "../../../../src/excel/workbook/ledger/ledger";
import { loadLedger, saveLedger } from "../../../../src/excel/workbook/ledger/savedLedger";
import { autosave } from "../../../../src/excel/workbook/refresh/autosave";
import { recalculateFailed } from "../../../../src/excel/workbook/refresh/recalculation";
import { refreshWorkbook } from "../../../../src/excel/workbook/refresh/refresh";
import { refusal, setUpWorkbook, type WorkbookSetup } from "../setup";

const OWN = "https://app.example";
const OTHER = "https://other.example";
const ONE = '=INSIGHTS.KPI("Plan","One","ebit")';
const TWO = '=INSIGHTS.KPI("Plan","Two","ebit")';
const BOTH_NAMED = /belongs to the service https:\/\/app\.example\b.*connection is to https:\/\/other\.example\b/;

let setup: WorkbookSetup;
afterEach(() => setup.workbook.close());

const options = () => ({ session: setup.session, ledger: setup.ledger, now: Date.now, wait: setup.workbook.settled });
const refresh = () => refreshWorkbook(options());
const resultsOf = (ledger: Ledger) => ledger.entries().map(({ args, result }) => [args[1], result]);

function connect(appUrl: string, ebit: number): void {
  setup.session.connect({ appUrl, credentials: { apiKey: "key" } });
  setup.service.ebit = ebit;
}

async function enter(address: string, content: string): Promise<void> {
  setup.workbook.enter(address, content);
  await setup.workbook.settled();
}

/** The ledger of a colleague's add-in, connected to `service`. */
function colleague(service: string): Ledger {
  const ledger = createLedger({ now: Date.now });
  ledger.merge({ edition: { ...UNREFRESHED, service }, entries: [], runs: new Map() });
  return ledger;
}

const returned = (result: unknown) => ({ result, answeredAt: 1_000, questions: undefined });
const callOf = (scenario: string) => ({ id: "KPI", args: ["Plan", scenario, "ebit"] });

/** A workbook of `OWN` with one saved number, 100. */
async function openOwn(): Promise<void> {
  setup = await setUpWorkbook({ A1: ONE });
  await autosave(options());
}

test("A refresh stops before any entry or cell changes, and names both services", async () => {
  await openOwn();
  const { parts } = setup.workbook.state;
  const saved = JSON.stringify(parts);
  connect(OTHER, 999);
  setup.asked();
  const summary = await refresh();
  const error = summary.end === "failed" ? summary.error : undefined;
  expect(isInsightsError(error, "otherService")).toBe(true);
  expect((error as Error).message).toMatch(BOTH_NAMED);
  expect([setup.workbook.value("A1"), resultsOf(setup.ledger), setup.asked()]).toEqual([100, [["One", 100]], []]);
  expect(JSON.stringify(setup.workbook.state.parts)).toBe(saved);
});

test("Connecting to another service while a refresh asks changes nothing", async () => {
  await openOwn();
  const saved = JSON.stringify(setup.workbook.state.parts);
  setup.service.ebit = 130;
  setup.service.fail = (url) => {
    if (url.pathname.endsWith("/pnl-summary")) connect(OTHER, 999);
    return undefined;
  };
  expect(await refresh()).toMatchObject({ end: "failed" });
  expect([setup.workbook.value("A1"), resultsOf(setup.ledger)]).toEqual([100, [["One", 100]]]);
  expect(JSON.stringify(setup.workbook.state.parts)).toBe(saved);
});

test("Connecting to another service while a refresh computes changes nothing", async () => {
  await openOwn();
  await enter("A2", TWO);
  setup.service.ebit = 130;
  let isOther = false;
  const progress = (done: number) => {
    if (done > 0 && !isOther) connect(OTHER, 999);
    isOther ||= done > 0;
  };
  const summary = await refreshWorkbook({ ...options(), progress });
  expect([isOther, summary]).toMatchObject([true, { end: "failed", error: { kind: "otherService" } }]);
  expect(setup.workbook.values("A1:A2")).toEqual([[100], [200]]);
  expect(resultsOf(setup.ledger)).toEqual([
    ["One", 100],
    ["Two", 200],
  ]);
});

test("A known call keeps its number; an unknown one names the workbook's service", async () => {
  await openOwn();
  connect(OTHER, 999);
  setup.asked();
  await enter("B1", ONE);
  await enter("A2", TWO);
  expect(setup.workbook.values("A1:B1")).toEqual([[100, 100]]);
  expect(setup.workbook.value("A2")).toBe("#VALUE!");
  expect(setup.ledger.entries().find(({ args }) => args[1] === "Two")?.error?.message).toMatch(BOTH_NAMED);
  expect(setup.asked()).toEqual([]);
  connect(OWN, 100);
  await recalculateFailed(setup.ledger);
  await setup.workbook.settled();
  expect(setup.workbook.value("A2")).toBe(200);
});

test("Saving and opening under another connection drop nothing", async () => {
  await openOwn();
  connect(OTHER, 999);
  await enter("A2", TWO);
  await autosave(options());
  const again = colleague(OTHER);
  again.clear();
  await loadLedger(again);
  await saveLedger(again);
  await loadLedger(again);
  expect([again.service, resultsOf(again)]).toEqual([OWN, [["One", 100]]]);
});

test("Entries with several answers to one question stay under another connection", async () => {
  await openOwn();
  const [{ key = "" } = {}] = setup.ledger.entries()[0]?.questions ?? [];
  setup.ledger.record(callOf("older"), { ...returned(1), questions: [{ key, computedAt: 1 }] });
  connect(OTHER, 999);
  await autosave(options());
  expect(resultsOf(setup.ledger)).toEqual([
    ["One", 100],
    ["older", 1],
  ]);
});

test("Another service's answer in memory stays out of what a colleague saved", async () => {
  setup = await setUpWorkbook({}, { connected: false });
  connect(OTHER, 999);
  await enter("A1", TWO);
  expect(setup.ledger.service).toBe(OTHER);
  const theirs = colleague(OWN);
  theirs.record(callOf("One"), returned(100));
  await saveLedger(theirs);
  await loadLedger(setup.ledger);
  await enter("A4", TWO);
  expect(setup.workbook.value("A4")).toBe("#VALUE!");
  await autosave(options());
  await enter("A2", ONE);
  await enter("A3", TWO);
  expect(setup.workbook.values("A1:A3")).toEqual([["#VALUE!"], [100], ["#VALUE!"]]);
  await autosave(options());
  await loadLedger(theirs);
  expect([theirs.service, resultsOf(theirs)]).toEqual([OWN, [["One", 100]]]);
});

describe("If a colleague saves the first answers of another service while a refresh asks,", () => {
  async function refreshMeanwhile() {
    const theirs = colleague(OWN);
    theirs.record(callOf("One"), returned(100));
    setup.service.fail = async (url) => {
      if (url.pathname.endsWith("/pnl-summary")) await saveLedger(theirs);
      return undefined;
    };
    setup.service.ebit = 998;
    return { theirs, summary: await refresh() };
  }

  test("the refresh stops", async () => {
    setup = await setUpWorkbook({}, { connected: false });
    connect(OTHER, 999);
    await enter("A1", ONE);
    const { theirs, summary } = await refreshMeanwhile();
    expect(summary).toMatchObject({ end: "failed" });
    await loadLedger(setup.ledger);
    expect([setup.ledger.service, resultsOf(setup.ledger)]).toEqual([OWN, [["One", 100]]]);
    await loadLedger(theirs);
    expect([theirs.service, resultsOf(theirs)]).toEqual([OWN, [["One", 100]]]);
  });

  test("cells that ask for the first time show the saved answers", async () => {
    setup = await setUpWorkbook({ A1: ONE }, { connected: false });
    connect(OTHER, 999);
    const { theirs } = await refreshMeanwhile();
    await autosave(options());
    expect(setup.workbook.value("A1")).toBe(100);
    await loadLedger(theirs);
    expect([theirs.service, resultsOf(theirs)]).toEqual([OWN, [["One", 100]]]);
  });
});

test("A workbook that no service has answered belongs to the service whose refresh comes first", async () => {
  setup = await setUpWorkbook({}, { connected: false });
  connect(OTHER, 999);
  setup.service.fail = () => refusal(500);
  await enter("A1", ONE);
  setup.service.fail = undefined;
  const owners = new Set<string | undefined>();
  setup.ledger.subscribe(() => {
    if (resultsOf(setup.ledger).some(([, result]) => result !== undefined)) owners.add(setup.ledger.service);
  });
  expect(await refresh()).toMatchObject({ end: "done" });
  expect([...owners]).toEqual([OTHER]);
  const again = createLedger({ now: Date.now });
  await loadLedger(again);
  expect([again.service, resultsOf(again), setup.workbook.value("A1")]).toEqual([OTHER, [["One", 999]], 999]);
});

test("Another port of this computer is the same service", async () => {
  setup = await setUpWorkbook({}, { connected: false });
  connect("https://localhost:3000", 100);
  await enter("A1", ONE);
  connect("http://127.0.0.1:4400", 130);
  expect(await refresh()).toMatchObject({ end: "done" });
  expect(setup.workbook.value("A1")).toBe(130);
});

describe("A move to another service", () => {
  const move = () => refreshWorkbook({ ...options(), isMove: true });

  // Fails if `isMove` is not passed to the calls, or `isNews` ignores the service.
  test("brings every number from it, and the workbook then belongs to it", async () => {
    await openOwn();
    connect(OTHER, 999);
    expect(await move()).toMatchObject({ end: "done", changes: [{ before: 100, after: 999 }] });
    expect([setup.ledger.service, setup.workbook.value("A1")]).toEqual([OTHER, 999]);
    await enter("A2", ONE);
    expect(setup.workbook.value("A2")).toBe(999);
  });

  test("happens even if the other service has the same numbers, of the same time", async () => {
    await openOwn();
    const meta = { planId: "p1", generatedAt: "2026-03-02T08:43:00Z" };
    const scenarios = [{ scenarioId: "s1", pnl: { ebit: 100 } }];
    setup.service.fail = ({ pathname }) =>
      pathname.endsWith("/pnl-summary") ? Response.json({ meta, scenarios }) : undefined;
    await refresh();
    connect(OTHER, 100);
    expect(await move()).toMatchObject({ end: "done", changes: [] });
    expect(setup.ledger.service).toBe(OTHER);
  });

  test("that fails leaves the numbers and their service", async () => {
    await openOwn();
    const saved = JSON.stringify(setup.workbook.state.parts);
    connect(OTHER, 999);
    setup.service.fail = ({ pathname }) => (pathname.endsWith("/pnl-summary") ? refusal(500) : undefined);
    expect(await move()).toMatchObject({ end: "failed" });
    expect([setup.ledger.service, setup.workbook.value("A1")]).toEqual([OWN, 100]);
    expect(JSON.stringify(setup.workbook.state.parts)).toBe(saved);
  });

  test("is adopted by a colleague, whose calls of the former service are refused", async () => {
    await openOwn();
    const theirs = createLedger({ now: Date.now, connected: () => OWN });
    await loadLedger(theirs);
    connect(OTHER, 999);
    await move();
    expect(await loadLedger(theirs)).toBe(true);
    expect([theirs.service, resultsOf(theirs)]).toEqual([OTHER, [["One", 999]]]);
  });
});
