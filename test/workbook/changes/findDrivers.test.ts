/** Drivers of random plans before and after a refresh, against sums made plainly. */
import fc from "fast-check";
import { findField } from "../../../src/insights";
import type { Driver } from "../../../src/workbook/changes/drivers";
import { findDrivers } from "../../../src/workbook/changes/findDrivers";
import type { Ledger } from "../../../src/workbook/ledger/ledger";
import { runs } from "../../propertyOptions";
import { addLines, GROUPS, openData, planData, type ExplainSetup, type Line, type PlanData } from "../explain/setup";

const RUNS = { numRuns: runs(12) };
const SCALE = 0.001;
type Call = ReturnType<ExplainSetup["call"]>;

/** The drivers of the call's change, and the numbers before and after. */
async function driversOf(data: readonly [PlanData, PlanData], args: Parameters<ExplainSetup["call"]>[1]) {
  const [then, now] = [openData(data[0]), openData(data[1])];
  const call: Call = now.call("KPI", { scenario: "Base", ...args });
  const valueIn = async ({ invoke, generation }: ExplainSetup) => (await invoke(call, { generation })).result as number;
  const [before, after] = [await valueIn(then), await valueIn(now)];
  const { generation: former } = then;
  const { generation: current } = now;
  if (!former || !current) throw new Error("Not connected.");
  now.excel.requests.length = 0;
  const options = { ledger: { invoke: now.invoke } as Ledger, generations: { former, current }, others: () => [] };
  const drivers = await findDrivers({ call, before, after, scale: SCALE }, options);
  expect(now.excel.requests).toEqual([]);
  if (!drivers) throw new Error("No drivers were found.");
  return { drivers, before, after };
}

/** Each driver is the difference of its part, and all of them add up to the change. */
function expectDrivers(
  { drivers, before, after }: { drivers: readonly Driver[]; before: number; after: number },
  parts: Readonly<Record<string, number>>,
): void {
  const largest = Math.max(1, Math.abs(before), Math.abs(after), ...Object.values(parts).map(Math.abs)) * SCALE;
  const sum = drivers.reduce((total, { amount }) => total + amount, 0);
  expect(Math.abs(sum - SCALE * (after - before))).toBeLessThanOrEqual(1e-9 * largest);
  for (const { label, amount } of drivers)
    expect([label, Math.abs(amount - SCALE * (parts[label] ?? NaN)) <= 1e-9 * largest]).toEqual([label, true]);
  const moved = Object.values(parts).filter((amount) => Math.abs(SCALE * amount) > 1e-9 * largest);
  expect(drivers.length).toBeGreaterThanOrEqual(moved.length);
}

const labelOf = (name: string) => findField(name)?.label ?? "";
const yearOf = (data: PlanData): Line => (data.pnl[0] ?? []).reduce(addLines);

test("drivers of EBIT are the differences of its six lines", () =>
  fc.assert(
    fc.asyncProperty(planData, planData, async (then, now) => {
      const [before, after] = [yearOf(then), yearOf(now)];
      const moved = (name: string) => (after[name] ?? NaN) - (before[name] ?? NaN);
      const costs = (line: Line) => (line.grossProfit ?? NaN) - (line.supplyChainCost ?? NaN) - (line.ebit ?? NaN);
      expectDrivers(await driversOf([then, now], { field: "ebit" }), {
        [labelOf("grossFIESales")]: moved("grossFIESales"),
        [labelOf("tradeExpenses")]: -moved("tradeExpenses"),
        [labelOf("cogs")]: -moved("cogs"),
        [labelOf("storageAndHandling")]: -moved("storageAndHandling"),
        [labelOf("transport")]: -moved("transport"),
        [labelOf("otherCosts")]: costs(before) - costs(after),
      });
    }),
    RUNS,
  ));

test("drivers of demand are the differences of its groups", () =>
  fc.assert(
    fc.asyncProperty(planData, planData, fc.constantFrom("product", "region", "channel", "sku"), async (...given) => {
      const [then, now, groupBy] = given;
      const sumOf = (data: PlanData, group: number) =>
        (data.demand[0]?.[groupBy] ?? []).reduce((sum, month) => sum + (month[group]?.demandValue ?? NaN), 0);
      const parts = GROUPS[groupBy].map((label, at) => [label, sumOf(now, at) - sumOf(then, at)] as const);
      const found = await driversOf([then, now], { field: "demandValue", period: "2026-01:2026-04", groupBy });
      expectDrivers(found, Object.fromEntries(parts));
    }),
    RUNS,
  ));
