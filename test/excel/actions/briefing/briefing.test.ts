/** The briefing's look at the service: few requests, and nothing of it in cells or in the ledger. */
import type { BriefingActions } from "../../../../src/excel/actions/briefing/briefingActions";
import type { Scenario } from "../../../../src/insights";
import type { WorkbookSettings } from "../../../../src/reporting/saved/chosenSettings";
import { setUpStore, type StoreSetup } from "../storeSetup";

/** EBIT by scenario and month. Other lines follow, so the P&L adds up. */
interface Results {
  ebit: Record<string, number[]>;
  /** ISO; undefined if the service says no time. */
  generatedAt?: string | undefined;
}

const FIRST: Results = { ebit: { s1: [300, 200], s2: [100, 250] } };

let setup: StoreSetup;
let actions: BriefingActions;
let results: Results;
afterEach(() => setup.close());

async function open(cells: Record<string, string> = {}, first: Results = FIRST): Promise<void> {
  results = first;
  setup = await setUpStore({ cells: {}, connected: true, settings: { plan: "p1" } });
  setup.service.fail = reply;
  await setup.until(({ plans }) => plans !== undefined);
  for (const [address, formula] of Object.entries(cells)) setup.workbook.enter(address, formula);
  await setup.workbook.settled();
  setup.asked();
  actions = await setup.store.loadBriefing();
}

function reply({ pathname, searchParams }: URL): Response | undefined {
  const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
  const meta = { planId: "p1", ...(results.generatedAt && { generatedAt: results.generatedAt }) };
  const series = (rows: (ebit: number, period: string) => object | object[]) => ({
    meta,
    scenarios: ids.map((scenarioId) => ({
      scenarioId,
      series: (results.ebit[scenarioId] ?? []).flatMap((ebit, at) => rows(ebit, `2026-0${at + 1}`)),
    })),
  });
  if (pathname.endsWith("/pnl-summary") && searchParams.get("interval") === "M")
    return Response.json(series((ebit, period) => ({ period, ...linesOf(ebit) })));
  if (pathname.endsWith("/demand-forecast"))
    return Response.json(
      series((ebit, period) => [
        { period, region: "North", demandVolume: 1, demandValue: ebit },
        { period, region: "South", demandVolume: 1, demandValue: 1000 - ebit },
      ]),
    );
  return undefined;
}

function linesOf(ebit: number): object {
  const sales = { grossFIESales: 1100, tradeExpenses: 100, netFIESales: 1000, cogs: 400, grossProfit: 600 };
  return { ...sales, supplyChainCost: 50, ebit };
}

/** Everything that a look must not touch. */
function untouched(): unknown {
  const { ledger, session, workbook } = setup;
  const { generation } = session;
  return [ledger.content(), generation, session.activity.held, workbook.value("A1"), workbook.value("A2")];
}

const renamed = (scenarios: readonly Scenario[]) =>
  scenarios.map((each) => (each.name === "Two" ? { ...each, name: "Two, revised" } : each));

/** The actual months are those of scenario Two. */
const withActual = (scenarios: readonly Scenario[]) =>
  scenarios.map((each) => (each.name === "Two" ? { ...each, flags: ["actual"] } : each));

/** Changes the scenarios of the service's plans, which are then listed again. */
async function setPlans(change: (scenarios: readonly Scenario[]) => Scenario[]): Promise<void> {
  const { plans = [] } = setup.store.state();
  setup.service.fail = (url) =>
    url.pathname.endsWith("/plans")
      ? Response.json({ plans: plans.map((plan) => ({ ...plan, scenarios: change(plan.scenarios) })) })
      : reply(url);
  setup.session.forget();
  await setup.store.reloadPlans();
}

const briefing = () => setup.store.state().briefing;
const ofBoth = (scenario: string) => `=INSIGHTS.KPI("Plan","${scenario}","ebit","2026-01:2026-02")`;
const ofMonth = (month: string) => `=INSIGHTS.KPI("Plan","Two","ebit","${month}")`;

test("Opening asks two questions once, and none of the answers enters a cell or the ledger", async () => {
  await open({ A1: ofMonth("2026-01"), A2: ofMonth("2026-02") });
  const before = untouched();
  results = { ebit: { s1: [300, 200], s2: [90, 240] } };
  await actions.open();
  await actions.open();
  expect(setup.asked().map((request) => request.split("?")[0])).toEqual(["pnl-summary", "demand-forecast"]);
  expect(untouched()).toEqual(before);
  expect(briefing()?.said).toMatchObject({
    headline: "EBIT 170 below One (−34.0 %), mainly Other costs",
    period: "Jan–Feb 2026",
    worth: [
      { kind: "month", label: "2026-01", amount: -210, spoken: "−210" },
      { kind: "region", label: "North", amount: -170, share: " (−34.0 %)" },
    ],
    gaps: [],
  });
  await actions.look();
  expect(setup.asked()).toHaveLength(2);
});

test.each<[string, WorkbookSettings]>([
  ["fiscal year", { fiscalMonth: 2 }],
  ["current month", { currentMonth: "2026-02" }],
])("Saved calls of a former %s are no news, since no cell makes them", async (_, changed) => {
  await open({
    A1: `=INSIGHTS.KPI("Plan","Two","ebit","2026-01",,,,"R3")`,
    A2: ofMonth("current"),
    A3: ofMonth("2026-01"),
  });
  await setup.store.changeSettings({ currentMonth: "2026-01" });
  await setup.store.refresh();
  const saved = setup.ledger.content();
  await setup.store.changeSettings(changed);
  await setup.workbook.settled();
  // Of one edition, what was saved and what was asked since are united: a refresh without other results starts no new one.
  setup.ledger.merge(saved);
  await actions.open();
  await actions.look();
  expect(setup.ledger.entries().length).toBeGreaterThan(3);
  expect(briefing()).toMatchObject({ news: "same", comparison: { compared: 2, differing: 0 } });
});

test("Other results are news until a refresh, which the briefing follows without a request", async () => {
  // Without times of the service the seconds of the machine would decide which of both is later.
  const generatedAt = "2026-11-28T03:00:00Z";
  await open({ A1: ofMonth("2026-01"), A2: ofMonth("2026-02") }, { ...FIRST, generatedAt });
  await actions.open();
  expect(briefing()).toMatchObject({ news: "same", comparison: { compared: 2, differing: 0 } });
  results = { ebit: { s1: [300, 200], s2: [90, 250] }, generatedAt };
  await actions.look();
  expect(briefing()).toMatchObject({ news: "newer", comparison: { compared: 2, differing: 1, cells: 1 } });
  expect(setup.workbook.value("A1")).toBe(100);
  await setup.store.refresh();
  setup.asked();
  await actions.compare();
  expect(setup.asked()).toEqual([]);
  expect([briefing()?.news, setup.workbook.value("A1")]).toEqual(["same", 90]);
});

test.each([
  ["their variance", { A1: '=INSIGHTS.VAR("Plan","Two","One","ebit","2026-01:2026-02")' }, "150 below"],
  ["both numbers", { A1: ofBoth("Two"), A2: ofBoth("One") }, "150 below"],
  ["one of the numbers", { A1: ofBoth("Two") }, undefined],
  ["other months", { A1: ofMonth("2026-01"), A2: '=INSIGHTS.KPI("Plan","One","ebit","2026-01")' }, undefined],
])("Beside other results, the sentence says what cells show of its number: %s", async (_, cells, shown) => {
  const generatedAt = "2026-11-28T03:00:00Z";
  await open(cells, { ...FIRST, generatedAt });
  await actions.open();
  expect(briefing()?.inCells).toBeUndefined();
  results = { ebit: { s1: [300, 200], s2: [90, 250] }, generatedAt };
  await actions.look();
  expect(briefing()).toMatchObject({ news: "newer", said: { headline: expect.stringMatching(/^EBIT 160 below One/) } });
  expect(briefing()?.inCells).toBe(shown);
  await setup.store.refresh();
  await actions.compare();
  expect(briefing()?.inCells).toBeUndefined();
});

test("Beside other results that are said in the same words, the sentence does not repeat them", async () => {
  const generatedAt = "2026-11-28T03:00:00Z";
  const million = 1_000_000;
  const cells = { A1: '=INSIGHTS.VAR("Plan","Two","One","ebit","2026-01:2026-02")' };
  await open(cells, { ebit: { s1: [3 * million, 2 * million], s2: [million, 2 * million] }, generatedAt });
  await actions.open();
  results = { ebit: { s1: [3 * million, 2 * million], s2: [million - 1, 2 * million] }, generatedAt };
  await actions.look();
  expect(briefing()).toMatchObject({
    news: "newer",
    said: { headline: expect.stringMatching(/^EBIT 2.0 m below One/) },
  });
  expect(briefing()?.inCells).toBeUndefined();
});

test.each([
  ["calls alone", true, { C1: '=INSIGHTS.PNL("Plan","Two","ebit","M")' }],
  ["a formula around a table", false, { C1: '=SUM(INSIGHTS.PNL("Plan","Two",,"M","values"))' }],
  ["a number that the look does not ask for", false, { C1: '=INSIGHTS.PNL("Plan","Two","ebit")' }],
] as const)("The news counts the cells that the refresh then changes, of %s", async (_, isExact, cells) => {
  const generatedAt = "2026-11-28T03:00:00Z";
  await open(
    {
      A1: ofMonth("2026-01"),
      A2: ofMonth("2026-02"),
      A3: ofMonth("2026-01"),
      ...cells,
    },
    { ...FIRST, generatedAt },
  );
  await actions.open();
  results = { ebit: { s1: [300, 200], s2: [90, 250] }, generatedAt };
  await actions.look();
  const { comparison } = briefing() ?? {};
  expect(comparison).toMatchObject({ isExact });
  await setup.store.refresh();
  await setup.until(({ changes }) => changes !== undefined);
  expect(comparison?.cells).toBe(setup.store.state().changes?.cells);
});

test("Calls that cells make no more are no news", async () => {
  await open({ A1: ofMonth("2026-01"), A2: ofMonth("2026-01"), A3: "" });
  setup.workbook.enter("A1", ofMonth("2026-02"));
  setup.workbook.enter("A2", "a note");
  await setup.workbook.settled();
  results = { ebit: { s1: [300, 200], s2: [90, 250] } };
  await actions.open();
  expect(briefing()).toMatchObject({ comparison: { differing: 0, cells: 0 } });
  results = { ebit: { s1: [300, 200], s2: [90, 260] } };
  await actions.look();
  expect(briefing()).toMatchObject({ news: "newer", comparison: { differing: 1, cells: 1 } });
});

test("Beside later results in cells, the sentence that a failed look leaves is said to be older", async () => {
  const at = (hour: number) => `2026-11-28T0${hour}:00:00Z`;
  await open({ A1: ofMonth("2026-01") }, { ...FIRST, generatedAt: at(3) });
  await actions.open();
  const { said } = briefing() ?? {};
  results = { ebit: { s1: [300, 200], s2: [90, 250] }, generatedAt: at(4) };
  await setup.store.refresh();
  setup.service.fail = () => Promise.reject(new TypeError("Failed to fetch"));
  await actions.compare();
  expect(briefing()).toMatchObject({
    news: "older",
    isEarlier: true,
    said: { headline: said?.headline },
  });
  await actions.compare();
  expect(briefing()).toMatchObject({ news: "older", isEarlier: true });
  setup.service.fail = reply;
  await setup.store.refresh();
  await actions.compare();
  expect(briefing()).toMatchObject({ news: "same", failure: undefined });
  expect(briefing()?.isEarlier).toBeUndefined();
});

test.each([
  ["a refresh without news", () => setup.store.refresh()],
  [
    "the list of plans",
    async () => {
      setup.session.forget();
      await setup.store.reloadPlans();
    },
  ],
  [
    "a formula's first number",
    async () => {
      setup.workbook.enter("A2", '=INSIGHTS.KPI("Plan","One","ebit","2026-02")');
      await setup.workbook.settled();
    },
  ],
  [
    "a formula of which the service has no number",
    async () => {
      setup.service.fail = (url) =>
        url.searchParams.get("dateFrom")?.startsWith("2031")
          ? Response.json({ statusCode: 404, error: "Not Found", message: "No data." }, { status: 404 })
          : reply(url);
      setup.workbook.enter("A2", ofMonth("2031-02"));
      await setup.workbook.settled();
    },
  ],
])("The failure of a look ends with the next success: %s", async (_, succeed) => {
  await open({ A1: ofMonth("2026-01") });
  await actions.open();
  setup.service.fail = () => Promise.reject(new TypeError("Failed to fetch"));
  await actions.look();
  await actions.compare();
  expect(briefing()?.isEarlier).toBe(true);
  setup.service.fail = reply;
  await succeed();
  await actions.compare();
  expect(briefing()?.failure).toBeUndefined();
  expect(briefing()?.isEarlier).toBeUndefined();
});

test("A refresh that brings later results than the look's has the briefing look again, once", async () => {
  const at = (hour: number) => `2026-11-28T0${hour}:00:00Z`;
  await open({ A1: ofMonth("2026-01") }, { ...FIRST, generatedAt: at(3) });
  await actions.open();
  results = { ebit: { s1: [300, 200], s2: [90, 250] }, generatedAt: at(4) };
  await setup.store.refresh();
  setup.asked();
  await actions.compare();
  expect(briefing()).toMatchObject({ news: "same", said: { computedAt: Date.parse(at(4)) } });
  expect(briefing()?.said?.headline).toMatch(/^EBIT 160 below One/);
  expect(setup.asked()).toHaveLength(2);
  await actions.compare();
  expect(setup.asked()).toEqual([]);
});

test("A refresh that brings all of a look's answers leaves the briefing its period, without a request", async () => {
  const demand = (scenario: string) => `=INSIGHTS.DEMAND("Plan","${scenario}","demandValue","M","region")`;
  const year = (scenario: string) => `=INSIGHTS.PNL("Plan","${scenario}","ebit","M")`;
  await open({ A1: year("One"), E1: year("Two"), A10: demand("One"), H10: demand("Two") });
  await setPlans(withActual);
  await actions.open();
  const before = briefing()?.said;
  expect(before).toMatchObject({ period: "Jan–Feb 2026", isToDate: true });
  results = { ebit: { s1: [300, 200], s2: [90, 250] } };
  await setup.store.refresh();
  setup.asked();
  await actions.compare();
  expect(setup.asked()).toEqual([]);
  expect(briefing()?.said).toMatchObject({ period: before?.period, isToDate: true });
  expect(briefing()?.said?.headline).toMatch(/^EBIT 160 above Two/);
});

test("Connecting with another key looks again, since it may see other results", async () => {
  const generatedAt = "2026-11-28T03:00:00Z";
  await open({ A1: ofMonth("2026-01") }, { ...FIRST, generatedAt });
  await actions.open();
  expect(briefing()?.said?.headline).toMatch(/^EBIT 150 below One/);
  results = { ebit: { s1: [300, 200], s2: [90, 250] }, generatedAt };
  await setup.store.connect("https://app.example", "another key", false);
  setup.asked();
  await actions.open();
  expect(setup.asked()).toHaveLength(2);
  expect(briefing()?.said?.headline).toMatch(/^EBIT 160 below One/);
  await actions.open();
  expect(setup.asked()).toEqual([]);
});

test.each([
  ["same", undefined],
  ["again", "2027-01-02T00:00:00Z"],
] as const)("Equal results are %s if the service says as their time %s", async (news, generatedAt) => {
  await open({ A1: ofMonth("2026-01") });
  results = { ...FIRST, generatedAt };
  await actions.open();
  expect(briefing()).toMatchObject({ news, comparison: { compared: 1, differing: 0 } });
});

test.each([
  ["unknown", undefined],
  ["newer", "2099-01-02T00:00:00Z"],
  ["same", "2020-01-02T00:00:00Z"],
] as const)("Without a formula to compare, the news is %s if the time is %s", async (news, generatedAt) => {
  await open({ A1: '=INSIGHTS.PNL("Plan","One","ebit")' }, { ...FIRST, generatedAt });
  await actions.open();
  expect(briefing()).toMatchObject({ news, comparison: { compared: 0 } });
});

test("A workbook without numbers of the plan has no news", async () => {
  await open();
  await actions.open();
  expect(briefing()).toMatchObject({ news: "none", isLooking: false });
});

test("A service that fails leaves what was said, and the state tells that it is offline", async () => {
  await open({ A1: ofMonth("2026-01") });
  await actions.open();
  const { said } = briefing() ?? {};
  const before = untouched();
  setup.service.fail = () => Promise.reject(new TypeError("Failed to fetch"));
  await actions.look();
  expect(briefing()).toMatchObject({ said, isLooking: false, failure: { kind: "unreachable" } });
  expect([setup.store.state().isOffline, untouched()]).toEqual([true, before]);
  setup.service.fail = reply;
  await actions.look();
  expect([setup.store.state().isOffline, briefing()?.failure]).toEqual([false, undefined]);
});

test("Its number is explained by the answers of its look, without a cell and without a request", async () => {
  await open({ A1: ofMonth("2026-01") });
  await actions.open();
  setup.service.fail = () => Promise.reject(new TypeError("Failed to fetch"));
  // A failed look leaves the number, and what it was computed from.
  await actions.look();
  const before = untouched();
  setup.asked();
  actions.explain();
  const stop = (await setup.store.loadExplain()).followCell();
  await setup.until(({ explanation }) => explanation?.steps.at(-1)?.divisions !== undefined);
  expect(setup.store.state().explanation).toMatchObject({
    address: "",
    steps: [
      {
        title: expect.stringMatching(/^Variance of EBIT, Two against One in Plan, Jan–Feb 2026/) as string,
        value: -150,
        dimension: "lines",
        divisions: { lines: { state: "done", whole: -150 }, month: { state: "done" } },
        nearest: {
          choices: [
            { dimension: "product", asks: { requests: 1 } },
            { dimension: "sku", asks: { requests: 1 } },
            { dimension: "region", asks: undefined },
            { dimension: "channel", asks: { requests: 1 } },
          ],
        },
      },
    ],
  });
  expect([setup.asked(), untouched()]).toEqual([[], before]);
  stop();
  expect(setup.store.state().explanation).toBeUndefined();
});

test("The answer of a look is dropped if the settings have changed meanwhile", async () => {
  await open();
  const looking = actions.open();
  await setup.store.changeSettings({ currency: "EUR" });
  await looking;
  expect(briefing()?.said).toBeUndefined();
  setup.asked();
  await actions.open();
  expect(setup.asked().every((request) => request.includes("currency=EUR"))).toBe(true);
  expect(briefing()?.said).toBeDefined();
});

test("A setting that a refresh holds up is looked for once the cells follow it", async () => {
  await open({ A1: ofMonth("2026-01") });
  await setPlans(withActual);
  await actions.open();
  const refreshing = setup.store.refresh();
  const changing = setup.store.changeSettings({ currency: "EUR" });
  expect(setup.store.state().settings.currency).toBe("EUR");
  await actions.open();
  await Promise.all([refreshing, changing]);
  setup.asked();
  await actions.open();
  expect(setup.asked()).toEqual([expect.stringContaining("currency=EUR"), expect.stringContaining("currency=EUR")]);
  expect(briefing()?.said).toMatchObject({ period: "Jan–Feb 2026", isToDate: true });
});

test.each<[string, number, WorkbookSettings]>([
  ["its scenarios", 2, { scenarios: ["s1"] }],
  ["the currency", 2, { currency: "EUR" }],
  // A fiscal year from February to January needs the months of the calendar year before, too.
  ["the current month", 4, { currentMonth: "2026-01" }],
  ["the fiscal year", 2, { fiscalMonth: 4 }],
  ["the fiscal year's name", 2, { fiscalMonth: 2, fiscalNameByBegin: true }],
])("The briefing is looked for again after a change of %s, by %i requests", async (_, requests, changed) => {
  await open();
  await setup.store.changeSettings({ fiscalMonth: 2 });
  await actions.open();
  setup.asked();
  await setup.store.changeSettings(changed);
  await actions.compare();
  expect(setup.asked()).toEqual([]);
  await actions.open();
  expect(setup.asked()).toHaveLength(requests);
});

test.each<[string, WorkbookSettings, string]>([
  ["the calendar year", {}, "Jan–Feb 2026"],
  ["a fiscal year from February", { fiscalMonth: 2 }, "Feb 2026"],
  ["a current month of the person's", { currentMonth: "2026-01" }, "Jan 2026"],
])("The briefing is of the months that cells have: %s", async (_, changed, period) => {
  await open({ A1: `=INSIGHTS.KPI("Plan","Two","ebit","current",,,,"YTD")` });
  await setPlans(withActual);
  await setup.store.changeSettings(changed);
  await setup.store.refresh();
  await actions.open();
  expect(briefing()?.said).toMatchObject({ period, isToDate: true });
  const step = briefing()?.said?.steps.find(({ label }) => label === "Two");
  expect(step?.amount).toBe(setup.workbook.value("A1"));
});

test("The briefing stays after a change of settings that only formats cells", async () => {
  await open();
  await actions.open();
  setup.asked();
  await setup.store.changeSettings({ scale: "millions", formats: false, formatsEntries: true });
  await actions.open();
  expect(setup.asked()).toEqual([]);
});

test("The briefing is looked for again once the service has renamed a scenario", async () => {
  await open();
  await actions.open();
  await setPlans(renamed);
  await actions.open();
  expect(briefing()?.said?.own).toBe("Two, revised");
});

test("Without a connection nothing is asked, and nothing is said", async () => {
  await open();
  setup.store.disconnect();
  await actions.open();
  expect([setup.asked(), briefing()]).toEqual([[], undefined]);
});

describe("with a month that only one scenario has,", () => {
  const short = { ebit: { s1: [300, 200], s2: [90] } };
  const openShort = async (status: number) => {
    await open({ A1: ofMonth("2026-01") }, short);
    await setup.store.changeSettings({ currentMonth: "2026-02" });
    setup.service.fail = (url) =>
      url.searchParams.has("dateFrom")
        ? Response.json({ statusCode: status, error: "Refused", message: "Not for this." }, { status })
        : reply(url);
    await actions.open();
  };

  test("the gap that the service has confirmed stays when cells change, without a request", async () => {
    await openShort(404);
    const { said, failure } = briefing() ?? {};
    expect([said?.gaps, failure]).toEqual([[{ scenario: "Two", months: ["2026-02"] }], undefined]);
    setup.asked();
    await actions.compare();
    expect([briefing()?.said, setup.asked()]).toEqual([said, []]);
  });

  test("a service that refuses to tell of it leaves no gap, but the reason", async () => {
    await openShort(403);
    expect(briefing()).toMatchObject({
      said: { gaps: [] },
      failure: { message: expect.stringContaining("Not for this.") },
    });
    await actions.compare();
    expect(briefing()).toMatchObject({
      said: { gaps: [] },
      failure: { message: expect.stringContaining("Not for this.") },
    });
  });
});
