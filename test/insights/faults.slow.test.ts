import fc from "fast-check";
import { numberFor } from "./model";
import { numberIn, setup, outcome, question } from "./setup";
import { questions } from "./questions";
import { cutOff, endless, hang, html, ignore, json, opaqueRedirect, redirect, refusal } from "./replies";
import type { Reply } from "./mockFetch";
import { runs } from "../propertyOptions";

/** What may go wrong with one attempt; "nothing" lets the model answer. */
const FAULTS: Record<string, Reply> = {
  "network failure": cutOff,
  "never answers": hang,
  "never answers, ignores its signal": ignore,
  "endless body": () => endless(),
  "endless refusal": () => endless(503),
  HTML: () => html(),
  "404 HTML": () => html(404),
  "502 HTML": () => html(502),
  empty: () => new Response(""),
  null: () => json(null),
  "another shape": () => json({ scenarios: [{ pnl: 1 }], plans: 5, accessToken: 7 }),
  "another plan": () => json({ meta: { planId: "p9" }, scenarios: [] }),
  "no scenarios": () => json({ meta: {}, scenarios: [] }),
  redirect: () => redirect(302),
  "redirect in a browser": opaqueRedirect,
  "long wait": () => refusal(429, "Slow down", { "Retry-After": "3600" }),
  "short wait": () => refusal(429, "Slow down", { "Retry-After": "5" }),
  ...Object.fromEntries(
    [400, 401, 403, 404, 408, 429, 500, 503].map((status) => [status, () => refusal(status, "No")]),
  ),
};

const fault = fc.oneof({ weight: 2, arbitrary: fc.constant("nothing") }, fc.constantFrom(...Object.keys(FAULTS)));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("ask" as const), question: questions, leaves: fc.boolean() }) },
  fc.record({ do: fc.constantFrom("plans" as const, "refresh" as const, "held" as const), leaves: fc.boolean() }),
  fc.record({ do: fc.constant("flush" as const) }),
  fc.record({ do: fc.constant("pass" as const), milliseconds: fc.constantFrom(1, 500, 30_000, 90_000) }),
  fc.record({ do: fc.constantFrom("abort" as const, "reconnect" as const) }),
);

/** Longer than all attempts, waits, roots and replays of the few requests of a run one after the other. */
const BOUND = 3 * 3_600_000;

// Four parts, so that each takes a moment only.
const PARTS = [1, 2, 3, 4];

test.each(PARTS)("each caller gets the right value or an error of the client under any faults (%i)", async (seed) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 40 }), fc.array(step, { maxLength: 25 }), async (faults, steps) => {
      const script = [...faults];
      const client = setup({ reply: (call) => FAULTS[script.shift() ?? "nothing"]?.(call) });
      const leaving = new AbortController();
      const asked: { outcome: ReturnType<typeof outcome<unknown>>; expected?: number }[] = [];
      for (const one of steps) {
        const options = "leaves" in one && one.leaves ? { signal: leaving.signal } : {};
        if (one.do === "ask") {
          const number = client.session.ask(one.question, options).then(numberIn);
          asked.push({ outcome: outcome(number), expected: numberFor(one.question) });
        } else if (one.do === "plans") asked.push({ outcome: outcome(client.session.plans(options)) });
        else if (one.do === "held") asked.push({ outcome: outcome(client.session.cachedAnswers(() => true)) });
        else if (one.do === "refresh") asked.push({ outcome: outcome(client.session.refresh(options.signal)) });
        else if (one.do === "pass") await client.clock.pass(one.milliseconds);
        else if (one.do === "abort") leaving.abort();
        else if (one.do === "reconnect") {
          client.session.connect({ appUrl: "https://other.example", credentials: { apiKey: "k" } });
        } else await client.flush();
      }
      for (let round = 0; round < 3; round += 1) {
        await client.flush();
        await client.clock.pass(BOUND / 3);
      }
      for (const { outcome, expected } of asked) {
        expect(outcome.state).not.toBe("pending");
        if (outcome.state === "rejected") expect(outcome.error).toMatchObject({ name: "InsightsError" });
        else if (expected !== undefined) expect(outcome.value).toBe(expected);
      }
      expect(client.clock.pending).toBe(0);
      expect(client.mockFetch.most).toBeLessThanOrEqual(7);
      script.length = 0;
      const again = outcome(client.session.ask(question("s1")).then(numberIn));
      await client.flush();
      await client.clock.pass(BOUND / 3);
      // A refusal to list the plans is kept, and stands in nobody's way.
      expect(again).toMatchObject({ state: "fulfilled", value: numberFor(question("s1")) });
    }),
    { seed, numRuns: runs(60) },
  );
});

test("a failure reaches all waiting callers and no later ones", async () => {
  for (const [name, reply] of Object.entries(FAULTS)) {
    const script: (Reply | undefined)[] = [];
    const client = setup({ reply: (call) => (call.url.searchParams.has("planId") ? script[0]?.(call) : undefined) });
    script.push(reply);
    const waiting = [outcome(client.session.ask(question("s1"))), outcome(client.session.ask(question("s1")))];
    await client.flush();
    await client.clock.pass(100_000);
    expect([name, ...waiting.map(({ state }) => state)]).toEqual([name, "rejected", "rejected"]);
    expect(waiting[0]?.error).toBe(waiting[1]?.error);
    script.length = 0;
    const again = outcome(client.session.ask(question("s1")).then(numberIn));
    await client.flush();
    expect([name, again.value]).toEqual([name, numberFor(question("s1"))]);
  }
});

// Jest fails a test that leaves a rejection unheard.
test("when all callers have left, or the connection was, no later failure goes unheard", async () => {
  let fail = () => {};
  const client = setup({
    reply: ({ url }) =>
      url.searchParams.has("planId")
        ? new Promise((_resolve, reject) => (fail = () => reject(new TypeError("fetch failed"))))
        : undefined,
  });
  const controller = new AbortController();
  const { signal } = controller;
  const asked = outcome(client.session.ask(question("s1"), { signal }));
  await client.flush();
  const refreshed = outcome(client.session.refresh(signal));
  await client.flush();
  controller.abort();
  fail();
  await client.clock.pass(100_000);
  client.session.disconnect();
  await new Promise((resolve) => setImmediate(resolve));
  expect([asked.state, refreshed.state]).toEqual(["rejected", "rejected"]);
});
