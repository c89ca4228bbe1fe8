/** A look at the service beside the answers in use. */
import { json, refusal } from "./replies";
import { outcome, question, setup } from "./setup";

const PLANS = [{ id: "p1", name: "Plan", currency: "EUR", scenarios: [] }];
const ASKED = [question("s1", { interval: "M" }), question("s2", { interval: "M" })];

test("A look sends one request for one parameter set, and no list of plans", async () => {
  const { session, mockFetch, flush } = setup();
  const generation = session.look(PLANS);
  const answers = ASKED.map((each) => session.ask(each, { generation }));
  await flush();
  expect((await Promise.all(answers)).map((answer) => answer.question)).toEqual(ASKED);
  expect(mockFetch.to("/pnl-summary")).toHaveLength(1);
  expect([mockFetch.to("/plans").length, session.traffic.requests]).toEqual([0, 1]);
  expect(await generation.plans()).toBe(generation.peekPlans());
});

test("Answers of a look are not among those in use", async () => {
  const { session, flush } = setup();
  const before = session.generation;
  const generation = session.look(PLANS);
  const asked = session.ask(ASKED[0]!, { generation });
  await flush();
  await asked;
  expect(session.generation).toBe(before);
  expect([session.activity.held, before?.peek(ASKED[0]!), before?.peekPlans()]).toEqual([0, undefined, undefined]);
});

test("A request of a look that is refused is not sent again scenario by scenario", async () => {
  const reply = ({ url }: { url: URL }) => (url.pathname.endsWith("/pnl-summary") ? refusal(400, "No.") : undefined);
  const { session, mockFetch, flush } = setup({ reply });
  const generation = session.look(PLANS);
  const failures = ASKED.map((each) => outcome(session.ask(each, { generation })));
  await flush();
  expect(failures.map(({ state }) => state)).toEqual(["rejected", "rejected"]);
  expect(mockFetch.to("/pnl-summary")).toHaveLength(1);
});

test("That there are no numbers is said of one scenario alone, never of those beside it", async () => {
  const [one, other] = ASKED.map(({ scenario }) => scenario);
  const reply = ({ url }: { url: URL }) => {
    const asked = url.searchParams.get("scenarioIds")?.split(",") ?? [];
    return asked.includes(one ?? "") ? refusal(404, "No data for these dates.") : undefined;
  };
  const { session, mockFetch, flush } = setup({ reply });
  const generation = session.look(PLANS);
  const answers = ASKED.map((each) => outcome(session.ask(each, { generation })));
  await flush();
  await flush();
  expect(answers).toMatchObject([
    { state: "rejected", error: { kind: "unknown" } },
    { state: "fulfilled", value: { scenario: { id: other } } },
  ]);
  const first = mockFetch.to("/pnl-summary").filter(({ url }) => String(url).includes("/api/"));
  expect(first.map(({ url }) => new URL(String(url)).searchParams.get("scenarioIds"))).toEqual(["s1,s2", "s1", "s2"]);
});

test("A look ends with its connection", async () => {
  const { session, flush } = setup({ reply: ({ url }) => (url.pathname.endsWith("/token") ? undefined : json({})) });
  const asked = outcome(session.ask(ASKED[0]!, { generation: session.look(PLANS) }));
  session.disconnect();
  await flush();
  expect(asked).toMatchObject({ state: "rejected", error: { kind: "cancelled" } });
  expect(() => session.look(PLANS)).toThrow(expect.objectContaining({ kind: "disconnected" }));
});

test("A look that is over leaves no listener behind", async () => {
  const [added, removed] = (["addEventListener", "removeEventListener"] as const).map((name) =>
    jest.spyOn(AbortSignal.prototype, name),
  );
  const listening = () => added!.mock.calls.length - removed!.mock.calls.length;
  const { session, flush } = setup();
  const look = async () => {
    const asked = outcome(session.ask(ASKED[0]!, { generation: session.look(PLANS) }));
    await flush();
    expect(asked.state).toBe("fulfilled");
  };
  await look();
  const before = listening();
  await look();
  await look();
  expect(listening()).toBe(before);
});
