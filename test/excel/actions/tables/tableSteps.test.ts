/** Building a table, with a plan, a selection and a ledger that are the test's. Nothing is written. */
import { questionKey } from "../../../../src/insights";
import { ebitAnswer, generationOf } from "../../../numbers/analysis/answersInMemory";
import { setState, type StoreContext } from "../../../../src/excel/actions/context";
import { createTableActions, type TableActions } from "../../../../src/excel/actions/tables/tableActions";
import type { TableState } from "../../../../src/excel/actions/tables/tableState";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import type { Plan } from "../../../../src/insights";
import * as insertion from "../../../../src/excel/workbook/insertion";
import { afterIn, type Task } from "../tasks";

jest.mock("../../../../src/excel/workbook/insertion");

const PLAN: Plan = {
  id: "p1",
  name: "FY27 Plan",
  currency: "EUR",
  scenarios: [
    { id: "s1", name: "One", flags: [] },
    { id: "s2", name: "Two", flags: [] },
  ],
};
const OTHER: Plan = { ...PLAN, id: "p2", name: "Other" };

let context: StoreContext;
let grid: TableActions;
let active: string;
let select: () => void;
/** What waits for the clock. */
let tasks: Task[];
let occupied: readonly insertion.OccupiedCell[];
let asked: string[];
/** What the functions return. */
let answer: (id: string) => unknown;

beforeEach(() => {
  Object.assign(globalThis, { Office: { context: {} } });
  [active, tasks, occupied, asked] = ["Sheet1!B2", [], [], []];
  answer = () => 7;
  jest.mocked(insertion.onActiveCell).mockImplementation((listener) => {
    select = () => listener("selected");
    return Promise.resolve(() => Promise.resolve());
  });
  jest.mocked(insertion.readActiveCell).mockImplementation(() => Promise.resolve({ address: active, formula: "" }));
  jest.mocked(insertion.readOccupied).mockImplementation((address, { rows, columns }) => {
    asked.push(`${address} ${rows}x${columns}`);
    return Promise.resolve([...occupied]);
  });
  context = {
    state: { plans: [PLAN, OTHER], isBusy: false } as unknown as StoreState,
    settings: { current: { plan: "p1" } },
    listeners: new Set(),
    session: { generation: undefined },
    now: () => Date.UTC(2031, 5, 1),
    after: afterIn(tasks),
    ledger: {
      invoke: async ({ id, args }: { id: string; args: readonly unknown[] }) => {
        asked.push(`${id} ${JSON.stringify(args)}`);
        return { result: await answer(id), questions: [] };
      },
    },
  } as unknown as StoreContext;
  grid = createTableActions(context);
});

/** Chooses a line by its label. */
async function choose(label: string): Promise<void> {
  const labels = grid.choices().lines.flatMap(({ options }) => options.map((option) => option.label));
  await grid.toggle("lines", labels.indexOf(label));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

function state(): TableState {
  if (!context.state.grid) throw new Error("No table is built.");
  return context.state.grid;
}

async function follow(): Promise<void> {
  grid.follow();
  await turn();
}

/** Lets the clock go on once. */
async function pass(): Promise<void> {
  for (const task of tasks.splice(0)) task.run();
  await turn();
}

test("A table begins with the year in the plan's name, else with this one", async () => {
  await follow();
  expect(state()).toMatchObject({ year: 2027, definition: { plan: "FY27 Plan", currency: "EUR" } });
  expect(state().definition?.columns.slice(0, 2)).toEqual([{ scenario: "One" }, { scenario: "Two" }]);
  context.settings.current = { plan: "p2" };
  await follow();
  expect(state()).toMatchObject({ year: 2031, definition: { plan: "Other" } });
});

describe("A table of actuals", () => {
  const actuals: Plan = { ...PLAN, scenarios: [{ id: "s0", name: "Booked", flags: ["actual"] }, ...PLAN.scenarios] };
  beforeEach(() => setState(context, { plans: [actuals] }));
  const periods = () => state().definition?.periods.map(({ period, basis }) => `${period} ${basis}`.trim());

  test("ends with them, as soon as the current month is known", async () => {
    answer = () => "2027-02";
    await follow();
    expect([periods(), asked]).toEqual([["current YTD"], ['PERIOD ["p1","current",null,null]']]);
    expect(state().actuals?.yearToDate).toBe("Jan–Feb 2027");
    grid.setTemplate("monthAndYear");
    await turn();
    expect(periods()).toEqual(["current", "current YTD"]);
  });

  test("has the whole year if no month is current", async () => {
    answer = () => Promise.reject(new Error("No month of the actuals has ended."));
    await follow();
    expect([periods(), context.state.failure]).toEqual([["2027"], undefined]);
  });

  test("keeps what the user has changed meanwhile", async () => {
    let tell: (month: string) => void = () => {};
    answer = () => new Promise((resolve) => (tell = resolve));
    await follow();
    grid.setPeriodPlace("down");
    tell("2027-02");
    await turn();
    expect([periods(), state().definition?.periodPlace]).toEqual([["2027"], "down"]);
  });
});

test("Without a plan there is a table without a definition", async () => {
  context.settings.current = {};
  await follow();
  expect(state()).toMatchObject({ definition: undefined, size: { rows: 0, columns: 0 }, formula: "", year: 2031 });
  grid.setTemplate("rolling");
  grid.setPeriodPlace("down");
  await grid.insertGrid(false);
  // Only the look for edit mode waits.
  expect([state().definition, tasks.map(({ milliseconds }) => milliseconds), asked]).toEqual([undefined, [2_000], []]);
});

test("A table that was begun stays when the section is opened again", async () => {
  await follow();
  grid.setPeriodPlace("down");
  const before = state();
  await follow();
  expect(state()).toBe(before);
});

test("Nothing changes before the section was opened", () => {
  grid.setTemplate("rolling");
  grid.setYear(2030);
  grid.setPeriodPlace("down");
  grid.closeHeadings();
  grid.answer("B1", "ignored");
  expect([context.state.grid, tasks]).toEqual([undefined, []]);
});

test("A new selection moves the table and its first formula, without a preview", async () => {
  await follow();
  grid.setTemplate("scenarios");
  const { formula, size } = state();
  expect([formula, size]).toEqual(["=INSIGHTS.KPI($C$5,C$9,$B11,$C$7,,,$C$6)", { rows: 15, columns: 3 }]);
  expect(tasks.map(({ milliseconds }) => milliseconds)).toEqual([300]);
  setState(context, { obstacle: { count: 1, examples: [] } });
  select();
  await turn();
  expect(context.state.obstacle).toBeDefined();
  active = "Sheet1!D9";
  select();
  await turn();
  expect(state()).toMatchObject({ target: "Sheet1!D9", formula: "=INSIGHTS.KPI($E$12,E$16,$D18,$E$14,,,$E$13)", size });
  expect(context.state.obstacle).toBeUndefined();
  expect(tasks).toHaveLength(1);
});

test.each(["lines", "columns", "periods"] as const)("A table without %s has no size and no formula", async (list) => {
  await follow();
  grid.change({ list, entries: [] });
  expect(state()).toMatchObject({ size: { rows: 0, columns: 0 }, formula: "" });
  await pass();
  await grid.insertGrid(false);
  expect([state().preview, asked]).toEqual([{ state: "working" }, []]);
});

test("A preview with full years says how many months they have", async () => {
  const answers = [ebitAnswer("FY", ["2026"], [30]), ebitAnswer("M", ["2026-01", "2026-02"], [10, 20])];
  const questions = answers.map(({ question }) => ({ key: questionKey(question) }));
  const invoke = () => Promise.resolve({ result: 30, questions });
  Object.assign(context, { ledger: { invoke }, session: { generation: generationOf(answers) } });
  await follow();
  grid.setTemplate("scenarios");
  await pass();
  expect(state().preview).toMatchObject({
    state: "done",
    fullYear: expect.stringMatching(/has 2 months, 2026-01 to 2026-02\.$/) as string,
  });
});

test("A change is previewed once, after the last, and again after a refresh", async () => {
  await follow();
  grid.setTemplate("scenarios");
  setState(context, { obstacle: { count: 1, examples: [] } });
  grid.change({ list: "lines", entries: [{ field: "ebit" }] });
  expect(context.state.obstacle).toBeUndefined();
  expect([tasks.length, state().preview]).toEqual([1, { state: "working" }]);
  await pass();
  expect(state().preview).toMatchObject({
    state: "done",
    rows: [
      ["", "One", "Two"],
      ["EBIT", 7, 7],
    ],
  });
  expect(asked).toHaveLength(2);
  answer = () => 8;
  setState(context, { refreshed: { at: 1 } as StoreState["refreshed"] });
  await turn();
  expect(state().preview).toMatchObject({ rows: [expect.anything(), ["EBIT", 8, 8]] });
});

test("A refresh while the table is not shown is followed when it is shown again", async () => {
  const stop = grid.follow();
  await turn();
  grid.setTemplate("scenarios");
  grid.change({ list: "lines", entries: [{ field: "ebit" }] });
  await pass();
  stop();
  answer = () => 8_000;
  setState(context, { refreshed: { at: 1 } as StoreState["refreshed"] });
  await turn();
  expect(state().preview).toMatchObject({ rows: [expect.anything(), ["EBIT", 7, 7]] });
  await follow();
  expect(state().preview).toMatchObject({
    rows: [expect.anything(), ["EBIT", 8_000, 8_000]],
    texts: [expect.anything(), [undefined, "8", "8"]],
  });
});

test("Numbers of before a refresh never replace those after it", async () => {
  await follow();
  grid.setTemplate("scenarios");
  grid.change({ list: "lines", entries: [{ field: "ebit" }] });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answer = () => held.then(() => 7);
  await pass();
  answer = () => 8;
  setState(context, { refreshed: { at: 1 } as StoreState["refreshed"] });
  await turn();
  release();
  await turn();
  expect(state().preview).toMatchObject({ rows: [expect.anything(), ["EBIT", 8, 8]] });
});

test("Amounts are scaled as chosen, and whole numbers are one of the choices", async () => {
  await follow();
  grid.setTemplate("scenarios");
  const textOf = async () => {
    await pass();
    const { preview } = state();
    return preview.state === "done" && preview.texts?.[1]?.[1];
  };
  answer = () => -1_234_567;
  expect(await textOf()).toBe("−1,235");
  grid.setScale("millions");
  expect(await textOf()).toBe("−1.2");
  grid.setScale(undefined);
  expect(await textOf()).toBe("−1,234,567");
});

test("A table of its own plan keeps it while the workbook has another, and starts with that plan's year", async () => {
  await follow();
  grid.setPlan(OTHER);
  expect(state()).toMatchObject({ plan: "p2", year: 2031, definition: { plan: "Other" } });
  await follow();
  expect(state().definition?.plan).toBe("Other");
});

test("A choice is added in the order of the P&L, and removed by the same click", async () => {
  await follow();
  grid.change({ list: "lines", entries: [{ field: "ebit" }] });
  const isChosen = () =>
    grid.choices().lines.flatMap(({ options }) => options.flatMap((each) => (each.isChosen ? each.label : [])));
  await choose("Net sales");
  await choose("EBIT %");
  expect(isChosen()).toEqual(["Net sales", "EBIT", "EBIT %"]);
  expect(state().definition?.lines.map(({ field }) => field)).toEqual(["netFIESales", "ebit", "ebitPercent"]);
  await choose("EBIT");
  expect(isChosen()).toEqual(["Net sales", "EBIT %"]);
});

test("A preview of an earlier table is not shown", async () => {
  await follow();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answer = () => held.then(() => 7);
  await pass();
  grid.setPeriodPlace("down");
  const before = state();
  release();
  await turn();
  expect(state()).toBe(before);
});

describe("groups", () => {
  beforeEach(follow);
  const itemsIn = () => state().definition?.lines.flatMap(({ item }) => item ?? []);
  const table = (items: readonly unknown[]) => [
    ["Scenario", "Period", "Region", "x"],
    ...items.map((item) => ["One", "FY", item, 1]),
  ];

  test("are added once for each item of the full year, a number as its text", async () => {
    answer = () => table(["North", 12, "North", "", null, { type: "Error" }]);
    await choose("Demand value by region");
    expect(asked).toEqual(['DEMAND ["FY27 Plan",[["One"]],[["demandValue"]],"FY","region",null,null,null,null]']);
    expect(itemsIn()).toEqual(["North", "12"]);
    expect(state().definition?.lines.at(-1)).toEqual({ field: "demandValue", groupBy: "region", item: "12" });
    expect(state().definition?.lines.slice(0, 1)).toEqual([{ field: "grossFIESales" }]);
  });

  test("are asked for without a scenario if the table has no column", async () => {
    answer = () => table([]);
    grid.change({ list: "columns", entries: [] });
    await choose("Demand value by region");
    expect(asked).toEqual(['DEMAND ["FY27 Plan",[[null]],[["demandValue"]],"FY","region",null,null,null,null]']);
  });

  test("are refused if they are more than a table takes", async () => {
    const items = Array.from({ length: 201 }, (_, at) => `Item ${at}`);
    answer = () => table(items);
    await choose("Demand value by region");
    expect(context.state.failure?.message).toBe("There are 201 items; 200 is the most for a table.");
    expect(itemsIn()).toEqual([]);
    answer = () => table(items.slice(1));
    await choose("Demand value by region");
    expect(itemsIn()).toHaveLength(200);
  });

  test("of nothing are none", async () => {
    answer = () => [];
    await choose("Demand value by region");
    expect([itemsIn(), context.state.failure]).toEqual([[], undefined]);
  });
});

describe("writing", () => {
  beforeEach(async () => {
    await follow();
    grid.setTemplate("scenarios");
  });

  test("stops at cells with contents, and names the first three", async () => {
    occupied = Array.from({ length: 4 }, (_, at) => ({ address: `Sheet1!B${at + 2}`, text: String(at), formula: "" }));
    await grid.insertGrid(false);
    expect(asked).toEqual(["Sheet1!B2 15x3"]);
    expect(context.state.obstacle).toEqual({
      count: 4,
      examples: ["Sheet1!B2 (0)", "Sheet1!B3 (1)", "Sheet1!B4 (2)"],
    });
    expect(context.state).toMatchObject({ isBusy: false, failure: undefined });
  });

  test("is refused for more cells than Excel recalculates at once", async () => {
    // 6 lines, 9 rows of title, head and headings, and 2 columns for each period.
    const periods = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ period: `${2000 + at}`, basis: "" }));
    occupied = [{ address: "Sheet1!B2", text: "1", formula: "" }];
    grid.change({ list: "periods", entries: periods(167) });
    await grid.insertGrid(false);
    expect(context.state.failure?.message).toBe(
      "The table would have 15 by 335 cells; 5000 is the most. Remove lines, columns or periods.",
    );
    expect(asked).toEqual([]);
    grid.change({ list: "periods", entries: periods(166) });
    await grid.insertGrid(false);
    expect([context.state.failure, asked.length]).toEqual([undefined, 1]);
  });

  test("does nothing while another action runs, and is one itself", async () => {
    const busy: boolean[] = [];
    occupied = [{ address: "Sheet1!B2", text: "1", formula: "" }];
    context.listeners.add(() => void busy.push(context.state.isBusy));
    await grid.insertGrid(false);
    expect([busy[0], busy.at(-1)]).toEqual([true, false]);
    setState(context, { isBusy: true });
    asked = [];
    await grid.insertGrid(false);
    expect([asked, context.state.isBusy]).toEqual([[], true]);
  });

  test("fills nothing before headings were read", async () => {
    await grid.fill(true);
    expect([state().written, context.state.failure]).toEqual([undefined, undefined]);
  });
});
