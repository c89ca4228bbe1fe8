/** KPI, VAR and BRIDGE against plain sums over the sandbox's atomic rows. */
import fc from "fast-check";
import { findField } from "../../../src/insights";
import type { Settings } from "../../../src/numbers/functions/host";
import { runs } from "../../propertyOptions";
import { createOracle, monthlyRows, type Oracle } from "../../oracle/atomicRows";
import { MONTHS, type Data, type DataScenario } from "../../oracle/data";
import { isShare } from "../../oracle/fields";
import {
  basisMonths,
  daysOf,
  partOfYear,
  run,
  shifted,
  stepBack,
  yearMonths,
  type Days,
  type FiscalYear,
} from "../../oracle/months";
import { expectedNumber } from "../../oracle/number";
import type { Expected } from "../../oracle/sums";
import { expectedVariance, pvmSteps, statementSteps } from "../../oracle/variance";
import { failure, openSandbox } from "./excel";

const GROUPS = ["product", "region"] as const;
const LESS_IS_BETTER =
  "tradeExpenses cogs cogsPercent supplyChainCost storageAndHandling transport otherCosts overhead";
const PNL = "grossFIESales netFIESales grossProfit ebit ebitPercent dpm dpmPercent".split(" ");
const FIELDS = [...PNL, ...LESS_IS_BETTER.split(" ")];
const DEMAND = ["demandVolume", "demandValue", "fillRate"];
const BASES = ["QTD", "YTD", "QTG", "YTG", "R3", "R12", "LTM", "TTM"];
const DATA: Data = { plans: [], undatedYear: "2026", refusesAbsence: true };

const settings: { -readonly [Name in keyof Settings]: Settings[Name] } = {};
const excel = openSandbox({}, { settings });
/** Of one plan: adding up every row of a scenario takes seconds. */
const scenarios = excel.sandbox.planning.plans.slice(2).flatMap(({ id: plan, scenarios: [one, other] }) => [
  { plan, scenario: one!.id, other: other!.id },
  { plan, scenario: other!.id, other: one!.id },
]);

/** The sums of a scenario, and its months as the service sends them. */
interface Summed {
  readonly oracle: Oracle;
  readonly scenario: DataScenario;
}

const summed = new Map<string, Summed>();
function sumsOf(plan: string, id: string): Summed {
  const known = summed.get(id);
  if (known) return known;
  const oracle = createOracle(excel.sandbox.planning, plan, id, GROUPS);
  const own = { oracle, scenario: { id, name: id, flags: [], ...monthlyRows(oracle, GROUPS) } };
  summed.set(id, own);
  return own;
}

const fiscal: fc.Arbitrary<FiscalYear> = fc.record({
  firstMonth: fc.integer({ min: 1, max: 12 }),
  isNamedByBegin: fc.boolean(),
});
const basis = fc.constantFrom(null, ...BASES);
const year = fc.constantFrom(2025, 2026);

/** A period as somebody types it, and how its months are found. */
const period = fc.oneof(
  fc.tuple(year, fc.integer({ min: 1, max: 12 })).map(([of, month]) => {
    const months = run(of * 12 + month - 1, 1);
    return { text: months[0], months: () => months };
  }),
  fc.tuple(year, fc.integer({ min: 1, max: 4 })).map(([of, quarter]) => ({
    text: `${of}-Q${quarter}`,
    months: (by: FiscalYear) => partOfYear(of, 4, quarter, by),
  })),
  fc.tuple(year, fc.integer({ min: 1, max: 2 })).map(([of, half]) => ({
    text: `${of}-H${half}`,
    months: (by: FiscalYear) => partOfYear(of, 2, half, by),
  })),
  year.map((of) => ({ text: `FY${of}`, months: (by: FiscalYear) => yearMonths(of, by) })),
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 11 })).map(([month, more]) => {
    const months = run(2025 * 12 + month - 1, more + 1);
    return { text: `${months[0]}:${months.at(-1)}`, months: () => months };
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
    const groups = isGrouped ? sumsOf(whose.plan, whose.scenario).oracle.groups(groupBy) : [];
    const item = groups[place % groups.length] ?? null;
    return { ...rest, ...whose, groupBy: isGrouped ? groupBy : null, item };
  });

type Asked = typeof question extends fc.Arbitrary<infer T> ? T : never;

const monthsOf = ({ period: asked, basis: by, fiscal: years }: Asked) => basisMonths(by, asked.months(years), years);

/** What KPI shows of a scenario. */
function numberOf({ plan, field, groupBy, item }: Asked, scenario: string, months: readonly string[]): Expected {
  const grouping = groupBy ?? (DEMAND.includes(field) ? "product" : undefined);
  const items = item === null ? [] : [item];
  return expectedNumber(DATA, { scenario: sumsOf(plan, scenario).scenario, field, months, grouping, items });
}

function expectNear(found: unknown, expected: number, field: string): void {
  expect(typeof found).toBe("number");
  const allowed = /Percent|Rate/.test(field) ? 1e-9 : 0.005;
  if (Math.abs((found as number) - expected) > allowed) expect({ field, found }).toEqual({ field, found: expected });
}

async function expectOutcome(call: Promise<unknown>, expected: Expected, field: string): Promise<void> {
  if (!("missing" in expected)) return expectNear(await call, expected.value, field);
  const { code, message } = await failure(call);
  expect(code).toBe("#N/A");
  const named = expected.missing.filter((month) => message.includes(month));
  if (expected.missing.length > 0) expect({ message, named }).not.toEqual({ message, named: [] });
}

// What a cell shows has the shape that the test itself asserts.
// oxlint-disable-next-line typescript/no-explicit-any
function ask(name: "KPI" | "VAR" | "BRIDGE", { fiscal: by, period: { text } }: Asked, given: object): Promise<any> {
  Object.assign(settings, { fiscalMonth: by.firstMonth, fiscalNameByBegin: by.isNamedByBegin });
  return excel.call(name, { period: text, ...given });
}

test("KPI is the plain sum, or the share of plain sums, for any arguments", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { plan, scenario, field, groupBy, item } = asked;
      const call = ask("KPI", asked, { plan, scenario, field, groupBy, item, basis: asked.basis });
      await expectOutcome(call, numberOf(asked, scenario, monthsOf(asked)), field);
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
      const period = asked.period.months(asked.fiscal);
      const back = against === "PY" ? 12 : against === "PP" ? stepBack(asked.basis, period.length) : 0;
      const based = against === "2025-11" ? [against] : shifted(period, -back);
      const own = monthsOf(asked);
      const base = basisMonths(asked.basis, based, asked.fiscal);
      const isMistaken = own.length !== base.length || (isShare(field) && by === "percent");
      if (isMistaken) return expect((await failure(call)).code).toBe("#VALUE!");
      const expected = expectedVariance(
        field,
        by ?? "amount",
        numberOf(asked, scenario, own),
        numberOf(asked, other, base),
      );
      await expectOutcome(call, expected, by === "percent" ? "Percent" : field);
    }),
    { numRuns: runs(150) },
  );
});

/** The days of the months that a bridge compares; undefined if it has none, or some are absent. */
function wholeDays(asked: Asked): Days | undefined {
  const months = monthsOf(asked);
  const isWhole = months.length > 0 && months.every((month) => MONTHS.includes(month));
  return isWhole ? daysOf(months) : undefined;
}

test("BRIDGE by statement goes by the differences of plain sums, and adds up", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { plan, scenario: to, other: from } = asked;
      const days = wholeDays(asked);
      if (!days) return;
      const rows: [string, number, string][] = await ask("BRIDGE", asked, { plan, from, to, basis: asked.basis });
      const [before, after] = [from, to].map(
        (whose) => (field: string) => sumsOf(plan, whose).oracle.field(field, days),
      ) as [(field: string) => number, (field: string) => number];
      const steps = statementSteps(before, after);
      expect(rows.slice(2, -1).map(([label]) => label)).toEqual(steps.map(([field]) => findField(field)?.label));
      steps.forEach(([field, amount], at) => expectNear(rows[at + 2]![1], amount, field));
      expectNear(rows[1]![1], before("ebit"), "ebit");
      expectNear(rows.at(-1)![1], after("ebit"), "ebit");
    }),
    { numRuns: runs(50) },
  );
});

test("BRIDGE by price, volume and mix matches the textbook's formula, and adds up", async () => {
  await fc.assert(
    fc.asyncProperty(question, fc.constantFrom(...GROUPS), async (asked, groupBy) => {
      const { plan, scenario: to, other: from } = asked;
      const days = wholeDays(asked);
      if (!days) return;
      const given = { plan, from, to, by: "pvm", groupBy, basis: asked.basis };
      const rows: [string, number, string][] = await ask("BRIDGE", asked, given);
      const side = (whose: string, item: string) => {
        const of = (field: string) => sumsOf(plan, whose).oracle.field(field, { ...days, group: [groupBy, item] });
        return { volume: of("demandVolume"), value: of("demandValue") };
      };
      const items = sumsOf(plan, from).oracle.groups(groupBy);
      const steps = pvmSteps(items.map((item) => ({ from: side(from, item), to: side(to, item) })));
      expect(rows.slice(2, 5).map(([label]) => label)).toEqual(["Volume", "Price", "Mix"]);
      for (const [at, name] of (["volume", "price", "mix"] as const).entries())
        expectNear(rows[at + 2]![1], steps[name], name);
      expect(rows).toHaveLength(6);
      const total = rows.slice(1, -1).reduce((all, [, amount]) => all + amount, 0);
      expectNear(total, rows[5]![1], "demandValue");
    }),
    { numRuns: runs(40) },
  );
});
