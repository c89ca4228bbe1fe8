/** What the pane's store does, over Microsoft's real proxies, with the functions at work in the workbook. */
import type { PaneModel } from "../../src/taskpane/model";
import { readCustomXml } from "../../src/workbook/customXml";
import { readSettings } from "../../src/saved/settings";
import { refusal, type Desk } from "../workbook/desk";
import { APP, KEY, openStore, type Bench, type Opening } from "./bench";

const PLAN_ONE = '=INSIGHTS.PNL("Plan","One","ebit")';

let desk: Desk;
let store: PaneModel;
let kept: Bench["kept"];
let startup: Bench["startup"];
let scheduled: Bench["scheduled"];
let until: Bench["until"];

async function open(opening?: Opening): Promise<void> {
  ({ desk, store, kept, startup, scheduled, until } = await openStore(opening));
}

afterEach(() => desk.workbook.close());

describe("connecting", () => {
  test("lists the plans, says what the token may do, and has cells in error ask again", async () => {
    await open({ cells: { A1: PLAN_ONE } });
    expect(desk.workbook.value("A1")).toBe("#VALUE!");
    await store.connect(APP, KEY, false);
    await desk.workbook.settled();
    expect(store.state()).toMatchObject({ status: "connected", appUrl: APP, isKeyKept: false });
    expect(store.state().plans?.map(({ name }) => name)).toEqual(["Plan"]);
    expect(store.state().access?.expiresAt).toBeGreaterThan(Date.now());
    expect(desk.workbook.value("A1")).toBe(100);
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
      /could not be reached.*CORS/,
    ],
    ["a web site that is no service", () => new Response("<html>", { status: 200 }), /something other than JSON/],
    ["a service that is broken", () => refusal(503), /answered 503/],
  ])("says what to do of %s, and stays disconnected", async (_what, fail, message) => {
    await open();
    desk.service.fail = fail;
    await store.connect(APP, KEY, true);
    expect(store.state()).toMatchObject({ status: "disconnected", isKeyKept: false });
    expect(store.state().failure?.message).toMatch(message);
    expect(desk.session.connected).toBe(false);
    expect([...kept.values()].join()).not.toContain(KEY);
  });

  test("refuses an address that is none before anything is sent", async () => {
    await open();
    await store.connect("planning", KEY, false);
    expect(store.state().failure?.message).toContain("starts with https://");
    expect(desk.asked()).toEqual([]);
  });

  test("keeps of the address only what it needs, for the rest may be a secret", async () => {
    await open({ cells: { A1: PLAN_ONE } });
    await store.connect(`${APP}/?token=${KEY}#${KEY}`, "key", false);
    await store.refresh();
    expect(store.state().appUrl).toBe(APP);
    const everything = JSON.stringify([store.state(), desk.workbook.state, [...kept], await store.diagnostics()]);
    expect(everything).toContain(APP);
    expect(everything).not.toContain(KEY);
  });

  test("works with a key that may not list plans", async () => {
    await open();
    desk.service.fail = (url) => (url.pathname.endsWith("/plans") ? refusal(403) : undefined);
    await store.connect(APP, KEY, false);
    expect(store.state()).toMatchObject({ status: "connected", plans: undefined, failure: undefined });
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
    expect(store.state()).toMatchObject({ appUrl: "https://fixed.example", isAddressFixed: true });
  });
});

describe("the key", () => {
  test("is kept on the device only where that was asked for, and forgotten by disconnecting", async () => {
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
    desk.service.fail = (url) => (url.pathname.endsWith("/token") ? refusal(401, `No such key: ${KEY}`) : undefined);
    await store.connect(APP, KEY, false);
    seen.push(await store.diagnostics());
    desk.service.fail = undefined;
    await store.connect(APP, KEY, false);
    await store.choosePlan("p1");
    await store.refresh();
    await desk.workbook.settled();
    seen.push(await store.diagnostics(), desk.workbook.state, desk.workbook.values("A1:D10"));
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
    desk.service.fail = () => refusal(401);
    desk.session.connect({ appUrl: APP, credentials: { apiKey: KEY } });
    await store.reload();
    expect(store.state().status).toBe("disconnected");
    expect(store.state().failure).toMatchObject({ kind: "unauthorized" });
    expect(desk.session.connected).toBe(false);
  });

  test("stays connected without a network, says so, and looks again when asked to", async () => {
    await open();
    desk.service.fail = () => Promise.reject(new TypeError("Failed to fetch"));
    desk.session.connect({ appUrl: APP, credentials: { apiKey: KEY } });
    await store.reload();
    expect(store.state()).toMatchObject({ status: "connected", failure: { kind: "unreachable" } });
    expect(store.state().plans).toBeUndefined();
    desk.service.fail = undefined;
    await store.reload();
    expect(store.state()).toMatchObject({ failure: undefined, plans: [{ name: "Plan" }] });
  });

  test("refreshes the workbook that wants it when it is opened", async () => {
    await open({ cells: { A1: PLAN_ONE }, connected: true, settings: { refreshOnOpen: true } });
    desk.service.ebit = 130;
    await until(({ refreshed }) => refreshed !== undefined);
    expect(desk.workbook.value("A1")).toBe(130);
  });
});

describe("what a person chooses", () => {
  beforeEach(async () => {
    await open({ cells: { A1: '=INSIGHTS.PNL("Plan",,"ebit")', A5: '=INSIGHTS.PNL(,"One","ebit")' } });
    await store.connect(APP, KEY, false);
    await desk.workbook.settled();
  });

  test("is kept in the workbook, a plan with its currency, and cells follow", async () => {
    expect(desk.workbook.value("A5")).toBe("#VALUE!");
    await store.choosePlan("p1");
    await desk.workbook.settled();
    expect(desk.workbook.value("A5")).toBe(100);
    expect(readSettings(await readCustomXml())).toEqual({ plan: "p1", currency: "EUR" });
    expect(store.state().settings).toMatchObject({ plan: "p1", currency: "EUR" });
  });

  test("of scenarios is what cells show that name none, until another plan is chosen", async () => {
    await store.choosePlan("p1");
    await desk.workbook.settled();
    expect(desk.workbook.values("A1:C1")).toEqual(
      [["", "One", "Two"]].map(([, ...names]) => [expect.anything(), ...names]),
    );
    await store.change({ scenarios: ["s2"] });
    await desk.workbook.settled();
    expect(desk.workbook.values("B1:C1")).toEqual([["Two", null]]);
    await store.choosePlan("p1");
    await desk.workbook.settled();
    expect(store.state().settings.scenarios).toBeUndefined();
  });

  test("of another kind calculates nothing", async () => {
    const renew = jest.spyOn(desk.workbook.calls, "renew");
    await store.change({ maxAge: 60, formats: false });
    expect(renew).not.toHaveBeenCalled();
    expect(readSettings(await readCustomXml())).toEqual({ maxAge: 60, formats: false });
  });
});

describe("refreshing", () => {
  beforeEach(async () => {
    await open({ cells: { A1: PLAN_ONE } });
    await store.connect(APP, KEY, false);
    await desk.workbook.settled();
  });

  test("tells how far it is, and what has changed", async () => {
    desk.service.ebit = 130;
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

  test("twice at once is once", async () => {
    desk.asked();
    await Promise.all([store.refresh(), store.refresh()]);
    expect(desk.asked().filter((each) => each.startsWith("pnl"))).toHaveLength(1);
  });

  test("that fails says why and leaves the cells as they are", async () => {
    desk.service.fail = () => refusal(500);
    await store.refresh();
    expect(store.state().failure?.message).toContain("answered 500");
    expect(desk.workbook.value("A1")).toBe(100);
  });

  test("that is cancelled leaves the cells as they are, and is no failure", async () => {
    desk.service.ebit = 130;
    desk.service.fail = () => new Promise(() => undefined);
    const refreshed = store.refresh();
    await until(({ progress }) => progress !== undefined);
    store.cancelRefresh();
    await refreshed;
    expect(store.state()).toMatchObject({ failure: undefined, progress: undefined });
    expect(store.state().refreshed).toBeUndefined();
    expect(desk.workbook.value("A1")).toBe(100);
  });

  test("happens by the clock where the workbook says so, which is then loaded with it", async () => {
    expect(scheduled()).toEqual([]);
    await store.change({ refreshEvery: 15 });
    expect(startup()).toBe("Load");
    expect(scheduled().map(({ minutes }) => minutes)).toEqual([15]);
    desk.service.ebit = 130;
    scheduled()[0]!.run();
    await until(({ refreshed }) => refreshed !== undefined);
    expect(desk.workbook.value("A1")).toBe(130);
    await store.change({ refreshEvery: undefined });
    expect(startup()).toBe("None");
    expect(scheduled()).toEqual([]);
  });
});

describe("what the functions are doing", () => {
  test("is told while somebody watches: answers, their age, and each cell in error, which can be tried again", async () => {
    await open({ cells: { A1: PLAN_ONE, A2: '=INSIGHTS.PNL("Plan","Won","ebit")' } });
    await store.connect(APP, KEY, false);
    await desk.workbook.settled();
    const stop = store.watchDoings();
    await until(({ doings }) => doings.failures.length > 0 && doings.held > 0 && doings.ages.length > 0);
    expect(store.state().doings).toMatchObject({
      waiting: 0,
      running: 0,
      held: 1,
      ages: [{ plan: "p1" }],
      failures: [
        { address: "Sheet1!A2", code: "#N/A", message: expect.stringContaining("Did you mean 'One'?") as string },
      ],
    });
    desk.workbook.enter("A2", PLAN_ONE);
    await until(({ doings }) => doings.failures.length === 0);
    stop();
  });
});
