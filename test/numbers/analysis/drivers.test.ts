import fc from "fast-check";
import { findField, type Field } from "../../../src/insights";
import type { BridgeStep } from "../../../src/numbers/analysis/bridge";
import {
  bridgeOf,
  stepsByItems,
  stepsByLines,
  type Driver,
  type DriverItem,
  type BeforeAfter,
} from "../../../src/numbers/analysis/drivers";
import { statementOf } from "../../oracle/fields";
import { amount, free } from "./setup";

const fieldNamed = (name: string): Field => {
  const field = findField(name);
  if (!field) throw new Error(`${name} is no field.`);
  return field;
};
const sides = fc.record({ before: amount, after: amount });

const sumOf = (steps: readonly { amount: number }[]) => steps.reduce((sum, step) => sum + step.amount, 0);

function expectComplete(
  { before, after }: BeforeAfter,
  drivers: readonly Driver[],
  steps: readonly BridgeStep[] = [],
): void {
  const largest = Math.max(Math.abs(before), Math.abs(after), ...steps.map((step) => Math.abs(step.amount)));
  const tolerance = 1e-9 * Math.max(1, largest);
  expect(Math.abs(sumOf(drivers) - (after - before))).toBeLessThanOrEqual(tolerance);
  if (after === before) return;
  const shares = drivers.reduce((sum, { share = NaN }) => sum + share, 0);
  expect(Math.abs(shares - 1)).toBeLessThanOrEqual(tolerance / Math.abs(after - before));
}

test("A bridge shows the six largest steps, equal ones by their labels, and the rest", () => {
  const steps = [1, 2, 3, -4, 5, 6, 7, 0].map((size) => ({ label: `Line ${size}`, amount: size }));
  const twins = [
    { label: "B", amount: 1 },
    { label: "A", amount: -1 },
  ];
  const told = (drivers: readonly Driver[]) => drivers.map(({ label, amount: step, share }) => [label, step, share]);
  expect(told(bridgeOf({ before: 0, after: 20 }, steps))).toEqual([
    ["Line 7", 7, 0.35],
    ["Line 6", 6, 0.3],
    ["Line 5", 5, 0.25],
    ["Line -4", -4, -0.2],
    ["Line 3", 3, 0.15],
    ["Line 2", 2, 0.1],
    ["Other", 1, 0.05],
  ]);
  expect(told(bridgeOf({ before: 5, after: 5 }, twins))).toEqual([
    ["A", -1, undefined],
    ["B", 1, undefined],
  ]);
  expect(told(bridgeOf({ before: 5, after: 5 }, [...twins].reverse())).map(([label]) => label)).toEqual(["A", "B"]);
  expect(told(bridgeOf({ before: 1e12, after: 1e12 + 2 }, [{ label: "A", amount: 1 }]))).toHaveLength(1);
});

type Lines = Record<string, BeforeAfter>;

/** All lines of two P&Ls. */
const ledger = fc.tuple(free, free).map((both): Lines => {
  const [before, after] = both.map((each): Record<string, number> => statementOf(each));
  return Object.fromEntries(
    Object.keys(before ?? {}).map((name) => [name, { before: before?.[name] ?? NaN, after: after?.[name] ?? NaN }]),
  );
});

describe("the bridge of a change", () => {
  test("adds up to the change, whatever the steps are", () => {
    const contribution = fc.record({ label: fc.string(), amount });
    fc.assert(
      fc.property(sides, fc.array(contribution, { maxLength: 20 }), (pair, contributions) => {
        const drivers = bridgeOf(pair, contributions);
        expectComplete(pair, drivers, contributions);
        expect(drivers.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test("shows the largest steps first and the remainder last", () => {
    const steps = [1, -5, 3, 0, 2, 4, 6, 7].map((each, at) => ({ label: `Line ${at}`, amount: each }));
    expect(bridgeOf({ before: 100, after: 120 }, steps).map(({ label, amount: step }) => [label, step])).toEqual([
      ["Line 7", 7],
      ["Line 6", 6],
      ["Line 1", -5],
      ["Line 5", 4],
      ["Line 2", 3],
      ["Line 4", 2],
      ["Other", 3],
    ]);
  });

  test("has no remainder if the steps are complete", () => {
    expect(bridgeOf({ before: 0.1, after: 0.3 }, [{ label: "Price", amount: 0.2 }])).toEqual([
      { label: "Price", amount: 0.2, share: expect.closeTo(1) as number },
    ]);
  });
});

describe("lines of the P&L", () => {
  test.each(["netFIESales", "grossProfit", "supplyChainCost", "ebit", "dpm"])("explain all of %s", (name) => {
    fc.assert(
      fc.property(ledger, (lines) => {
        const change = lines[name] ?? { before: NaN, after: NaN };
        const steps = stepsByLines(fieldNamed(name), (line) => lines[line]) ?? [];
        expect(sumOf(steps)).toBeCloseTo(change.after - change.before, 4);
      }),
    );
  });

  test("explain a percentage in points of the former base", () => {
    fc.assert(
      fc.property(ledger, (lines) => {
        const { netFIESales: base, ebit } = lines;
        fc.pre(base !== undefined && ebit !== undefined && Math.abs(base.before) > 1 && Math.abs(base.after) > 1);
        const pair = { before: ebit.before / base.before, after: ebit.after / base.after };
        const steps = stepsByLines(fieldNamed("ebitPercent"), (line) => lines[line]) ?? [];
        const largest = Math.max(1, ...steps.map((step) => Math.abs(step.amount)));
        expect(Math.abs(sumOf(steps) - (pair.after - pair.before))).toBeLessThanOrEqual(1e-9 * largest);
      }),
    );
  });

  test("are as fine as they are known", () => {
    const known: Lines = { grossProfit: { before: 50, after: 60 }, supplyChainCost: { before: 5, after: 7 } };
    expect(stepsByLines(fieldNamed("ebit"), (line) => known[line])).toEqual([
      { label: "Gross profit", amount: 10 },
      { label: "Supply chain costs", amount: -2 },
    ]);
  });

  test("of a ratio are those of its numerator, then its denominator", () => {
    const known: Lines = { cogs: { before: 20, after: 30 }, netFIESales: { before: 100, after: 120 } };
    const of = (lines: Lines) => stepsByLines(fieldNamed("cogsPercent"), (line) => lines[line]);
    const told = of(known)?.map(({ label, amount: step }) => [label, step.toFixed(4)]);
    expect(told).toEqual([
      ["Cost of goods sold", "0.1000"],
      ["Net sales as the base", "-0.0500"],
    ]);
    expect(of({ cogs: { before: 20, after: 30 } })).toBeUndefined();
    expect(of({ netFIESales: { before: 100, after: 120 } })).toBeUndefined();
    expect(of({ ...known, netFIESales: { before: 0, after: 120 } })).toBeUndefined();
    expect(of({ ...known, netFIESales: { before: 100, after: 0 } })).toBeUndefined();
    expect(stepsByLines(fieldNamed("fillRate"), (line) => known[line])).toBeUndefined();
  });

  test("are unknown for a line that has none", () => {
    expect(stepsByLines(fieldNamed("cogs"), () => ({ before: 1, after: 2 }))).toBeUndefined();
    expect(stepsByLines(fieldNamed("ebit"), () => undefined)).toBeUndefined();
  });
});

describe("items of demand", () => {
  const share = fc.integer({ min: 0, max: 1000 }).map((number) => number / 1000);
  const volume = fc.integer({ min: 0, max: 1000 });
  const item = fc.record({
    label: fc.string(),
    value: fc.record({ before: share, after: share }),
    weight: fc.record({ before: volume, after: volume }),
  });

  test("add up to the change of their sum", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        const total = (side: keyof BeforeAfter) => items.reduce((sum, { value }) => sum + value[side], 0);
        const steps = stepsByItems(fieldNamed("demandVolume"), items) ?? [];
        expect(sumOf(steps)).toBeCloseTo(total("after") - total("before"), 9);
      }),
    );
  });

  test("add up to the change of their weighted mean, by mix and rate", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        const mean = (side: keyof BeforeAfter) => {
          const weights = items.reduce((sum, { weight }) => sum + weight[side], 0);
          return items.reduce((sum, { value, weight }) => sum + value[side] * weight[side], 0) / weights;
        };
        const [before, after] = [mean("before"), mean("after")];
        fc.pre(Number.isFinite(before) && Number.isFinite(after));
        const steps = stepsByItems(fieldNamed("fillRate"), items) ?? [];
        expect(sumOf(steps)).toBeCloseTo(after - before, 9);
      }),
    );
  });

  const NORTH = { label: "North", value: { before: 0.8, after: 0.9 }, weight: { before: 50, after: 60 } };
  const SOUTH = { label: "South", value: { before: 0.6, after: 0.6 }, weight: { before: 50, after: 40 } };
  const steps = (items: readonly DriverItem[]) =>
    stepsByItems(fieldNamed("fillRate"), items)?.map(({ label, amount: step }) => [label, step.toFixed(4)]);

  test("add by their share of the volume and by their own rate", () => {
    expect(steps([NORTH, SOUTH])).toEqual([
      ["North", "0.0700"],
      ["South", "0.0100"],
    ]);
  });

  test("that are new or gone change the mix alone", () => {
    const gone = { ...SOUTH, value: { before: 0.6, after: 0 }, weight: { before: 50, after: 0 } };
    expect(steps([{ ...NORTH, value: { before: 0.8, after: 0.8 } }, gone])).toEqual([
      ["North", "0.0500"],
      ["South", "0.0500"],
    ]);
    const late = { ...SOUTH, value: { before: 0, after: 0.6 }, weight: { before: 0, after: 60 } };
    expect(steps([{ ...NORTH, value: { before: 0.8, after: 0.8 } }, late])).toEqual([
      ["North", "0.0000"],
      ["South", "-0.1000"],
    ]);
  });

  test("without a number or a weight are passed over", () => {
    expect(steps([NORTH, { label: "East", value: undefined, weight: undefined }])).toEqual([["North", "0.1000"]]);
    expect(steps([NORTH, { label: "East", value: { before: 1, after: 1 } }])).toEqual([["North", "0.1000"]]);
    expect(stepsByItems(fieldNamed("demandVolume"), [{ label: "East", value: undefined }])).toEqual([]);
  });

  test.each([
    [0, 1],
    [1, 0],
    [-1, 1],
  ])("whose weights are %d before and %d after explain nothing", (before, after) => {
    expect(steps([{ ...NORTH, weight: { before, after } }])).toBeUndefined();
  });

  test("do not explain a field without a value over several items", () => {
    const items: DriverItem[] = [{ label: "North", value: { before: 1, after: 2 } }];
    expect(stepsByItems(fieldNamed("forecastAccuracy"), items)).toBeUndefined();
    expect(stepsByItems(fieldNamed("demandValuePerUnit"), [NORTH, SOUTH])).toBeUndefined();
    expect(stepsByLines(fieldNamed("forecastAccuracy"), () => ({ before: 1, after: 2 }))).toBeUndefined();
  });
});
