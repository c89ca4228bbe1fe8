/** An outlook divided into its actuals and the scenario's later months. */
import fc from "fast-check";
import { divide, type Division } from "../../../src/numbers/analysis/division";
import { explainNumber } from "../../../src/numbers/analysis/explainedNumber";
import { callByNames, type NumberArguments, type NumberCall } from "../../../src/numbers/analysis/numberCall";
import type { NumberSource } from "../../../src/numbers/analysis/numberSource";
import { runs } from "../../propertyOptions";
import { monthNumber, run } from "../../oracle/months";
import { monthsFrom, openGaps, type Month } from "../functions/gaps";
import { sourceOfExcel } from "./workbookSource";

type Done = Extract<Division, { state: "done" }>;

interface Opened {
  readonly source: NumberSource;
  readonly explain: (call: NumberCall) => ReturnType<typeof explainNumber>;
  readonly divide: (call: NumberCall) => Promise<Done>;
}

function openPlan(actuals: readonly Month[], later: readonly Month[]): Opened {
  const excel = openGaps({ pnl: { s1: actuals, s2: later } });
  const source = sourceOfExcel(excel);
  const names = async () => ({ plans: (await excel.session.generation?.plans()) ?? [], defaultPlan: "p1" });
  return {
    source,
    explain: async (call) => explainNumber(call, { source, ...(await names()) }),
    async divide(call) {
      const known = await names();
      const division = await divide(call, "outlook", { source, names: () => known, mayAsk: true });
      if (division.state !== "done") throw new Error(`Expected parts, not ${JSON.stringify(division)}.`);
      return division;
    },
  };
}

const callOf = (id: NumberCall["id"], args: NumberArguments) =>
  callByNames(id, { plan: "FY26 Plan", scenario: "committed", ...args }, { settings: {} });

const numbers = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 12, maxLength: 12 });
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe("an outlook", () => {
  test("is divided into actuals and later months that add up to it", () =>
    fc.assert(
      fc.asyncProperty(
        numbers,
        numbers,
        fc.constantFrom("ebit", "netFIESales", "cogs", "grossProfit"),
        fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 11 })),
        fc.integer({ min: 0, max: 11 }),
        async (actual, committed, field, ends, cut) => {
          const [from, to] = [Math.min(...ends), Math.max(...ends)];
          const months = run(monthNumber("2026-01"), 12);
          const plan = openPlan(monthsFrom("2026-01", field, actual), monthsFrom("2026-01", field, committed));
          const period = `${months[from]}:${months[to]}`;
          const { whole, parts } = await plan.divide(callOf("KPI", { field, period, actualsTo: months[cut] }));
          const sides = [actual.slice(from, Math.min(cut, to) + 1), committed.slice(Math.max(from, cut + 1), to + 1)];
          const amounts = sides.filter((side) => side.length > 0).map(sum);
          expect(parts.map(({ amount }) => amount)).toEqual(amounts);
          expect(whole).toBe(sum(amounts));
          // Each part's own call is that part.
          for (const { call, amount } of parts)
            expect(call && (await plan.source.invoke(call, {})).result).toBe(amount);
        },
      ),
      { numRuns: runs(25) },
    ));

  const ACTUAL = monthsFrom("2026-01", "ebit", [1, 2, 4, 8]);
  const COMMITTED = monthsFrom("2026-01", "ebit", Array<number>(12).fill(100));
  const YEAR = { field: "ebit", period: "2026", actualsTo: "2026-04" };

  test("has the months and the scenario of each part as its label, first of all dimensions", async () => {
    const plan = openPlan(ACTUAL, COMMITTED);
    const call = callOf("KPI", YEAR);
    const { parts } = await plan.divide(call);
    expect(parts.map(({ label, amount, share }) => [label, amount, share])).toEqual([
      ["Actual · Jan–Apr 2026", 15, 15 / 815],
      ["Committed · May–Dec 2026", 800, 800 / 815],
    ]);
    expect(await plan.explain(call)).toMatchObject({
      value: 815,
      dimensions: ["outlook", "lines", "month", "scenario", "base"],
    });
  });

  test.each(["2026-12", "2025-12"])("with actuals to %s has one side only, so it is not divided", async (actualsTo) => {
    const months = monthsFrom("2026-01", "ebit", Array<number>(12).fill(1));
    const plan = openPlan(months, months);
    const call = callOf("KPI", { ...YEAR, actualsTo });
    await plan.source.invoke(call, {});
    expect((await plan.explain(call)).dimensions).not.toContain("outlook");
  });

  test("of a ratio names its parts, which have no shares", async () => {
    const ofSales = (sales: number, profit: number) => (month: Month) => ({
      ...month,
      netFIESales: sales,
      grossProfit: profit,
    });
    const plan = openPlan(ACTUAL.map(ofSales(10, 4)), COMMITTED.map(ofSales(10, 1)));
    const { parts, whole } = await plan.divide(callOf("KPI", { ...YEAR, field: "grossProfitPercent" }));
    expect(parts.map(({ label, amount, share }) => [label, amount, share])).toEqual([
      ["Actual · Jan–Apr 2026", 0.4, undefined],
      ["Committed · May–Dec 2026", 0.1, undefined],
    ]);
    expect(whole).toBeCloseTo((4 * 4 + 8 * 1) / 120, 12);
  });

  test.each(["amount", "difference"])(
    "'s variance as %s is divided too, each part against its own months",
    async (measure) => {
      const cost = (amount: number, count: number, first: string) =>
        monthsFrom(first, "cogs", Array<number>(count).fill(amount));
      const plan = openPlan([...cost(5, 12, "2025-01"), ...cost(7, 4, "2026-01")], cost(9, 12, "2026-01"));
      const call = callOf("VAR", { ...YEAR, field: "cogs", base: "actual", basePeriod: "PY", measure });
      const { parts, whole } = await plan.divide(call);
      const sign = measure === "amount" ? -1 : 1;
      expect(parts.map(({ amount }) => amount)).toEqual([sign * 4 * (7 - 5), sign * 8 * (9 - 5)]);
      expect(whole).toBe(sign * 40);
    },
  );
});
