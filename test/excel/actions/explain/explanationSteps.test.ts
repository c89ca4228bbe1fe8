/** The path of an explanation through a plan of numbers that are easy to add up. No cell is read. */
import type { StoreContext } from "../../../../src/excel/actions/context";
import { divisionOf } from "../../../../src/excel/actions/explain/explainedPath";
import { createExplainActions, type ExplainActions } from "../../../../src/excel/actions/explain/explanation";
import { NO_NUMBERS } from "../../../../src/excel/actions/explain/explaining";
import type { Dimension } from "../../../../src/numbers/analysis/parts";
import type { Explanation, ExplainStep } from "../../../../src/excel/actions/explain/explainState";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import { explainNumber } from "../../../../src/numbers/analysis/explainedNumber";
import type { NumberArguments, NumberCall } from "../../../../src/numbers/analysis/numberCall";
import { openData, type ExplainSetup, type Line, type PlanData } from "../../../numbers/analysis/setup";

/** Scenario s1 has an EBIT of 10 in each of its four months, s2 one of 20. */
const lineOf = (ebit: number): Line => {
  return { netFIESales: 10 * ebit, grossProfit: 2 * ebit, supplyChainCost: ebit, ebit, cogs: 8 * ebit };
};
const group = { demandVolume: 1, demandValue: 1, fillRate: 1 };
const groups = { product: [[group]], region: [[group]], channel: [[group]], sku: [[group]] };
const DATA: PlanData = { pnl: [10, 20].map((ebit) => Array<Line>(4).fill(lineOf(ebit))), demand: [groups, groups] };

let setup: ExplainSetup;
let context: StoreContext;
let actions: ExplainActions;

beforeEach(() => {
  setup = openData(DATA);
  context = {
    ledger: { invoke: setup.invoke, entries: () => [], subscribe: () => () => undefined },
    session: setup.excel.session,
    settings: { current: { plan: "p1" } },
    state: {} as StoreState,
    listeners: new Set(),
  } as unknown as StoreContext;
  actions = createExplainActions(context);
});

function explanation(): Explanation {
  if (!context.state.explanation) throw new Error("Nothing is explained.");
  return context.state.explanation;
}

const last = (): ExplainStep => {
  const step = explanation().steps.at(-1);
  if (!step) throw new Error("No number is explained.");
  return step;
};

/** A number that a cell shows. */
const listed = { address: "Sheet1!A1", value: undefined, title: "", kind: "amount" } as const;

const explaining = () => ({
  source: setup,
  plans: setup.generation?.peekPlans() ?? [],
  defaultPlan: undefined,
});

function showStep(step: ExplainStep): void {
  const explanation: Explanation = { ...NO_NUMBERS, version: 1, address: "Sheet1!A1", state: "done", steps: [step] };
  context.state = { ...context.state, explanation };
}

/** Shows a number as if its cell had been read. */
async function show(id: NumberCall["id"], args: NumberArguments, value?: number): Promise<ExplainStep> {
  const call = setup.call(id, { scenario: "s1", field: "ebit", ...args });
  // The number itself is in memory, as after the calculation of its cell.
  await setup.invoke(call, {}).catch(() => undefined);
  const explained = await explainNumber(call, explaining(), value === undefined ? undefined : { value });
  const step = { ...explained, label: "EBIT" };
  showStep(step);
  return step;
}

async function divided(dimension: Dimension): Promise<(string | number | undefined)[][]> {
  await actions.divideBy(dimension);
  const division = divisionOf(last());
  if (division?.state !== "done") throw new Error(`The division is ${JSON.stringify(division)}.`);
  return division.parts.map(({ label, amount }) => [label, amount]);
}

test("Without an explanation nothing happens", async () => {
  await actions.chooseNumber(0);
  await actions.divideBy("month");
  await actions.openPart(0);
  await actions.openNearest("region");
  actions.goBack(0);
  await actions.writeParts();
  expect([context.state.explanation, context.state.failure]).toEqual([undefined, undefined]);
});

test("A number is divided by what is in memory, and the service is asked by a choice that says so", async () => {
  const { requests } = setup.excel;
  const { call } = await show("KPI", { period: "2026-02" });
  const before = requests.length;
  context.state = { ...context.state, explanation: { ...explanation(), numbers: [{ ...listed, call }] } };
  await actions.chooseNumber(0);
  expect(last()).toMatchObject({
    dimension: "lines",
    divisions: { lines: { state: "done" }, scenario: { state: "asks", requests: 1 } },
  });
  expect(requests).toHaveLength(before);
  await actions.divideBy("scenario");
  expect(last()).toMatchObject({ dimension: "scenario", divisions: { scenario: { state: "done", whole: 10 } } });
  expect(requests).toHaveLength(before + 1);
});

test("Rows of a variance are named by their sides, and the variance itself by its name", async () => {
  await show("VAR", { base: "s2" });
  expect(await divided("sides")).toEqual([
    ["Base", 40],
    ["Upside", 80],
  ]);
  await show("VAR", { base: "s2", measure: "percent" });
  expect((await divided("sides")).map(([label]) => label)).toEqual(["Base", "Upside", "Variance"]);
});

test("A month that the service lacks offers no lines and no nearest number", async () => {
  const offered = async (period: string) => {
    const { call } = await show("KPI", { period });
    context.state = { ...context.state, explanation: { ...explanation(), numbers: [{ ...listed, call }] } };
    await actions.chooseNumber(0);
    const { dimensions, nearest, dimension } = last();
    return { hasLines: dimensions.includes("lines"), nearest: nearest?.label, dimension };
  };
  expect(await offered("2026-02")).toEqual({ hasLines: true, nearest: "Demand value", dimension: "lines" });
  expect(await offered("2031-02")).toMatchObject({ hasLines: false, nearest: undefined });
});

test("The nearest number is shown with its own value, and named by the field that is not divided", async () => {
  const { call } = await show("KPI", { period: "2026-01" });
  context.state = { ...context.state, explanation: { ...explanation(), numbers: [{ ...listed, call }] } };
  await actions.chooseNumber(0);
  expect(last().nearest).toMatchObject({ of: "EBIT", label: "Demand value" });
  await actions.openNearest("region");
  expect(last()).toMatchObject({ label: "Demand value", value: 1, dimension: "region", nearest: undefined });
  actions.goBack(0);
  await actions.divideBy("scenario");
  await actions.openPart(0);
  expect(last()).toMatchObject({ label: "Upside", nearest: { of: "EBIT" } });
});

test("A variance from the prior year is one of the parts by base", async () => {
  await show("KPI", { period: "2026-02" });
  expect((await divided("base")).map(([label]) => label).sort()).toEqual(["Prior year", "Upside"]);
});

test("The answers name what the question left open", async () => {
  const call = setup.call("KPI", { scenario: "s1", field: "ebit" });
  const step = { ...(await explainNumber(call, explaining())), label: "EBIT" };
  expect(step).toMatchObject({ answers: [], value: undefined });
  showStep(step);
  expect(last().answers).toEqual([]);
  await actions.divideBy("scenario");
  expect(last().answers).toHaveLength(1);
  expect(last()).toMatchObject(await explainNumber(call, explaining()));
});

test("A number that the answers contradict is marked as newer at every step", async () => {
  await show("KPI", {}, 41);
  expect(last().isNewer).toBe(true);
  await divided("scenario");
  expect(last().isNewer).toBe(true);
  await actions.openPart(0);
  expect(last().isNewer).toBe(true);
  await show("KPI", {}, 40);
  await divided("scenario");
  expect(last().isNewer).toBe(false);
});

test("Opened parts make a path, and going back shortens it", async () => {
  await show("KPI", {});
  await divided("scenario");
  await actions.openPart(0);
  expect(explanation().steps).toHaveLength(2);
  const first = last();
  expect(first.dimension).toBe(first.dimensions[0]);
  await actions.openPart(99);
  expect(explanation().steps).toHaveLength(2);
  await divided("month");
  await actions.openPart(1);
  expect(explanation().steps.map(({ label }) => label)).toEqual(["EBIT", first.label, last().label]);
  actions.goBack(1);
  expect(explanation().steps.map(({ label }) => label)).toEqual(["EBIT", first.label]);
  actions.goBack(0);
  expect(explanation().steps).toHaveLength(1);
  actions.goBack(-1);
  expect(explanation().steps).toEqual([]);
});

test("A division that the user has left is not shown", async () => {
  await show("KPI", {});
  const before = explanation();
  const dividing = actions.divideBy("month");
  context.state = { ...context.state, explanation: before };
  await dividing;
  expect(explanation()).toBe(before);
});

test("Without a connection what is known stays, and a choice says what it takes", async () => {
  const { call } = await show("KPI", {});
  context.state = { ...context.state, explanation: { ...explanation(), numbers: [{ ...listed, call }] } };
  await actions.chooseNumber(0);
  expect(last()).toMatchObject({ dimension: "lines", divisions: { lines: { state: "done" } } });
  setup.excel.session.disconnect();
  await actions.divideBy("scenario");
  expect(last()).toMatchObject({ dimension: "scenario", nearest: undefined });
  expect(divisionOf(last())).toEqual({ state: "failed", message: "Connect to break this number down." });
  await actions.divideBy("lines");
  expect(divisionOf(last())).toMatchObject({ state: "done", whole: 40 });
});

test("Groups that the service does not answer are no groups that are missing", async () => {
  const { call } = await show("KPI", {});
  context.state = { ...context.state, explanation: { ...explanation(), numbers: [{ ...listed, call }] } };
  await actions.chooseNumber(0);
  const down = Object.assign(new Error("The service is down."), { code: "#VALUE!" });
  Object.assign(context.ledger, { invoke: () => Promise.reject(down) });
  await actions.openNearest("region");
  expect(divisionOf(last())).toEqual({ state: "failed", message: "The service is down." });
});

test("A division that fails shows why", async () => {
  await show("KPI", {});
  Object.assign(context.ledger, {
    invoke: () => {
      throw new Error("Gone.");
    },
  });
  await actions.divideBy("month");
  expect(divisionOf(last())).toMatchObject({ state: "failed", message: "Gone." });
});
