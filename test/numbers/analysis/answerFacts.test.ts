/** The answers behind a number: what is known of them, and how many of their rows it combines. */
import { questionKey, type Answer, type GroupBy, type Plan } from "../../../src/insights";
import { describeAnswers, currencyOf } from "../../../src/numbers/analysis/answerFacts";

const PLAN: Plan = {
  id: "p1",
  name: "FY26 Plan",
  currency: "EUR",
  scenarios: [{ id: "s1", name: "Base", flags: ["committed"] }],
};

const columnOf = (texts: readonly (string | undefined)[]) => {
  const known = [...new Set(texts.filter((text) => text !== undefined))];
  return { texts: known, codes: texts.map((text) => (text === undefined ? known.length : known.indexOf(text))) };
};

interface Given extends Partial<Pick<Answer, "currency" | "generatedAt" | "receivedAt">> {
  readonly interval?: "FY" | "M";
  readonly scenario?: string;
  readonly groupBy?: GroupBy;
  /** Period and group of each row. */
  readonly rows?: readonly (readonly [period: string, group?: string | undefined])[];
}

function answerOf({ interval = "M", scenario = "s1", groupBy, rows = [], ...others }: Given): Answer {
  const groups = groupBy && new Map([[groupBy, columnOf(rows.map(([, group]) => group))]]);
  const columns = {
    length: rows.length,
    periods: columnOf(rows.map(([period]) => period)),
    texts: groups ?? new Map(),
    values: new Map(),
    groupKey: groupBy,
    contradicted: new Set(),
  };
  return {
    question: { endpoint: groupBy ? "demand" : "pnl", plan: "p1", scenario, parameters: { interval } },
    scenario: { rows: columns },
    currency: undefined,
    generatedAt: undefined,
    sentAt: undefined,
    receivedAt: 5,
    ...others,
  } as unknown as Answer;
}

describe("the facts of an answer", () => {
  const answer = answerOf({ generatedAt: 3, receivedAt: 5 });
  const key = questionKey(answer.question);
  const held = new Map([[key, answer]]);
  const factsOf = (dated: number | undefined, answers = held, plans = [PLAN], own = key) =>
    describeAnswers([own], answers, {
      plans,
      dated: new Map(dated === undefined ? [] : [[own, dated]]),
      answeredAt: 9,
    })[0];

  test("are the names of plan and scenario, and its times", () => {
    expect(factsOf(undefined)).toEqual({
      family: "Profit and loss",
      plan: "FY26 Plan",
      scenario: "Base",
      computedAt: 3,
      generatedAt: 3,
      receivedAt: 5,
    });
    expect(factsOf(3)).toMatchObject({ computedAt: 3, receivedAt: 5 });
  });

  test("are ids if the plan is not known", () => {
    expect(factsOf(undefined, held, [])).toMatchObject({ plan: "p1", scenario: "s1" });
    expect(factsOf(undefined, held, [{ ...PLAN, scenarios: [] }])).toMatchObject({ plan: "FY26 Plan", scenario: "s1" });
  });

  test("are the ledger's if the cell's number is of an earlier answer", () => {
    expect(factsOf(2)).toMatchObject({ computedAt: 2, generatedAt: undefined, receivedAt: 9 });
    expect(factsOf(2, new Map())).toMatchObject({ computedAt: 2, receivedAt: 9 });
    expect(factsOf(undefined, new Map())).toMatchObject({ computedAt: 9, receivedAt: 9 });
  });

  test("name an endpoint that has no label", () => {
    const other = key.replace(/^pnl/, "elsewhere");
    expect(factsOf(1, new Map(), [PLAN], other)).toMatchObject({ family: "elsewhere", plan: "FY26 Plan" });
    expect(factsOf(1, new Map(), [PLAN], key.replace(/^pnl/, "plans"))).toMatchObject({ family: "plans" });
  });
});

test("A currency is that of all answers, or not known", () => {
  const [euro, dollar] = [answerOf({ currency: "EUR" }), answerOf({ currency: "USD" })];
  expect([currencyOf([euro, euro]), currencyOf([euro, dollar]), currencyOf([])]).toEqual(["EUR", undefined, undefined]);
});
