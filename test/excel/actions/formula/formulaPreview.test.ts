/** The preview of a formula that is being built, from a ledger and a clock that are the test's. Nothing is written. */
import { questionKey } from "../../../../src/insights";
import { ebitAnswer, generationOf } from "../../../numbers/analysis/answersInMemory";
import type { StoreContext } from "../../../../src/excel/actions/context";
import { createFormulaActions, type FormulaActions } from "../../../../src/excel/actions/formula/formulaBuilder";
import { draftOf } from "../../../../src/excel/actions/formula/formulaDraft";
import type { FormulaDraft } from "../../../../src/excel/actions/formula/formulaState";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import type { Argument } from "../../../../src/numbers/language/argument";
import type { Plan } from "../../../../src/insights";
import { afterIn, type Task } from "../tasks";

const PLAN: Plan = {
  id: "p1",
  name: "Plan",
  currency: "EUR",
  scenarios: [
    { id: "s1", name: "One", flags: [] },
    { id: "s2", name: "Two", flags: [] },
  ],
};
const SINGLE: Plan = { ...PLAN, id: "p2", name: "Single", scenarios: PLAN.scenarios.slice(0, 1) };

let context: StoreContext;
let actions: FormulaActions;
/** What waits for the clock. */
let tasks: Task[];
let invoked: unknown[];
let answer: () => unknown;

beforeEach(() => {
  [tasks, invoked, answer] = [[], [], () => 100];
  context = {
    state: { plans: [PLAN, SINGLE], obstacle: { count: 1, examples: [] } } as unknown as StoreState,
    settings: { current: {} },
    listeners: new Set(),
    session: { generation: undefined },
    after: afterIn(tasks),
    ledger: {
      invoke: async (call: object) => {
        invoked.push(call);
        return { result: await answer(), questions: [] };
      },
    },
  } as unknown as StoreContext;
  actions = createFormulaActions(context, () => Promise.resolve());
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
const text = (value: string): Argument => ({ kind: "text", value });

function begin(formula: string): void {
  context.state = { ...context.state, draft: draftOf("Sheet1!B2", formula) };
}

function draft(): FormulaDraft {
  if (!context.state.draft) throw new Error("No formula is being built.");
  return context.state.draft;
}

/** Lets the clock go on once. */
async function pass(): Promise<void> {
  for (const task of tasks.splice(0)) task.run();
  await turn();
}

test("Nothing happens while no formula is being built", async () => {
  actions.setFunction("KPI");
  actions.setArgument("plan", text("Plan"));
  actions.turnArgument("plan");
  actions.pickArgument("plan");
  await actions.insert(true);
  expect([context.state.draft, context.state.failure, tasks]).toEqual([undefined, undefined, []]);
});

test("A change removes the obstacle and is previewed once, after the last", async () => {
  begin("");
  actions.setArgument("plan", text("Plan"));
  expect(context.state.obstacle).toBeUndefined();
  actions.setArgument("field", text("ebit"));
  expect([tasks.map(({ milliseconds }) => milliseconds), draft().preview]).toEqual([[300], { state: "working" }]);
  await pass();
  expect(invoked).toEqual([{ id: "PNL", args: expect.arrayContaining(["Plan", null, "ebit"]) as unknown[] }]);
  expect(draft().preview).toEqual({
    state: "done",
    rows: [[100]],
    formats: [{ row: 0, column: 0, rows: 1, columns: 1, numberFormat: "#,##0;-#,##0" }],
  });
});

test("A preview of a full year says how many months it has", async () => {
  const [year, months] = [ebitAnswer("FY", ["2026"], [30]), ebitAnswer("M", ["2026-01", "2026-02"], [10, 20])];
  const invoke = () => Promise.resolve({ result: 30, questions: [{ key: questionKey(year.question) }] });
  const held = [year];
  Object.assign(context, { ledger: { invoke }, session: { generation: generationOf(held) } });
  begin('=INSIGHTS.KPI("Plan","One","ebit")');
  actions.setArgument("currency", text("EUR"));
  await pass();
  expect(draft().preview).toMatchObject({ fullYear: expect.stringContaining("is not known: name a period") as string });
  Object.assign(context, { session: { generation: generationOf([...held, months]) } });
  actions.setArgument("currency", text("USD"));
  await pass();
  expect(draft().preview).toMatchObject({
    fullYear: expect.stringMatching(/has 2 months, 2026-01 to 2026-02\.$/) as string,
  });
});

test("An incomplete formula is not previewed, nor is the one before it", async () => {
  begin('=INSIGHTS.KPI("Plan","One","ebit")');
  actions.setArgument("period", text("2026"));
  actions.setArgument("field", { kind: "blank" });
  expect([tasks, draft().preview]).toEqual([[], { state: "incomplete", missing: ["field"] }]);
});

test("A preview that arrives after a change is not shown", async () => {
  begin('=INSIGHTS.KPI("Plan","One","ebit")');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answer = () => held.then(() => 1);
  actions.setArgument("period", text("2026"));
  await pass();
  actions.setArgument("period", text("2027"));
  release();
  await turn();
  expect(draft().preview).toEqual({ state: "working" });
});

test("A preview of a formula that is no longer built is not shown", async () => {
  begin("");
  actions.setArgument("plan", text("Plan"));
  context.state = { ...context.state, draft: undefined };
  await pass();
  expect([context.state.draft, invoked]).toEqual([undefined, []]);
});

test("Numbers, truth values, lists and blanks are passed as Excel passes them", async () => {
  begin("");
  actions.setArgument("plan", { kind: "number", value: 7 });
  actions.setArgument("scenario", { kind: "list", values: ["One", "Two"] });
  actions.setArgument("field", { kind: "boolean", value: true });
  await pass();
  expect(invoked).toMatchObject([{ args: expect.arrayContaining([7, [["One", "Two"]], true, null]) as unknown[] }]);
});

test("An argument that only Excel can compute leaves the preview unknown", async () => {
  begin("");
  actions.setArgument("plan", { kind: "expression", text: 'A1&""' });
  await pass();
  expect([draft().preview, invoked]).toEqual([{ state: "unknown" }, []]);
});

test("A call that fails shows its code and message", async () => {
  answer = () => Promise.reject(Object.assign(new Error("No such plan."), { code: "#N/A" }));
  begin("");
  actions.setArgument("plan", text("Plam"));
  await pass();
  expect(draft().preview).toEqual({ state: "failed", code: "#N/A", message: "No such plan." });
});

describe("the format of a single number", () => {
  const EURO = '#,##0" EUR";-#,##0" EUR"';
  const formatOf = async (formula: string) => {
    answer = () => 0.5;
    begin(formula);
    actions.setArgument("currency", text("EUR"));
    await pass();
    const { preview } = draft();
    return preview.state === "done" ? preview.formats.map(({ numberFormat }) => numberFormat) : preview.state;
  };

  test.each([
    ["is that of the field", '=INSIGHTS.KPI("Plan","One","ebitPercent")', ["0.0%"]],
    ["is that of a field in a list of one", '=INSIGHTS.PNL("Plan","One",{"ebitPercent"})', ["0.0%"]],
    ["is none without a field", '=INSIGHTS.PNL("Plan","One")', []],
    ["of a percentage is that of a ratio", '=INSIGHTS.VAR("Plan","One","Two","ebit",,,,,," Percent ")', ["0.0%"]],
    ["of a variance is that of the field", '=INSIGHTS.VAR("Plan","One","Two","ebit",,,,,,"amount")', [EURO]],
  ])("%s", async (_what, formula, formats) => {
    expect(await formatOf(formula)).toEqual(formats);
  });

  test("is that of the function for a time", async () => {
    answer = () => 46000.5;
    begin('=INSIGHTS.ASOF("Plan")');
    actions.setArgument("scenario", text("One"));
    await pass();
    expect(draft().preview).toMatchObject({ formats: [{ numberFormat: "yyyy-mm-dd hh:mm" }] });
  });
});

describe("the scenario may be left out", () => {
  const missing = (plan: Argument) => {
    begin("=INSIGHTS.KPI()");
    actions.setArgument("field", text("ebit"));
    actions.setArgument("plan", plan);
    const { preview } = draft();
    return preview.state === "incomplete" ? preview.missing : [];
  };

  test("if the plan has only one, by its name or its id", () => {
    expect(missing(text("Plan"))).toEqual(["scenario"]);
    expect([missing(text("single")), missing(text("p2"))]).toEqual([[], []]);
  });

  test("if only one is chosen in the workbook", () => {
    context.settings.current = { scenarios: ["s1", "s2"] };
    expect(missing(text("Plan"))).toEqual(["scenario"]);
    context.settings.current = { scenarios: ["s1"] };
    expect(missing(text("Plan"))).toEqual([]);
  });

  test("if the workbook's plan has only one and the formula names none", () => {
    context.settings.current = { plan: "p2" };
    expect(missing({ kind: "blank" })).toEqual([]);
    expect(missing({ kind: "reference", text: "A1" })).toEqual(["scenario"]);
    context.settings.current = { plan: "p1" };
    expect(missing({ kind: "blank" })).toEqual(["scenario"]);
  });
});

describe("a function chosen after one without a plan", () => {
  const chosen = () => {
    begin("=INSIGHTS.PLANS()");
    actions.setFunction("PNL");
    return draft().formula;
  };

  test("names the workbook's plan", () => {
    context.settings.current = { plan: "p1" };
    expect(chosen()).toBe('=INSIGHTS.PNL("Plan")');
  });

  test("names it by its id if another has that name", () => {
    context.settings.current = { plan: "p1" };
    context.state = { ...context.state, plans: [PLAN, { ...SINGLE, name: " PLAN " }] };
    expect(chosen()).toBe('=INSIGHTS.PNL("p1")');
  });

  test("names it by its id if it is not listed", () => {
    context.settings.current = { plan: "gone" };
    expect(chosen()).toBe('=INSIGHTS.PNL("gone")');
    context.state = { ...context.state, plans: undefined };
    expect(chosen()).toBe('=INSIGHTS.PNL("gone")');
  });

  test("names none if none is chosen", () => {
    expect(chosen()).toBe("=INSIGHTS.PNL()");
  });
});

test("An argument that is typed ends the picking, a reference that is turned does not", () => {
  begin("=INSIGHTS.PNL(A1)");
  actions.pickArgument("plan");
  actions.turnArgument("plan");
  expect([draft().formula, draft().picking]).toEqual(["=INSIGHTS.PNL($A$1)", "plan"]);
  actions.setArgument("scenario", text("One"));
  expect([draft().formula, draft().picking]).toEqual(['=INSIGHTS.PNL($A$1, "One")', undefined]);
});
