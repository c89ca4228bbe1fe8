/** What a briefing says of a plan's numbers, by two requests. */
import fc from "fast-check";
import {
  briefingQuestions,
  readBriefingNumbers,
  type BriefingNumbers,
} from "../../../src/numbers/analysis/briefingNumbers";
import type { Plan } from "../../../src/insights";
import { runs } from "../../propertyOptions";
import { GROUPS, openData, planData, type ExplainSetup, type Line, type PlanData } from "./setup";

const ACTUAL = { id: "s1", name: "Base", flags: ["actual"] };
const UPSIDE = { id: "s2", name: "Upside", flags: [] };
const PLAN: Plan = { id: "p1", name: "Plan One", currency: "USD", scenarios: [ACTUAL, UPSIDE] };
const SUBJECT = { plan: PLAN, own: ACTUAL, base: UPSIDE, currency: undefined };
/** Months that have ended on the day of the tests. */
const ENDED = 2;

interface Looked {
  readonly setup: ExplainSetup;
  readonly numbers: BriefingNumbers;
}

async function look(data: PlanData, subject = SUBJECT): Promise<Looked> {
  const setup = openData(data);
  const { excel, invoke } = setup;
  const generation = excel.session.look(subject.plan === PLAN ? [PLAN] : [subject.plan]);
  await Promise.allSettled(briefingQuestions(subject).map((question) => excel.session.ask(question, { generation })));
  const source = {
    invoke: (...[call, given]: Parameters<typeof invoke>) => invoke(call, { generation, ...given }),
    generation,
  };
  return { setup, numbers: await readBriefingNumbers(subject, source, true) };
}

const ebitOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + (line["ebit"] ?? 0), 0);
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

test("the numbers are those of the months to date, and their steps add up", async () => {
  await fc.assert(
    fc.asyncProperty(planData, async (data) => {
      const { numbers } = await look(data);
      const [own = [], base = []] = data.pnl.map((lines) => lines.slice(0, ENDED));
      expect(numbers).toMatchObject({ period: "Jan–Feb 2026", isToDate: true, gaps: [], reason: undefined });
      expect(numbers.own).toBeCloseTo(ebitOf(own), 6);
      expect(numbers.base).toBeCloseTo(ebitOf(base), 6);
      const { start = NaN, steps = [], end = NaN } = numbers.steps ?? {};
      expect([start, end]).toEqual([numbers.base, numbers.own]);
      expect(start + sum(steps.map(({ amount }) => amount))).toBeCloseTo(end, 4);
      const byMonth = own.map((line, at) => ebitOf([line]) - ebitOf(base.slice(at, at + 1)));
      const largest = Math.max(...byMonth.map(Math.abs));
      expect(Math.abs(numbers.largestMonth?.amount ?? 0)).toBeCloseTo(largest, 6);
    }),
    { numRuns: runs(40) },
  );
});

test("the worst region is the one furthest below the base, if any is", async () => {
  await fc.assert(
    fc.asyncProperty(planData, async (data) => {
      const { numbers } = await look(data);
      const valueOf = (scenario: number, region: number) =>
        sum((data.demand[scenario]?.region ?? []).slice(0, ENDED).map((lines) => lines[region]?.["demandValue"] ?? 0));
      const gaps = GROUPS.region.map((_, at) => valueOf(0, at) - valueOf(1, at));
      const worst = Math.min(...gaps);
      if (worst >= 0) return expect(numbers.worstRegion).toBeUndefined();
      expect(numbers.worstRegion).toMatchObject({ label: GROUPS.region[gaps.indexOf(worst)] });
      expect(numbers.worstRegion?.amount).toBeCloseTo(worst, 6);
    }),
    { numRuns: runs(40) },
  );
});

const [DATA = undefined] = fc.sample(planData, { numRuns: runs(1), seed: 7 });
const data = DATA as PlanData;

test("all of it takes two requests, and one for the year of a missing month", async () => {
  const short = { ...data, pnl: [data.pnl[0] ?? [], data.pnl[1]?.slice(0, 1) ?? []] };
  for (const [each, more] of [
    [data, []],
    [short, ["/pnl-summary"]],
  ] as const) {
    const { setup } = await look(each);
    const paths = setup.excel.requests.map((request) => request.split("?")[0]);
    expect(paths).toEqual(["/pnl-summary", "/demand-forecast", ...more]);
    expect(setup.generation?.questions()).toEqual([]);
  }
});

test("a month without a number is named for its scenario", async () => {
  const { numbers } = await look({ ...data, pnl: [data.pnl[0] ?? [], data.pnl[1]?.slice(0, 1) ?? []] });
  expect(numbers.gaps).toEqual([{ scenario: "Upside", months: ["2026-02"] }]);
  expect([numbers.base, numbers.percent, numbers.steps]).toEqual([undefined, undefined, undefined]);
});

test("without actuals the months are those that both scenarios have", async () => {
  const [own, base] = [{ ...ACTUAL, flags: [] }, UPSIDE];
  const plan = { ...PLAN, scenarios: [own, base] };
  const short = { ...data, pnl: [data.pnl[0] ?? [], data.pnl[1]?.slice(0, 3) ?? []] };
  const { numbers } = await look(short, { plan, own, base, currency: undefined });
  expect([numbers.period, numbers.isToDate, numbers.gaps]).toEqual(["Jan–Mar 2026", false, []]);
  expect(numbers.own).toBeCloseTo(ebitOf(data.pnl[0]?.slice(0, 3) ?? []), 6);
});

test("a scenario alone has its number, and nothing to compare it with", async () => {
  const plan = { ...PLAN, scenarios: [ACTUAL] };
  const { numbers, setup } = await look(data, { plan, own: ACTUAL, base: undefined as never, currency: undefined });
  expect(numbers.own).toBeCloseTo(ebitOf(data.pnl[0]?.slice(0, ENDED) ?? []), 6);
  expect([numbers.base, numbers.steps, numbers.largestMonth, numbers.worstRegion]).toEqual(Array(4).fill(undefined));
  expect(setup.excel.requests).toHaveLength(2);
});
