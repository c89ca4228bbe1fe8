/** No answer of a tool is of two runs of the service. */
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";
import { connectAgent, type Connected } from "./setup";

let connected: Connected | undefined;
afterEach(async () => {
  await connected?.close();
  connected = undefined;
});

const kpi = (scenario: string) => `=INSIGHTS.KPI("FY26 Plan","${scenario}","ebit","2026-Q1")`;
const COMPARED = { scenario: "optimistic", base: "committed", field: "ebit", period: "2026-Q1" };

/** A sandbox whose clock moves a minute with each step. */
function moving() {
  let now = Date.UTC(2026, 4, 4);
  const sandbox = createSandbox({ now: () => now });
  const step = () => {
    now += 60_000;
    sandbox.step();
  };
  return { sandbox, step };
}

/** @param onResults Called after each answer with results. */
function watching(sandbox: Sandbox, onResults: (count: number) => void): typeof globalThis.fetch {
  let count = 0;
  return async (input, init) => {
    const response = await sandbox.fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (/pnl|demand/.test(pathname)) onResults((count += 1));
    return response;
  };
}

/** What a conversation that begins now is told. */
async function toldNow(sandbox: Sandbox, name: string, args: object): Promise<Record<string, unknown>> {
  const fresh = await connectAgent({ sandbox });
  const { json } = await fresh.call(name, args);
  await fresh.close();
  return json;
}

test.each([
  ["compare", COMPARED],
  ["compare", { ...COMPARED, by: "month" }],
  ["explain", { formula: kpi("optimistic"), by: "scenario" }],
  ["explain", { formula: kpi("optimistic"), by: "base" }],
  ["evaluate_formulas", { formulas: [kpi("committed"), kpi("optimistic")] }],
  ["evaluate_formulas", { formulas: [`${kpi("committed")}-${kpi("optimistic").slice(1)}`] }],
  ["evaluate_formulas", { formulas: [`=IFNA(${kpi("comitted").slice(1)},1)`, kpi("committed"), kpi("optimistic")] }],
  ["write_formula", { function: "PNL", arguments: { scenario: ["committed", "optimistic"], interval: "M" } }],
])("%s with a scenario asked before new results and another after is of the new run", async (name, args) => {
  const { sandbox, step } = moving();
  connected = await connectAgent({ sandbox });
  const { json: before } = await connected.call("evaluate_formulas", { formulas: [kpi("committed")] });
  step();
  const { json } = await connected.call(name, args);
  const { newRun, ...told } = json as Record<string, unknown>;
  expect(told).toEqual(await toldNow(sandbox, name, args));
  expect(newRun).toMatch(/Ask again/);
  // The conversation goes on with the new run.
  const { json: after } = await connected.call("evaluate_formulas", { formulas: [kpi("committed")] });
  expect(after.results[0].value).not.toBe(before.results[0].value);
  expect(after).not.toHaveProperty("newRun");
});

test("what was asked of the old run alone stays, and has its time", async () => {
  const { sandbox, step } = moving();
  connected = await connectAgent({ sandbox });
  const { json: before } = await connected.call("evaluate_formulas", { formulas: [kpi("committed")] });
  step();
  const { json: after } = await connected.call("evaluate_formulas", { formulas: [kpi("committed")] });
  expect(after).toEqual(before);
});

test("results that come within one evaluation are all of the new run", async () => {
  const { sandbox, step } = moving();
  const fetch = watching(sandbox, (count) => count === 1 && step());
  connected = await connectAgent({ sandbox, fetch });
  const formulas = [kpi("committed"), '=INSIGHTS.KPI(,"committed","demandValue","2026-Q1")'];
  const { json } = await connected.call("evaluate_formulas", { formulas });
  expect(json).toEqual(await toldNow(sandbox, "evaluate_formulas", { formulas }));
});

test("a tool refuses while new results come with every answer", async () => {
  const { sandbox, step } = moving();
  connected = await connectAgent({ sandbox, fetch: watching(sandbox, step) });
  const formulas = [kpi("committed"), '=INSIGHTS.KPI(,"committed","demandValue","2026-Q1")'];
  const { isError, json } = await connected.call("evaluate_formulas", { formulas });
  expect(isError).toBe(true);
  expect(json).toEqual({ error: { message: expect.stringMatching(/would be of two runs\. Ask again in a moment\./) } });
});

test("a service that dates its answers by their sending is answered from, since its numbers agree", async () => {
  let now = Date.UTC(2026, 4, 4);
  const sandbox = createSandbox();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    const body = await response.text();
    const sent = new Date((now += 1000)).toISOString();
    return new Response(body.replace(/"generatedAt":"[^"]*"/, `"generatedAt":"${sent}"`), response);
  };
  connected = await connectAgent({ sandbox, fetch });
  const formulas = [kpi("committed"), '=INSIGHTS.KPI(,"committed","demandValue","2026-Q1")'];
  const { json } = await connected.call("evaluate_formulas", { formulas });
  const told = (await toldNow(sandbox, "evaluate_formulas", { formulas })) as { results: unknown };
  expect(json.results).toEqual(told.results);
  const { json: compared } = await connected.call("compare", COMPARED);
  expect(compared.variance).toBe((await toldNow(sandbox, "compare", COMPARED))["variance"]);
});
