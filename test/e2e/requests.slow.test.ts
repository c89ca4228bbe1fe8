/** A workbook of more than 5,000 formulas sends the fewest requests that the API allows (§8: three scenarios each). */
import { createEvaluator, type Evaluator } from "../../src/headless/standalone/evaluator";
import { SIMULATED_PLANS } from "../../sandbox/planning/plans";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { SENT_PNL } from "../oracle/fields";
import { connectionTo, insights } from "./cli";

const DEMAND = ["demandVolume", "demandValue", "fillRate"];
const REGIONS = ["North", "South", "East", "West", "Central", "Islands"];
const monthsOf = (year: number) => Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`);

interface Ask {
  formula: string;
  plan: string;
  scenario: string;
  /** What the formula asks of the service: endpoint and parameters but for plan and scenarios. */
  asks: string[];
}

const ALL = SIMULATED_PLANS.flatMap(({ id, scenarios }) =>
  scenarios.map((scenario) => ({ plan: id, scenario: scenario.id })),
);
const FIRST = ALL.filter(({ plan }) => plan === "fy26");

function cells(of: typeof ALL, rest: string[], asks: string[]): Ask[] {
  return of.flatMap(({ plan, scenario }) =>
    rest.map((end) => ({ formula: `=INSIGHTS.KPI("${plan}","${scenario}",${end})`, plan, scenario, asks })),
  );
}

const each = (fields: readonly string[], periods: string[], end = "") =>
  fields.flatMap((field) => periods.map((period) => `"${field}","${period}"${end}`));

/** Mixed, so that no two neighbours share a request. */
const ASKS = shuffle([
  ...cells(ALL, each(SENT_PNL, monthsOf(2026)), ["/pnl-summary interval=M"]),
  ...cells(FIRST, each(SENT_PNL, monthsOf(2026), ',,,"EUR"'), ["/pnl-summary currency=EUR&interval=M"]),
  ...cells(FIRST, each(SENT_PNL, monthsOf(2025)), [
    "/pnl-summary interval=M",
    "/pnl-summary dateFrom=2025-01-01&dateTo=2025-12-31&interval=M",
  ]),
  ...cells(
    ALL,
    SENT_PNL.map((field) => `"${field}"`),
    ["/pnl-summary interval=FY"],
  ),
  ...cells(ALL, each(DEMAND, monthsOf(2026)), ["/demand-forecast interval=M"]),
  ...REGIONS.flatMap((region) =>
    cells(FIRST, each(DEMAND, monthsOf(2026), `,"region","${region}"`), ["/demand-forecast groupBy=region&interval=M"]),
  ),
]);

function shuffle<T>(list: T[]): T[] {
  // 1009 is prime and shares nothing with the length, so that every place is met once.
  return list.map((_, at) => list[(at * 1009) % list.length]!);
}

/** For each plan and parameter set the scenarios asked for, worked out from the formulas alone. */
const expected = new Map<string, Set<string>>();
for (const { plan, scenario, asks } of ASKS) {
  for (const ask of asks) {
    const key = `${plan} ${ask}`;
    expected.set(key, (expected.get(key) ?? new Set()).add(scenario));
  }
}
const fewest = [...expected.values()].reduce((sum, scenarios) => sum + Math.ceil(scenarios.size / 3), 0);

const FORMULAS = ASKS.map(({ formula }) => formula);

let server: SandboxServer;
let evaluator: Evaluator;
const sent: URL[] = [];

/** What was sent, but for what was sent again: a machine that is busy for too long meets the limit of time for an answer. */
const different = () => [...new Set(sent.map(String))].map((url) => new URL(url));

beforeAll(async () => {
  server = await startServer({ port: 0 });
  evaluator = createEvaluator({ appUrl: server.url, credentials: { apiKey: server.apiKey } }, {}, (input, init) => {
    sent.push(new URL(input as string));
    return fetch(input, init);
  });
});

afterAll(async () => {
  evaluator.dispose();
  await server.close();
});

test("5,000 different formulas need the fewest requests, one plan list and one token", async () => {
  expect(new Set(FORMULAS).size).toBeGreaterThanOrEqual(5000);
  const results = await evaluator.evaluate(FORMULAS);
  expect(results.filter((result) => !("value" in result && typeof result.value === "number"))).toEqual([]);

  const asked = different().filter(({ pathname }) => !/token$|plans$/.test(pathname));
  expect(asked).toHaveLength(fewest);
  expect(
    different()
      .map(({ pathname }) => pathname.split("/").at(-1))
      .filter((name) => /token|plans/.test(name!)),
  ).toEqual(["token", "plans"]);
  const { retries } = evaluator.traffic;
  expect(evaluator.traffic).toEqual({ tokens: 1, requests: fewest + 1, retries });
  expect(sent).toHaveLength(different().length + retries);
});

test("each request names at most three scenarios, and no scenario is asked for twice", () => {
  const found = new Map<string, string[]>();
  for (const { pathname, searchParams } of different().filter(({ search }) => search !== "")) {
    const scenarios = searchParams.get("scenarioIds")!.split(",");
    expect(scenarios.length).toBeLessThanOrEqual(3);
    const plan = searchParams.get("planId")!;
    for (const own of ["planId", "scenarioIds"]) searchParams.delete(own);
    searchParams.sort();
    const key = `${plan} ${pathname.replace(/^.*\//, "/")} ${searchParams.toString()}`;
    found.set(key, [...(found.get(key) ?? []), ...scenarios]);
  }
  const sorted = (map: Map<string, Iterable<string>>) =>
    Object.fromEntries([...map].map(([key, scenarios]) => [key, [...scenarios].sort()]));
  expect(sorted(found)).toEqual(sorted(expected));
});

test("a second calculation of all of them sends nothing", async () => {
  const before = sent.length;
  const results = await evaluator.evaluate(FORMULAS);
  expect(results.every((result) => "value" in result)).toBe(true);
  expect(sent).toHaveLength(before);
});

test("the built command says so itself", async () => {
  const { status, output, errors } = await insights(["eval", "--json", "--stats"], {
    environment: connectionTo(server),
    input: FORMULAS.join("\n"),
  });
  expect(output.trim().split("\n")).toHaveLength(FORMULAS.length);
  const numbers = { retries: expect.any(Number) as number, milliseconds: expect.any(Number) as number };
  expect(JSON.parse(errors)).toEqual({ tokens: 1, requests: fewest + 1, ...numbers });
  expect(status).toBe(0);
});
