/** Two keys in one process: however their calls interleave, none is answered with another's key, plan or settings. */
import fc from "fast-check";
import { createSandbox } from "../../../sandbox/sandbox";
import { runs } from "../../propertyOptions";
import { connectAgent, type Connected } from "./setup";

const NOW = Date.UTC(2026, 4, 4);
const services = [createSandbox({ seed: 1, now: () => NOW }), createSandbox({ seed: 2, now: () => NOW })] as const;
const SETTINGS = [
  { plan: "FY26 Plan", currency: "USD", currentMonth: "2026-03" },
  { plan: "FY26 Europe", currency: "EUR", fiscalMonth: 4 },
] as const;

/** Blanks are the settings' own: the plan, the currency, the current month and the fiscal year. */
const FORMULAS = [
  '=INSIGHTS.KPI(,"committed","ebit","current")',
  '=INSIGHTS.KPI(,"committed","ebit","Q1 FY26")',
  '=INSIGHTS.VAR(,"actual","committed","ebit","current",,,,"YTD")',
  '=INSIGHTS.PERIOD(,"current","YTD")',
  '=SUM(INSIGHTS.DEMAND(,"actual","demandValue","M","region",,,,"values"))',
  '=INSIGHTS.KPI(,"comitted","ebit")',
];

const CALLS = [
  ["evaluate_formulas", { formulas: FORMULAS }],
  ["explain", { formula: '=INSIGHTS.KPI(,"actual","demandValue","current")', by: "region" }],
  ["compare", { scenario: "actual", base: "committed", field: "ebit", period: "current", by: "lines" }],
  ["describe_plan", {}],
] as const;

/** @param schedule Decides when an answer of the service comes. */
async function connect(at: 0 | 1, schedule?: fc.Scheduler) {
  const asked = new Set<string>();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const plan = new URL(input instanceof Request ? input.url : String(input)).searchParams.get("planId");
    if (plan !== null) asked.add(plan);
    const answer = services[at].fetch(input, init);
    return schedule ? schedule.schedule(answer, "answer") : answer;
  };
  return { asked, connected: await connectAgent({ sandbox: services[at], fetch, settings: SETTINGS[at] }) };
}

async function answersOf({ call }: Connected): Promise<unknown[]> {
  return Promise.all(CALLS.map(async ([name, args]) => (await call(name, args)).json as unknown));
}

async function answersAlone(at: 0 | 1): Promise<unknown[]> {
  const { connected } = await connect(at);
  const answers = await answersOf(connected);
  await connected.close();
  return answers;
}

test("calls of two keys that interleave are answered as each alone", async () => {
  const alone = [await answersAlone(0), await answersAlone(1)];
  expect(alone[0]).not.toEqual(alone[1]);
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (schedule) => {
      const both = [await connect(0, schedule), await connect(1, schedule)];
      const answers = await schedule.waitFor(Promise.all(both.map(({ connected }) => answersOf(connected))));
      await Promise.all(both.map(({ connected }) => connected.close()));
      expect(answers).toEqual(alone);
      const [first, second] = both.map(({ asked }) => [...asked]);
      expect([first?.length, second?.length]).toEqual([1, 1]);
      expect(first).not.toEqual(second);
    }),
    { numRuns: runs(5) },
  );
});

test("a call cancelled beside another key's ends alone", async () => {
  const { connected: other } = await connect(1);
  const held: { signal: AbortSignal }[] = [];
  const hold: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    if (!request.url.includes("pnl")) return services[0].fetch(request);
    held.push(request);
    return new Promise(() => {});
  };
  const own = await connectAgent({ sandbox: services[0], fetch: hold, settings: SETTINGS[0] });
  const controller = new AbortController();
  const formulas = { formulas: FORMULAS.slice(0, 1) };
  const cancelled = own.call("evaluate_formulas", formulas, controller.signal);
  while (held.length === 0) await new Promise<void>((resolve) => void setImmediate(resolve));
  const answered = await other.call("evaluate_formulas", formulas);
  controller.abort();
  await expect(cancelled).rejects.toThrow();
  while (!held.every(({ signal }) => signal.aborted)) await new Promise<void>((resolve) => void setImmediate(resolve));
  expect(answered.json.results[0].value).toEqual(expect.any(Number));
  expect((await other.call("evaluate_formulas", formulas)).json).toEqual(answered.json);
  await Promise.all([own.close(), other.close()]);
});
