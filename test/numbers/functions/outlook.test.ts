/** Outlooks: months of the actuals through one, then those of the scenario. */
import fc from "fast-check";
import { combine, type Expected } from "../../oracle/sums";
import { rollingNumber } from "../../oracle/number";
import { expectedVariance } from "../../oracle/variance";
import { failure } from "./excel";
import { monthsFrom, openGaps, type Month } from "./gaps";
import { run } from "../../oracle/months";

/** Powers of two, so each sum tells its months: January is 1. The plan has hundreds. */
const ACTUAL = monthsFrom("2026-01", "ebit", [1, 2, 4, 8, 16]);
const PLAN = monthsFrom(
  "2026-01",
  "ebit",
  Array.from({ length: 12 }, (_, at) => 100 * 2 ** at),
);
const planFrom = (month: number) => 100 * (2 ** 12 - 2 ** (month - 1));
const IN_JUNE = { pnl: { s1: ACTUAL, s2: PLAN }, generatedAt: "2026-06-15T08:00:00Z" };
const OUTLOOK = { plan: "p1", scenario: "committed", field: "ebit", period: 2026, actualsTo: "current" };
const kpi = (given: object, service = IN_JUNE as Parameters<typeof openGaps>[0]) =>
  openGaps(service).call("KPI", { ...OUTLOOK, ...given });

test("an outlook is the actuals to the current month, then the scenario", async () => {
  expect(await kpi({})).toBe(31 + planFrom(6));
});

test.each<[string, object, number]>([
  ["the month that actuals end with", { period: "2026-05" }, 16],
  ["a later month", { period: "2026-06" }, 3200],
  ["the quarter of both", { period: "2026-Q2" }, 8 + 16 + 3200],
  ["the year to date", { period: "2026-07", basis: "YTD" }, 31 + 3200 + 6400],
  ["the year to go", { period: "current", basis: "YTG" }, planFrom(6)],
  ["an earlier cut-off", { actualsTo: "2026-03" }, 7 + planFrom(4)],
  ["the last month of a quarter", { actualsTo: "2026-Q1" }, 7 + planFrom(4)],
  ["a cut-off before the year", { actualsTo: "2025-12" }, planFrom(1)],
  ["no cut-off", { actualsTo: "" }, planFrom(1)],
])("an outlook of %s takes each month from its side", async (_what, given, expected) => {
  expect(await kpi(given)).toBe(expected);
});

test("a month that the actuals lack is never the plan's", async () => {
  const gap = { ...IN_JUNE, pnl: { s1: ACTUAL.filter(({ period }) => period !== "2026-03"), s2: PLAN } };
  expect(await failure(kpi({}, gap))).toMatchObject({
    code: "#N/A",
    message:
      "The service has no numbers for '2026-03'. It returned 2026-01 to 2026-02, 2026-04 to 2026-05. " +
      "An outlook takes its months up to actualsTo ('2026-01', '2026-05') from 'Actual'.",
  });
  const late = await failure(kpi({ actualsTo: "2026-07" }));
  expect(late.code).toBe("#N/A");
  expect(late.message).toContain("no numbers for '2026-06', '2026-07'");
});

test("a number that an actual month lacks is never the plan's", async () => {
  const blank: Month[] = ACTUAL.map((month) => (month.period === "2026-02" ? { period: "2026-02", cogs: 1 } : month));
  expect((await failure(kpi({}, { ...IN_JUNE, pnl: { s1: blank, s2: PLAN } }))).code).toBe("#N/A");
});

test("actuals and plan that are answered in two currencies are never added", async () => {
  const excel = openGaps({ ...IN_JUNE, currencies: { s1: "EUR", s2: "USD" } });
  // The actuals are held by then, so each side is an answer of its own.
  expect(await excel.call("KPI", { ...OUTLOOK, scenario: "actual", period: "2026-01:2026-05", actualsTo: null })).toBe(
    31,
  );
  expect(await failure(excel.call("KPI", OUTLOOK))).toMatchObject({
    code: "#VALUE!",
    message: expect.stringContaining("in two currencies, 'EUR' and 'USD'. Name a currency") as string,
  });
});

test("an outlook without a period is refused, for both functions", async () => {
  const message = "With actualsTo a period is needed, such as 2026: an outlook is of named months.";
  const refused = { code: "#VALUE!", message };
  expect(await failure(kpi({ period: null }))).toMatchObject(refused);
  const variance = openGaps(IN_JUNE).call("VAR", { ...OUTLOOK, base: "committed", period: null });
  expect(await failure(variance)).toMatchObject(refused);
});

test("an outlook of a plan without actuals says so", async () => {
  const scenarios = [{ id: "s2", name: "Committed", flags: ["committed"] }];
  const plans = [{ id: "p1", name: "FY26 Plan", currency: "USD", scenarios }];
  expect(await failure(kpi({ actualsTo: "2026-03" }, { ...IN_JUNE, plans }))).toMatchObject({
    code: "#N/A",
    message: "An outlook needs actuals: plan 'FY26 Plan' has no scenario flagged actual.",
  });
});

test("a variance compares the outlook with the base's own months", async () => {
  const variance = (given: object) => openGaps(IN_JUNE).call("VAR", { ...OUTLOOK, base: "committed", ...given });
  expect(await variance({})).toBe(31 - 3100);
  expect(await variance({ measure: "percent" })).toBeCloseTo((31 - 3100) / planFrom(1), 12);
  expect(await variance({ period: "2026-Q1" })).toBe(7 - 700);
});

test("an item that one side alone has counts 0 on the other", async () => {
  const region = (name: string, numbers: number[], first = "2026-01") =>
    monthsFrom(first, "demandValue", numbers, name);
  const demand = {
    s1: [...region("North", [1, 2]), ...region("Lost", [4, 8])],
    s2: [...region("North", [100, 200, 400]), ...region("New", [800, 1600, 3200])],
  };
  const asked = { field: "demandValue", period: "2026-Q1", groupBy: "region", actualsTo: "2026-02" };
  const item = (name: string) => kpi({ ...asked, item: name }, { demand });
  expect([await item("North"), await item("Lost"), await item("New")]).toEqual([403, 12, 3200]);
  expect(await kpi({ ...asked }, { demand })).toBe(15 + 3600);
});

test("a share of an outlook is computed from its amounts", async () => {
  const sales = (month: Month) => ({ ...month, netFIESales: 1000 });
  const pnl = { s1: ACTUAL.map(sales), s2: PLAN.map(sales) };
  expect(await kpi({ field: "ebitPercent" }, { ...IN_JUNE, pnl })).toBeCloseTo((31 + planFrom(6)) / 12_000, 12);
});

const MONTHS = run(2025 * 12 + 6, 24);
const amount = fc.integer({ min: -1000, max: 1000 });
const row = fc.record({ netFIESales: amount, ebit: amount, cogs: amount }, { requiredKeys: ["netFIESales"] });
const side = fc.array(fc.option(row, { freq: 12, nil: undefined }), { minLength: 24, maxLength: 24 });
const span = fc.tuple(fc.nat(23), fc.nat(23)).map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);

test("any outlook and its variance are the sums of their months, or missing", async () => {
  const field = fc.constantFrom("ebit", "cogs", "ebitPercent");
  const cut = fc.integer({ min: -1, max: 23 });
  await fc.assert(
    fc.asyncProperty(side, side, span, cut, field, async (actual, plan, [first = 0, last = 0], at, name) => {
      const sides = { actual, plan };
      const months = MONTHS.slice(first, last + 1);
      const ask = (source: "actual" | "plan", asked: readonly string[], own: string): Expected => {
        const rows = asked.map((month) => sides[source][MONTHS.indexOf(month)]);
        const present = rows.flatMap((each) => each ?? []);
        return present.length < rows.length ? { missing: [] } : combine(own, present, rows.length === 1);
      };
      const sent = (rows: typeof actual) =>
        rows.flatMap((each, index) => (each ? [{ period: MONTHS[index] ?? "", ...each }] : []));
      const excel = openGaps({ pnl: { s1: sent(actual), s2: sent(plan) } });
      const given = { ...OUTLOOK, field: name, period: `${months[0]}:${months.at(-1)}` };
      const actualsTo = MONTHS[at] ?? "2025-06";
      const own = rollingNumber(name, months, actualsTo, ask);
      await expectCell(excel.call("KPI", { ...given, actualsTo }), own);
      const variance = expectedVariance(name, "amount", own, ask("plan", months, name));
      await expectCell(excel.call("VAR", { ...given, actualsTo, base: "committed" }), variance);
    }),
  );
});

async function expectCell(shown: Promise<number>, expected: Expected): Promise<void> {
  if ("missing" in expected) expect((await failure(shown)).code).toBe("#N/A");
  else expect(Math.abs((await shown) - expected.value)).toBeLessThanOrEqual(1e-9 * Math.max(1, expected.size));
}
