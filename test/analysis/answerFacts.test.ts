/** The answers behind a number: what is known of them, and how many of their rows it combines. */
import { questionKey, type Answer, type GroupBy, type Plan } from "../../src/insights";
import { callByNames, type NumberArguments } from "../../src/analysis/numberCall";
import { answerFacts, countRows, currencyOf } from "../../src/analysis/answerFacts";
import { sidesInWords } from "../../src/analysis/question";

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
    answerFacts([own], answers, { plans, dated: new Map(dated === undefined ? [] : [[own, dated]]), answeredAt: 9 })[0];

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

const counted = (answers: readonly Answer[], months: readonly string[] | undefined, args: NumberArguments = {}) =>
  countRows(callByNames("KPI", args, { settings: {} }), answers, months);

test("Rows of the meant months are counted, once for each scenario", () => {
  const monthly = answerOf({ rows: [["2026-01"], ["2026-02"], ["2026-03"]] });
  expect(counted([monthly], ["2026-01", "2026-02"])).toBe(2);
  expect(counted([monthly, monthly], ["2026-01", "2026-02"])).toBe(2);
  expect(counted([monthly, answerOf({ scenario: "s2", rows: [["2026-01"]] })], ["2026-01", "2026-02"])).toBe(3);
  expect(counted([monthly], ["2027-01"])).toBe(0);
});

test("A full year counts the rows of full years alone", () => {
  const year = answerOf({ interval: "FY", rows: [["2026"]] });
  expect(counted([year, answerOf({ rows: [["2026-01"], ["2026-02"]] })], undefined)).toBe(1);
  expect(counted([year], ["2026-01"])).toBe(0);
});

test("Only rows of the chosen items are counted", () => {
  const rows = [
    ["2026-01", "North"],
    ["2026-02", "North"],
    ["2026-01", "South"],
    ["2026-01", undefined],
  ] as const;
  const grouped = answerOf({ groupBy: "region", rows });
  const months = ["2026-01", "2026-02"];
  expect(counted([grouped], months, { groupBy: "region", item: "North" })).toBe(2);
  expect(counted([grouped], months, { groupBy: "region", item: "*th" })).toBe(3);
  expect(counted([grouped], months)).toBe(4);
});

test("The sides of a variance are named, with the period and the plan of the base", () => {
  const names = { plans: [PLAN, { ...PLAN, id: "p2", name: "Last" }], defaultPlan: "p1" };
  const sides = (args: NumberArguments) =>
    sidesInWords(callByNames("VAR", { scenario: "s1", field: "ebit", ...args }, { settings: {} }), names);
  expect(sides({ base: "other" })).toEqual(["Base", "other"]);
  expect(sides({ basePeriod: "pp" })).toEqual(["Base", "Base of the period before"]);
  expect(sides({ base: "other", basePeriod: "2025" })).toEqual(["Base", "other of 2025"]);
  expect(sides({ basePlan: "p2" })).toEqual(["Base", "Base in Last"]);
  expect(sides({ basePlan: "gone" })).toEqual(["Base", "s1 in gone"]);
});
