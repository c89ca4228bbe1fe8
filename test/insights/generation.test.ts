import { createServiceGeneration } from "../../src/insights/batches";
import { InsightsError } from "../../src/insights/errors";
import type { OpenGeneration } from "../../src/insights/generation";
import type { InsightsService } from "../../src/insights/service";
import { createClock, type Clock } from "./clock";
import { numberFor, PLANS } from "./model";
import { rowsFrom } from "./plainRows";
import { numberIn, outcome, question } from "./setup";

interface Opened {
  readonly generation: OpenGeneration;
  readonly clock: Clock;
  /** The scenarios of each request. */
  readonly requests: (readonly string[])[];
  flush(): Promise<void>;
}

/** A generation over a service that answers at once, whose recalculations end when the test says so. */
function open(): Opened {
  const clock = createClock();
  const requests: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const service: Pick<InsightsService, "plans" | "results"> = {
    plans: () => Promise.resolve(PLANS),
    results: ({ endpoint, plan, scenarios, parameters }) => {
      requests.push(scenarios);
      const results = scenarios.map((scenario) => {
        const values = new Map([["ebit", numberFor({ endpoint, plan, scenario, parameters })]]);
        const rows = rowsFrom([{ period: "", groups: new Map(), values }]);
        return { id: scenario, name: scenario, color: undefined, rows };
      });
      const unsaid = { interval: undefined, currency: undefined, generatedAt: undefined, sentAt: undefined };
      const echo = { planId: plan, ...unsaid };
      return Promise.resolve({ ...echo, scenarios: results });
    },
  };
  const generation = createServiceGeneration(service as InsightsService, {
    timers: clock.timers,
    scheduleBatch: (end) => void ends.push(end),
  });
  const flush = async () => {
    for (const end of ends.splice(0)) end();
    await clock.settle();
  };
  return { generation, clock, requests, flush };
}

const S1 = question("s1");

describe("a caller that cancels itself in the moment it hears the answer", () => {
  test("takes it from nobody: the answer stays in memory", async () => {
    const { generation, flush, requests } = open();
    const controller = new AbortController();
    const asked = outcome(generation.ask(S1, controller.signal).finally(() => controller.abort()));
    await flush();
    expect(asked.state).toBe("fulfilled");
    expect(generation.peek(S1)).toBe(asked.value);
    expect(generation.size()).toEqual({ waiting: 0, held: 1 });
    await generation.ask(S1);
    expect(requests).toEqual([["s1"]]);
  });

  test("cancels no other caller of the same question", async () => {
    const { generation, flush } = open();
    const controller = new AbortController();
    const first = outcome(generation.ask(S1).then(() => controller.abort()));
    const second = outcome(generation.ask(S1, controller.signal).then(numberIn));
    await flush();
    expect([first.state, second.value]).toEqual(["fulfilled", numberFor(S1)]);
  });
});

describe("an answer in memory", () => {
  test("is what `peek` gives, and nothing is asked for it", async () => {
    const { generation, flush, requests } = open();
    expect(generation.peek(S1)).toBeUndefined();
    const asked = outcome(generation.ask(S1));
    expect(generation.peek(S1)).toBeUndefined();
    await flush();
    expect(generation.peek({ ...S1 })).toBe(asked.value);
    expect(requests).toHaveLength(1);
  });

  test("leaves nothing to do for a signal that aborts at once after the question", async () => {
    const { generation, flush } = open();
    void generation.ask(S1);
    await flush();
    const controller = new AbortController();
    const again = outcome(generation.ask(S1, controller.signal));
    controller.abort();
    await flush();
    expect(again.state).toBe("fulfilled");
  });
});

test("the plans are in memory as soon as anything has been answered", async () => {
  const { generation, flush } = open();
  expect(generation.peekPlans()).toBeUndefined();
  void generation.ask(S1);
  await flush();
  expect(generation.peekPlans()).toBe(PLANS);
});

test("who only observes does not keep a question alive that its caller has left", async () => {
  const { generation, flush, requests } = open();
  const controller = new AbortController();
  const asked = outcome(generation.ask(S1, controller.signal));
  const observed = outcome(generation.cachedAnswers(() => true));
  controller.abort();
  await flush();
  expect([asked.state, observed.value, requests]).toEqual(["rejected", [], []]);
});

test("A closed generation rejects what is pending, and asks nothing more", async () => {
  const { generation, flush, requests } = open();
  const reason = new InsightsError("cancelled", "Closed.");
  const before = outcome(generation.ask(S1));
  generation.close(reason);
  const after = outcome(generation.ask(question("s2")));
  await flush();
  expect([before.error, after.error, requests]).toEqual([reason, reason, []]);
});
