import fc from "fast-check";
import { pvmSteps } from "../../../src/numbers/analysis/pvmBridge";
import { failure, open, openSandbox, type Excel } from "./excel";
import { serve, type Asked } from "./service";

const GIVEN = { plan: "p1", from: "s1", to: "s2" };
type Step = readonly [label: string, amount: number, kind: string];

const each = (path: string, byScenario: Record<string, object>) => (asked: Asked) =>
  asked.path === path
    ? { meta: {}, scenarios: asked.scenarioIds.map((scenarioId) => ({ scenarioId, ...byScenario[scenarioId] })) }
    : undefined;
const statement = (from: object, to: object): Excel =>
  open(serve(each("/pnl-summary", { s1: { pnl: from }, s2: { pnl: to } })));
const demand = (from: readonly object[], to: readonly object[]): Excel =>
  open(serve(each("/demand-forecast", { s1: { series: from }, s2: { series: to } })));

/** Start and steps add up to the end, but for a billionth of the largest of them. */
function expectAddsUp(amounts: readonly number[]): void {
  const end = amounts.at(-1) ?? Number.NaN;
  const sum = amounts.slice(0, -1).reduce((total, amount) => total + amount, 0);
  expect(Math.abs(sum - end)).toBeLessThanOrEqual(1e-9 * Math.max(...amounts.map(Math.abs)));
}

async function stepsOf(excel: Excel, given: object = {}): Promise<Step[]> {
  const [heading, ...steps] = await excel.call("BRIDGE", { ...GIVEN, ...given });
  expect(heading).toEqual(["Label", "Amount", "Kind"]);
  expectAddsUp(steps.map(([, amount]: Step) => amount));
  return steps;
}

describe("a bridge by statement", () => {
  const from = { grossFIESales: 100, netFIESales: 90, cogs: 40, grossProfit: 50, supplyChainCost: 10, ebit: 30 };
  const to = { grossFIESales: 120, netFIESales: 105, cogs: 50, grossProfit: 55, supplyChainCost: 8, ebit: 36 };

  test("leads from one EBIT to the other by what each line adds, implied ones included", async () => {
    expect(await stepsOf(statement(from, to))).toEqual([
      ["EBIT · Base", 30, "start"],
      ["Gross sales", 20, "step"],
      ["Trade expenses", -5, "step"],
      ["Cost of goods sold", -10, "step"],
      ["Supply chain costs", 2, "step"],
      ["Other costs", -1, "step"],
      ["EBIT · Upside", 36, "end"],
    ]);
  });

  test("has one line for what the service does not tell apart", async () => {
    const without = ({ supplyChainCost: _cost, grossFIESales: _sales, ...rest }: typeof from) => rest;
    expect((await stepsOf(statement(without(from), without(to)))).slice(1, -1)).toEqual([
      ["Net sales", 15, "step"],
      ["Cost of goods sold", -10, "step"],
      ["Supply chain and other costs", 1, "step"],
    ]);
  });

  test("shows what the service's rounding leaves", async () => {
    const steps = await stepsOf(statement(from, { ...to, cogs: 50.5 }));
    expect(steps.at(-2)).toEqual(["Rounding", 0.5, "step"]);
  });

  test("adds up for any data, whatever the service leaves out", async () => {
    const amount = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
    const required = ["netFIESales", "cogs", "grossProfit", "ebit"] as const;
    const optional = ["grossFIESales", "tradeExpenses", "supplyChainCost", "otherCosts"] as const;
    const names = [...required, ...optional];
    const pnl = fc.record(Object.fromEntries(names.map((name) => [name, amount])), { requiredKeys: [...required] });
    await fc.assert(
      fc.asyncProperty(pnl, pnl, async (one, other) => {
        await stepsOf(statement(one, other));
      }),
    );
  });

  test("turns every sign when its ends change places", async () => {
    const there = await stepsOf(statement(from, to));
    const back = await stepsOf(statement(to, from));
    expect(back.slice(1, -1)).toEqual(there.slice(1, -1).map(([label, amount, kind]) => [label, -amount, kind]));
  });

  test.each([
    ["an end left out", { to: null }, "#VALUE!", "BRIDGE takes one scenario in the argument to"],
    ["groups", { groupBy: "region" }, "#VALUE!", "A P&L is not divided into groups"],
    ["another word", { by: "price" }, "#VALUE!", "The argument by takes statement or pvm"],
    ["a month that is not there", { period: "2031-05" }, "#N/A", "2031-05"],
  ])("is refused with %s", async (_what, given, code, message) => {
    const call = openSandbox().call("BRIDGE", { plan: "fy26", from: "actual", to: "committed", ...given });
    expect(await failure(call)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test("is missing where a line of it is", async () => {
    const error = await failure(statement({ ebit: 1 }, { ebit: 2 }).call("BRIDGE", GIVEN));
    expect(error).toMatchObject({ code: "#N/A", message: expect.stringContaining("was not returned by the service") });
  });

  test("of what is left of a year that is over is nothing", async () => {
    const steps = await stepsOf(openSandbox(), {
      plan: "fy26",
      from: "actual",
      to: "committed",
      period: "2026-12",
      basis: "YTG",
    });
    expect(steps.map(([, amount]) => amount)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe("a bridge by price, volume and mix", () => {
  const item = (sku: string, demandVolume: number, demandValue: number) => ({
    period: "2026",
    sku,
    demandVolume,
    demandValue,
  });

  test("equals the example with a new item, a lost one and one without volume", async () => {
    const before = [item("A", 100, 1000), item("B", 50, 1000), item("C", 50, 400), item("D", 0, 60)];
    const after = [item("A", 120, 1320), item("B", 40, 720), item("N", 60, 900), item("D", 0, 20)];
    expect(await stepsOf(demand(before, after), { by: "pvm", groupBy: "sku" })).toEqual([
      ["Demand value · Base", 2460, "start"],
      ["Volume", 240, "step"],
      ["Price", 40, "step"],
      ["Mix", 260, "step"],
      ["Other", -40, "step"],
      ["Demand value · Upside", 2960, "end"],
    ]);
  });

  test("is all volume where nothing was there before, and where nothing is left", async () => {
    const items = [item("A", 10, 100), item("B", 5, 200)];
    const nothing = [item("A", 0, 0)];
    const amounts = async (excel: Excel) =>
      (await stepsOf(excel, { by: "pvm", groupBy: "sku" })).map(([, amount]) => amount);
    expect(await amounts(demand(nothing, items))).toEqual([0, 300, 0, 0, 300]);
    expect(await amounts(demand(items, nothing))).toEqual([300, -300, 0, 0, 0]);
    expect(await amounts(demand(nothing, nothing))).toEqual([0, 0, 0, 0, 0]);
  });

  test("adds up for any volumes and values", () => {
    const amount = fc.oneof(fc.constant(0), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e12 }));
    const volume = fc.oneof(
      fc.constant(0),
      fc.integer({ min: -10, max: 1e9 }),
      fc.double({ noNaN: true, min: 1e-6, max: 1e9 }),
    );
    const side = fc.record({ volume, value: amount });
    fc.assert(
      fc.property(fc.array(fc.record({ before: side, after: side }), { maxLength: 40 }), (items) => {
        const { start, steps, end } = pvmSteps(items);
        expectAddsUp([start, ...steps.map((step) => step.amount), end]);
      }),
    );
  });

  test("of one price for all has no price and no mix, whatever the volumes are", () => {
    const volume = fc.integer({ min: 0, max: 1e6 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(volume, volume), { minLength: 1 }),
        fc.integer({ min: 1, max: 1000 }),
        (volumes, price) => {
          const side = (units: number) => ({ volume: units, value: units * price });
          const { steps } = pvmSteps(volumes.map(([one, other]) => ({ before: side(one), after: side(other) })));
          const [, priceStep, mix] = steps.map(({ amount }) => amount);
          const scale = price * volumes.flat().reduce((sum, units) => sum + units, 0);
          expect(Math.abs(priceStep ?? NaN)).toBeLessThanOrEqual(1e-9 * scale);
          expect(Math.abs(mix ?? NaN)).toBeLessThanOrEqual(1e-9 * scale);
        },
      ),
    );
  });
});
