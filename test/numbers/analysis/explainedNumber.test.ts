/** The explanation of a number, from what is computed in memory. */
import {
  explainNumber,
  isOtherNumber,
  kindOfNumber,
  type ExplainedNumber,
  type ShownNumber,
} from "../../../src/numbers/analysis/explainedNumber";
import { askedNumber, type NumberSource } from "../../../src/numbers/analysis/numberSource";
import type { ExplainContext } from "../../../src/numbers/analysis/question";
import { questionKey, type Answer, type Generation, type Plan, type Question } from "../../../src/insights";
import { callByNames, type NumberArguments, type NumberCall } from "../../../src/numbers/analysis/numberCall";
import type { Figure } from "../../../src/numbers/language/figure";
import type { FunctionCall } from "../../../src/numbers/language/callKey";
import { openSandbox } from "../functions/excel";
import { ebitAnswer, sourceOf } from "./answersInMemory";
import { figureAsWritten, sourceOfExcel } from "./workbookSource";

const PLAN: Plan = {
  id: "p1",
  name: "Plan",
  currency: "EUR",
  scenarios: [
    { id: "s1", name: "One", flags: [] },
    { id: "s2", name: "Two", flags: [] },
  ],
};
const QUESTION: Question = { endpoint: "pnl", plan: "p1", scenario: "s1", parameters: { interval: "M" } };
const KEY = questionKey(QUESTION);
const YEAR: Question = { ...QUESTION, parameters: { interval: "FY" } };

/** The computed numbers, and those of them in memory. */
interface Computing {
  number?: () => unknown;
  answers?: readonly Answer[];
  connected?: boolean;
  plans?: readonly Plan[] | undefined;
}

function contextOf({
  number = () => 100,
  answers = [],
  connected = true,
  plans = [PLAN],
}: Computing = {}): ExplainContext {
  const invoke = async (asked: FunctionCall, invocation: { onFigure?: (figure: Figure) => void }) => {
    const figure = await figureAsWritten(asked);
    if (figure) invocation.onFigure?.(figure);
    return { result: await Promise.resolve().then(number), questions: [{ key: KEY }] };
  };
  const generation = {
    peekPlans: () => plans,
    questions: () => answers.map(({ question }) => question),
    peek: (question: Question) => answers.find((answer) => answer.question === question),
  };
  return {
    source: { invoke, generation: connected ? (generation as unknown as Generation) : undefined },
    plans,
    defaultPlan: "p1",
  };
}

const call = (id: NumberCall["id"], args: NumberArguments): NumberCall =>
  callByNames(id, { scenario: "s1", field: "ebit", ...args }, { settings: {} });
const EBIT = call("KPI", { period: "2026-02", basis: "ytd" });

describe("the kind of a number", () => {
  test.each<[string, NumberCall["id"], NumberArguments]>([
    ["amount", "KPI", { field: "ebit" }],
    ["amount", "KPI", { field: "no field" }],
    ["volume", "KPI", { field: "demandVolume" }],
    ["amount per unit", "KPI", { field: "demandValuePerUnit" }],
    ["ratio", "KPI", { field: "ebitPercent" }],
    ["points", "VAR", { field: "ebitPercent" }],
    ["percent", "VAR", { field: "ebit", measure: "percent" }],
    ["amount", "VAR", { field: "ebit", measure: "difference" }],
  ])("is %s for %s of %p", (kind, id, args) => {
    expect(kindOfNumber(call(id, args))).toBe(kind);
  });
});

test.each([
  [undefined, 1, false],
  [1, undefined, false],
  [100, 100, false],
  [100, 100 + 1e-8, false],
  [100, 100.001, true],
  [-100, -100.001, true],
  [0, 1e-12, true],
  [1e12, 1e12 + 500, false],
  [500, 0, true],
])("%p on the sheet and %p in memory differ: %p", (sheet, memory, expected) => {
  expect(isOtherNumber(sheet, memory)).toBe(expected);
});

test("A full year says how many months it has, another period does not", async () => {
  const invoke: NumberSource["invoke"] = async (asked, invocation: { onFigure?: (figure: Figure) => void }) => {
    const figure = await figureAsWritten(asked);
    if (figure) invocation.onFigure?.(figure);
    return { result: 30, questions: [{ key: questionKey(YEAR) }] };
  };
  const fullYearOf = async (args: NumberArguments, answers: readonly Answer[]) =>
    (await explainNumber(call("KPI", args), { ...contextOf(), source: { ...sourceOf(answers), invoke } })).fullYear;
  const answers = [ebitAnswer("FY", ["2026"], [30]), ebitAnswer("M", ["2026-01", "2026-02"], [10, 20])];
  expect(await fullYearOf({}, answers)).toBe("The full year of One has 2 months, 2026-01 to 2026-02.");
  expect(await fullYearOf({}, answers.slice(0, 1))).toMatch(/^How many months the full year of One has is not known/);
  expect(await fullYearOf({}, [])).toMatch(/^How many months the full year of s1 has is not known/);
  expect(await fullYearOf({ period: "2026-02" }, answers)).toBeUndefined();
});

test("Answers that only tell the current month are no sources, and their rows are not counted", async () => {
  const excel = openSandbox({}, { settings: { plan: "FY26 Plan" } });
  const source = sourceOfExcel(excel);
  const explain = async (field: string, period: string) => {
    const args = { scenario: "committed", field, period, basis: "YTD" };
    const asked = callByNames("KPI", args, { settings: {} });
    await askedNumber(source, asked);
    const plans = excel.session.generation?.peekPlans() ?? [];
    const { answers, combination } = await explainNumber(asked, { source, plans, defaultPlan: "fy26" });
    return [answers.map(({ family, scenario }) => `${family}, ${scenario}`), combination?.rows];
  };
  const months = (await excel.call("PERIOD", { period: "current", basis: "YTD", part: "months" })) as number;
  const month = (await excel.call("PERIOD", { period: "current" })) as string;
  expect(await explain("cogs", "current")).toEqual([["Profit and loss, Committed Plan"], months]);
  expect(await explain("cogs", "current")).toEqual(await explain("cogs", month));
  expect(await explain("demandValue", "current")).toEqual([["Demand forecast, Committed Plan"], expect.any(Number)]);
  expect(await explain("demandValue", "current")).toEqual(await explain("demandValue", month));
});

describe("a kept number without its answers", () => {
  const settings = { plan: "FY26 Plan" };
  const calls: readonly (readonly [NumberCall["id"], NumberArguments])[] = [
    ["KPI", { scenario: "committed", field: "cogs", basis: "YTD" }],
    ["KPI", { scenario: "committed", field: "demandValue", currency: "EUR" }],
    ["KPI", { scenario: "actual", field: "demandValue", groupBy: "region", item: "North" }],
    ["KPI", { scenario: "actual", field: "ebit" }],
    ["KPI", { scenario: "committed", field: "ebit", period: "2026", actualsTo: "current" }],
    ["VAR", { scenario: "Optimistic", base: "committed", field: "ebit" }],
    ["VAR", { scenario: "committed", base: "committed", basePlan: "FY26 Europe", field: "demandValue" }],
  ];

  test.each(calls)("has its months and its sources: %s %j", async (id, args) => {
    const excel = openSandbox({}, { settings });
    const source = sourceOfExcel(excel);
    const asked = callByNames(id, { period: "current", ...args }, { settings: {} });
    const questions = (await source.invoke(asked, {})).questions.map(({ key }) => ({ key, computedAt: 1 }));
    const plans = excel.session.generation?.peekPlans() ?? [];
    const context = { source, plans, defaultPlan: "fy26" };
    const inMemory = await explainNumber(asked, context);

    const later = openSandbox({}, { settings });
    for (const currency of ["", "EUR"])
      await later.call("KPI", { scenario: "actual", field: "ebit", period: "current", currency });
    const kept = { value: inMemory.value, entry: { questions, answeredAt: 0 } };
    const explained = await explainNumber(asked, { ...context, source: sourceOfExcel(later) }, kept);
    const namesOf = ({ answers }: ExplainedNumber) =>
      answers.map(({ family, plan, scenario }) => `${family}, ${plan}, ${scenario}`).sort();
    expect(namesOf(explained)).toEqual(namesOf(inMemory));
    expect(explained.title.replace(/, in [A-Z]{3}$/, "")).toBe(inMemory.title.replace(/, in [A-Z]{3}$/, ""));
    // Without a connection, a name may be of any scenario.
    const offline = await explainNumber(asked, { ...context, source: { ...source, generation: undefined } }, kept);
    expect(namesOf(offline)).toEqual(expect.arrayContaining(namesOf(inMemory)));
  });
});

describe("a number of the answers in memory", () => {
  const excel = openSandbox({}, { settings: { plan: "FY26 Plan", currency: "EUR", currentMonth: "2026-02" } });
  const source = sourceOfExcel(excel);
  const explain = async (args: NumberArguments) => {
    const asked = callByNames(
      "KPI",
      { scenario: "actual", period: "current", basis: "ytd", ...args },
      { settings: {} },
    );
    await askedNumber(source, asked);
    return explainNumber(asked, { source, plans: excel.session.generation?.peekPlans() ?? [], defaultPlan: "fy26" });
  };

  test("has its question, currency, rows and times", async () => {
    expect(await explain({ field: "ebit" })).toMatchObject({
      title: "EBIT of Actual in FY26 Plan, Jan–Feb 2026 (YTD), in EUR",
      value: expect.any(Number),
      kind: "amount",
      error: undefined,
      combination: { by: "sum", rows: 2, months: 2, labels: [] },
      answers: [expect.objectContaining({ family: "Profit and loss", plan: "FY26 Plan", scenario: "Actual" })],
      isNewer: false,
    });
  });

  test.each<[string, NumberArguments, object | undefined]>([
    [
      "of a ratio has the labels of both fields",
      { field: "ebitPercent" },
      { by: "ratio", labels: ["EBIT", "Net sales"] },
    ],
    [
      "of a weighted mean has the label of its weight",
      { field: "fillRate" },
      { by: "weighted", labels: ["Demand volume"] },
    ],
    [
      "of a full year has no months",
      { field: "ebit", period: null, basis: null },
      { by: "sum", months: undefined, rows: 1 },
    ],
    [
      "of months that the service lacks has no rows",
      { field: "ebit", period: "2030-02" },
      { months: 2, rows: undefined },
    ],
    ["of months not known yet has none", { field: "ebit", period: "soon" }, undefined],
    ["of a field that does not exist is none", { field: "none" }, undefined],
  ])("%s", async (_what, args, expected) => {
    const { combination } = await explain(args);
    if (expected === undefined) expect(combination).toBeUndefined();
    else expect(combination).toMatchObject(expected);
  });
});

test("A variance is no combination of rows, and is divided by its lines first", async () => {
  const { combination, dimensions } = await explainNumber(call("VAR", { base: "s2" }), contextOf());
  expect([combination, dimensions[0]]).toEqual([undefined, "lines"]);
});

test("A field that does not exist has no dimensions", async () => {
  expect(await explainNumber(call("KPI", { field: "none" }), contextOf())).toMatchObject({ dimensions: [] });
});

test("Without a plan the number is divided by no scenario", async () => {
  const { dimensions } = await explainNumber(EBIT, contextOf({ plans: [] }));
  expect(dimensions).toEqual(["lines", "month", "base"]);
});

describe("the step of a cell", () => {
  const entry = { questions: [{ key: KEY, computedAt: 3 }], answeredAt: 4 };
  const cellOf = (others: Partial<ShownNumber>): ShownNumber => {
    return { value: 100, entry, ...others };
  };

  test("shows the cell's number, and that memory has a newer one", async () => {
    const step = await explainNumber(EBIT, contextOf({ number: () => 130 }), cellOf({}));
    expect(step).toMatchObject({ value: 100, isNewer: true, error: undefined });
    expect((await explainNumber(EBIT, contextOf({ number: () => 130 }))).isNewer).toBe(false);
  });

  test("has no number if the cell shows none, though memory knows it", async () => {
    expect(await explainNumber(EBIT, contextOf(), cellOf({ value: undefined }))).toMatchObject({
      value: undefined,
      isNewer: false,
    });
  });

  test("has the answers of the ledger if memory knows none", async () => {
    const step = await explainNumber(EBIT, contextOf({ connected: false }), cellOf({}));
    expect(step.answers).toEqual([expect.objectContaining({ computedAt: 3, receivedAt: 4 })]);
    const unknown = await explainNumber(EBIT, contextOf({ connected: false }), cellOf({ entry: undefined }));
    expect(unknown.answers).toEqual([]);
  });

  test("has the cell's error, else that of the computation", async () => {
    const fail = (code: string) => () => Promise.reject(Object.assign(new Error("No such plan."), { code }));
    for (const code of ["#N/A", "#VALUE!"]) {
      const context = contextOf({ number: fail(code) });
      expect(await explainNumber(EBIT, context, cellOf({ error: "Its own." }))).toMatchObject({ error: "Its own." });
      expect(await explainNumber(EBIT, context)).toMatchObject({ error: "No such plan.", value: undefined });
    }
  });

  test("has no number if the result is a text", async () => {
    expect((await explainNumber(EBIT, contextOf({ number: () => "n/a" }))).value).toBeUndefined();
  });
});
