/** What the store does, over Microsoft's real proxies, with the functions at work in the workbook. */
import { callKey } from "../../../src/numbers/language/callKey";
import { computedAt, UNREFRESHED } from "../../../src/reporting/saved/ledger";
import type { Store } from "../../../src/excel/actions/store";
import { readCustomXml } from "../../../src/excel/workbook/customXml/customXml";
import { readSettings } from "../../../src/reporting/saved/chosenSettings";
import { refusal } from "../workbook/setup";
import { APP, KEY, setUpStore, type StoreSetupOptions, type StoreSetup } from "./storeSetup";

const PLAN_ONE = '=INSIGHTS.PNL("Plan","One","ebit")';

let setup: StoreSetup;
let store: Store;
let kept: StoreSetup["kept"];
let clock: StoreSetup["clock"];
let until: StoreSetup["until"];
let close: StoreSetup["close"];

async function open(opening?: StoreSetupOptions): Promise<void> {
  setup = await setUpStore(opening);
  ({ store, kept, clock, until, close } = setup);
}

afterEach(() => close());

test("The outcome of an action leaves with its section, and waits there while another is shown", async () => {
  await open({ connected: true });
  store.showSection("reports");
  const taking = store.takeSnapshots("sheet");
  await until(({ isBusy }) => isBusy);
  store.showSection("plans");
  await taking;
  const outcome = () => [store.state().result?.action ?? store.state().failure?.message, store.state().actedIn];
  expect(outcome()).toEqual([expect.any(String), "reports"]);
  store.showSection("reports");
  store.showSection("explain");
  expect(outcome()).toEqual([undefined, "reports"]);
});

describe("connecting", () => {
  test("lists the plans, says what the token may do, and has cells in error ask again", async () => {
    await open({ cells: { A1: PLAN_ONE } });
    expect(setup.workbook.value("A1")).toBe("#VALUE!");
    await store.connect(APP, KEY, false);
    await setup.workbook.settled();
    expect(store.state()).toMatchObject({ status: "connected", appUrl: APP, isKeyKept: false });
    expect(store.state().plans?.map(({ name }) => name)).toEqual(["Plan"]);
    expect(store.state().access?.expiresAt).toBeGreaterThan(Date.now());
    expect(setup.workbook.value("A1")).toBe(100);
  });

  test.each([
    [
      "a key that is refused",
      (url: URL) => (url.pathname.endsWith("/token") ? refusal(401) : undefined),
      /key was refused/,
    ],
    [
      "a service that is not there",
      () => Promise.reject(new TypeError("Failed to fetch")),
      /could not be reached\. Check first how the address is spelled/,
    ],
    ["a web site that is no service", () => new Response("<html>", { status: 200 }), /did not answer with JSON/],
    ["a service that is broken", () => refusal(503), /answered 503/],
  ])("says what to do of %s, and stays disconnected", async (_what, fail, message) => {
    await open();
    setup.service.fail = fail;
    await store.connect(APP, KEY, true);
    expect(store.state()).toMatchObject({ status: "disconnected", isKeyKept: false });
    expect(store.state().failure?.message).toMatch(message);
    expect(setup.session.connected).toBe(false);
    expect([...kept.values()].join()).not.toContain(KEY);
  });

  test("refuses an address that is none before anything is sent", async () => {
    await open();
    await store.connect("http://planning.example", KEY, false);
    expect(store.state().failure?.message).toContain("must start with https://");
    expect(setup.asked()).toEqual([]);
  });

  test("keeps of the address only what it needs, for the rest may be a secret", async () => {
    await open({ cells: { A1: PLAN_ONE } });
    await store.connect(`${APP}/?token=${KEY}#${KEY}`, "key", false);
    await store.refresh();
    expect(store.state().appUrl).toBe(APP);
    const everything = JSON.stringify([store.state(), setup.workbook.state, [...kept], await store.diagnostics()]);
    expect(everything).toContain(APP);
    expect(everything).not.toContain(KEY);
  });

  test("works with a key that may not list plans", async () => {
    await open();
    setup.service.fail = (url) => (url.pathname.endsWith("/plans") ? refusal(403) : undefined);
    await store.connect(APP, KEY, false);
    expect(store.state()).toMatchObject({ status: "connected", plans: undefined, failure: undefined });
  });

  test("and disconnecting tells how old the numbers are that cells go on showing", async () => {
    await open({ cells: { A1: PLAN_ONE } });
    expect(store.state().keptSince).toBeUndefined();
    await store.connect(APP, KEY, false);
    await setup.workbook.settled();
    store.disconnect();
    const stamps = setup.ledger.entries().map(computedAt);
    expect(stamps).toEqual([expect.any(Number)]);
    expect(store.state().keptSince).toBe(stamps[0]);
  });

  test("is not needed to tell how old the numbers are of a workbook that is read once the pane is open", async () => {
    await open();
    const call = { id: "KPI", args: ["FY26 Plan"], settings: {} };
    const entry = { ...call, key: callKey(call), result: 1, answeredAt: 7 };
    setup.ledger.merge({ edition: UNREFRESHED, entries: [entry], runs: new Map() });
    expect(store.state().keptSince).toBe(7);
  });

  test("to the sandbox needs no key", async () => {
    await open({ sandbox: true });
    await until(({ hasSandbox }) => hasSandbox);
    await store.trySandbox();
    expect(store.state()).toMatchObject({ status: "connected", appUrl: APP });
    expect(JSON.stringify(store.state())).not.toContain(KEY);
  });

  test("offers no other address than the one that the add-in was built for", async () => {
    await open({ fixedAddress: "https://fixed.example" });
    await setup.workbook.settled();
    expect(store.state()).toMatchObject({
      appUrl: "https://fixed.example",
      isAddressFixed: true,
      hasSandbox: false,
    });
  });
});

describe("the key", () => {
  test("is kept on the device only by choice, and removed by disconnecting", async () => {
    await open();
    await store.connect(APP, KEY, false);
    expect([...kept]).toEqual([["part.scenario-insights.connection", JSON.stringify({ appUrl: APP, apiKey: "" })]]);
    await store.connect(APP, KEY, true);
    expect(store.state().isKeyKept).toBe(true);
    expect([...kept.values()].join()).toContain(KEY);
    store.disconnect();
    expect(store.state()).toMatchObject({ status: "disconnected", isKeyKept: false, plans: undefined });
    expect([...kept]).toEqual([["part.scenario-insights.connection", JSON.stringify({ appUrl: APP })]]);
  });

  test("is nowhere else: not in the state, the workbook, the report or any message", async () => {
    await open({ cells: { A1: PLAN_ONE } });
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(JSON.stringify(store.state())));
    setup.service.fail = (url) => (url.pathname.endsWith("/token") ? refusal(401, `No such key: ${KEY}`) : undefined);
    await store.connect(APP, KEY, false);
    seen.push(await store.diagnostics());
    setup.service.fail = undefined;
    await store.connect(APP, KEY, false);
    await store.choosePlan("p1");
    await store.refresh();
    await setup.workbook.settled();
    seen.push(await store.diagnostics(), setup.workbook.state, setup.workbook.values("A1:D10"));
    expect(JSON.stringify(seen)).toContain("key was refused");
    expect(JSON.stringify(seen)).not.toContain(KEY);
    expect(await store.diagnostics()).toContain("Scenario Insights: 1.2.3");
  });
});

describe("a session that is connected already, by a key that was kept,", () => {
  test("has its plans listed", async () => {
    await open({ connected: true });
    await until(({ status }) => status === "connected");
    expect(store.state().plans).toHaveLength(1);
  });

  test("says that the key is no longer good, and asks for another", async () => {
    await open();
    setup.service.fail = () => refusal(401);
    setup.session.connect({ appUrl: APP, credentials: { apiKey: KEY } });
    await store.reloadPlans();
    expect(store.state().status).toBe("disconnected");
    expect(store.state().failure).toMatchObject({ kind: "unauthorized" });
    expect(setup.session.connected).toBe(false);
  });

  test("stays connected without a network, says so, and looks again when asked to", async () => {
    await open();
    setup.service.fail = () => Promise.reject(new TypeError("Failed to fetch"));
    setup.session.connect({ appUrl: APP, credentials: { apiKey: KEY } });
    await store.reloadPlans();
    expect(store.state()).toMatchObject({ status: "connected", failure: { kind: "unreachable" } });
    expect(store.state().plans).toBeUndefined();
    setup.service.fail = undefined;
    await store.reloadPlans();
    expect(store.state()).toMatchObject({ failure: undefined, plans: [{ name: "Plan" }] });
  });

  test("refreshes the workbook that wants it when it is opened", async () => {
    await open({ cells: { A1: PLAN_ONE }, connected: true, settings: { refreshOnOpen: true } });
    setup.service.ebit = 130;
    await until(({ refreshed }) => refreshed !== undefined);
    expect(setup.workbook.value("A1")).toBe(130);
  });
});

describe("what a person chooses", () => {
  beforeEach(async () => {
    await open({ cells: { A1: '=INSIGHTS.PNL("Plan",,"ebit")', A5: '=INSIGHTS.PNL(,"One","ebit")' } });
    await store.connect(APP, KEY, false);
    await setup.workbook.settled();
  });

  test("is kept in the workbook, a plan with its currency, and cells follow", async () => {
    expect(setup.workbook.value("A5")).toBe("#VALUE!");
    await store.choosePlan("p1");
    await setup.workbook.settled();
    expect(setup.workbook.value("A5")).toBe(100);
    expect(readSettings(await readCustomXml("settings"))).toEqual({ plan: "p1", currency: "EUR" });
    expect(store.state().settings).toMatchObject({ plan: "p1", currency: "EUR" });
  });

  test("of scenarios is what cells show that name none, until another plan is chosen", async () => {
    await store.choosePlan("p1");
    await setup.workbook.settled();
    expect(setup.workbook.values("A1:C1")).toEqual(
      [["", "One", "Two"]].map(([, ...names]) => [expect.anything(), ...names]),
    );
    await store.changeSettings({ scenarios: ["s2"] });
    await setup.workbook.settled();
    expect(setup.workbook.values("B1:C1")).toEqual([["Two", null]]);
    await store.choosePlan("p1");
    await setup.workbook.settled();
    expect(store.state().settings.scenarios).toBeUndefined();
  });

  test("of the fiscal year is one that cells read", async () => {
    const renew = jest.spyOn(setup.workbook.calls, "renew");
    await store.changeSettings({ fiscalMonth: 4 });
    await setup.workbook.settled();
    expect(renew).toHaveBeenCalled();
    expect(readSettings(await readCustomXml("settings"))).toEqual({ fiscalMonth: 4 });
  });

  test("of another kind calculates nothing", async () => {
    const renew = jest.spyOn(setup.workbook.calls, "renew");
    await store.changeSettings({ formats: false });
    expect(renew).not.toHaveBeenCalled();
    expect(readSettings(await readCustomXml("settings"))).toEqual({ formats: false });
  });
});

describe("refreshing", () => {
  beforeEach(async () => {
    await open({ cells: { A1: PLAN_ONE } });
    await store.connect(APP, KEY, false);
    await setup.workbook.settled();
  });

  test("tells how far it is, and what has changed", async () => {
    setup.service.ebit = 130;
    const told: unknown[] = [];
    store.subscribe(() => told.push(store.state().progress));
    await store.refresh();
    expect(told).toContainEqual({ done: 1, all: 1 });
    expect(store.state().progress).toBeUndefined();
    expect(store.state().refreshed).toMatchObject({
      cells: 1,
      changes: [{ address: "Sheet1!A1", before: 100, after: 130 }],
    });
  });

  test("lists its changes by labels, with drivers, and keeps the list in the workbook", async () => {
    setup.service.ebit = 130;
    await store.refresh();
    await until(({ changes }) => changes !== undefined);
    expect(store.state().changes).toMatchObject({
      cells: 1,
      listed: [{ address: "Sheet1!A1", plan: "Plan", scenario: "One", shown: { difference: "+30" } }],
    });
    await store.showDrivers("Sheet1!A1");
    expect(store.state().drivers?.divisions).toEqual([
      { dimension: "lines", steps: [{ label: "Other", amount: "+30", share: "+100 %", value: 30 }] },
      { dimension: "month", steps: undefined },
    ]);
    await setup.workbook.settled();
    expect(JSON.stringify(setup.workbook.state)).toContain("urn:scenario-insights:workbook:changes");
    const { changes } = store.state();
    await store.refresh();
    await setup.workbook.settled();
    expect(store.state()).toMatchObject({ changes, drivers: undefined });
  });

  test("twice at once is once", async () => {
    setup.asked();
    await Promise.all([store.refresh(), store.refresh()]);
    expect(setup.asked().filter((each) => each.startsWith("pnl"))).toHaveLength(1);
  });

  test("that fails says why and leaves the cells as they are", async () => {
    setup.service.fail = () => refusal(500);
    await store.refresh();
    expect(store.state().failure?.message).toContain("answered 500");
    expect(store.state().stopped).toMatchObject({ reason: "failed" });
    expect(setup.workbook.value("A1")).toBe(100);
  });

  test("that is connected elsewhere names both services and changes no cell", async () => {
    await store.connect("https://other.example/", KEY, false);
    setup.service.ebit = 130;
    await store.refresh();
    expect(store.state().failure).toEqual({
      kind: "otherService",
      message: `This workbook belongs to the service ${APP}, and the connection is to https://other.example. Connect to ${APP} again, or move the workbook. No cell has changed.`,
    });
    expect(setup.workbook.value("A1")).toBe(100);
    await store.connect(APP, KEY, false);
    await store.refresh();
    expect(setup.workbook.value("A1")).toBe(130);
  });

  test("that is cancelled leaves the cells as they are, and is no failure", async () => {
    setup.service.ebit = 130;
    setup.service.fail = () => new Promise(() => undefined);
    const refreshed = store.refresh();
    await until(({ progress }) => progress !== undefined);
    store.cancelRefresh();
    await refreshed;
    expect(store.state()).toMatchObject({ failure: undefined, progress: undefined });
    expect(store.state().refreshed).toBeUndefined();
    expect(store.state().stopped).toMatchObject({ reason: "cancelled" });
    expect(setup.workbook.value("A1")).toBe(100);
  });
});

describe("what the functions are doing", () => {
  const FAILING = { A1: PLAN_ONE, A2: '=INSIGHTS.PNL("Plan","Noe","ebit")' };
  let stop: () => void;
  beforeEach(async () => {
    await open({ cells: FAILING });
    await store.connect(APP, KEY, false);
    await setup.workbook.settled();
    stop = store.watchActivity();
    await until(({ activity }) => activity.failures.length > 0 && activity.ages.length > 0);
  });
  afterEach(() => stop());

  /** Until nothing is to be looked at any more. */
  const rest = async () => {
    for (let turn = 0; clock.pending() > 0; turn += 1) {
      if (turn > 20) throw new Error("The workbook is looked at again and again.");
      await setup.workbook.settled();
    }
  };

  test("is told while somebody watches: answers, their age, and each cell in error", () => {
    expect(store.state().activity).toMatchObject({
      waiting: 0,
      running: 0,
      held: 1,
      ages: [{ plan: "p1" }],
      failures: [
        { address: "Sheet1!A2", code: "#N/A", message: expect.stringContaining("Did you mean 'One'?") as string },
      ],
    });
  });

  test.each([
    ["is corrected", PLAN_ONE],
    ["is cleared, which calls no function", ""],
  ])("says no more of a cell in error that %s", async (_how, content) => {
    await rest();
    setup.workbook.enter("A2", content);
    await until(({ activity }) => activity.failures.length === 0);
  });

  test("mends a cell in error by what its message suggests", async () => {
    await rest();
    await store.mend(["Sheet1!A2"]);
    await until(({ activity }) => activity.failures.length === 0);
    expect(setup.workbook.value("A2")).toBe(100);
    await store.undoMend();
    expect(store.state().mended).toMatchObject({ count: 1, isUndone: true });
    await until(({ activity }) => activity.failures.length === 1);
  });

  test("mends a cell whose scenario is like no other by the one that is chosen", async () => {
    await rest();
    setup.workbook.enter("A2", '=INSIGHTS.KPI("Plan","Forecast June","ebit")');
    await until(({ activity }) => activity.failures[0]?.message.includes("Forecast June") ?? false);
    const [error] = store.state().activity.failures;
    expect([error?.fix, error?.choice]).toMatchObject([undefined, { wrong: "Forecast June", names: ["One", "Two"] }]);
    await store.mend(["Sheet1!A2"]);
    expect(store.state().mended).toMatchObject({ count: 0 });
    await store.mend(["Sheet1!A2"], "Two");
    await until(({ activity }) => activity.failures.length === 0);
    expect(setup.workbook.value("A2")).toBe(200);
  });

  test("says what is wrong in the selected cell, until another section is shown", async () => {
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem("Sheet1").getRange("A2").select();
      await context.sync();
    });
    await store.askAboutCell();
    expect(store.state()).toMatchObject({ section: "activity", askedCell: "Sheet1!A2" });
    store.showSection("plans");
    expect(store.state().askedCell).toBeUndefined();
  });

  test("says of a cell in error as soon as there is one", async () => {
    await rest();
    setup.workbook.enter("B2", '=INSIGHTS.PNL("Plam")');
    await until(({ activity }) => activity.failures.length === 2);
    expect(
      store
        .state()
        .activity.failures.map(({ address }) => address)
        .sort(),
    ).toEqual(["Sheet1!A2", "Sheet1!B2"]);
  });

  test("is not looked at while nothing changes, nor when nobody watches any more", async () => {
    await rest();
    const told = jest.fn();
    store.subscribe(told);
    await setup.workbook.settled();
    expect(clock.pending()).toBe(0);
    stop();
    setup.workbook.enter("A2", PLAN_ONE);
    await setup.workbook.settled();
    expect(clock.pending()).toBe(0);
    expect(told).not.toHaveBeenCalled();
  });

  test("is told of a refresh while it asks", async () => {
    await rest();
    const running: number[] = [];
    store.subscribe(() => running.push(store.state().activity.running));
    let answer = () => {};
    setup.service.fail = (url) =>
      url.pathname.endsWith("/plans") ? undefined : new Promise((resolve) => (answer = () => resolve(refusal(500))));
    const refreshed = store.refresh();
    await until(({ activity }) => activity.running > 0);
    answer();
    await refreshed;
    await until(({ activity }) => activity.running === 0);
  });

  test("is told of it also when no request ran at its last look", async () => {
    await rest();
    let answer: (() => void) | undefined;
    setup.service.fail = (url) =>
      url.pathname.endsWith("/plans") ? undefined : new Promise((resolve) => (answer = () => resolve(refusal(500))));
    const between = jest.spyOn(setup.session, "activity", "get").mockReturnValue({ waiting: 0, running: 0, held: 1 });
    const refreshed = store.refresh();
    await until(() => answer !== undefined);
    for (let turn = 0; turn < 5; turn += 1) await setup.workbook.settled();
    between.mockRestore();
    await until(({ activity }) => activity.running > 0);
    answer?.();
    await refreshed;
  });
});

describe("checking this Excel", () => {
  beforeEach(async () => {
    await open({ cells: { A1: PLAN_ONE } });
  });

  test("shows its current check, asks for help, stops on request and returns a text", async () => {
    void store.checkExcel();
    await until(({ excelCheck }) => excelCheck?.request !== undefined);
    expect(store.state().excelCheck).toMatchObject({ isRunning: true, current: "Choices from lists" });
    expect(store.state().isBusy).toBe(true);
    for (const next of ["Editing a cell", "A chart sheet", "Another workbook in front"]) {
      store.answerCheck(false);
      await until(({ excelCheck }) => excelCheck?.current === next && excelCheck.request !== undefined);
    }
    store.endCheck();
    await until(({ isBusy }) => !isBusy);
    const { excelCheck, failure } = store.state();
    expect([excelCheck?.isRunning, failure]).toEqual([false, undefined]);
    const skipped = excelCheck?.outcomes.filter(({ verdict }) => verdict === "skipped").map(({ name }) => name);
    expect(skipped).toEqual(["Choices from lists", "Editing a cell", "A chart sheet", "Another workbook in front"]);
    const report = await store.checkReport();
    expect(report).toMatch(/^Scenario Insights: 1\.2\.3\nHost: Excel 16 on OfficeOnline\n/);
    expect(report).toMatch(/\nDate system: passed: .* Actual: 1900\n/);
    expect(report).not.toContain(KEY);
  });
});
