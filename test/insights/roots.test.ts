import { APP_URL, PLANS } from "./model";
import { openDesk, outcome, question } from "./desk";
import { cutOff, hang, html, json, opaqueRedirect, redirect, refusal } from "./replies";
import type { Call, Reply } from "./wire";

const APP_ROOT = `${APP_URL}/api/insights/v1`;
const BASE_ROOT = `${APP_URL}/insights/v1`;
const isUnder = (root: string, { url }: Call) => url.href.startsWith(`${root}/`);

/** The API is under one root only; the other answers as told. */
function openUnder(root: string, other: Reply, connection = {}) {
  return openDesk({
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
    const { session, clock, wire, flush } = openUnder(root, other);
    const plans = outcome(session.plans());
    await flush();
    await clock.pass(100_000);
    expect(plans.value).toEqual(PLANS);
    const tried = wire.calls.length;
    const answer = outcome(session.ask(question("s1")));
    await flush();
    const refreshed = outcome(session.refresh());
    await flush();
    expect([answer.state, refreshed.state]).toEqual(["fulfilled", "fulfilled"]);
    expect(wire.calls.slice(tried).every((call) => isUnder(root, call))).toBe(true);
    expect(wire.calls.slice(tried)).toHaveLength(3);
  });
});

test("a separately published address is tried first, then the application's", async () => {
  const baseUrl = "https://api.example";
  const first = openUnder("https://api.example/insights/v1", () => html(), { baseUrl });
  void first.session.plans();
  await first.flush();
  expect(first.wire.calls.slice(1).map(({ url }) => url.href)).toEqual(["https://api.example/insights/v1/plans"]);
  const second = openUnder(APP_ROOT, () => html(), { baseUrl });
  const plans = outcome(second.session.plans());
  await second.flush();
  expect(plans.value).toEqual(PLANS);
});

test("a root that refuses in the API's own way is the one, and its refusal is told", async () => {
  const { session, wire, flush } = openDesk({
    reply: (call) =>
      call.url.pathname.endsWith("/plans") ? refusal(403, "The scope plans:read is missing.") : undefined,
  });
  const plans = outcome(session.plans());
  await flush();
  expect(plans.error).toMatchObject({ kind: "forbidden", message: expect.stringContaining("plans:read is missing") });
  expect(wire.to("/plans")).toHaveLength(1);
});

describe("where no root is the API's", () => {
  async function failure(app: Reply, base: Reply): Promise<unknown> {
    const reply = (call: Call) => {
      if (call.url.pathname.endsWith("/token")) return undefined;
      return isUnder(APP_ROOT, call) ? app(call) : base(call);
    };
    const { session, clock, flush } = openDesk({ reply });
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

  test("a failure of the network is told rather than that the other root is not there", async () => {
    expect(await failure(() => html(404), cutOff)).toMatchObject({ kind: "unreachable" });
  });
});
