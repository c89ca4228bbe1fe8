import { numberFor } from "./model";
import { numberIn, setup, outcome, question } from "./setup";
import { hang, ignore, refusal, json } from "./replies";
import { askedBy, resultsBody } from "./model";
import type { Call } from "./mockFetch";

const CANCELLED = { name: "InsightsError", kind: "cancelled" };
const isAsking = ({ url }: Call) => url.searchParams.has("scenarioIds");

/** A client whose plans are known, so that questions are sent with the flush, and whose answers come when they are let. */
async function openSlow() {
  const waiting: (() => void)[] = [];
  const client = setup({
    reply: (call) =>
      isAsking(call)
        ? Promise.race([
            hang(call),
            new Promise<Response>((resolve) => waiting.push(() => resolve(json(resultsBody(askedBy(call)))))),
          ])
        : undefined,
  });
  void client.session.plans();
  await client.flush();
  const answer = async () => {
    for (const go of waiting.splice(0)) go();
    await client.clock.settle();
  };
  /** Asks as a cell does that can be cancelled. */
  const ask = (scenario: string) => {
    const controller = new AbortController();
    const asked = outcome(client.session.ask(question(scenario), { signal: controller.signal }));
    return { asked, leave: () => controller.abort() };
  };
  const sent = () => client.mockFetch.calls.filter(isAsking);
  return { ...client, answer, ask, sent };
}

describe("a request that several cells wait for", () => {
  test("is cancelled when the last of them has left", async () => {
    const { ask, sent, flush, clock } = await openSlow();
    const [one, same, other] = [ask("s1"), ask("s1"), ask("s2")];
    await flush();
    expect(sent()).toHaveLength(1);
    for (const { leave } of [one, other]) leave();
    await clock.settle();
    expect(sent()[0]?.signal.aborted).toBe(false);
    expect([one.asked.error, same.asked.state, other.asked.error]).toMatchObject([CANCELLED, "pending", CANCELLED]);
    same.leave();
    await clock.settle();
    expect(sent()[0]?.signal.aborted).toBe(true);
    expect(same.asked.error).toMatchObject(CANCELLED);
    expect(clock.pending).toBe(0);
  });

  test("answers those who stay, and what nobody waited for is kept", async () => {
    const { ask, sent, flush, answer, session } = await openSlow();
    const [gone, here] = [ask("s1"), ask("s2")];
    await flush();
    gone.leave();
    await answer();
    expect(numberIn(here.asked.value!)).toBe(numberFor(question("s2")));
    expect(numberIn(await session.ask(question("s1"), { memoryOnly: true }))).toBe(numberFor(question("s1")));
    expect(sent()).toHaveLength(1);
  });

  test("is shared by a cell that comes after another was cancelled", async () => {
    const { ask, sent, flush, answer } = await openSlow();
    const [before, other] = [ask("s1"), ask("s2")];
    await flush();
    before.leave();
    const after = ask("s1");
    other.leave();
    await flush();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.signal.aborted).toBe(false);
    await answer();
    expect([before.asked.error, after.asked.state]).toMatchObject([CANCELLED, "fulfilled"]);
  });

  test("is sent again for a cell that comes after all have left", async () => {
    const { ask, sent, flush, answer } = await openSlow();
    const before = ask("s1");
    await flush();
    before.leave();
    const after = ask("s1");
    await flush();
    expect(sent().map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await answer();
    expect(after.asked.state).toBe("fulfilled");
  });

  test("goes on for a caller that cannot leave", async () => {
    const { ask, sent, flush, session, answer } = await openSlow();
    const one = ask("s1");
    const staying = outcome(session.ask(question("s1")));
    await flush();
    one.leave();
    await answer();
    expect(sent()[0]?.signal.aborted).toBe(false);
    expect(staying.state).toBe("fulfilled");
  });
});

describe("a question that is left before it is sent", () => {
  test("is not sent", async () => {
    const { ask, sent, flush } = await openSlow();
    const [gone] = [ask("s1"), ask("s2")];
    gone.leave();
    await flush();
    expect(sent().map((call) => askedBy(call).scenarios)).toEqual([["s2"]]);
    expect(gone.asked.error).toMatchObject(CANCELLED);
  });

  test("by one of two cells is still sent for the other", async () => {
    const { ask, flush, answer } = await openSlow();
    const [gone, here] = [ask("s1"), ask("s1")];
    gone.leave();
    await flush();
    await answer();
    expect([gone.asked.error, here.asked.state]).toMatchObject([CANCELLED, "fulfilled"]);
  });

  test("costs nothing at all when it was the only one", async () => {
    const { session, mockFetch, flush } = setup();
    const controller = new AbortController();
    const asked = outcome(session.ask(question("s1"), { signal: controller.signal }));
    controller.abort();
    await flush();
    expect(asked.error).toMatchObject(CANCELLED);
    expect(mockFetch.calls).toHaveLength(0);
  });

  test("is not sent either when it is left while the plans are under way", async () => {
    let go = () => {};
    const { session, mockFetch, clock, flush } = setup({
      reply: ({ url }) =>
        url.pathname.endsWith("/plans")
          ? new Promise<Response>((resolve) => (go = () => resolve(json({ plans: [] }))))
          : undefined,
    });
    const controller = new AbortController();
    const gone = outcome(session.ask(question("s1"), { signal: controller.signal }));
    const here = outcome(session.ask(question("s2")));
    await flush();
    controller.abort();
    go();
    await clock.settle();
    expect([gone.error, here.state]).toMatchObject([CANCELLED, "fulfilled"]);
    expect(mockFetch.calls.filter(isAsking).map((call) => askedBy(call).scenarios)).toEqual([["s2"]]);
  });

  test("is sent once when it is asked again in the same recalculation", async () => {
    const { ask, sent, flush, answer } = await openSlow();
    ask("s1").leave();
    const again = ask("s1");
    await flush();
    await answer();
    expect(again.asked.state).toBe("fulfilled");
    expect(sent()).toHaveLength(1);
  });
});

describe("a request that waits for its turn", () => {
  test("is not sent when everybody leaves meanwhile", async () => {
    const { ask, sent, flush, answer, session } = await openSlow();
    const cells = Array.from({ length: 21 }, (_, index) => ask(`s${index}`));
    await flush();
    expect(sent()).toHaveLength(6);
    for (const { leave } of cells.slice(18)) leave();
    await answer();
    expect(sent()).toHaveLength(6);
    expect(session.traffic.requests).toBe(1 + 6);
    expect(cells.slice(18).map(({ asked }) => asked.error)).toMatchObject([CANCELLED, CANCELLED, CANCELLED]);
    expect(cells.slice(0, 18).every(({ asked }) => asked.state === "fulfilled")).toBe(true);
  });
});

describe("a signal", () => {
  test("that has aborted before the question sends nothing", async () => {
    const { session, mockFetch, flush } = setup();
    const signal = AbortSignal.abort();
    const all = [session.plans({ signal }), session.ask(question("s1"), { signal }), session.refresh(signal)];
    const outcomes = all.map((one) => outcome<unknown>(one));
    await flush();
    expect(outcomes.map(({ error }) => error)).toMatchObject([CANCELLED, CANCELLED, CANCELLED]);
    expect(mockFetch.calls).toHaveLength(0);
  });

  test("that aborts after the answer changes nothing", async () => {
    const { ask, flush, answer, session } = await openSlow();
    const cell = ask("s1");
    await flush();
    await answer();
    cell.leave();
    expect(cell.asked.state).toBe("fulfilled");
    await expect(session.ask(question("s1"), { memoryOnly: true })).resolves.toBeDefined();
  });

  test("that aborts after a failure lets the next calculation ask again", async () => {
    let broken = true;
    const { session, flush } = setup({
      reply: (call) => (broken && isAsking(call) ? refusal(400, "No") : undefined),
    });
    const controller = new AbortController();
    const failed = outcome(session.ask(question("s1"), { signal: controller.signal }));
    await flush();
    broken = false;
    const again = outcome(session.ask(question("s1")));
    controller.abort();
    await flush();
    expect([failed.error, again.state]).toMatchObject([{ kind: "refused" }, "fulfilled"]);
  });

  test("gives up the plans for its own caller only", async () => {
    let go = () => {};
    const { session, clock, flush } = setup({
      reply: ({ url }) =>
        url.pathname.endsWith("/plans")
          ? new Promise<Response>((resolve) => (go = () => resolve(json({ plans: [] }))))
          : undefined,
    });
    const controller = new AbortController();
    const [gone, here] = [outcome(session.plans({ signal: controller.signal })), outcome(session.plans())];
    await flush();
    controller.abort();
    await clock.settle();
    expect([gone.error, here.state]).toMatchObject([CANCELLED, "pending"]);
    go();
    await clock.settle();
    expect(here.value).toEqual([]);
  });
});

describe("leaving a connection", () => {
  const leaving = {
    "by disconnecting": ({ session }: ReturnType<typeof setup>) => session.disconnect(),
    "for another": ({ session }: ReturnType<typeof setup>) =>
      session.connect({ appUrl: "https://other.example", credentials: { apiKey: "other" } }),
  };

  describe.each(Object.entries(leaving))("%s", (_how, leave) => {
    test.each([
      ["the token", "/token"],
      ["the plans", "/plans"],
      ["answers", "/pnl-summary"],
    ])("ends all waiting while %s is under way, and sends nothing more to it", async (_what, path) => {
      const client = setup({ reply: (call) => (call.url.pathname.endsWith(path) ? ignore() : undefined) });
      const { session, clock, mockFetch, flush } = client;
      const waiting = [
        session.plans(),
        session.ask(question("s1")),
        session.cachedAnswers(() => true),
        session.refresh(),
      ];
      const outcomes = waiting.map((one) => outcome<unknown>(one));
      await flush();
      const sent = mockFetch.calls.length;
      leave(client);
      await clock.settle();
      expect(outcomes.map(({ state }) => state)).not.toContain("pending");
      const failed = outcomes.filter(({ state }) => state === "rejected");
      for (const { error } of failed) expect(error).toMatchObject({ kind: "cancelled" });
      expect(outcomes[1]?.error?.message).toMatch(/connection was changed/);
      expect(mockFetch.calls.at(-1)?.signal.aborted).toBe(true);
      await flush();
      await clock.pass(200_000);
      expect(mockFetch.calls).toHaveLength(sent);
      expect(clock.pending).toBe(0);
    });

    test("withdraws what has not been sent", async () => {
      const client = setup();
      const asked = outcome(client.session.ask(question("s1")));
      leave(client);
      await client.flush();
      expect(asked.error).toMatchObject({ kind: "cancelled" });
      expect(client.mockFetch.calls).toHaveLength(0);
    });
  });

  test("answers the next questions from the new one only", async () => {
    const { session, mockFetch, flush } = setup();
    void session.ask(question("s1"));
    await flush();
    leaving["for another"]({ session } as ReturnType<typeof setup>);
    const asked = outcome(session.ask(question("s1")));
    await flush();
    expect(asked.state).toBe("fulfilled");
    expect(mockFetch.to("/pnl-summary").map(({ url }) => url.host)).toEqual(["planning.example", "other.example"]);
  });
});
