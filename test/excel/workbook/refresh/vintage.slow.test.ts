/** How old the workbook says that its numbers are: two plans, whose services name the time of each answer. */
import { autosave, followOthers } from "../../../../src/excel/workbook/refresh/autosave";
import { createLedger } from "../../../../src/excel/workbook/ledger/ledger";
import { loadLedger, saveLedger } from "../../../../src/excel/workbook/ledger/savedLedger";
import { findShown } from "../../../../src/excel/workbook/ledger/shown";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const MORNING = Date.UTC(2026, 2, 2, 8, 43);
const LATER = Date.UTC(2026, 2, 2, 9, 27);

const AGES = {
  A1: '=INSIGHTS.KPI("a","s1","ebit")',
  A2: '=INSIGHTS.ASOF("a",,,"UTC")',
  A3: '=INSIGHTS.ASOF("a",,,"UTC","earlier")',
  A4: '=INSIGHTS.ASOF("a",,,"UTC","later")',
  B1: '=INSIGHTS.KPI("b","s1","ebit")',
  B2: '=INSIGHTS.ASOF("b",,,"UTC")',
};
const NEW = '=INSIGHTS.PNL("a","s2","ebit","M")';

let setup: WorkbookSetup;
/** When the service worked its present answers out. */
let generatedAt: (url: URL) => number;
/** The service's present number. */
let ebit: number;

beforeEach(async () => {
  generatedAt = () => MORNING;
  ebit = 5;
  setup = await setUpWorkbook({});
  setup.service.fail = serve;
  for (const [address, content] of Object.entries(AGES)) setup.workbook.enter(address, content);
  await setup.workbook.settled();
});
afterEach(() => setup.workbook.close());

function serve(url: URL): Response | undefined {
  if (url.pathname.endsWith("/token")) return undefined;
  const scenarios = ["s1", "s2"];
  if (url.pathname.endsWith("/plans")) {
    const plans = ["a", "b"].map((id) => ({
      id,
      name: `Plan ${id}`,
      currency: "EUR",
      scenarios: scenarios.map(named),
    }));
    return Response.json({ plans });
  }
  const asked = (url.searchParams.get("scenarioIds") ?? "").split(",");
  const meta = {
    planId: url.searchParams.get("planId"),
    generatedAt: new Date(generatedAt(url)).toISOString(),
  };
  const isMonthly = url.searchParams.get("interval") === "M";
  const pnl = isMonthly ? { series: [{ period: "2026-01", ebit: 7 }] } : { pnl: { ebit } };
  return Response.json({ meta, scenarios: asked.map((scenarioId) => ({ scenarioId, ...pnl })) });
}

const named = (id: string) => ({ id, name: id });

/** The moment that a cell shows. */
const moment = (address: string) => Math.round((Number(setup.workbook.value(address)) - 25_569) * 1440) * 60_000;

const following = () => ({ ...setup, now: Date.now, wait: setup.workbook.settled });

/** What the add-in does some seconds after cells have called. */
async function passSeconds(): Promise<void> {
  await autosave(following());
  await setup.workbook.settled();
}

async function enterLater(): Promise<void> {
  await passSeconds();
  generatedAt = () => LATER;
  setup.workbook.enter("A6", NEW);
  await setup.workbook.settled();
  await passSeconds();
}

const isOfTwoRuns = () => findShown(setup.ledger.entries(), setup.ledger.workbook).plans.get("a")?.isOfTwoRuns;

test("A later formula with newer numbers makes two runs until the workbook is refreshed", async () => {
  await enterLater();
  expect([moment("A2"), moment("A3"), moment("A4")]).toEqual([MORNING, MORNING, LATER]);
  expect(isOfTwoRuns()).toBe(true);
  const { cells } = await setup.refresh();
  expect(cells).toBe(7);
  expect([moment("A2"), setup.workbook.value("A3"), setup.workbook.value("A4")]).toEqual([LATER, 0, 0]);
  expect([isOfTwoRuns(), moment("B2")]).toEqual([false, LATER]);
});

test("A formula entered later with older numbers makes the age older", async () => {
  generatedAt = () => MORNING - 3_600_000;
  setup.workbook.enter("A6", NEW);
  await setup.workbook.settled();
  await passSeconds();
  expect([moment("A2"), isOfTwoRuns()]).toEqual([MORNING - 3_600_000, false]);
});

test("Several times in one refresh are one run, also after the workbook is reopened", async () => {
  generatedAt = (url) => (url.searchParams.get("interval") === "M" ? LATER : MORNING);
  setup.workbook.enter("A6", NEW);
  await setup.workbook.settled();
  await setup.refresh();
  await passSeconds();
  expect([isOfTwoRuns(), moment("A2"), setup.workbook.value("A4")]).toEqual([false, MORNING, 0]);
  setup.ledger.clear();
  setup.ledger.workbook.runs = new Map();
  await loadLedger(setup.ledger);
  expect(setup.ledger.workbook.runs.get("a")).toBe(LATER);
});

// Fails if the ages are not shown once more after all other cells.
test("A call that appears during a refresh with an older number makes the age older at once", async () => {
  setup.workbook.enter("A6", '=INSIGHTS.KPI("a",IF(A1>5,"s2","s1"),"ebit")');
  await setup.workbook.settled();
  ebit = 7;
  generatedAt = ({ searchParams }) => (searchParams.get("scenarioIds") === "s2" ? MORNING - 3_600_000 : LATER);
  await setup.refresh();
  expect([setup.workbook.value("A6"), moment("A2")]).toEqual([7, MORNING - 3_600_000]);
});

test("A call that no cell makes any more counts until the workbook is refreshed", async () => {
  await enterLater();
  setup.workbook.enter("A1", "");
  await setup.refresh();
  expect(setup.ledger.entries().map(({ id, args: [plan] }) => `${id} ${String(plan)}`)).not.toContain("KPI a");
  expect([moment("A2"), isOfTwoRuns()]).toEqual([LATER, false]);
});

// Fails if the first runs are recorded while calls are running.
test("A first number that comes after the others were saved makes no second run", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const { service, workbook, ledger } = setup;
  service.fail = (url) => (url.searchParams.get("interval") === "M" ? held.then(() => serve(url)) : serve(url));
  generatedAt = () => LATER;
  const called = new Promise<void>((resolve) => ledger.subscribe((event) => event === "called" && resolve()));
  workbook.enter("A6", NEW);
  await called;
  await autosave(following());
  answer();
  await workbook.settled();
  await passSeconds();
  expect([workbook.value("B7"), isOfTwoRuns(), workbook.value("A4")]).toEqual(["2026-01", false, 0]);
});

// Fails if the first runs are not saved with the numbers.
test("Numbers that are newer than the first ones are of a second run after the next opening too", async () => {
  await passSeconds();
  setup.ledger.clear();
  setup.ledger.workbook.runs = new Map();
  await loadLedger(setup.ledger);
  generatedAt = () => LATER;
  setup.workbook.enter("A6", NEW);
  await setup.workbook.settled();
  await passSeconds();
  expect([isOfTwoRuns(), moment("A4")]).toEqual([true, LATER]);
});

// Fails if a refresh is written that brings nothing new.
test("A refresh that brings nothing new is done in a workbook that cannot be written", async () => {
  await setup.refresh();
  setup.workbook.state.parts = Object.freeze({ ...setup.workbook.state.parts });
  expect(await setup.refresh()).toMatchObject({ end: "done", changes: [] });
});

test("A refresh that fails leaves the ages, and the two runs", async () => {
  await enterLater();
  setup.service.fail = (url) => (url.pathname.endsWith("/plans") ? serve(url) : new Response("", { status: 500 }));
  await expect(setup.refresh()).rejects.toThrow();
  await setup.workbook.settled();
  expect([moment("A2"), isOfTwoRuns()]).toEqual([MORNING, true]);
});

// Fails if `updateAges` waits for an answer of this session.
test("A colleague's older number makes the age older, also if this person has asked nothing", async () => {
  await passSeconds();
  setup.session.forget();
  await setup.session.plans();
  const theirs = createLedger({ now: Date.now });
  await loadLedger(theirs);
  const kpi = theirs.entries().find(({ id, args }) => id === "KPI" && args[0] === "a")!;
  const questions = kpi.questions!.map(({ key }) => ({ key, computedAt: MORNING - 3_600_000 }));
  theirs.record({ id: "KPI", args: ["a", "s1", "netFIESales"] }, { result: 1000, answeredAt: MORNING, questions });
  await saveLedger(theirs);
  await followOthers(following());
  await setup.workbook.settled();
  expect(moment("A2")).toBe(MORNING - 3_600_000);
});

// Fails if what cannot be computed is taken for a new age: the cell would then ask for the plans.
test("A plan's name keeps its age while the list of plans is not in memory", async () => {
  setup.workbook.enter("A7", '=INSIGHTS.ASOF("Plan a",,,"UTC")');
  await setup.workbook.settled();
  await passSeconds();
  setup.session.forget();
  setup.asked();
  await passSeconds();
  expect([moment("A7"), setup.asked()]).toEqual([MORNING, []]);
});

test("A run with the same numbers is a new one, and a colleague is told", async () => {
  await setup.refresh();
  generatedAt = () => LATER;
  expect(await setup.refresh()).toMatchObject({ asOf: LATER });
  const theirs = createLedger({ now: Date.now });
  await loadLedger(theirs);
  expect(theirs.workbook.runs.get("a")).toBe(LATER);
});

// Fails if `settle` calculates cells of which nothing is known.
test("If the kept numbers were removed, formulas that are added later change no other cell", async () => {
  setup.ledger.clear();
  setup.session.forget();
  setup.workbook.state.parts = {};
  await followOthers(following());
  expect(setup.ledger.workbook.hasUnknown).toBe(true);
  generatedAt = () => LATER;
  setup.workbook.enter("A6", '=INSIGHTS.PNL("a","s2")');
  setup.workbook.enter("A7", '=INSIGHTS.ASOF("a","s2",,"UTC","later")');
  await setup.workbook.settled();
  await passSeconds();
  generatedAt = () => LATER + 3_600_000;
  setup.workbook.enter("A8", NEW);
  await setup.workbook.settled();
  await passSeconds();
  expect([moment("A2"), setup.ledger.workbook.hasUnknown]).toEqual([MORNING, true]);
});

test("In a new workbook, a formula that makes no call yet shows no number of unknown age", async () => {
  setup.workbook.close();
  setup = await setUpWorkbook({});
  setup.service.fail = serve;
  await followOthers(following());
  setup.workbook.enter("A1", '=IFERROR(INSIGHTS.KPI("a",1/0,"ebit"),"None")');
  setup.workbook.enter("A2", NEW);
  await setup.workbook.settled();
  await passSeconds();
  expect([setup.workbook.value("A1"), setup.ledger.workbook.hasUnknown]).toEqual(["None", false]);
});
