/** Numbers from the answers in memory, and the requests that other numbers take. */
import { InsightsError, questionKey, type Answer, type Generation, type Question } from "../../../src/insights";
import {
  answersTo,
  askedNumber,
  knownNumber,
  requestsFor,
  type NumberSource,
} from "../../../src/numbers/analysis/numberSource";

const questionOf = (scenario: string, interval: "FY" | "M" = "FY"): Question => ({
  endpoint: "pnl",
  plan: "p1",
  scenario,
  parameters: { interval },
});

interface Given {
  /** The scenarios whose answers for the full year are in memory. */
  readonly known?: readonly string[];
  readonly hasPlans?: boolean;
  readonly error?: Error;
}

/** A source whose calls ask for the scenario and the interval that are their arguments, after the plans. */
function sourceOf({ known = [], hasPlans = true, error }: Given): NumberSource {
  const generation = {
    peekPlans: () => (hasPlans ? [] : undefined),
    peek: ({ scenario, parameters }: Question) =>
      parameters.interval === "FY" && known.includes(scenario) ? ({ scenario } as unknown as Answer) : undefined,
    questions: () => [...known, "pending"].map((scenario) => questionOf(scenario)),
    ask: (question: Question) => Promise.resolve({ question } as unknown as Answer),
    plans: () => Promise.resolve([]),
  } as unknown as Generation;
  return {
    generation,
    invoke: async ({ args: [scenario, interval] }, invocation) => {
      const asked = (invocation as { generation?: Generation }).generation ?? generation;
      await asked.plans().catch((refused: unknown) => expect(refused).toMatchObject({ kind: "forbidden" }));
      const question = questionOf(String(scenario), interval as "FY");
      await asked.ask(question);
      if (error) throw error;
      return { result: 5, questions: [{ key: questionKey(question), computedAt: 1 }] };
    },
  };
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });
const unknown = Object.assign(failure("#N/A", "gone"), { cause: new InsightsError("unknown", "gone") });
const callOf = (scenario: string, interval = "FY") => ({ id: "KPI", args: [scenario, interval] });
const KNOWN = { state: "known", value: 5, keys: [questionKey(questionOf("s1"))] };

test("A number is known if its answers are in memory", async () => {
  const source = sourceOf({ known: ["s1"] });
  expect(await knownNumber(source, callOf("s1"))).toEqual(KNOWN);
  expect(await knownNumber(source, callOf("s2"))).toEqual({ state: "unasked" });
  expect(await knownNumber({ ...source, generation: undefined }, callOf("s1"))).toEqual({ state: "unasked" });
});

test("A number that is asked for comes from the service", async () => {
  expect(await askedNumber(sourceOf({}), callOf("s1"))).toEqual(KNOWN);
});

test.each([
  ["absent if it does not exist", failure("#N/A", "gone"), { state: "absent", message: "gone", isUnknown: false }],
  ["unknown if there is no such period", unknown, { state: "absent", message: "gone", isUnknown: true }],
  ["failed for any other error", failure("#VALUE!", "why"), { state: "failed", message: "why" }],
  ["failed for an error without a code", new Error("broken"), { state: "failed", message: "broken" }],
  ["failed for an error without a message", failure("#VALUE!", ""), { state: "failed", message: "" }],
  ["unasked if the service was not asked", new InsightsError("unasked", ""), { state: "unasked" }],
])("A number is %s", async (_what, error, result) => {
  expect(await knownNumber(sourceOf({ known: ["s1"], error }), callOf("s1"))).toEqual(result);
});

test("A call whose failure hides a missing answer is unasked", async () => {
  const source = sourceOf({});
  const hiding: NumberSource = {
    ...source,
    invoke: (call, invocation) => source.invoke(call, invocation).catch(() => ({ result: 0, questions: [] })),
  };
  expect(await knownNumber(hiding, callOf("s1"))).toEqual({ state: "unasked" });
});

test.each<[string, Given, [string, string?][], number, boolean]>([
  ["none for what is in memory", { known: ["s1"] }, [["s1"]], 0, false],
  ["none for what is in memory but the plans", { known: ["s1"], hasPlans: false }, [["s1"]], 0, false],
  ["one for three scenarios", {}, [["s1"], ["s2"], ["s3"]], 1, false],
  ["two for four scenarios", {}, [["s1"], ["s2"], ["s3"], ["s4"]], 2, false],
  ["one for the same question twice", {}, [["s1"], ["s1"], ["s1"], ["s1"]], 1, false],
  ["one for each interval", {}, [["s1"], ["s1", "M"]], 2, false],
  ["one more for the plans, at least", { hasPlans: false }, [["s1"], ["s2"]], 2, true],
])("Requests are counted: %s", async (_what, given, calls, requests, isAtLeast) => {
  const asking = await requestsFor(
    sourceOf(given),
    calls.map(([scenario, interval]) => callOf(scenario, interval)),
  );
  expect(asking).toEqual({ requests, isAtLeast });
});

test("A plan that cannot be named without the list takes a request for it", async () => {
  const error = failure("#N/A", "no such plan");
  const source = sourceOf({ known: ["s1"], hasPlans: false, error });
  expect(await requestsFor(source, [callOf("s1")])).toEqual({ requests: 1, isAtLeast: true });
});

test("No request is counted while disconnected", async () => {
  const source = { ...sourceOf({ hasPlans: false }), generation: undefined };
  expect(await requestsFor(source, [callOf("s1")])).toEqual({ requests: 0, isAtLeast: false });
});

test("The answers to some questions are those in memory", () => {
  const source = sourceOf({ known: ["s1", "s2"] });
  const keys = ["s2", "pending", "s9"].map((scenario) => questionKey(questionOf(scenario)));
  expect(answersTo(source, keys)).toEqual([{ scenario: "s2" }]);
  expect(answersTo({ ...source, generation: undefined }, keys)).toEqual([]);
});
