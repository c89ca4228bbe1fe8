import fc from "fast-check";
import { questionKey } from "../../src/insights/key";
import { planRequests } from "../../src/insights/planner";
import type { Question } from "../../src/insights";
import { askedBy, numberFor, PLANS, resultsBody } from "./model";
import { createClock } from "./clock";
import { numberIn, setup, outcome, question } from "./setup";
import { questions } from "./questions";
import { json, refusal } from "./replies";
import type { Call } from "./mockFetch";
import { runs } from "../propertyOptions";

/** Insights requests about scenarios, so neither tokens nor plans. */
const asking = (calls: readonly Call[]) => calls.filter(({ url }) => url.searchParams.has("scenarioIds"));

describe("for any questions asked in any recalculations", () => {
  test("every caller gets its answer, and only unknown answers are requested", async () => {
    const recalculations = fc.array(fc.array(questions, { maxLength: 30 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(recalculations, async (rounds) => {
        const { session, mockFetch, flush } = setup();
        const known = new Set<string>();
        for (const asked of rounds) {
          const before = asking(mockFetch.calls).length;
          const answers = asked.map((one) => session.ask(one));
          await flush();
          expect((await Promise.all(answers)).map(numberIn)).toEqual(asked.map(numberFor));
          const unknown = asked.filter((one) => !known.has(questionKey(one)));
          expect(asking(mockFetch.calls).length - before).toBe(planRequests(unknown).length);
          for (const one of asked) known.add(questionKey(one));
        }
        expect(mockFetch.to("/token").length).toBeLessThanOrEqual(1);
        expect(mockFetch.to("/plans").length).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("5,000 cells at once", () => {
  const asked: Question[] = Array.from({ length: 5000 }, (_, index) => ({
    endpoint: index % 2 === 0 ? "pnl" : "demand",
    plan: `p${index % 7}`,
    scenario: `s${index % 5}`,
    parameters: { interval: index % 3 === 0 ? "FY" : "M", currency: index % 11 === 0 ? "USD" : "EUR" },
  }));

  test("cost the fewest requests, one list of plans and one token, and then nothing", async () => {
    const { session, mockFetch, flush } = setup();
    const ask = async () => {
      const answers = asked.map((one) => session.ask(one));
      await flush();
      return (await Promise.all(answers)).map(numberIn);
    };
    expect(await ask()).toEqual(asked.map(numberFor));
    // 2 endpoints × 7 plans × 2 intervals × 2 currencies, each with 5 scenarios.
    const sent = { tokens: 1, requests: 1 + 56 * 2, retries: 0 };
    expect(session.traffic).toEqual(sent);
    expect(mockFetch.calls).toHaveLength(1 + sent.requests);
    expect(mockFetch.most).toBe(6);
    expect(await ask()).toEqual(asked.map(numberFor));
    expect(session.traffic).toEqual(sent);
  });
});

describe("a question", () => {
  test("is put as the specification says: only its own parameters, and ids as they are", async () => {
    const { session, mockFetch, flush } = setup();
    void session.ask({
      endpoint: "demand",
      plan: "p 2&=%",
      scenario: "s/1",
      parameters: { interval: "W", dateFrom: "2026-01-01", dateTo: "2026-03-31", currency: "EUR", groupBy: "sku" },
    });
    void session.ask({ endpoint: "pnl", plan: "p1", scenario: "s1", parameters: { groupBy: "sku" } });
    await flush();
    expect(asking(mockFetch.calls).map(({ url }) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
      [
        "/api/insights/v1/demand-forecast",
        {
          planId: "p 2&=%",
          scenarioIds: "s/1",
          interval: "W",
          dateFrom: "2026-01-01",
          dateTo: "2026-03-31",
          currency: "EUR",
          groupBy: "sku",
        },
      ],
      ["/api/insights/v1/pnl-summary", { planId: "p1", scenarioIds: "s1" }],
    ]);
  });

  test("with a comma in its scenario is refused before anything is sent", async () => {
    const { session, mockFetch, flush } = setup();
    const asked = outcome(session.ask(question("s1,s2")));
    await flush();
    expect(asked.error).toMatchObject({ kind: "argument", message: expect.stringContaining("comma") });
    expect(mockFetch.calls).toHaveLength(0);
  });

  test("is collected for 20 milliseconds when nothing else is said", async () => {
    const client = setup({ scheduleBatch: undefined as never });
    const first = outcome(client.session.ask(question("s1")));
    await client.clock.pass(19);
    const second = outcome(client.session.ask(question("s2")));
    expect(client.mockFetch.calls).toHaveLength(0);
    await client.clock.pass(1);
    expect([first.state, second.state]).toEqual(["fulfilled", "fulfilled"]);
    expect(asking(client.mockFetch.calls)).toHaveLength(1);
  });

  test("waits at most 20 milliseconds if the clock is set back while plans are pending", async () => {
    const clock = createClock();
    let setBack = 0;
    const timers = { now: () => clock.timers.now() - setBack, after: clock.timers.after };
    const client = setup({ scheduleBatch: undefined as never, timers });
    const asked = outcome(client.session.plans().then(() => client.session.ask(question("s1"))));
    setBack = 3_600_000;
    await clock.pass(20);
    await clock.pass(20);
    expect(asked.state).toBe("fulfilled");
  });

  test("carries where its answer came from and when", async () => {
    const { session, clock, flush } = setup();
    const asked = outcome(session.ask(question("s1", { interval: "FY", currency: "EUR" })));
    await flush();
    expect(asked.value).toMatchObject({
      question: question("s1", { interval: "FY", currency: "EUR" }),
      currency: "EUR",
      generatedAt: Date.parse("2026-03-01T00:00:00Z"),
      receivedAt: clock.timers.now(),
    });
  });
});

describe("from memory alone", () => {
  test("a question is answered from memory, or rejected without a request", async () => {
    const { session, mockFetch, flush } = setup();
    const unasked = outcome(session.ask(question("s1"), { memoryOnly: true }));
    const noPlans = outcome(session.plans({ memoryOnly: true }));
    await flush();
    expect([unasked.error, noPlans.error]).toMatchObject([{ kind: "unasked" }, { kind: "unasked" }]);
    expect(mockFetch.calls).toHaveLength(0);
    void session.ask(question("s1"));
    const underWay = outcome(session.ask(question("s1"), { memoryOnly: true }));
    await flush();
    expect(underWay.error).toMatchObject({ kind: "unasked" });
    expect(numberIn(await session.ask(question("s1"), { memoryOnly: true }))).toBe(numberFor(question("s1")));
    expect(await session.plans({ memoryOnly: true })).toEqual(PLANS);
  });
});

describe("without a connection", () => {
  test("everything says how to connect", async () => {
    const { session, mockFetch, flush } = setup();
    session.disconnect();
    expect(session.connected).toBe(false);
    const all = [session.plans(), session.ask(question("s1")), session.cachedAnswers(() => true), session.refresh()];
    const outcomes = all.map((one) => outcome<unknown>(one));
    await flush();
    for (const { error } of outcomes) {
      expect(error).toMatchObject({
        kind: "disconnected",
        message: expect.stringContaining("Connect in the Insights pane"),
      });
    }
    expect(mockFetch.calls).toHaveLength(0);
  });

  test("a bad address changes nothing", async () => {
    const { session, flush } = setup();
    void session.ask(question("s1"));
    await flush();
    expect(() => session.connect({ appUrl: "http://evil.example", credentials: { apiKey: "k" } })).toThrow();
    expect(session.connected).toBe(true);
    await expect(session.ask(question("s1"), { memoryOnly: true })).resolves.toBeDefined();
  });
});

describe("a key without plans:read", () => {
  const reply = ({ url }: Call) =>
    url.pathname.endsWith("/plans") ? refusal(403, "The scope plans:read is missing.") : undefined;

  test("still gets answers by id, and the refusal is asked for once a generation", async () => {
    const { session, mockFetch, flush } = setup({ reply });
    for (const scenario of ["s1", "s2"]) {
      const plans = outcome(session.plans());
      const asked = outcome(session.ask(question(scenario)));
      await flush();
      expect(plans.error).toMatchObject({ kind: "forbidden" });
      expect(numberIn(asked.value!)).toBe(numberFor(question(scenario)));
    }
    expect(mockFetch.to("/plans")).toHaveLength(1);
    const refreshed = outcome(session.refresh());
    await flush();
    expect(refreshed.state).toBe("fulfilled");
    expect(mockFetch.to("/plans")).toHaveLength(2);
  });
});

describe("the answers held", () => {
  test("are those that match, with those on their way awaited, and failures left out", async () => {
    const { session, flush } = setup({
      reply: ({ url }) => (url.searchParams.get("planId") === "bad" ? refusal(404, "No such plan") : undefined),
    });
    void session.ask(question("s1"));
    await flush();
    const asked = [
      outcome(session.ask(question("s2"))),
      outcome(session.ask({ ...question("s3"), plan: "other" })),
      outcome(session.ask({ ...question("s4"), plan: "bad" })),
    ];
    const held = outcome(session.cachedAnswers(({ plan }) => plan !== "other"));
    await flush();
    expect(asked.map(({ state }) => state)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(held.value?.map((answer) => answer.question.scenario)).toEqual(["s1", "s2"]);
  });

  test("include what is asked later in the same recalculation", async () => {
    const { session, flush } = setup();
    const held = outcome(session.cachedAnswers(() => true));
    void session.ask(question("s1"));
    await flush();
    expect(held.value).toHaveLength(1);
  });

  test("are none when nothing is asked, and nothing is sent for them", async () => {
    const { session, mockFetch, flush } = setup();
    const held = outcome(session.cachedAnswers(() => true));
    await flush();
    expect(held.value).toEqual([]);
    expect(mockFetch.calls).toHaveLength(0);
  });
});

test("the traffic counts tokens, requests and retries over all connections", async () => {
  let failures = 1;
  const { session, clock, flush } = setup({
    reply: ({ url }) => (url.searchParams.has("planId") && failures-- > 0 ? refusal(503, "Busy") : undefined),
  });
  expect(session.traffic).toEqual({ tokens: 0, requests: 0, retries: 0 });
  void session.ask(question("s1"));
  await flush();
  await clock.pass(500);
  expect(session.traffic).toEqual({ tokens: 1, requests: 2, retries: 1 });
  session.connect({ appUrl: "https://other.example", credentials: { apiKey: "k" } });
  expect(session.traffic).toEqual({ tokens: 1, requests: 2, retries: 1 });
  void session.plans();
  await flush();
  session.disconnect();
  session.disconnect();
  expect(session.traffic).toEqual({ tokens: 2, requests: 3, retries: 1 });
});

test("activity counts what waits, what is under way and what is held", async () => {
  const answers: (() => void)[] = [];
  const held = (call: Call) =>
    asking([call]).length === 0
      ? undefined
      : new Promise<Response>((resolve) => answers.push(() => resolve(json(resultsBody(askedBy(call))))));
  const { session, flush, clock } = setup({ reply: held });
  expect(session.activity).toEqual({ waiting: 0, running: 0, held: 0 });
  for (const scenario of ["s1", "s2", "s3", "s4"]) void session.ask(question(scenario)).catch(() => {});
  await flush();
  expect(session.activity).toEqual({ waiting: 4, running: 2, held: 0 });
  answers[0]?.();
  await clock.settle();
  expect(session.activity).toEqual({ waiting: 1, running: 1, held: 3 });
  session.disconnect();
  expect(session.activity).toEqual({ waiting: 0, running: 0, held: 0 });
});
