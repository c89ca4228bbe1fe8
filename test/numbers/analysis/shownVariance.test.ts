/** Which formulas of Excel are variances of VAR. */
import fc from "fast-check";
import { argumentsByName, type NumberCall } from "../../../src/numbers/analysis/numberCall";
import { shownVariance } from "../../../src/numbers/analysis/shownNumber";
import { argumentsInOrder } from "../../../src/numbers/language/signatures";

const kpi = (args: object): NumberCall => ({
  id: "KPI",
  args: argumentsInOrder("KPI", { plan: "FY26 Plan", field: "EBIT", period: "2026-03", ...args }),
  settings: {},
});
const pair = (own: object, base: object, values: [number, number] = [120, 100]) => [
  { call: kpi(own), value: values[0] },
  { call: kpi(base), value: values[1] },
];
const [actual, plan] = [{ scenario: "actual" }, { scenario: "committed" }];
const argumentsOf = (shown: unknown, numbers: ReturnType<typeof pair>) => {
  const found = shownVariance(shown, numbers);
  return found && argumentsByName(found.call);
};

test("A difference of two scenarios is one, in either order", () => {
  const expected = { scenario: "actual", base: "committed", measure: "amount" };
  expect(argumentsOf(20, pair(actual, plan))).toMatchObject(expected);
  expect(argumentsOf(20, [...pair(actual, plan)].reverse())).toMatchObject(expected);
});

test("Of a cost less is better, and a plain difference is one too", () => {
  const costs = pair({ ...actual, field: "cogs" }, { ...plan, field: "cogs" });
  expect(argumentsOf(-20, costs)).toMatchObject({ scenario: "actual", measure: "amount" });
  expect(argumentsOf(20, costs)?.measure).toBe("amount");
  expect(argumentsOf(20, costs)?.scenario).toBe("committed");
});

test("A percentage of the base, and points of a ratio that are times 100", () => {
  expect(argumentsOf(0.2, pair(actual, plan))).toMatchObject({ scenario: "actual", measure: "percent" });
  const ratios = pair({ ...actual, field: "EBIT %" }, { ...plan, field: "EBIT %" }, [0.2, 0.15]);
  expect(shownVariance(100 * (0.2 - 0.15), ratios)?.value).toBeCloseTo(0.05, 12);
});

test("A period or a plan may be the base", () => {
  expect(argumentsOf(20, pair(actual, { ...actual, period: "2025-03" }))).toMatchObject({
    period: "2026-03",
    basePeriod: "2025-03",
  });
  expect(argumentsOf(20, pair(actual, { ...actual, plan: "FY25 Plan" }))).toMatchObject({
    base: "actual",
    basePlan: "FY25 Plan",
  });
});

test("Other pairs and other results are none", () => {
  expect(argumentsOf(220, pair(actual, plan))).toBeUndefined();
  expect(argumentsOf("20", pair(actual, plan))).toBeUndefined();
  expect(argumentsOf(20, pair(actual, { ...plan, field: "cogs" }))).toBeUndefined();
  expect(argumentsOf(20, pair(actual, { ...plan, basis: "YTD" }))).toBeUndefined();
  expect(argumentsOf(0, pair(actual, actual, [100, 100]))).toBeUndefined();
  expect(argumentsOf(20, pair(actual, { ...actual, period: null }))).toBeUndefined();
  expect(argumentsOf(20, [...pair(actual, plan), ...pair(actual, plan)])).toBeUndefined();
});

test("What is found is always what is shown", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.constantFrom("EBIT", "cogs"), (one, other, field) => {
      const found = shownVariance(one - other, pair({ ...actual, field }, { ...plan, field }, [one, other]));
      expect(found?.value).toBe(one - other);
    }),
  );
});

test("An outlook less its plan is a variance of the outlook, never of two outlooks", () => {
  const outlook = { ...plan, actualsTo: "current" };
  expect(argumentsOf(20, pair(outlook, plan))).toMatchObject({ ...outlook, base: "committed" });
  expect(argumentsOf(20, pair(outlook, { scenario: "optimistic" }))).toMatchObject({ ...outlook, base: "optimistic" });
  expect(argumentsOf(20, pair(outlook, { ...outlook, scenario: "optimistic" }))).toBeUndefined();
});
