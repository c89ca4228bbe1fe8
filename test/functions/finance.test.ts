/** KPI, VAR and BRIDGE against plain sums over the sandbox's atomic rows. */
import fc from "fast-check";
import type { Settings } from "../../src/functions/host";
import { runs } from "../propertyOptions";
import { failure, openSandbox } from "./excel";
import { basisMonths, labelOfMonth, partOf, shifted, yearMonths, type Fiscal } from "./fiscalOracle";
import { createOracle, type GroupName, type Oracle } from "./oracle";

const GROUPS: readonly GroupName[] = ["product", "region"];
const LESS_IS_BETTER =
  "tradeExpenses cogs cogsPercent supplyChainCost storageAndHandling transport otherCosts overhead";
const PNL = "grossFIESales netFIESales grossProfit ebit ebitPercent dpm dpmPercent".split(" ");
const FIELDS = [...PNL, ...LESS_IS_BETTER.split(" ")];
const DEMAND = ["demandVolume", "demandValue", "fillRate"];
const BASES = ["QTD", "YTD", "QTG", "YTG", "R3", "R12", "LTM", "TTM"];
/** How many months back the period before is, by basis. */
const STEPS: Readonly<Record<string, number>> = { QTD: 3, QTG: 3, R3: 3, YTD: 12, YTG: 12, R12: 12, LTM: 12, TTM: 12 };
/** What the service has. */
const [FIRST, LAST] = ["2024-01", "2026-12"];

const settings: { -readonly [Name in keyof Settings]: Settings[Name] } = {};
const excel = openSandbox({}, { settings });
/** Of one plan: adding up every row of a scenario takes seconds. */
const scenarios = excel.sandbox.planning.plans.slice(2).flatMap(({ id: plan, scenarios: [one, other] }) => [
  { plan, scenario: one!.id, other: other!.id },
  { plan, scenario: other!.id, other: one!.id },
]);

const oracles = new Map<string, Oracle>();
function oracleOf(plan: string, scenario: string): Oracle {
  const known = oracles.get(scenario) ?? createOracle(excel.sandbox.planning, plan, scenario, GROUPS);
  oracles.set(scenario, known);
  return known;
}

const fiscal: fc.Arbitrary<Fiscal> = fc.record({ month: fc.integer({ min: 1, max: 12 }), byBegin: fc.boolean() });
const basis = fc.constantFrom(null, ...BASES);
const year = fc.constantFrom(2025, 2026);

/** A period as somebody types it, and how its months are found. */
const period = fc.oneof(
  fc.tuple(year, fc.integer({ min: 1, max: 12 })).map(([of, month]) => ({
    text: `${of}-${String(month).padStart(2, "0")}`,
    months: () => [new Date(Date.UTC(of, month - 1, 1))],
  })),
  fc.tuple(year, fc.integer({ min: 1, max: 4 })).map(([of, quarter]) => ({
    text: `${of}-Q${quarter}`,
    months: (by: Fiscal) => yearMonths(of, by).slice(quarter * 3 - 3, quarter * 3),
  })),
  fc.tuple(year, fc.integer({ min: 1, max: 2 })).map(([of, half]) => ({
    text: `${of}-H${half}`,
    months: (by: Fiscal) => yearMonths(of, by).slice(half * 6 - 6, half * 6),
  })),
  year.map((of) => ({ text: `FY${of}`, months: (by: Fiscal) => yearMonths(of, by) })),
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 11 })).map(([month, more]) => {
    const months = Array.from({ length: more + 1 }, (_, at) => new Date(Date.UTC(2025, month - 1 + at, 1)));
    return { text: `${labelOfMonth(months[0]!)}:${labelOfMonth(months.at(-1)!)}`, months: () => months };
  }),
);

const question = fc
  .record({
    whose: fc.constantFrom(...scenarios),
    fiscal,
    period,
    basis,
    field: fc.constantFrom(...FIELDS, ...DEMAND),
    groupBy: fc.constantFrom(null, ...GROUPS),
    place: fc.nat(9),
  })
  .map(({ whose, groupBy, place, ...rest }) => {
    const isGrouped = DEMAND.includes(rest.field) && groupBy !== null;
    const groups = isGrouped ? oracleOf(whose.plan, whose.scenario).groups(groupBy) : [];
    const item = groups[place % groups.length] ?? null;
    const group = isGrouped && item ? { group: [groupBy, item] as const } : {};
    return { ...rest, ...whose, groupBy: isGrouped ? groupBy : null, item, group };
  });

type Asked = typeof question extends fc.Arbitrary<infer T> ? T : never;

function monthsOf(asked: Pick<Asked, "period" | "basis" | "fiscal">): Date[] {
  const months = asked.period.months(asked.fiscal);
  return asked.basis ? basisMonths(asked.basis, months.at(-1)!, asked.fiscal) : months;
}

const absentOf = (months: readonly Date[]): string[] =>
  months.map(labelOfMonth).filter((month) => month < FIRST || month > LAST);

function expectNear(found: unknown, expected: number, field: string): void {
  expect(typeof found).toBe("number");
  const allowed = /Percent|Rate/.test(field) ? 1e-9 : 0.005;
  if (Math.abs((found as number) - expected) > allowed) expect({ field, found }).toEqual({ field, found: expected });
}

// What a cell shows has the shape that the test itself asserts.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function ask(name: "KPI" | "VAR" | "BRIDGE", { fiscal: by, period: { text } }: Asked, given: object): Promise<any> {
  Object.assign(settings, { fiscalMonth: by.month, fiscalNameByBegin: by.byBegin });
  return excel.call(name, { period: text, ...given });
}

test("KPI is the plain sum, or the share of plain sums, for any arguments", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { plan, scenario, field, groupBy, item } = asked;
      const months = monthsOf(asked);
      const call = ask("KPI", asked, { plan, scenario, field, groupBy, item, basis: asked.basis });
      const [absent] = absentOf(months);
      if (absent) {
        expect(await failure(call)).toMatchObject({ code: "#N/A", message: expect.stringContaining(absent) });
      } else if (months.length > 0) {
        const part = { ...partOf(months), ...asked.group };
        expectNear(await call, oracleOf(plan, scenario).field(field, part), field);
      } else if (/Percent|Rate/.test(field)) {
        expect((await failure(call)).code).toBe("#N/A");
      } else expect(await call).toBe(0);
    }),
    { numRuns: runs(200) },
  );
});

test("VAR is the difference of plain sums, better positive, for any basePeriod", async () => {
  const measure = fc.constantFrom(null, "amount", "percent", "difference");
  const basePeriod = fc.constantFrom(null, "PY", "PP", "2025-11");
  await fc.assert(
    fc.asyncProperty(question, measure, basePeriod, async (asked, by, against) => {
      const { plan, scenario, other, field, groupBy, item } = asked;
      const given = { plan, scenario, base: other, field, groupBy, item, basis: asked.basis };
      const call = ask("VAR", asked, { ...given, measure: by, basePeriod: against });
      const isRatio = /Percent|Rate/.test(field);
      if (isRatio && by === "percent") return expect((await failure(call)).code).toBe("#VALUE!");
      const own = asked.period.months(asked.fiscal);
      const back =
        against === "PY"
          ? shifted(own, -12)
          : against === "PP"
            ? shifted(own, -(STEPS[asked.basis ?? ""] ?? own.length))
            : own;
      const base = against === "2025-11" ? [new Date(Date.UTC(2025, 10, 1))] : back;
      const [these, those] = [own, base].map((months) =>
        monthsOf({ ...asked, period: { text: "", months: () => months } }),
      );
      const months = [...these!, ...those!];
      if (these!.length !== those!.length) return expect((await failure(call)).code).toBe("#VALUE!");
      if (absentOf(months).length > 0) return expect((await failure(call)).code).toBe("#N/A");
      if (these!.length === 0 || those!.length === 0) {
        return expect(await call.catch((error: { code: string }) => error.code)).toEqual(
          isRatio || (by === "percent" && those!.length === 0) ? "#N/A" : expect.any(Number),
        );
      }
      const number = oracleOf(plan, scenario).field(field, { ...partOf(these!), ...asked.group });
      const baseNumber = oracleOf(plan, other).field(field, { ...partOf(those!), ...asked.group });
      const isLessBetter = LESS_IS_BETTER.split(" ").includes(field) && by !== "difference";
      const amount = isLessBetter ? baseNumber - number : number - baseNumber;
      if (by === "percent" && number * baseNumber < 0) return expect((await failure(call)).code).toBe("#N/A");
      expectNear(
        await call,
        by === "percent" ? amount / Math.abs(baseNumber) : amount,
        by === "percent" ? "Percent" : field,
      );
    }),
    { numRuns: runs(150) },
  );
});

test("BRIDGE by statement goes by the differences of plain sums, and adds up", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { plan, scenario: to, other: from } = asked;
      const months = monthsOf(asked);
      if (absentOf(months).length > 0 || months.length === 0) return;
      const rows: [string, number, string][] = await ask("BRIDGE", asked, { plan, from, to, basis: asked.basis });
      const [before, after] = [from, to].map(
        (whose) => (field: string) => oracleOf(plan, whose).field(field, partOf(months)),
      );
      const change = (field: string) => after!(field) - before!(field);
      const expected: [string, number][] = [
        ["Gross sales", change("grossFIESales")],
        ["Trade expenses", -change("tradeExpenses")],
        ["Cost of goods sold", -change("cogs")],
        ["Supply chain costs", -change("supplyChainCost")],
        ["Other costs", -change("otherCosts")],
      ];
      expect(rows.slice(2, -1).map(([label]) => label)).toEqual(expected.map(([label]) => label));
      expected.forEach(([label, amount], at) => expectNear(rows[at + 2]![1], amount, label));
      expectNear(rows[1]![1], before!("ebit"), "ebit");
      expectNear(rows.at(-1)![1], after!("ebit"), "ebit");
    }),
    { numRuns: runs(50) },
  );
});

test("BRIDGE by price, volume and mix matches the textbook's formula, and adds up", async () => {
  await fc.assert(
    fc.asyncProperty(question, fc.constantFrom(...GROUPS), async (asked, groupBy) => {
      const { plan, scenario: to, other: from } = asked;
      const months = monthsOf(asked);
      if (absentOf(months).length > 0 || months.length === 0) return;
      const given = { plan, from, to, by: "pvm", groupBy, basis: asked.basis };
      const rows: [string, number, string][] = await ask("BRIDGE", asked, given);
      const [before, after] = [from, to].map((whose) => oracleOf(plan, whose));
      const items = before!.groups(groupBy).map((item) => {
        const of = (oracle: Oracle, field: string) =>
          oracle.field(field, { ...partOf(months), group: [groupBy, item] });
        const [v0, v1] = [of(before!, "demandVolume"), of(after!, "demandVolume")];
        return { v0, v1, p0: of(before!, "demandValue") / v0, p1: of(after!, "demandValue") / v1 };
      });
      const sum = (each: (item: (typeof items)[number]) => number) =>
        items.reduce((total, item) => total + each(item), 0);
      const [V0, V1] = [sum(({ v0 }) => v0), sum(({ v1 }) => v1)];
      const P0 = sum(({ v0, p0 }) => v0 * p0) / V0;
      expect(
        rows
          .slice(2)
          .map(([label]) => label)
          .slice(0, 3),
      ).toEqual(["Volume", "Price", "Mix"]);
      expectNear(rows[2]![1], (V1 - V0) * P0, "volume");
      expectNear(
        rows[3]![1],
        sum(({ v1, p0, p1 }) => v1 * (p1 - p0)),
        "price",
      );
      expectNear(rows[4]![1], sum(({ v1, p0 }) => v1 * p0) - V1 * P0, "mix");
      expect(rows).toHaveLength(6);
      const total = rows.slice(1, -1).reduce((all, [, amount]) => all + amount, 0);
      expectNear(total, rows[5]![1], "demandValue");
    }),
    { numRuns: runs(40) },
  );
});
