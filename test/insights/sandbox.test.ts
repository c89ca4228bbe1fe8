import "../sandbox/memoizedAggregates";
import { createSession, ENDPOINTS, FIELDS } from "../../src/insights";
import { plainRows } from "./plainRows";
import { createClock } from "./clock";
import type { Answer, Connection, Question, Session } from "../../src/insights";
import type { EndpointName } from "../../src/insights/endpoints";
import { DIALECTS, USUAL_DIALECT, type Dialect } from "../../sandbox/dialect";
import { createPlanning } from "../../sandbox/planning/planning";
import { ROUTES } from "../../sandbox/routes";
import { createSandbox, type SandboxOptions } from "../../sandbox/sandbox";
import { APP_URL } from "./model";
import { json } from "./replies";
import { createMockFetch } from "./mockFetch";

function open(options: SandboxOptions = {}, credentials?: Connection["credentials"]) {
  const sandbox = createSandbox(options);
  const mockFetch = createMockFetch((call) => sandbox.fetch(call.url.href, call.init));
  const session = createSession({
    fetch: mockFetch.fetch,
    scheduleBatch: queueMicrotask,
    timers: createClock().timers,
  });
  session.connect({ appUrl: APP_URL, credentials: credentials ?? { apiKey: sandbox.apiKey } });
  return { session, mockFetch, sandbox };
}

/** What the sandbox knows, simulated once for all dialects. */
const planning = createPlanning(1);

/** The sandbox's answers in a dialect, announced endpoints included. */
function openIn(dialect: Partial<Dialect>): Session {
  const service = {
    planning,
    dialect: { ...USUAL_DIALECT, ...dialect },
    gaps: {},
    generatedAt: "2026-03-01T00:00:00Z",
  };
  const { fetch } = createMockFetch(({ url }) => {
    if (url.pathname.endsWith("/token")) return json({ accessToken: "T" });
    const name = (Object.keys(ENDPOINTS) as EndpointName[]).find((key) => url.pathname.endsWith(ENDPOINTS[key].path))!;
    return json(ROUTES[name](service, (parameter) => url.searchParams.get(parameter) ?? undefined));
  });
  const session = createSession({ fetch, scheduleBatch: queueMicrotask, timers: createClock().timers });
  session.connect({ appUrl: APP_URL, credentials: { apiKey: "k" } });
  return session;
}

/** A service that ignores dates has more days, weeks and months. Where dates cut a week, it has the whole one. */
const YEAR = { dateFrom: "2026-01-01", dateTo: "2026-12-31" };
const WHOLE_WEEKS = { dateFrom: "2026-01-05", dateTo: "2026-12-27" };
const JANUARY = { dateFrom: "2026-01-01", dateTo: "2026-01-31" };

/** One question of each kind that the functions ask, for two scenarios, which take a while to simulate. */
async function askEverything(session: Session): Promise<Answer[]> {
  const [plan] = await session.plans();
  const kinds: Pick<Question, "endpoint" | "parameters">[] = [
    { endpoint: "pnl", parameters: { interval: "FY", currency: "EUR" } },
    { endpoint: "pnl", parameters: { interval: "M", ...YEAR } },
    { endpoint: "demand", parameters: { interval: "FY", groupBy: "sku" } },
    { endpoint: "demand", parameters: { interval: "W", groupBy: "region", ...WHOLE_WEEKS } },
    { endpoint: "demand", parameters: { interval: "D", groupBy: "channel", ...JANUARY } },
    { endpoint: "supply", parameters: { interval: "M", ...YEAR } },
    { endpoint: "sustainability", parameters: { interval: "FY" } },
  ];
  const asked = kinds.flatMap((kind) =>
    plan!.scenarios.slice(0, 2).map(({ id }): Question => ({ ...kind, plan: plan!.id, scenario: id })),
  );
  return Promise.all(asked.map((one) => session.ask(one)));
}

/** What an answer says, without what each dialect may choose: labels of periods, names of group keys, other texts, the order of rows. */
function substance({ question, scenario, currency }: Answer) {
  const { groupKey = "" } = scenario.rows;
  const rows = plainRows(scenario.rows)
    .map(({ groups, values }) => [groups.get(groupKey) ?? "", ...[...values].sort()].join("|"))
    .sort();
  return { question, currency, name: scenario.name, rows };
}

/** The fields that API specification §2.5 lets be left out. */
const OMITTED = new Set(["tradeExpenses", "cogsPercent", "supplyChainCost", "storageAndHandling", "transport"]);

function withoutOmitted(answer: Answer): Answer {
  const values = new Map([...answer.scenario.rows.values].filter(([name]) => !OMITTED.has(name)));
  const rows = { ...answer.scenario.rows, values };
  return { ...answer, scenario: { ...answer.scenario, rows } };
}

const usual = askEverything(openIn({}));

const choices = Object.entries(DIALECTS).flatMap(([choice, values]) =>
  values.map((value) => [choice, value, { [choice]: value }] as const),
);
const allAtOnce: Dialect = {
  groups: "scenarios",
  monthlyPnl: "nested",
  fields: "quickstart",
  periods: "dated",
  order: "reversed",
  texts: "more",
  totals: "named",
  dates: "ignored",
};

describe("the same numbers are read in any shape that the specification allows", () => {
  test.each<readonly [string, string, Partial<Dialect>]>([...choices, ["everything", "unusual", allAtOnce]])(
    "%s: %s",
    async (_choice, _value, dialect) => {
      const answers = await askEverything(openIn(dialect));
      const terse = dialect.fields === "quickstart";
      const expected = (await usual).map((answer) => (terse ? withoutOmitted(answer) : answer));
      expect(answers.map(substance)).toEqual(expected.map(substance));
    },
  );

  test("and the comparison covers many numbers, with a period if there are several", async () => {
    const answers = await usual;
    const rows = answers.flatMap(({ scenario }) => plainRows(scenario.rows));
    const names = new Set(rows.flatMap(({ values }) => [...values.keys()]));
    expect([...names].sort()).toEqual(FIELDS.map(({ name }) => name).sort());
    expect(rows.length).toBeGreaterThan(500);
    for (const { question, scenario } of answers) {
      if (question.endpoint === "demand") expect(scenario.rows.texts.size).toBe(1);
      if (question.endpoint !== "pnl" || question.parameters.interval === "M") {
        expect(scenario.rows.periods.texts).not.toContain("");
      }
    }
    expect(USUAL_DIALECT).toMatchObject({ groups: "keys", order: "asked" });
  });
});

const fullYear = (plan: string, scenario: string): Question => ({ endpoint: "pnl", plan, scenario, parameters: {} });

describe("with the sandbox's own rules", () => {
  test("both ways to a token lead to the plans", async () => {
    const { client } = createSandbox();
    const { session, sandbox } = open({}, { clientId: client.id, clientSecret: client.secret });
    expect((await session.plans()).map(({ id }) => id)).toEqual(sandbox.planning.plans.map(({ id }) => id));
  });

  test("a key without plans:read answers by id and may not list", async () => {
    const { keys, planning } = createSandbox();
    const { session } = open({}, { apiKey: keys.insightsOnly });
    await expect(session.plans()).rejects.toMatchObject({ kind: "forbidden" });
    const [plan] = planning.plans;
    const one = fullYear(plan!.id, plan!.scenarios[0]!.id);
    expect((await session.ask(one)).scenario.rows.values.get("ebit")?.[0]).toEqual(expect.any(Number));
  });

  test("a key without insights:read says which scope is missing", async () => {
    const { keys } = createSandbox();
    const { session } = open({}, { apiKey: keys.plansOnly });
    const [plan] = await session.plans();
    await expect(session.ask(fullYear(plan!.id, plan!.scenarios[0]!.id))).rejects.toMatchObject({
      kind: "forbidden",
      message: expect.stringMatching(/insights:read/),
    });
  });

  test("a wrong key is refused in the service's words, without the key", async () => {
    const { session, mockFetch } = open({}, { apiKey: "not-a-key" });
    const error: unknown = await session.plans().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: "unauthorized", message: expect.stringContaining("unknown or was withdrawn") });
    expect((error as Error).message).not.toContain("not-a-key");
    expect(mockFetch.calls).toHaveLength(1);
  });

  test("one unknown scenario does not fail the other, and an unknown plan does not exist", async () => {
    const { session, sandbox } = open();
    const [plan] = sandbox.planning.plans;
    const ids = [plan!.scenarios[0]!.id, "nonsense"];
    const outcomes = await Promise.allSettled(ids.map((id) => session.ask(fullYear(plan!.id, id))));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining("no scenario 'nonsense'") } });
    await expect(session.ask(fullYear("nonsense", ids[0]!))).rejects.toMatchObject({ kind: "unknown" });
  });

  test("an announced endpoint is not offered yet", async () => {
    const { session, sandbox } = open();
    const [plan] = sandbox.planning.plans;
    const one: Question = { ...fullYear(plan!.id, plan!.scenarios[0]!.id), endpoint: "supply" };
    await expect(session.ask(one)).rejects.toMatchObject({ kind: "unoffered" });
  });

  test("an expired token is replaced in flight", async () => {
    let now = Date.now();
    const { session, mockFetch } = open({ now: () => now });
    await session.plans();
    now += 2 * 3_600_000;
    await expect(session.refresh()).resolves.toBeUndefined();
    expect(mockFetch.to("/token")).toHaveLength(2);
  });
});
