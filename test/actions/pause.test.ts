/** Fetching that is paused: what cells show, what they ask, and who sees that it is so. */
import { readSettings } from "../../src/saved/settings";
import { followSettings, saveSettings } from "../../src/workbook/customXml/settings";
import { readCustomXml } from "../../src/workbook/customXml/customXml";
import { APP, KEY, setUpStore, type StoreSetup } from "./storeSetup";
import { refusal } from "../workbook/setup";

const ONE = '=INSIGHTS.PNL("Plan","One","ebit")';
const TWO = '=INSIGHTS.PNL("Plan","Two","ebit")';

let setup: StoreSetup;

const value = (address: string) => setup.workbook.value(address);
const messages = () => setup.ledger.entries().flatMap(({ error }) => error?.message ?? []);

/** A person enters something, and waits. */
async function enter(address: string, content: string): Promise<void> {
  setup.workbook.enter(address, content);
  await setup.workbook.settled();
}

beforeEach(async () => {
  setup = await setUpStore({ cells: { A1: ONE } });
  await setup.store.connect(APP, KEY, false);
  await setup.workbook.settled();
  await setup.store.togglePause();
  setup.asked();
});
afterEach(() => setup.close());

describe("while fetching is paused,", () => {
  test("cells keep their values if Excel recalculates them, without requests", async () => {
    await enter("A1", "");
    await enter("A1", ONE);
    expect(value("A1")).toBe(100);
    expect(setup.asked()).toEqual([]);
  });

  test("what is in memory is shown in new cells too", async () => {
    await enter("A2", '=INSIGHTS.PNL("Plan","One","netFIESales")');
    expect(value("A2")).toBe(1000);
    expect(setup.asked()).toEqual([]);
  });

  test("a new question is an error, never an absence, that says so and how to go on", async () => {
    await enter("A2", `=IFNA(${TWO.slice(1)},0)`);
    expect(value("A2")).toBe("#VALUE!");
    expect(messages()).toEqual([
      "Fetching is paused in this workbook. It does not hold the numbers that this cell asks for now. " +
        "Refresh, or resume fetching in the Insights pane.",
    ]);
    expect(setup.asked()).toEqual([]);
  });

  test("ASOF returns the age of the shown numbers, and sends no request without any", async () => {
    await enter("A2", '=INSIGHTS.ASOF("Plan","One")');
    await enter("A3", '=INSIGHTS.ASOF("Plan","Two")');
    expect(value("A2")).toEqual(expect.any(Number));
    expect(value("A3")).toBe("#VALUE!");
    expect(setup.asked()).toEqual([]);
  });

  test("a refresh sends requests, also for cells in error and for new calls", async () => {
    await enter("A2", TWO);
    await enter("B1", '=INSIGHTS.PNL("Plan",IF(A1=130,"Two","One"),"netFIESales",,,,"USD")');
    setup.service.ebit = 130;
    await setup.store.refresh();
    expect(setup.store.state().failure).toBeUndefined();
    expect([value("A1"), value("A2"), value("B1")]).toEqual([130, 260, 1000]);
    expect(setup.asked()).not.toEqual([]);
    await enter("A3", '=INSIGHTS.PNL("Plan","Two","ebit",,,,"GBP")');
    expect(value("A3")).toBe("#VALUE!");
  });

  test("a refresh that fails changes no cell, and fetching stays paused", async () => {
    setup.service.fail = () => refusal(503);
    await setup.store.refresh();
    expect(setup.store.state().failure?.kind).toBe("unavailable");
    expect(value("A1")).toBe(100);
    expect(setup.pause.isOn()).toBe(true);
  });

  test("no answer is too old, and the clock refreshes nothing", async () => {
    await setup.store.changeSettings({ refreshEvery: 15 });
    for (const { run } of setup.clock.scheduled()) run();
    expect(setup.store.state().progress).toBeUndefined();
    await setup.workbook.settled();
    expect(setup.store.state().refreshed).toBeUndefined();
    expect(setup.asked()).toEqual([]);
  });

  test("a workbook that wants to be refreshed when it is opened is not", async () => {
    setup.close();
    setup = await setUpStore({ cells: { A1: ONE }, connected: true, settings: { paused: true, refreshOnOpen: true } });
    await setup.until(({ status }) => status === "connected");
    await setup.workbook.settled();
    expect(setup.store.state().refreshed).toBeUndefined();
  });
});

test("switched on again, cells that wanted for it ask", async () => {
  await enter("A2", TWO);
  expect(value("A2")).toBe("#VALUE!");
  await setup.store.togglePause();
  await setup.workbook.settled();
  expect(value("A2")).toBe(200);
});

describe("the pause is the workbook's:", () => {
  test("it is kept in it", async () => {
    expect(readSettings(await readCustomXml("settings"))).toEqual({ paused: true });
    await setup.store.togglePause();
    expect(readSettings(await readCustomXml("settings"))).toEqual({});
  });

  test("a second person sees it, and what both choose is kept", async () => {
    const other: { current: { paused?: boolean | undefined } } = { current: {} };
    setup.workbook.connect().use();
    await followSettings(other);
    expect(other.current).toEqual({ paused: true });
    await saveSettings({ fiscalMonth: 4 });
    await followSettings(setup.settings);
    expect(setup.settings.current).toEqual({ paused: true, fiscalMonth: 4 });
  });

  test("what has just been chosen here is not undone by what the workbook still says", async () => {
    const settings = { current: { currency: "USD" } as StoreSetup["settings"]["current"] };
    setup.workbook.host.editMode = true;
    const saved = saveSettings({ currency: "USD" });
    const followed = followSettings(settings);
    setup.workbook.host.editMode = false;
    await Promise.all([saved, followed]);
    expect(settings.current.currency).toBe("USD");
  });
});
