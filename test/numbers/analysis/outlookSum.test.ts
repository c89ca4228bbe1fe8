/** Outlooks that a formula adds up itself. */
import fc from "fast-check";
import {
  argumentsByName,
  callByNames,
  type NumberArguments,
  type NumberCall,
} from "../../../src/numbers/analysis/numberCall";
import { findOutlook } from "../../../src/numbers/analysis/outlookSum";
import { formatCall, literalArgument } from "../../../src/numbers/language/argument";
import { runs } from "../../propertyOptions";
import { monthNumber, run } from "../../oracle/months";
import { monthsFrom, openGaps } from "../functions/gaps";
import { sourceOfExcel } from "./workbookSource";

const MONTHS = run(monthNumber("2026-01"), 12);
const ACTUAL: NumberArguments = { scenario: "actual", period: "2026-01:2026-04" };
const LATER: NumberArguments = { scenario: "committed", period: "2026-05:2026-12" };
const callOf = (args: NumberArguments, id: NumberCall["id"] = "KPI") =>
  callByNames(id, { plan: "FY26 Plan", field: "ebit", ...args }, { settings: {} });
const textOf = ({ id, args }: NumberCall) => formatCall(id, args.map(literalArgument));

/** Powers of two, so each sum tells its months. */
const POWERS = MONTHS.map((_, at) => 2 ** at);

function openPlan(actual: readonly number[] = POWERS, committed = POWERS.map((power) => 10_000 * power)) {
  const fields = (amounts: readonly number[]) =>
    monthsFrom("2026-01", "ebit", amounts).map((month, at) => ({
      ...month,
      netFIESales: 1 + (amounts[at] ?? 0),
      grossProfit: 1,
    }));
  const excel = openGaps({ pnl: { s1: fields(actual), s2: fields(committed) } });
  const source = sourceOfExcel(excel);
  const numberOf = async (call: NumberCall) => Number((await source.invoke(call, {})).result);
  return {
    numberOf,
    /** @param formula Of the texts of the calls. @param rest What it adds to their sum. */
    async find(calls: readonly NumberCall[], formula: (...texts: string[]) => string, rest = 0) {
      const own = await Promise.all(calls.map(async (call) => ({ call, value: await numberOf(call) })));
      const shown = own.reduce((sum, { value }) => sum + value, rest);
      const plans = (await excel.session.generation?.plans()) ?? [];
      const cell = { formula: formula(...calls.map(textOf)), shown, own, all: own };
      return findOutlook(cell, { source, plans, defaultPlan: undefined });
    },
  };
}

const asSum = (...texts: string[]) => `=${texts.join("+")}`;

describe("the sum of actuals and a scenario's later months", () => {
  test("is one outlook, in either order, whose number is the sum", () =>
    fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.nat(5), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 5 })),
        fc.boolean(),
        fc.integer({ min: -1000, max: 1000 }),
        async ([from, more, after], isTurned, rest) => {
          const [cut, to] = [from + more, Math.min(11, from + more + after)];
          const plan = openPlan();
          const actuals = callOf({ ...ACTUAL, period: `${MONTHS[from]}:${MONTHS[cut]}` });
          const later = callOf({ ...LATER, period: `${MONTHS[cut + 1]}:${MONTHS[to]}` });
          const calls = isTurned ? [later, actuals] : [actuals, later];
          const found = await plan.find(calls, (...texts) => `${asSum(...texts)}+${rest}*1`, rest);
          if (!found) throw new Error("No outlook is found.");
          expect(argumentsByName(found.call)).toEqual({
            plan: "FY26 Plan",
            field: "ebit",
            scenario: "committed",
            period: `${MONTHS[from]}:${MONTHS[to]}`,
            actualsTo: MONTHS[cut],
          });
          expect(await plan.numberOf(found.call)).toBe(found.value);
          expect(found.besides).toEqual({ label: `${rest}*1`, amount: rest });
        },
      ),
      { numRuns: runs(25) },
    ));

  test.each<[string, (...texts: string[]) => string]>([
    ["alone", asSum],
    ["in SUM", (...texts) => `=SUM(${texts.join(",")})`],
    ["in two cells", () => "=B1+B2"],
  ])("is found %s, without anything besides", async (_what, formula) => {
    const found = await openPlan().find([callOf(ACTUAL), callOf(LATER)], formula);
    expect(found).toMatchObject({ value: 15 + 10_000 * (2 ** 12 - 2 ** 4) });
    expect(found?.besides).toBeUndefined();
  });

  test("has what the formula adds and subtracts besides in its own words", async () => {
    const formula = (one = "", other = "") => `=-B7+${one}+SUM(C1:C2)*2 + ${other}`;
    const found = await openPlan().find([callOf(ACTUAL), callOf(LATER)], formula, -7);
    expect(found?.besides).toEqual({ label: "-B7+SUM(C1:C2)*2", amount: -7 });
  });

  test.each<[string, NumberArguments, NumberArguments]>([
    ["months are left out between the two", ACTUAL, { ...LATER, period: "2026-06:2026-12" }],
    ["months are in both", ACTUAL, { ...LATER, period: "2026-04:2026-12" }],
    ["both are actuals", ACTUAL, { ...LATER, scenario: "actual" }],
    ["neither is actuals", { ...ACTUAL, scenario: "committed" }, LATER],
    ["actuals come last", { ...ACTUAL, scenario: "committed" }, { ...LATER, scenario: "actual" }],
    ["the fields differ", ACTUAL, { ...LATER, field: "netFIESales" }],
    ["both are ratios", { ...ACTUAL, field: "grossProfitPercent" }, { ...LATER, field: "grossProfitPercent" }],
  ])("is none if %s", async (_what, one, other) => {
    const plan = openPlan();
    expect(await plan.find([callOf(one), callOf(other)], asSum)).toBeUndefined();
  });

  test("is none if the formula multiplies a part, subtracts it or has another call besides", async () => {
    const calls = [callOf(ACTUAL), callOf(LATER)];
    const plan = openPlan();
    for (const formula of [
      (one = "", other = "") => `=${one}+2*${other}`,
      (one = "", other = "") => `=${one}-${other}`,
      (one = "", other = "") => `=${one}+${other}+ABS(${one})`,
      (one = "", other = "") => `=${one}+${other}&""`,
    ])
      expect(await plan.find(calls, formula, 1)).toBeUndefined();
  });
});

test("a formula that adds to one outlook has the rest besides", async () => {
  const outlook = callOf({ ...LATER, period: "2026", actualsTo: "2026-04" });
  const found = await openPlan().find([outlook], (text) => `=${text}-500`, -500);
  expect(found).toMatchObject({ call: outlook, besides: { label: "-500", amount: -500 } });
});
