/** How one change is described, and which changes come first. */
import { callByNames, type NumberArguments } from "../../../../src/numbers/analysis/numberCall";
import { questionKey, type Plan } from "../../../../src/insights";
import {
  describeChange,
  isSeen,
  largestChanges,
  weighChange,
} from "../../../../src/excel/workbook/changes/changeSummary";
import type { Change } from "../../../../src/excel/workbook/refresh/cellChanges";
import type { Outcome } from "../../../../src/excel/workbook/refresh/recompute";

const PLAN: Plan = {
  id: "p1",
  name: "Plan",
  currency: "EUR",
  scenarios: ["One", "Two", "Three", "Four"].map((name, at) => ({ id: `s${at + 1}`, name, flags: [] })),
};
const OTHER: Plan = { ...PLAN, id: "p2", name: "Other", scenarios: [{ id: "t1", name: "Base", flags: [] }] };

interface Given {
  readonly id?: string;
  readonly args?: readonly unknown[];
  readonly before?: unknown;
  readonly result?: unknown;
  /** The questions of the new result: plan and scenario of each. */
  readonly questions?: readonly (readonly [plan: string, scenario: string])[];
  /** The questions that the entry had before. */
  readonly former?: readonly (readonly [plan: string, scenario: string])[];
}

const keyed = (questions: readonly (readonly [string, string])[]) =>
  questions.map(([plan, scenario]) => {
    return { key: questionKey({ endpoint: "pnl", plan, scenario, parameters: { interval: "FY" } }), computedAt: 1 };
  });

function outcomeOf({
  id = "KPI",
  args = ["Plan", "One", "ebit"],
  before = 100,
  result = 130,
  questions = [["p1", "s1"]],
  former,
}: Given = {}): Outcome {
  const entry = { id, args, settings: {}, questions: former && keyed(former) };
  return { entry, before, result, questions: keyed(questions), stamp: 1 } as unknown as Outcome;
}

function changeOf(before: unknown, after: unknown, outcomes: readonly Outcome[] = [], others: object = {}): Change {
  const anchor = { sheet: "Sheet1", row: 4, column: 2, formula: '=INSIGHTS.KPI("Plan","One","ebit")' };
  return { sheet: "Sheet1", row: 4, column: 2, before, after, outcomes, anchor, ...others } as unknown as Change;
}

const FACTS = { labels: { row: "EBIT", column: "One" }, numberFormat: "#,##0" };
const described = (change: Change, plans: readonly Plan[] = [PLAN, OTHER]) =>
  describeChange(change, FACTS, plans, "en-US");

test("Errors come first, then numbers by their difference, then texts", () => {
  const changes = [
    changeOf("a", "b"),
    changeOf(10, 12),
    changeOf(5, "#N/A"),
    changeOf("", 3),
    changeOf(1, -9),
    changeOf(4, ""),
    changeOf("#N/A", "x"),
    changeOf(0, ""),
  ];
  const ranked = largestChanges(changes, 8).map(({ before, after }) => [before, after]);
  expect(ranked).toEqual([
    [5, "#N/A"],
    ["#N/A", "x"],
    [1, -9],
    [4, ""],
    ["", 3],
    [10, 12],
    [0, ""],
    ["a", "b"],
  ]);
  expect(largestChanges(changes, 2)).toHaveLength(2);
});

test("A change has its place, its labels and its values as the cell shows them", () => {
  expect(described(changeOf(100, 130, [outcomeOf()]))).toMatchObject({
    sheet: "Sheet1",
    row: 4,
    column: 2,
    address: "Sheet1!C5",
    labels: FACTS.labels,
    plan: "Plan",
    scenario: "One",
    before: 100,
    after: 130,
    numberFormat: "#,##0",
    shown: { before: "100", after: "130", difference: "+30" },
  });
});

test("A change below the shown digits is not seen", () => {
  expect([isSeen(described(changeOf(100, 100.1))), isSeen(described(changeOf(100, 101)))]).toEqual([false, true]);
});

describe("the call that explains a cell", () => {
  const explained = (before: unknown, after: unknown, outcome = outcomeOf(), others: object = {}) =>
    described(changeOf(before, after, [outcome], others)).explained;

  test("is that of its number", () => {
    expect(explained(100, 130)).toEqual({
      call: expect.objectContaining({ id: "KPI" }) as object,
      before: 100,
      after: 130,
      scale: 1,
    });
  });

  test.each([
    ["a thousandth", 0.1, 0.13, 0.001],
    ["the opposite", -100, -130, -1],
    ["the number but for floating point", 100 * (1 + 5e-10), 130, 1],
  ])("may be shown as %s", (_what, before, after, scale) => {
    expect(explained(before, after)?.scale).toBeCloseTo(scale, 12);
  });

  test.each([
    ["another sum before", 101, 130],
    ["another sum after", 100, 131],
    ["a text before", "100", 130],
    ["a text after", 100, "130"],
  ])("is none for %s", (_what, before, after) => {
    expect(explained(before, after)).toBeUndefined();
  });

  test("is shown as it is if only floating point differs", () => {
    expect(explained(100 * (1 + 5e-10), 130 * (1 + 5e-10))?.scale).toBe(1);
    expect(explained(100.0001, 130.00013)?.scale).toBeCloseTo(1.000001, 9);
  });

  test("is found by the former number if the new one is 0", () => {
    expect(explained(0.1, 0, outcomeOf({ result: 0 }))?.scale).toBeCloseTo(0.001, 12);
    expect(explained(0, 0.13, outcomeOf({ before: 0 }))?.scale).toBeCloseTo(0.001, 12);
    expect(explained(0, 0, outcomeOf({ before: 0, result: 0 }))).toBeUndefined();
    expect(explained(0, 0)).toBeUndefined();
  });

  test("is none if the call returned no number", () => {
    expect(explained(100, 130, outcomeOf({ before: "none" }))).toBeUndefined();
    expect(explained(100, 130, outcomeOf({ result: "none" }))).toBeUndefined();
  });

  test("is none for an amount of a bridge", () => {
    const bridge = (amount: number) => [["EBIT", amount]];
    const outcome = outcomeOf({ id: "BRIDGE", before: bridge(100), result: bridge(130) });
    const anchor = { row: 4, column: 1, formula: "=INSIGHTS.BRIDGE(A1)" };
    expect(explained(100, 130, outcome, { anchor })).toBeUndefined();
  });

  describe("of a formula with several calls is the only one that changed", () => {
    const anchor = { row: 4, column: 2, formula: "=IF(A3,INSIGHTS.KPI(A1),0)+INSIGHTS.KPI(A2)" };

    test.each([
      ["if the cell shows its number", 100, 130, 1],
      ["if the cell adds it to another number, which stayed", 1100, 1130, 1],
      ["if the cell takes it off another number", 900, 870, -1],
    ])("%s", (_when, before, after, scale) => {
      expect(explained(before, after, outcomeOf(), { anchor })).toMatchObject({ before: 100, after: 130, scale });
    });

    test.each([
      ["a product of both", 200, 260],
      ["something else", 1100, 1131],
    ])("but not for %s", (_what, before, after) => {
      expect(explained(before, after, outcomeOf(), { anchor })).toBeUndefined();
    });
  });

  test("is none if several calls changed, or none", () => {
    expect(described(changeOf(100, 130, [outcomeOf(), outcomeOf()])).explained).toBeUndefined();
    expect(described(changeOf(100, 130)).explained).toBeUndefined();
  });

  test("is that of the cell's place in a table", () => {
    const table = (number: number) => [
      ["", "One", "Two"],
      ["EBIT", 1, number],
    ];
    const outcome = outcomeOf({
      id: "PNL",
      args: ["Plan", [["One", "Two"]], "ebit"],
      before: table(100),
      result: table(130),
      questions: [
        ["p1", "s1"],
        ["p1", "s2"],
      ],
    });
    const anchor = { row: 3, column: 0, formula: '=INSIGHTS.PNL("Plan",A1:B1,"ebit")' };
    expect(described(changeOf(100, 130, [outcome], { anchor }))).toMatchObject({
      scenario: "Two",
      explained: { call: { id: "KPI" }, before: 100, after: 130 },
    });
  });
});

describe("the subject of a change", () => {
  const subject = (outcomes: readonly Outcome[], plans?: readonly Plan[]) => {
    const { plan, scenario } = described(changeOf(1, "x", outcomes), plans);
    return [plan, scenario];
  };

  test.each<[string, Given, [string, string]]>([
    [
      "names scenarios once",
      {
        questions: [
          ["p1", "s1"],
          ["p1", "s1"],
        ],
      },
      ["Plan", "One"],
    ],
    [
      "names both plans",
      {
        questions: [
          ["p1", "s1"],
          ["p2", "t1"],
        ],
      },
      ["Plan, Other", "One, Base"],
    ],
    ["is known by ids only if nothing else is", { questions: [["p9", "s9"]] }, ["p9", "s9"]],
    ["is that of the former questions if the call failed", { questions: [], former: [["p1", "s2"]] }, ["Plan", "Two"]],
    ["is blank without questions", { questions: [] }, ["", ""]],
    [
      "compares the sides of a variance",
      {
        id: "VAR",
        questions: [
          ["p1", "s1"],
          ["p1", "s2"],
        ],
      },
      ["Plan", "One vs Two"],
    ],
    [
      "compares the sides of a bridge",
      {
        id: "BRIDGE",
        questions: [
          ["p1", "s1"],
          ["p1", "s2"],
        ],
      },
      ["Plan", "One vs Two"],
    ],
    [
      "lists three scenarios",
      {
        questions: [
          ["p1", "s1"],
          ["p1", "s2"],
          ["p1", "s3"],
        ],
      },
      ["Plan", "One, Two, Three"],
    ],
    [
      "cuts more than three",
      {
        questions: [
          ["p1", "s1"],
          ["p1", "s2"],
          ["p1", "s3"],
          ["p1", "s4"],
        ],
      },
      ["Plan", "One, Two, Three …"],
    ],
  ])("%s", (_what, given, expected) => {
    expect(subject([outcomeOf(given)])).toEqual(expected);
  });

  test("names the scenario that a flag means, and both of an explained variance", () => {
    const flagged = outcomeOf({ args: ["Plan", "committed", "ebit"] });
    expect(described(changeOf(100, 130, [flagged]))).toMatchObject({ scenario: "One", explained: { scale: 1 } });
    const questions = [
      ["p1", "s1"],
      ["p1", "s2"],
    ] as const;
    const variance = outcomeOf({ id: "VAR", args: ["Plan", "One", "Two", "ebit"], questions });
    expect(described(changeOf(100, 130, [variance]))).toMatchObject({
      scenario: "One vs Two",
      explained: { scale: 1 },
    });
  });

  test("has ids for plans that are not listed", () => {
    expect(subject([outcomeOf()], [])).toEqual(["p1", "s1"]);
  });
});

test.each<[string, "KPI" | "VAR", NumberArguments, number, string | undefined]>([
  ["more EBIT", "KPI", { field: "ebit" }, 1, "better"],
  ["more cost", "KPI", { field: "cogs" }, 1, "worse"],
  ["more cost, shown as a negative number", "KPI", { field: "cogs" }, -1, "better"],
  ["a better variance of a cost", "VAR", { field: "cogs" }, 1, "better"],
  ["a larger bare difference of a cost", "VAR", { field: "cogs", measure: "Difference" }, 1, "worse"],
  ["a field that is not known", "KPI", { field: "none" }, 1, undefined],
])("a change tells what it does to profit or service: %s", (_what, id, args, scale, effect) => {
  const call = callByNames(id, args, { settings: {} });
  expect(weighChange(1, 2, { call, before: 1, after: 2, scale }).effect).toBe(effect);
  expect(weighChange(1, 1, { call, before: 1, after: 1, scale }).effect).toBeUndefined();
});

test("a change of an amount has a size; one of a share has none beside it", () => {
  const sizeOf = (field: string, before: unknown = 5) =>
    weighChange(before, 2, { call: callByNames("KPI", { field }, { settings: {} }), before: 5, after: 2, scale: 1 })
      .amount;
  expect([sizeOf("ebit"), sizeOf("ebitPercent"), sizeOf("ebit", "")]).toEqual([-3, 0, 0]);
  expect(weighChange(1, 3, undefined)).toEqual({ amount: 2, effect: undefined });
});
