/** Whatever goes wrong between the command and the service, over real connections: it ends with the value, or says what to do. */
import pLimit from "p-limit";
import { createEvaluator } from "../../../src/headless/standalone/evaluator";
import { EXIT_STATUS } from "../../../src/headless/standalone/failure";
import {
  breakInBody,
  breakOff,
  misbehave,
  refuse,
  reply,
  type Fault,
  type Faults,
  type Misbehaving,
} from "./misbehaving";
import { runInsights, type Finished } from "./run";

const FORMULA = '=INSIGHTS.PNL("FY26 Plan","committed","ebit")';
const PLANS = "/api/insights/v1/plans";
const PNL = "/api/insights/v1/pnl-summary";
const TOKEN = "/api/auth/v1/token";

const always =
  (path: string, fault: Fault): Faults =>
  (asked) =>
    asked.endsWith(path) ? fault : undefined;
const once =
  (path: string, fault: Fault): Faults =>
  (asked, at) =>
    asked.endsWith(path) && at === 0 ? fault : undefined;

const HTML = "<!doctype html><title>Welcome</title><p>Sign in with s3cret";
const body = (value: unknown) => reply(200, JSON.stringify(value));
const scenarios = [{ scenarioId: "fy26-committed", scenarioName: "Committed Plan", pnl: { ebit: 1 } }];
const meta = { planId: "fy26", interval: "FY", currency: "USD" };
const inASecond = () => ({ "Retry-After": new Date(Date.now() + 1000).toUTCString() });

/** Ends in the value, after so many tokens, requests and retries. */
const MENDED: Record<string, [Faults, { tokens: number; requests: number; retries: number }]> = {
  "a token that is not taken in mid-flight": [
    once(PNL, refuse(401, "Expired")),
    { tokens: 2, requests: 3, retries: 0 },
  ],
  "429 with Retry-After in seconds": [
    once(
      PNL,
      refuse(429, "Slow down", () => ({ "Retry-After": "1" })),
    ),
    { tokens: 1, requests: 2, retries: 1 },
  ],
  "429 with Retry-After as a date": [
    once(PNL, refuse(429, "Slow down", inASecond)),
    { tokens: 1, requests: 2, retries: 1 },
  ],
  "500 once": [once(PNL, reply(500, HTML)), { tokens: 1, requests: 2, retries: 1 }],
  "503 once for the token": [once(TOKEN, refuse(503, "Starting")), { tokens: 1, requests: 2, retries: 1 }],
  "a connection that breaks once": [once(PLANS, breakOff), { tokens: 1, requests: 2, retries: 1 }],
  "an answer that breaks off once": [once(PNL, breakInBody), { tokens: 1, requests: 2, retries: 1 }],
  "a first Insights root that is a web site": [
    (path) => (path.startsWith("/api/insights/") ? reply(200, HTML) : undefined),
    { tokens: 1, requests: 3, retries: 0 },
  ],
};

const BROKEN: Record<string, [Faults, string, RegExp]> = {
  "a refused key": [
    always(TOKEN, refuse(401, "Unknown key")),
    "#VALUE!",
    /The API key was refused: Unknown key\. Check it/,
  ],
  "a token page of HTML": [
    always(TOKEN, reply(200, HTML)),
    "#VALUE!",
    /token did not answer with JSON\. Check the service address\./,
  ],
  "a token of another shape": [
    always(TOKEN, body({ token: "x" })),
    "#VALUE!",
    /token answered without an accessToken\./,
  ],
  "a token that is never taken": [
    always(PNL, refuse(401, "Expired")),
    "#VALUE!",
    /pnl-summary answered 401: Expired\. Set a valid key or secret\./,
  ],
  "a missing scope": [
    always(PNL, refuse(403, "insights:read is missing")),
    "#VALUE!",
    /answered 403: insights:read is missing\. Use a key with the scopes/,
  ],
  "a plan that is gone": [
    always(PNL, refuse(404, "There is no plan fy26")),
    "#N/A",
    /answered 404: There is no plan fy26/,
  ],
  "an endpoint that is not there": [
    always(PNL, reply(404, HTML)),
    "#VALUE!",
    /answered 404\. +?Check the service address\./,
  ],
  "a bad request": [always(PNL, refuse(400, "Say please")), "#VALUE!", /answered 400: Say please/],
  "a long Retry-After": [
    always(
      PNL,
      refuse(429, "Slow down", () => ({ "Retry-After": "3600" })),
    ),
    "#VALUE!",
    /answered 429: Slow down\. Try again in 60 minutes\./,
  ],
  "HTML in place of JSON": [always(PNL, reply(200, HTML)), "#VALUE!", /pnl-summary did not answer with JSON\./],
  "JSON that is a list": [always(PNL, body([])), "#VALUE!", /pnl-summary/],
  "JSON that is null": [always(PNL, body(null)), "#VALUE!", /pnl-summary/],
  "JSON of another shape": [
    always(PNL, body({ meta, scenarios: { committed: 1 } })),
    "#VALUE!",
    /pnl-summary.*scenarios/,
  ],
  "plans of another shape": [always("/plans", body({ items: [] })), "#VALUE!", /plans/],
  "an answer without the scenario": [always(PNL, body({ meta, scenarios: [] })), "#N/A", /Committed|fy26-committed/],
  "an answer without the field": [
    always(PNL, body({ meta, scenarios: [{ ...scenarios[0], pnl: { dpm: 1 } }] })),
    "#N/A",
    /'EBIT' was not returned by the service/,
  ],
  "an answer for another plan": [
    always(PNL, body({ meta: { ...meta, planId: "eu" }, scenarios })),
    "#VALUE!",
    /for plan 'eu' instead of 'fy26'/,
  ],
  "an answer for another interval": [
    always(PNL, body({ meta: { ...meta, interval: "M" }, scenarios })),
    "#VALUE!",
    /for interval 'M' instead of 'FY'/,
  ],
};

const runs = new Map<string, { finished: Promise<Finished>; server: Misbehaving }>();
let trap: Misbehaving;
let leading: Misbehaving;
let redirected: Promise<Finished>;

/** One at a time: the functions have one session a process. */
const queue = pLimit(1);
const run = (server: Misbehaving) => queue(() => evaluate(server, ["--stats", FORMULA]));

async function evaluate({ url, apiKey }: Misbehaving, args: readonly string[]): Promise<Finished> {
  const environment = { INSIGHTS_URL: url, INSIGHTS_API_KEY: apiKey };
  return runInsights(["eval", "--json", ...args], { fetch, apiKey }, { environment });
}

beforeAll(async () => {
  for (const [name, [faults]] of [...Object.entries(MENDED), ...Object.entries(BROKEN)]) {
    const server = await misbehave(faults);
    runs.set(name, { server, finished: run(server) });
  }
  trap = await misbehave(() => undefined);
  leading = await misbehave((path) => reply(307, "", { Location: `${trap.url}${path}` }));
  redirected = run(leading);
});

afterAll(() => {
  for (const { server } of [...runs.values(), { server: trap }, { server: leading }]) server.close();
});

function read({ output, errors }: Finished) {
  expect(output + errors).not.toContain("sandbox-key");
  expect(output + errors).not.toContain("s3cret");
  return { result: JSON.parse(output), stats: JSON.parse(errors) };
}

describe("is mended, and ends in the value:", () => {
  test.each(Object.keys(MENDED))("%s", async (name) => {
    const finished = await runs.get(name)!.finished;
    const { result, stats } = read(finished);
    expect(result).toEqual({ formula: FORMULA, value: expect.any(Number) });
    expect(stats).toEqual({ ...MENDED[name]![1], milliseconds: expect.any(Number) });
    expect(finished.status).toBe(0);
  });
});

/** What another try does not mend, and what is the service's answer to one question. The rest is an outage. */
const REFUSED = ["a refused key", "a token that is never taken", "a missing scope", "an endpoint that is not there"];
const ANSWERED = [
  "a bad request",
  "a plan that is gone",
  "an answer without the scenario",
  "an answer without the field",
];

describe("ends in an error that says what is wrong, and in the status of its kind:", () => {
  test.each(Object.keys(BROKEN))("%s", async (name) => {
    const finished = await runs.get(name)!.finished;
    const { result } = read(finished);
    const [, code, message] = BROKEN[name]!;
    const kind = REFUSED.includes(name) ? "refusal" : ANSWERED.includes(name) ? undefined : "outage";
    expect(result).toEqual({ formula: FORMULA, error: { code, message: expect.stringMatching(message), kind } });
    expect(finished.status).toBe(kind ? EXIT_STATUS[kind] : 1);
  });

  test("a redirect, which gets neither key nor token", async () => {
    const { result } = read(await redirected);
    expect(result.error).toMatchObject({ code: "#VALUE!", message: expect.stringMatching(/redirects.*final address/) });
    expect(leading.requests).toEqual([TOKEN]);
    expect(trap.requests).toEqual([]);
  });
});

test("other formulas have their values beside one that failed", async () => {
  const server = await misbehave(always("/demand-forecast", refuse(403, "No")));
  const formulas = [FORMULA, '=INSIGHTS.DEMAND("fy26")', "=1+1", '=IFERROR(INSIGHTS.DEMAND("fy26"),"none")'];
  const { status, output } = await evaluate(server, formulas);
  server.close();
  const results = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(results.map(({ value, error }) => error?.code ?? typeof value)).toEqual([
    "number",
    "#VALUE!",
    "number",
    "string",
  ]);
  expect(results.at(-1).value).toBe("none");
  expect(status).toBe(EXIT_STATUS.refusal);
});

test("the next calculation tries again what failed, and only that", async () => {
  let broken = true;
  const server = await misbehave((path) => (broken && path === PNL ? reply(200, HTML) : undefined));
  const { url, apiKey } = server;
  const evaluator = createEvaluator({ appUrl: url, credentials: { apiKey } }, {}, fetch);
  const formulas = [FORMULA, '=INSIGHTS.KPI("fy26","actual","demandVolume")'];
  const [failed, demand] = await evaluator.evaluate(formulas);
  expect(failed).toMatchObject({ error: { code: "#VALUE!" } });
  broken = false;
  const [mended, again] = await evaluator.evaluate(formulas);
  expect(mended).toEqual({ value: expect.any(Number) });
  expect(again).toEqual(demand);
  expect(server.requests.filter((path) => path.endsWith("/demand-forecast"))).toHaveLength(1);
  expect(server.requests.filter((path) => path === TOKEN)).toHaveLength(1);
  evaluator.dispose();
  server.close();
});
