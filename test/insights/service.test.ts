import { askedBy, element, numberFor, resultsBody } from "./model";
import { numberIn, setup, outcome, question } from "./setup";
import { html, json, refusal } from "./replies";
import type { Call } from "./mockFetch";
import type { Question } from "../../src/insights";

const isAsking = ({ url }: Call) => url.searchParams.has("scenarioIds");

/** Answers questions by this; the rest is the model's. */
const answering = (reply: (call: Call) => Response | undefined) =>
  setup({ reply: (call) => (isAsking(call) ? reply(call) : undefined) });

async function askAll(client: ReturnType<typeof setup>, asked: readonly Question[]) {
  const outcomes = asked.map((one) => outcome(client.session.ask(one)));
  await client.flush();
  return outcomes;
}

describe("an answer to another question is an error, never a number", () => {
  const full = { interval: "FY", currency: "EUR" } as const;

  async function answerWith(meta: object | null | undefined) {
    const client = answering((call) => json({ ...resultsBody(askedBy(call)), meta }));
    const [asked] = await askAll(client, [question("s1", full)]);
    return asked!;
  }

  test.each([
    ["plan", { planId: "p2" }],
    ["currency", { currency: "USD" }],
    ["interval", { interval: "M" }],
    ["plan", { planId: "P1" }],
    ["interval", { planId: "p1", interval: "D", currency: "EUR" }],
  ])("another %s: %j", async (what, meta) => {
    const { error } = await answerWith(meta);
    expect(error).toMatchObject({ kind: "mismatch", message: expect.stringContaining(`for ${what} '`) });
    expect(error?.message).toMatch(/pnl-summary.*instead of.*not shown/);
  });

  test.each([
    [undefined],
    [null],
    [{}],
    [{ planId: null, currency: null, interval: null }],
    [{ planId: "p1" }],
    [{ planId: "p1", currency: "eur", interval: "fy" }],
  ])("but what is not said, or in another case, is no other: %j", async (meta) => {
    expect((await answerWith(meta)).state).toBe("fulfilled");
  });

  test("what was not asked for cannot differ: the service's own currency is taken", async () => {
    const client = answering((call) =>
      json({ ...resultsBody(askedBy(call)), meta: { planId: "p1", currency: "USD" } }),
    );
    const [asked] = await askAll(client, [question("s1", {})]);
    expect(asked?.value?.currency).toBe("USD");
  });
});

describe("the scenarios of an answer", () => {
  const three = ["s1", "s2", "s3"].map((scenario) => question(scenario));

  test("may come in any order, with others that nobody asked for", async () => {
    const client = answering((call) => {
      const asked = askedBy(call);
      return json(resultsBody({ ...asked, scenarios: ["other", ...[...asked.scenarios].reverse()] }));
    });
    const outcomes = await askAll(client, three);
    expect(outcomes.map(({ value }) => numberIn(value!))).toEqual(three.map(numberFor));
    expect(client.mockFetch.calls.filter(isAsking)).toHaveLength(1);
  });

  test("that are missing fail for their own callers only, and are asked again next time", async () => {
    const client = answering((call) => {
      const asked = askedBy(call);
      return json(resultsBody({ ...asked, scenarios: asked.scenarios.filter((id) => id !== "s2") }));
    });
    const outcomes = await askAll(client, three);
    expect(outcomes.map(({ state }) => state)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]?.error).toMatchObject({ kind: "missing", message: expect.stringContaining("Scenario 's2'") });
    await askAll(client, three);
    expect(client.mockFetch.calls.filter(isAsking).map((call) => askedBy(call).scenarios)).toEqual([
      ["s1", "s2", "s3"],
      ["s2"],
    ]);
  });

  test("may be none", async () => {
    const client = answering(() => json({ scenarios: [] }));
    for (const { error } of await askAll(client, three)) expect(error).toMatchObject({ kind: "missing" });
  });
});

describe("one scenario that the service refuses", () => {
  const four = ["s1", "bad", "s3", "s4"].map((scenario) => question(scenario));

  test.each([400, 404, 422])("does not fail those that share its request (%i)", async (status) => {
    const client = answering((call) =>
      askedBy(call).scenarios.includes("bad") ? refusal(status, "There is no scenario 'bad'.") : undefined,
    );
    const outcomes = await askAll(client, four);
    expect(outcomes.map(({ state }) => state)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(outcomes[1]?.error?.message).toContain("There is no scenario 'bad'");
    expect(numberIn(outcomes[2]!.value!)).toBe(numberFor(four[2]!));
    expect(client.mockFetch.calls.filter(isAsking).map((call) => askedBy(call).scenarios.join())).toEqual([
      "s1,bad,s3",
      "s4",
      "s1",
      "bad",
      "s3",
    ]);
  });

  test.each([401, 403, 500])("is not looked for after %i, which has nothing to do with scenarios", async (status) => {
    const client = answering(() => refusal(status, "No"));
    const outcomes = await askAll(client, four.slice(0, 3));
    await client.clock.pass(90_000);
    expect(outcomes.map(({ state }) => state)).toEqual(["rejected", "rejected", "rejected"]);
    expect(client.mockFetch.calls.filter(isAsking).every((call) => askedBy(call).scenarios.length === 3)).toBe(true);
  });
});

describe("a 404", () => {
  test("of the service is a value that does not exist", async () => {
    const [asked] = await askAll(
      answering(() => refusal(404, "There is no plan 'p1'.")),
      [question("s1")],
    );
    expect(asked?.error).toMatchObject({ kind: "unknown", message: expect.stringContaining("There is no plan 'p1'") });
  });

  test.each([
    ["HTML", () => html(404)],
    ["JSON of something else", () => json({ message: "no Route matched" }, 404)],
  ])("as %s is a failure, so that an outage never becomes a missing value", async (_what, reply) => {
    const [asked] = await askAll(answering(reply), [question("s1")]);
    expect(asked?.error).toMatchObject({ kind: "address", message: expect.stringContaining("pnl-summary") });
  });

  test.each(["supply", "sustainability"] as const)("for %s says that it is not offered yet", async (endpoint) => {
    for (const reply of [() => html(404), () => refusal(404, "There is no endpoint.")]) {
      const [asked] = await askAll(answering(reply), [{ ...question("s1"), endpoint }]);
      expect(asked?.error).toMatchObject({ kind: "unoffered", message: expect.stringMatching(/does not offer \/s/) });
    }
  });
});

test("an answer of another shape names the endpoint, the place and what was expected", async () => {
  const client = answering((call) => {
    const [scenario = ""] = askedBy(call).scenarios;
    return json({ scenarios: [{ ...element(question(scenario)), pnl: { ebit: "a lot" } }] });
  });
  const [asked] = await askAll(client, [question("s1")]);
  expect(asked?.error).toMatchObject({ kind: "malformed" });
  expect(asked?.error?.message).toMatch(
    /\/pnl-summary .*scenario s1, pnl, ebit, a number was expected and a text found/,
  );
});

test("an answer whose ratios are percentages is refused, by the amounts of the same row", async () => {
  const pnl = { netFIESales: 1000, cogs: 484, cogsPercent: 48.4 };
  const client = answering((call) => json({ ...resultsBody(askedBy(call)), scenarios: [{ scenarioId: "s1", pnl }] }));
  const [asked] = await askAll(client, [question("s1", { interval: "FY" })]);
  expect(asked?.error).toMatchObject({ kind: "malformed" });
  expect(asked?.error?.message).toMatch(/^The service returned Cost of goods sold % in percent instead of as a ratio /);
});
