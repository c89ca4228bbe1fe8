/** The steps of the two bridges, from the rows of their sides. */
import { pvmSteps, type VolumeValue } from "../../../src/numbers/analysis/pvmBridge";
import { statementSteps } from "../../../src/numbers/analysis/statementBridge";
import type { BridgeSteps } from "../../../src/numbers/analysis/bridge";
import { rowOf } from "../language/rowOf";

const told = ({ steps }: BridgeSteps) => steps.map(({ label, amount }) => [label, amount]);

describe("a bridge by statement", () => {
  const from = { grossFIESales: 100, netFIESales: 90, cogs: 40, grossProfit: 50, supplyChainCost: 10, ebit: 30 };
  const to = { grossFIESales: 120, netFIESales: 105, cogs: 50, grossProfit: 55, supplyChainCost: 8, ebit: 36 };
  const LINES = [
    ["Gross sales", 20],
    ["Trade expenses", -5],
    ["Cost of goods sold", -10],
    ["Supply chain costs", 2],
    ["Other costs", -1],
  ];

  test("has what each line adds, and no rounding where nothing is left", () => {
    const bridge = statementSteps([rowOf(from)], [rowOf(to)]);
    expect([bridge.start, bridge.end]).toEqual([30, 36]);
    expect(told(bridge)).toEqual(LINES);
  });

  test("has one step for the lines of a sum of which one is missing", () => {
    const { grossFIESales: _gross, ...before } = from;
    expect(told(statementSteps([rowOf(before)], [rowOf(to)]))).toEqual([["Net sales", 15], ...LINES.slice(2)]);
  });

  test("ends with what rounding leaves", () => {
    expect(told(statementSteps([rowOf(from)], [rowOf({ ...to, cogs: 50.5 })]))).toEqual([
      ...LINES.slice(0, 2),
      ["Cost of goods sold", -10.5],
      ...LINES.slice(3),
      ["Rounding", 0.5],
    ]);
  });
});

describe("a bridge by price, volume and mix", () => {
  const change = (before: VolumeValue, after: VolumeValue) => ({ before, after });
  const NONE = { volume: 0, value: 0 };

  test("has no other step if all items have a price or are absent on one side", () => {
    const items = [
      change({ volume: 10, value: 100 }, { volume: 20, value: 220 }),
      change(NONE, { volume: 5, value: 30 }),
    ];
    expect(told(pvmSteps(items))).toEqual([
      ["Volume", 150],
      ["Price", 20],
      ["Mix", -20],
    ]);
  });

  test("shows an item with a value but no volume by itself", () => {
    const items = [
      change({ volume: 10, value: 100 }, { volume: 20, value: 220 }),
      change({ volume: 0, value: 7 }, { volume: 5, value: 30 }),
    ];
    expect(told(pvmSteps(items))).toEqual([
      ["Volume", 100],
      ["Price", 20],
      ["Mix", 0],
      ["Other", 23],
    ]);
  });
});
