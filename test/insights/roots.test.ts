import { createHttp } from "../../src/insights/http";
import type { Request } from "../../src/insights/planner";
import { createService } from "../../src/insights/service";
import { createClock } from "./clock";
import { APP_URL, createModel, PLANS, SECRET } from "./model";
import { setup, outcome, question } from "./setup";
import { cutOff, hang, html, json, opaqueRedirect, redirect, refusal } from "./replies";
import { createMockFetch, type Call, type Reply } from "./mockFetch";

const APP_ROOT = `${APP_URL}/api/insights/v1`;
const BASE_ROOT = `${APP_URL}/insights/v1`;
const isUnder = (root: string, { url }: Call) => url.href.startsWith(`${root}/`);

/** The API is under one root only; the other answers as told. */
function openUnder(root: string, other: Reply, connection = {}) {
  return setup({
    connection,
    reply: (call) => (isUnder(root, call) || call.url.pathname.endsWith("/token") ? undefined : other(call)),
  });
}

const NOT_THE_API: [string, Reply][] = [
  ["HTML with 200", () => html()],
  ["404 as HTML", () => html(404)],
  ["404 as JSON", () => json({ error: "Not Found" }, 404)],
  ["404 with the error body of §7", () => refusal(404, "There is no endpoint.")],
  ["JSON of another shape", () => json({ hello: "world" })],
  ["a redirect", () => redirect(302)],
  ["a redirect in a browser", opaqueRedirect],
  ["403 as HTML", () => html(403)],
  ["405", () => html(405)],
  ["503 with an error body", () => refusal(503, "No such backend.")],
  ["nothing that a browser may read", cutOff],
  ["nothing at all", hang],
];

describe.each(NOT_THE_API)("where everything but the API answers %s", (_what, other) => {
  test.each([APP_ROOT, BASE_ROOT])("the API is found at %s, and kept", async (root) => {
    const { session, clock, mockFetch, flush } = openUnder(root, other);
    const plans = outcome(session.plans());
    await flush();
    await clock.pass(100_000);
    expect(plans.value).toEqual(PLANS);
    const tried = mockFetch.calls.length;
    const answer = outcome(session.ask(question("s1")));
    await flush();
    const refreshed = outcome(session.refresh());
    await flush();
    expect([answer.state, refreshed.state]).toEqual(["fulfilled", "fulfilled"]);
    expect(mockFetch.calls.slice(tried).every((call) => isUnder(root, call))).toBe(true);
    expect(mockFetch.calls.slice(tried)).toHaveLength(3);
  });
});

test("a separately published address is tried first, then the application's", async () => {
  const baseUrl = "https://api.example";
  const first = openUnder("https://api.example/insights/v1", () => html(), { baseUrl });
  void first.session.plans();
  await first.flush();
  expect(first.mockFetch.calls.slice(1).map(({ url }) => url.href)).toEqual(["https://api.example/insights/v1/plans"]);
  const second = openUnder(APP_ROOT, () => html(), { baseUrl });
  const plans = outcome(second.session.plans());
  await second.flush();
  expect(plans.value).toEqual(PLANS);
});

test("a root that refuses in the API's own way is the one, and its refusal is told", async () => {
  const { session, mockFetch, flush } = setup({
    reply: (call) =>
      call.url.pathname.endsWith("/plans") ? refusal(403, "The scope plans:read is missing.") : undefined,
  });
  const plans = outcome(session.plans());
  await flush();
  expect(plans.error).toMatchObject({ kind: "forbidden", message: expect.stringContaining("plans:read is missing") });
  expect(mockFetch.to("/plans")).toHaveLength(1);
});

describe("where no root is the API's", () => {
  async function failure(app: Reply, base: Reply): Promise<unknown> {
    const reply = (call: Call) => {
      if (call.url.pathname.endsWith("/token")) return undefined;
      return isUnder(APP_ROOT, call) ? app(call) : base(call);
    };
    const { session, clock, flush } = setup({ reply });
    const asked = outcome(session.ask(question("s1")));
    await flush();
    await clock.pass(200_000);
    return asked.error;
  }

  test.each<[string, Reply]>([
    ["HTML", () => html(404)],
    ["JSON", () => json({}, 404)],
    ["the error body of §7", () => refusal(404, "No such endpoint.")],
  ])("404s as %s are a wrong address, never a value that does not exist", async (_what, reply) => {
    expect(await failure(reply, reply)).toMatchObject({ kind: "address", message: expect.stringContaining(APP_ROOT) });
  });

  test("a web site that answers every path with HTML is not taken for the service", async () => {
    const error = await failure(
      () => html(),
      () => html(),
    );
    expect(error).toMatchObject({ kind: "malformed", message: expect.stringContaining("Check the service address") });
  });

  test.each<[string, Reply, Reply]>([
    ["first", () => refusal(503, "Maintenance"), () => html(404)],
    ["second", () => refusal(404, "No such endpoint."), () => refusal(503, "Maintenance")],
    ["second, HTML at the first", () => html(), () => refusal(503, "Maintenance")],
  ])("what the service itself says at the %s is told", async (_where, app, base) => {
    expect(await failure(app, base)).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("Maintenance"),
    });
  });

  test("a service that never answers is told with the time that both roots have taken", async () => {
    const error = await failure(hang, hang);
    const message = expect.stringContaining(
      `${APP_ROOT} and ${BASE_ROOT} gave no usable answer, each within 90 seconds`,
    );
    expect(error).toMatchObject({ kind: "timeout", message });
  });

  test("a failure of the network is told rather than that the other root is not there", async () => {
    expect(await failure(() => html(404), cutOff)).toMatchObject({ kind: "unreachable" });
  });
});

describe("a service that is asked for results before any plans", () => {
  const request: Request = { endpoint: "pnl", plan: "p1", scenarios: ["s1"], parameters: { interval: "FY" } };

  /** The API is under its second root; the first answers as told. */
  function openService(first: Reply, second: Reply = createModel()) {
    const clock = createClock();
    const mockFetch = createMockFetch((call) =>
      isUnder(APP_ROOT, call) ? first(call) : call.url.pathname.endsWith("/token") ? createModel()(call) : second(call),
    );
    const { signal } = new AbortController();
    const http = createHttp({ fetch: mockFetch.fetch, timers: clock.timers, random: () => 0.5 });
    const connection = { appUrl: APP_URL, credentials: { apiKey: SECRET } };
    const service = createService(connection, http, clock.timers, signal);
    const ask = (asked = request) => outcome(service.results(asked, signal));
    const sent = () => mockFetch.calls.slice(1).map((call) => (isUnder(APP_ROOT, call) ? "first" : "second"));
    return { clock, service, signal, ask, sent };
  }

  test.each(NOT_THE_API)("finds the root itself where the first answers %s", async (_what, reply) => {
    const { clock, ask, sent } = openService(reply);
    const asked = ask();
    await clock.pass(200_000);
    expect(asked.value?.scenarios.map(({ id }) => id)).toEqual(["s1"]);
    expect(sent().at(-1)).toBe("second");
  });

  test("tries both roots once, however many requests come together", async () => {
    const { clock, service, signal, ask, sent } = openService(() => html());
    const asked = [ask(), ask(), outcome(service.plans(signal)), ask()];
    await clock.settle();
    expect(asked.map(({ state }) => state)).toEqual(Array(4).fill("fulfilled"));
    expect(sent()).toEqual(["first", "second", "second", "second", "second"]);
  });

  test("tries them again for the next request if neither was the API's", async () => {
    let isUp = false;
    const { clock, ask, sent } = openService(
      () => html(),
      (call) => (isUp ? createModel()(call) : html()),
    );
    const failed = [ask(), ask()];
    await clock.settle();
    expect(failed.map(({ error }) => error)).toMatchObject([{ kind: "malformed" }, { kind: "malformed" }]);
    isUp = true;
    const asked = ask();
    await clock.settle();
    expect(asked.state).toBe("fulfilled");
    expect(sent().slice(-2)).toEqual(["first", "second"]);
  });

  test("takes a refusal of the API for its root", async () => {
    const { clock, ask, sent } = openService(() => refusal(422, "No such currency."));
    const asked = [ask(), ask()];
    await clock.settle();
    expect(asked.map(({ error }) => error)).toMatchObject([{ kind: "refused" }, { kind: "refused" }]);
    expect(sent()).toEqual(["first", "first"]);
  });

  test("says that a plan does not exist where the API says so, and only there", async () => {
    const unknown = () => refusal(404, "There is no plan 'p1'.");
    const [told, elsewhere] = [
      openService(() => html(404), unknown),
      openService(
        () => html(404),
        () => html(404),
      ),
    ];
    const [asked, nowhere] = [told.ask(), elsewhere.ask()];
    await Promise.all([told.clock.settle(), elsewhere.clock.settle()]);
    expect(asked.error).toMatchObject({ kind: "unknown", message: expect.stringContaining("There is no plan 'p1'") });
    expect(nowhere.error).toMatchObject({ kind: "address" });
  });

  test("tells what the token fails for as it is, without trying any root", async () => {
    const clock = createClock();
    const mockFetch = createMockFetch(() => refusal(401, "Unknown key."));
    const { signal } = new AbortController();
    const http = createHttp({ fetch: mockFetch.fetch, timers: clock.timers });
    const connection = { appUrl: APP_URL, credentials: { apiKey: SECRET } };
    const asked = outcome(createService(connection, http, clock.timers, signal).results(request, signal));
    await clock.settle();
    expect(asked.error).toMatchObject({ kind: "unauthorized" });
    expect(mockFetch.calls).toHaveLength(1);
  });
});
