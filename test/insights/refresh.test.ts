import type { Question } from "../../src/insights";
import { askedBy, resultsBody } from "./model";
import { numberIn, setup, outcome, question } from "./setup";
import { cutOff, hang, html, json, refusal } from "./replies";
import type { Call } from "./mockFetch";

const isAsking = ({ url }: Call) => url.searchParams.has("scenarioIds");

/** A service whose every number is its version, and some of whose answers a test may replace. */
async function openVersioned(asked: readonly Question[]) {
  const service: { version: number; reply?: (call: Call) => Response | Promise<Response> | undefined } = { version: 1 };
  const numbered = (call: Call) => {
    const { version } = service;
    const body = resultsBody(askedBy(call)) as { scenarios: { pnl?: object }[] };
    return json({ ...body, scenarios: body.scenarios.map((one) => ({ ...one, pnl: { ebit: version } })) });
  };
  const client = setup({
    reply: (call) => service.reply?.(call) ?? (isAsking(call) ? numbered(call) : undefined),
  });
  for (const one of asked) void client.session.ask(one);
  await client.flush();
  /** The version that each question is answered with from memory, or undefined. */
  const shown = (all = asked) =>
    Promise.all(all.map((one) => client.session.ask(one, { memoryOnly: true }).then(numberIn, () => undefined)));
  return Object.assign(service, { client, shown, ...client });
}

const FOUR = ["s1", "s2", "s3", "s4"].map((scenario) => question(scenario));

describe("a refresh", () => {
  test("repeats all questions in the fewest requests, and shows all answers at once", async () => {
    const service = await openVersioned(FOUR);
    expect(await service.shown()).toEqual([1, 1, 1, 1]);
    const before = service.mockFetch.calls.length;
    service.version = 2;
    const done = outcome(service.session.refresh());
    await service.flush();
    expect(done.state).toBe("fulfilled");
    expect(await service.shown()).toEqual([2, 2, 2, 2]);
    // The plans, and four scenarios in two requests; the token is still good.
    expect(service.mockFetch.calls.slice(before).map(({ url }) => url.pathname.split("/").at(-1))).toEqual([
      "plans",
      "pnl-summary",
      "pnl-summary",
    ]);
  });

  test("shows the old answers until the last new one is in", async () => {
    const service = await openVersioned(FOUR);
    let go = () => {};
    service.version = 2;
    service.reply = (call) =>
      isAsking(call) && askedBy(call).scenarios.includes("s4")
        ? new Promise((resolve) => (go = () => resolve(json({ scenarios: [{ scenarioId: "s4", pnl: { ebit: 2 } }] }))))
        : undefined;
    const done = outcome(service.session.refresh());
    await service.flush();
    expect(done.state).toBe("pending");
    expect(await service.shown()).toEqual([1, 1, 1, 1]);
    go();
    await service.clock.settle();
    expect(done.state).toBe("fulfilled");
    expect(await service.shown()).toEqual([2, 2, 2, 2]);
  });

  test("of nothing asks for the plans alone", async () => {
    const service = await openVersioned([]);
    const done = outcome(service.session.refresh());
    await service.flush();
    expect(done.state).toBe("fulfilled");
    expect(service.mockFetch.calls.map(({ url }) => url.pathname.split("/").at(-1))).toEqual(["token", "plans"]);
  });

  test("brings the plans of the new generation", async () => {
    const service = await openVersioned(FOUR);
    service.reply = ({ url }) => (url.pathname.endsWith("/plans") ? json({ plans: [{ id: "new" }] }) : undefined);
    void service.session.refresh();
    await service.flush();
    expect(await service.session.plans({ memoryOnly: true })).toMatchObject([{ id: "new" }]);
  });
});

describe("a refresh that fails changes nothing and says why", () => {
  const of4 = (reply: () => Response | Promise<Response>) => (call: Call) =>
    isAsking(call) && askedBy(call).scenarios.includes("s4") ? reply() : undefined;

  test.each<[string, () => Response | Promise<Response>, object]>([
    ["the network", cutOff, { kind: "unreachable" }],
    ["401", () => refusal(401, "No"), { kind: "unauthorized" }],
    ["403", () => refusal(403, "No"), { kind: "forbidden" }],
    ["429", () => refusal(429, "Slow down"), { kind: "unavailable" }],
    ["500", () => refusal(500, "Broken"), { kind: "unavailable" }],
    ["a 404 that is not the service's", () => html(404), { kind: "address" }],
    ["a 400 that is not the service's", () => html(400), { kind: "refused" }],
    ["HTML", () => html(), { kind: "malformed" }],
    ["another shape", () => json({}), { kind: "malformed" }],
    ["another plan", () => json({ meta: { planId: "p2" }, scenarios: [] }), { kind: "mismatch" }],
  ])("for one request: %s", async (_what, reply, error) => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    service.reply = of4(reply);
    const done = outcome(service.session.refresh());
    await service.flush();
    await service.clock.pass(90_000);
    expect(done.error).toMatchObject(error);
    expect(await service.shown()).toEqual([1, 1, 1, 1]);
  });

  test("at the plans", async () => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    service.reply = ({ url }) => (url.pathname.endsWith("/plans") ? refusal(500, "Broken") : undefined);
    const done = outcome(service.session.refresh());
    await service.flush();
    await service.clock.pass(90_000);
    expect(done.error).toMatchObject({ kind: "unavailable" });
    expect(await service.shown()).toEqual([1, 1, 1, 1]);
    await expect(service.session.plans({ memoryOnly: true })).resolves.toHaveLength(1);
  });

  test("at its first failure, and calls off what is still under way", async () => {
    const service = await openVersioned(FOUR);
    service.reply = (call) => {
      if (!isAsking(call)) return undefined;
      return askedBy(call).scenarios.includes("s4") ? refusal(403, "No") : hang(call);
    };
    const done = outcome(service.session.refresh());
    await service.flush();
    expect(done.error).toMatchObject({ kind: "forbidden" });
    expect(service.mockFetch.calls.filter(({ signal }) => signal.aborted)).toHaveLength(1);
    expect(service.clock.pending).toBe(0);
  });

  test("and the next one may succeed", async () => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    service.reply = of4(() => refusal(403, "No"));
    const failed = outcome(service.session.refresh());
    await service.flush();
    delete service.reply;
    const done = outcome(service.session.refresh());
    await service.flush();
    expect([failed.state, done.state]).toEqual(["rejected", "fulfilled"]);
    expect(await service.shown()).toEqual([2, 2, 2, 2]);
  });
});

describe("what the service says does not exist any more", () => {
  test.each<[string, (call: Call) => Response]>([
    ["404 for the scenario", () => refusal(404, "There is no scenario 's2'.")],
    ["400 for the scenario", () => refusal(400, "There is no scenario 's2'.")],
    ["an answer without it", (call) => json(resultsBody({ ...askedBy(call), scenarios: [] }))],
  ])("drops only itself: %s", async (_what, reply) => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    service.reply = (call) =>
      isAsking(call) && askedBy(call).scenarios.join() === "s2"
        ? reply(call)
        : isAsking(call) && askedBy(call).scenarios.includes("s2")
          ? refusal(400, "There is no scenario 's2'.")
          : undefined;
    const done = outcome(service.session.refresh());
    await service.flush();
    expect(done.state).toBe("fulfilled");
    expect(await service.shown()).toEqual([2, undefined, 2, 2]);
  });
});

describe("questions asked during a refresh", () => {
  test("are answered at once, and belong to the new generation as well", async () => {
    const service = await openVersioned(FOUR);
    let go = () => {};
    service.version = 2;
    service.reply = (call) =>
      call.url.pathname.endsWith("/plans")
        ? new Promise((resolve) => (go = () => resolve(json({ plans: [] }))))
        : undefined;
    const done = outcome(service.session.refresh());
    await service.flush();
    const late = outcome(service.session.ask(question("s9")));
    await service.flush();
    expect([late.state, done.state]).toEqual(["fulfilled", "pending"]);
    delete service.reply;
    go();
    await service.flush();
    expect(done.state).toBe("fulfilled");
    expect(await service.shown([...FOUR, question("s9")])).toEqual([2, 2, 2, 2, 2]);
  });

  test("reach the new generation even while its last answers are pending", async () => {
    const service = await openVersioned(FOUR);
    const gates: (() => void)[] = [];
    service.version = 2;
    service.reply = (call) =>
      isAsking(call) && askedBy(call).scenarios.includes("s4")
        ? new Promise((resolve) =>
            gates.push(() => resolve(json({ scenarios: [{ scenarioId: "s4", pnl: { ebit: 2 } }] }))),
          )
        : undefined;
    const done = outcome(service.session.refresh());
    await service.flush();
    void service.session.ask(question("s9"));
    await service.flush();
    for (const go of gates) go();
    await service.flush();
    expect(done.state).toBe("fulfilled");
    expect(await service.shown([...FOUR, question("s9")])).toEqual([2, 2, 2, 2, 2]);
  });
});

describe("refreshes at the same time", () => {
  test("are one", async () => {
    const service = await openVersioned(FOUR);
    const before = service.mockFetch.calls.length;
    const both = [outcome(service.session.refresh()), outcome(service.session.refresh())];
    await service.flush();
    expect(both.map(({ state }) => state)).toEqual(["fulfilled", "fulfilled"]);
    expect(service.mockFetch.calls.length - before).toBe(3);
  });

  test("go on while one of two waits, and are cancelled when none does", async () => {
    const service = await openVersioned(FOUR);
    service.reply = (call) => (isAsking(call) ? hang(call) : undefined);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = outcome(service.session.refresh(one.signal));
    const second = outcome(service.session.refresh(two.signal));
    await service.flush();
    one.abort();
    await service.clock.settle();
    expect([first.error, second.state]).toMatchObject([{ kind: "cancelled" }, "pending"]);
    expect(service.mockFetch.calls.some(({ signal }) => signal.aborted)).toBe(false);
    two.abort();
    await service.clock.settle();
    expect(second.error).toMatchObject({ kind: "cancelled" });
    expect(service.mockFetch.calls.filter(({ signal }) => signal.aborted)).toHaveLength(2);
    expect(await service.shown()).toEqual([1, 1, 1, 1]);
    expect(service.clock.pending).toBe(0);
  });

  test("do not join one that was called off", async () => {
    const service = await openVersioned(FOUR);
    service.reply = (call) => (call.url.pathname.endsWith("/plans") ? hang(call) : undefined);
    const controller = new AbortController();
    const first = outcome(service.session.refresh(controller.signal));
    await service.flush();
    controller.abort();
    await service.clock.settle();
    delete service.reply;
    service.version = 2;
    const second = outcome(service.session.refresh());
    await service.flush();
    expect([first.error, second.state]).toMatchObject([{ kind: "cancelled" }, "fulfilled"]);
    expect(await service.shown()).toEqual([2, 2, 2, 2]);
  });

  test("do not join one that was called off in the same instant", async () => {
    const service = await openVersioned(FOUR);
    const controller = new AbortController();
    const first = outcome(service.session.refresh(controller.signal));
    controller.abort();
    const second = outcome(service.session.refresh());
    await service.flush();
    expect([first.error, second.state]).toMatchObject([{ kind: "cancelled" }, "fulfilled"]);
  });
});

describe("a refresh that is told what to ask", () => {
  test("asks that and nothing else, of the new generation", async () => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    const done = outcome(
      service.session.refresh(undefined, async (generation) => {
        await service.session.ask(FOUR[0]!, { generation });
      }),
    );
    await service.flush();
    expect(done.state).toBe("fulfilled");
    expect(await service.shown()).toEqual([2, undefined, undefined, undefined]);
  });

  test("keeps the old answers if the service fails", async () => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    service.reply = (call) => (isAsking(call) ? refusal(500, "Broken") : undefined);
    const done = outcome(
      service.session.refresh(undefined, async (generation) => {
        await service.session.ask(FOUR[0]!, { generation }).catch(() => {});
      }),
    );
    await service.flush();
    await service.clock.pass(90_000);
    expect(done.error).toMatchObject({ kind: "unavailable" });
    expect(await service.shown()).toEqual([1, 1, 1, 1]);
  });

  test("is not failed by a cell that is cancelled while the others are still asked", async () => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    const cell = new AbortController();
    const done = outcome(
      service.session.refresh(undefined, async (generation) => {
        const cancelled = service.session.ask(FOUR[0]!, { generation, signal: cell.signal }).catch(() => {});
        await Promise.all([cancelled, service.session.ask(FOUR[1]!, { generation })]);
      }),
    );
    await service.clock.settle();
    cell.abort();
    await service.flush();
    expect(done.state).toBe("fulfilled");
    expect(await service.shown()).toEqual([undefined, 2, undefined, undefined]);
  });

  test("is handed a generation that always tells its present state", async () => {
    const service = await openVersioned(FOUR);
    const seen: unknown[] = [];
    void service.session.refresh(undefined, async (generation) => {
      const peek = () => generation.peek(FOUR[0]!)?.question.scenario;
      seen.push(generation.peekPlans()?.length, peek());
      await service.session.ask(FOUR[0]!, { generation });
      seen.push(peek(), (await generation.cachedAnswers(() => true)).length);
    });
    await service.flush();
    expect(seen).toEqual([1, undefined, "s1", 1]);
  });

  test("takes for an answer that something is not there", async () => {
    const service = await openVersioned(FOUR);
    service.version = 2;
    service.reply = (call) => (isAsking(call) ? refusal(404, "No such plan") : undefined);
    const done = outcome(
      service.session.refresh(undefined, async (generation) => {
        await service.session.ask(FOUR[0]!, { generation }).catch(() => {});
      }),
    );
    await service.flush();
    expect(done.state).toBe("fulfilled");
  });
});

test("a refresh called off at any moment leaves a session that works", async () => {
  for (let moment = 0; moment < 60; moment += 1) {
    const service = await openVersioned([question("s1")]);
    let go = () => {};
    service.version = 2;
    service.reply = (call) =>
      isAsking(call)
        ? new Promise((resolve) => (go = () => resolve(json({ scenarios: [{ scenarioId: "s1", pnl: { ebit: 2 } }] }))))
        : undefined;
    const controller = new AbortController();
    const done = outcome(service.session.refresh(controller.signal));
    await service.flush();
    go();
    for (let tick = 0; tick < moment; tick += 1) await Promise.resolve();
    controller.abort();
    await service.clock.settle();
    expect([moment, done.state, ...(await service.shown())]).toEqual(
      done.state === "fulfilled" ? [moment, "fulfilled", 2] : [moment, "rejected", 1],
    );
    delete service.reply;
    const late = outcome(service.session.ask(question("s9")));
    await service.flush();
    expect([moment, late.state]).toEqual([moment, "fulfilled"]);
  }
});
