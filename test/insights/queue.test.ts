/** What waits in the queue behind a request that the service never answers, or refuses with a fresh token. */
import { setup, outcome, question } from "./setup";
import { hang, json, refusal } from "./replies";
import { askedBy, resultsBody } from "./model";
import type { Call } from "./mockFetch";

const isAsking = ({ url }: Call) => url.searchParams.has("scenarioIds");
const planOf = ({ url }: Call) => url.searchParams.get("planId") ?? "";

/** Questions that share no request. */
const sets = (count: number, name = "p") =>
  Array.from({ length: count }, (_, index) => ({ ...question("s1"), plan: `${name}${index}` }));

type Line = ReturnType<typeof setup>;

async function ask(line: Line, count: number, name?: string) {
  const outcomes = sets(count, name).map((each) => outcome(line.session.ask(each)));
  await line.flush();
  return outcomes;
}

const statesOf = (outcomes: readonly { state: string }[]) => [...new Set(outcomes.map(({ state }) => state))];
const asked = ({ mockFetch }: Line) => mockFetch.calls.filter(isAsking).length;

describe("behind requests that are never answered", () => {
  let isHanging: boolean;
  let line: Line;
  beforeEach(() => {
    isHanging = true;
    line = setup({ reply: (call) => (isAsking(call) && isHanging ? hang(call) : undefined) });
  });

  test("300 sets end with the first of them, with its message, and are never sent", async () => {
    const outcomes = await ask(line, 300);
    await line.clock.pass(89_999);
    expect(statesOf(outcomes)).toEqual(["pending"]);
    await line.clock.pass(1);
    expect(statesOf(outcomes)).toEqual(["rejected"]);
    expect([...new Set(outcomes.map(({ error }) => error?.message))]).toEqual([
      expect.stringMatching(/pnl-summary gave no usable answer within 90 seconds\. Try again in a while\./),
    ]);
    expect(new Set(line.mockFetch.calls.filter(isAsking).map(planOf)).size).toBe(6);
    expect(line.clock.pending).toBe(0);
  });

  test("a refresh that comes later asks again", async () => {
    isHanging = false;
    await ask(line, 20);
    isHanging = true;
    const first = outcome(line.session.refresh());
    await line.flush();
    await line.clock.pass(90_000);
    expect(first.state).toBe("rejected");
    isHanging = false;
    const second = outcome(line.session.refresh());
    await line.flush();
    expect(second.state).toBe("fulfilled");
  });

  test("so does the next calculation, which waits a whole time of its own", async () => {
    await ask(line, 20);
    await line.clock.pass(90_000);
    const outcomes = await ask(line, 20, "next");
    await line.clock.pass(89_999);
    expect(statesOf(outcomes)).toEqual(["pending"]);
    await line.clock.pass(1);
    expect(statesOf(outcomes)).toEqual(["rejected"]);
  });

  test("another service is asked at once", async () => {
    await ask(line, 20);
    line.session.connect({ appUrl: "https://other.example", credentials: { apiKey: "other" } });
    isHanging = false;
    expect(statesOf(await ask(line, 20))).toEqual(["fulfilled"]);
  });
});

/** Answers each set after 20 seconds, but never the first. */
function openSlow(answer: (call: Call) => Response): Line {
  const line: Line = setup({
    reply(call) {
      if (!isAsking(call)) return undefined;
      if (planOf(call) === "p0") return hang(call);
      return new Promise((resolve) => void line.clock.timers.after(20_000, () => resolve(answer(call))));
    },
  });
  return line;
}

test.each<[string, (call: Call) => Response, string]>([
  ["answers", (call) => json(resultsBody(askedBy(call))), "fulfilled"],
  ["refuses", () => refusal(400, "No such plan"), "rejected"],
])("One that is never answered fails alone while the service %s others", async (_what, answer, state) => {
  const line = openSlow(answer);
  const [first, ...others] = await ask(line, 40);
  await line.clock.pass(90_000);
  expect(first!.error).toMatchObject({ kind: "timeout" });
  expect(others.filter((each) => each.state === "pending").length).toBeGreaterThan(0);
  await line.clock.pass(100_000);
  expect(statesOf(others)).toEqual([state]);
  expect(others.filter(({ error }) => error?.message.includes("90 seconds"))).toEqual([]);
});

describe("behind a refusal of a fresh token", () => {
  test("20 sets send no more than those under way, twice", async () => {
    const line = setup({ reply: (call) => (isAsking(call) ? refusal(401, "Revoked") : undefined) });
    const outcomes = await ask(line, 20);
    for (const { error } of outcomes) expect(error).toMatchObject({ kind: "unauthorized", status: 401 });
    expect([asked(line), line.mockFetch.to("/token").length]).toEqual([12, 2]);
  });

  test("sets go on if others are answered", async () => {
    const line = setup({
      reply: (call) => (isAsking(call) && planOf(call) === "p7" ? refusal(401, "Not yours") : undefined),
    });
    const outcomes = await ask(line, 20);
    expect(outcomes.map(({ state }) => state === "rejected")).toEqual(outcomes.map((_, index) => index === 7));
  });
});
