/** Explaining cells, over Microsoft's real proxies. */
import { divisionOf } from "../../../../src/excel/actions/explain/explainedPath";
import type { ExplainActions } from "../../../../src/excel/actions/explain/explanation";
import type { Explanation, ExplainStep } from "../../../../src/excel/actions/explain/explainState";
import { APP, choose, KEY, setUpStore, type StoreSetup } from "../storeSetup";

let setup: StoreSetup;
let actions: ExplainActions;
let stop: () => void;

interface Served {
  readonly fail?: (url: URL) => Response | undefined;
  /** The workbook's plan. */
  readonly plan?: string;
}

async function explain(
  cells: Record<string, string | number>,
  select: string,
  { fail, plan }: Served = {},
): Promise<void> {
  setup = await setUpStore({ cells, settings: { plan } });
  setup.service.fail = fail;
  await setup.store.connect(APP, KEY, false);
  await setup.workbook.settled();
  actions = await setup.store.loadExplain();
  await choose(select);
  setup.asked();
  stop = actions.followCell();
  await read(select);
}

afterEach(() => {
  stop();
  setup.close();
});

function explanation(): Explanation {
  const found = setup.store.state().explanation;
  if (!found) throw new Error("No cell is explained.");
  return found;
}

const step = (): ExplainStep => {
  const found = explanation().steps.at(-1);
  if (!found) throw new Error("No number is explained.");
  return found;
};

const division = () => divisionOf(step());

/** Resolves when the cell has been read and its number divided, as far as that costs no request. */
async function read(address: string): Promise<void> {
  await setup.until(({ explanation: now }) => {
    if (now?.address !== `Sheet1!${address}` || now.state !== "done") return false;
    const last = now.steps.at(-1);
    return now.numbers.length !== 1 || last?.divisions !== undefined;
  });
}

const CELLS = {
  A1: "One",
  B1: '=INSIGHTS.KPI("Plan",A1,"ebit")',
  B2: "=B1*2",
  B3: '=B2-INSIGHTS.KPI("Plan","Two","ebit")',
  A5: '=INSIGHTS.PNL("Plan",{"One","Two"},"ebit")',
  E1: "A text",
};

test("explains a number, its answer and its parts, without a request", async () => {
  await explain(CELLS, "B1");
  expect(step()).toMatchObject({
    title: expect.stringMatching(/^EBIT of One in Plan, full year/) as string,
    value: 100,
    combination: { by: "sum", rows: 1 },
    fullYear: "How many months the full year of One has is not known: name a period to be sure.",
    answers: [{ family: "Profit and loss", plan: "Plan", scenario: "One", computedAt: expect.any(Number) as number }],
    dimension: "lines",
    isNewer: false,
  });
  expect(division()).toMatchObject({ state: "done", whole: 100 });
  expect(setup.asked()).toEqual([]);
});

/** A service whose scenarios have these lines. */
function serving(one: object, two: object): (url: URL) => Response | undefined {
  return ({ pathname, searchParams }) => {
    if (!pathname.endsWith("/pnl-summary")) return undefined;
    const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
    return Response.json({
      scenarios: ids.map((scenarioId) => ({ scenarioId, pnl: scenarioId === "s1" ? one : two })),
    });
  };
}

test.each([
  ["mainly Net sales", { netFIESales: 900, cogs: 400, grossProfit: 500 }],
  ["no single driver", { netFIESales: 740, cogs: 440, grossProfit: 300 }],
  // What is left of unknown lines is no cause.
  [undefined, {}],
])("names as the cause of a variance, in the words of titles: %s", async (expected, lines) => {
  const fail = serving(
    { netFIESales: 700, cogs: 500, grossProfit: 200, supplyChainCost: 50, ebit: 100 },
    "cogs" in lines ? { ...lines, supplyChainCost: lines.grossProfit === 300 ? 10 : 50, ebit: 250 } : { ebit: 250 },
  );
  await explain({ A1: '=INSIGHTS.VAR("Plan","Two","One","ebit")' }, "A1", { fail });
  expect(step().divisions?.lines).toMatchObject({ state: "done", whole: 150 });
  expect(step().cause).toBe(expected);
});

test("names no cause of a line that is computed from others", async () => {
  const fail = serving({ ebit: 100, dpm: 50 }, { ebit: 250, dpm: 50 });
  await explain({ A1: '=INSIGHTS.VAR("Plan","One","Two","overhead")' }, "A1", { fail });
  expect(step().divisions?.lines).toMatchObject({ state: "done", whole: 150 });
  expect(step().cause).toBeUndefined();
});

test("follows the references of a formula, and the table around a cell", async () => {
  await explain(CELLS, "B2");
  expect(explanation().numbers).toMatchObject([{ address: "Sheet1!B1", value: 100 }]);
  await choose("B3");
  await read("B3");
  expect(explanation().numbers.map(({ address, value }) => [address, value])).toEqual([
    ["Sheet1!B3", 200],
    ["Sheet1!B1", 100],
  ]);
  await actions.chooseNumber(1);
  expect(step().title).toMatch(/^EBIT of One/);
  actions.goBack(-1);
  expect(explanation().steps).toEqual([]);
  // The table spills: C6 is the second scenario's number.
  await choose("C6");
  await read("C6");
  expect(step()).toMatchObject({ title: expect.stringMatching(/^EBIT of Two/) as string, value: 200 });
  await choose("E1");
  await read("E1");
  expect(explanation().numbers).toEqual([]);
});

/** Holds the computation that is started next. Returns a function that lets it go on. */
function holdNext(): () => void {
  const { ledger } = setup;
  const invoke = ledger.invoke.bind(ledger);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(ledger, "invoke").mockImplementationOnce((call, invocation) => held.then(() => invoke(call, invocation)));
  return release;
}

test("a number that was chosen too late is not shown for the next cell", async () => {
  await explain(CELLS, "B3");
  const release = holdNext();
  const chosen = actions.chooseNumber(0);
  await choose("B1");
  await read("B1");
  release();
  await chosen;
  expect(explanation()).toMatchObject({ address: "Sheet1!B1", steps: [{ value: 100 }] });
  expect(explanation().steps).toHaveLength(1);
});

test("of two parts that are clicked in quick succession the later one is opened", async () => {
  await explain(CELLS, "B1");
  await actions.divideBy("scenario");
  const shown = division();
  const labels = shown?.state === "done" ? shown.parts.map(({ label }) => label) : [];
  const release = holdNext();
  const first = actions.openPart(0);
  await actions.openPart(1);
  release();
  await first;
  expect(explanation().steps.map(({ label }) => label)).toEqual(["EBIT", labels[1]]);
  expect(division()?.state).toBe("done");
});

test("an answer that comes after the next choice is dropped, and is in memory for the next click", async () => {
  await explain(CELLS, "B1");
  const release = holdNext();
  const asking = actions.divideBy("base");
  await actions.divideBy("lines");
  release();
  await asking;
  expect([step().dimension, division()?.state]).toEqual(["lines", "done"]);
  setup.asked();
  await actions.divideBy("base");
  expect([step().dimension, division()?.state, setup.asked()]).toEqual(["base", "done", []]);
});

test("what the user has agreed to ask is asked again if the cell is read anew meanwhile", async () => {
  const fail = (url: URL) => (url.pathname.endsWith("/demand-forecast") ? serveDemand(url) : undefined);
  await explain({ ...CELLS, B1: '=INSIGHTS.KPI("Plan","One","demandValue")' }, "B1", { fail });
  expect(step().divisions?.channel?.state).toBe("asks");
  const release = holdNext();
  const asking = actions.divideBy("channel");
  setup.session.forget();
  setup.workbook.enter("D9", '=INSIGHTS.KPI("Plan","One","ebit")');
  await setup.until(({ explanation: now }) => now?.generation === setup.session.generation);
  release();
  await asking;
  await setup.until(({ explanation: now }) => now?.steps[0]?.divisions?.channel !== undefined);
  expect([step().dimension, division()?.state]).toEqual(["channel", "done"]);
});

test("follows spills and defined names", async () => {
  const cells = { ...CELLS, G1: "=SUM(A5#)", G2: "=ROUND(Profit,0)+Missing" };
  await explain(cells, "G1");
  const addresses = () => explanation().numbers.map(({ address }) => address);
  expect(addresses()).toEqual(["Sheet1!B6", "Sheet1!C6"]);
  await Excel.run(async (context) => {
    context.workbook.names.add("Profit", context.workbook.worksheets.getItem("Sheet1").getRange("B1"));
    await context.sync();
  });
  await choose("G2");
  await read("G2");
  expect(addresses()).toEqual(["Sheet1!B1"]);
});

test("follows a refresh", async () => {
  await explain(CELLS, "B1");
  setup.service.ebit = 130;
  await setup.refresh();
  await setup.workbook.settled();
  await setup.until(({ explanation: now }) => now?.steps.at(-1)?.value === 130);
  await setup.until(({ explanation: now }) => now?.steps.at(-1)?.divisions !== undefined);
  expect(step().isNewer).toBe(false);
});

test("follows a refresh that leaves the number as it was, and changes its parts", async () => {
  await explain(CELLS, "B1");
  await actions.divideBy("scenario");
  const two = () => {
    const shown = division();
    return shown?.state === "done" ? shown.parts.find(({ label }) => label === "Two")?.amount : undefined;
  };
  expect(two()).toBe(200);
  setup.service.fail = ({ pathname, searchParams }) => {
    if (!pathname.endsWith("/pnl-summary")) return undefined;
    const ids = searchParams.get("scenarioIds")?.split(",") ?? [];
    const scenarios = ids.map((scenarioId) => ({ scenarioId, pnl: { ebit: scenarioId === "s1" ? 100 : 250 } }));
    return Response.json({ meta: { planId: "p1" }, scenarios });
  };
  await setup.store.refresh();
  await setup.until(() => two() === 250);
  expect(step().value).toBe(100);
});

test("follows the workbook's plan to another one with the same numbers", async () => {
  const plans = ["Plan", "Other"].map((name, at) => ({
    id: `p${at + 1}`,
    name,
    currency: "EUR",
    scenarios: [{ id: "s1", name: "One" }],
  }));
  const fail = ({ pathname, searchParams }: URL) => {
    if (pathname.endsWith("/plans")) return Response.json({ plans });
    if (!pathname.endsWith("/pnl-summary")) return undefined;
    const scenarios = [{ scenarioId: "s1", pnl: { ebit: 100 } }];
    return Response.json({ meta: { planId: searchParams.get("planId") }, scenarios });
  };
  await explain({ B1: '=INSIGHTS.KPI(,"One","ebit")' }, "B1", { fail, plan: "p1" });
  expect(step().title).toMatch(/^EBIT of One in Plan,/);
  await setup.store.changeSettings({ plan: "p2" });
  await setup.until(({ explanation: now }) => /in Other,/.test(now?.steps.at(-1)?.title ?? ""));
});

test("keeps the chosen dimension through a refresh", async () => {
  await explain(CELLS, "B1");
  expect(step().dimension).toBe("lines");
  await actions.divideBy("scenario");
  setup.service.ebit = 130;
  await setup.refresh();
  await setup.workbook.settled();
  await setup.until(({ explanation: now }) => now?.steps.at(-1)?.value === 130);
  await setup.until(({ explanation: now }) => now?.steps.at(-1)?.divisions !== undefined);
  expect(step().dimension).toBe("scenario");
});

test("leads one level further, and writes the rows as formulas that show the same", async () => {
  await explain(CELLS, "B1");
  await actions.divideBy("scenario");
  expect(division()).toMatchObject({
    state: "done",
    parts: [
      { label: "Two", amount: 200 },
      { label: "One", amount: 100 },
    ],
  });
  await actions.writeParts();
  await setup.workbook.settled();
  expect([setup.store.state().failure, setup.store.state().notes]).toEqual([undefined, []]);
  expect(setup.workbook.values("A7:B10")).toEqual([
    ["Scenario", "EBIT"],
    ["Two", 200],
    ["One", 100],
    ["Total", 100],
  ]);
});

/** Answers demand by region: North has 3 of 4. */
function serveDemand({ searchParams }: URL): Response {
  const scenarioIds = searchParams.get("scenarioIds")?.split(",") ?? [];
  const rows = (own: string) => [3, 1].map((value, at) => ({ [own]: ["North", "South"][at], demandValue: value }));
  const series = rows(searchParams.get("groupBy") ?? "product").map((row) => ({ period: "2026", ...row }));
  return Response.json({
    meta: { planId: "p1" },
    scenarios: scenarioIds.map((scenarioId) => ({ scenarioId, series })),
  });
}

test("leads from a change that the service does not divide to demand value by region", async () => {
  await explain(CELLS, "E1");
  stop();
  const { store, service } = setup;
  service.ebit = 130;
  await store.refresh();
  await setup.until(({ changes }) => changes !== undefined);
  await store.showDrivers("Sheet1!B1");
  expect(store.state().drivers?.nearest).toMatchObject({
    of: "EBIT",
    label: "Demand value",
    choices: ["product", "sku", "region", "channel"].map((dimension) => ({ dimension, asks: { requests: 1 } })),
  });
  service.fail = (url) => (url.pathname.endsWith("/demand-forecast") ? serveDemand(url) : undefined);
  setup.asked();
  await store.explainChange("Sheet1!B1", "region");
  expect(store.state().section).toBe("explain");
  stop = actions.followCell();
  await setup.until(({ explanation: now }) => now?.steps[1]?.divisions?.region?.state === "done");
  expect(explanation()).toMatchObject({
    address: "Sheet1!B1",
    steps: [
      { label: "EBIT", value: 130 },
      { label: "Demand value", value: 4, dimension: "region" },
    ],
  });
  expect(division()).toMatchObject({
    parts: [
      { label: "North", amount: 3 },
      { label: "South", amount: 1 },
    ],
  });
  expect(setup.asked()).toHaveLength(1);
});
