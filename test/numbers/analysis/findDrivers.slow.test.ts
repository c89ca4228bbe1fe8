/** Drivers of random plans before and after a refresh, against sums made plainly. */
import fc from "fast-check";
import { findField, questionKey, type Generation, type Question } from "../../../src/insights";
import type { Driver } from "../../../src/numbers/analysis/drivers";
import { findDrivers, type ChangeDivision, type ChangedNumber } from "../../../src/numbers/analysis/findDrivers";
import type { Invoke } from "../../../src/numbers/analysis/numberSource";
import {
  argumentsByName,
  callByNames,
  type NumberArguments,
  type NumberCall,
} from "../../../src/numbers/analysis/numberCall";
import { groupingOf, type Dimension } from "../../../src/numbers/analysis/parts";
import { runs } from "../../propertyOptions";
import { addLines, GROUPS, openData, planData, type ExplainSetup, type Line, type PlanData } from "./setup";

const RUNS = { numRuns: runs(12) };
const SCALE = 0.001;
type Call = ReturnType<ExplainSetup["call"]>;

const NAMES = { names: () => ({ plans: [], defaultPlan: undefined }) };

const driversBy = (divisions: readonly ChangeDivision[], dimension: Dimension) =>
  divisions.find((division) => division.dimension === dimension)?.drivers;

/** The dimension by which the answers to a call are divided. */
const ownDimension = (call: NumberCall) => groupingOf(call) ?? "lines";

/**
 * The drivers of the call's change by one dimension, and the numbers before and after.
 * @param asked Another question that has been answered before and after.
 */
async function driversOf(
  data: readonly [PlanData, PlanData],
  args: Parameters<ExplainSetup["call"]>[1],
  by: Dimension,
  asked: typeof args = args,
) {
  const [then, now] = [openData(data[0]), openData(data[1])];
  const call: Call = now.call("KPI", { scenario: "Base", ...args });
  const valueIn = async ({ invoke, generation }: ExplainSetup) => (await invoke(call, { generation })).result as number;
  const [before, after] = [await valueIn(then), await valueIn(now)];
  for (const { invoke, generation } of [then, now])
    await invoke(now.call("KPI", { scenario: "Base", ...asked }), { generation });
  const { generation: former } = then;
  const { generation: current } = now;
  if (!former || !current) throw new Error("Not connected.");
  now.excel.requests.length = 0;
  const options = { invoke: now.invoke, generations: { former, current }, others: () => [], ...NAMES };
  const drivers = driversBy(await findDrivers({ call, before, after, scale: SCALE }, options), by);
  expect(now.excel.requests).toEqual([]);
  if (!drivers) throw new Error("No drivers were found.");
  return { drivers, before, after };
}

/** Each driver is the difference of its part, and all of them add up to the change. */
function expectDrivers(
  { drivers, before, after }: { drivers: readonly Driver[]; before: number; after: number },
  parts: Readonly<Record<string, number>>,
): void {
  const largest = Math.max(1, Math.abs(before), Math.abs(after), ...Object.values(parts).map(Math.abs)) * SCALE;
  const sum = drivers.reduce((total, { amount }) => total + amount, 0);
  expect(Math.abs(sum - SCALE * (after - before))).toBeLessThanOrEqual(1e-9 * largest);
  for (const { label, amount } of drivers)
    expect([label, Math.abs(amount - SCALE * (parts[label] ?? NaN)) <= 1e-9 * largest]).toEqual([label, true]);
  const moved = Object.values(parts).filter((amount) => Math.abs(SCALE * amount) > 1e-9 * largest);
  expect(drivers.length).toBeGreaterThanOrEqual(moved.length);
}

const labelOf = (name: string) => findField(name)?.label ?? "";
const yearOf = (data: PlanData): Line => (data.pnl[0] ?? []).reduce(addLines);

test("drivers of EBIT are the differences of its five lines", () =>
  fc.assert(
    fc.asyncProperty(planData, planData, async (then, now) => {
      const [before, after] = [yearOf(then), yearOf(now)];
      const moved = (name: string) => (after[name] ?? NaN) - (before[name] ?? NaN);
      const costs = (line: Line) => (line.grossProfit ?? NaN) - (line.supplyChainCost ?? NaN) - (line.ebit ?? NaN);
      expectDrivers(await driversOf([then, now], { field: "ebit" }, "lines"), {
        [labelOf("grossFIESales")]: moved("grossFIESales"),
        [labelOf("tradeExpenses")]: -moved("tradeExpenses"),
        [labelOf("cogs")]: -moved("cogs"),
        [labelOf("supplyChainCost")]: -moved("supplyChainCost"),
        [labelOf("otherCosts")]: costs(before) - costs(after),
      });
    }),
    RUNS,
  ));

test("drivers of demand are the differences of its groups", () =>
  fc.assert(
    fc.asyncProperty(planData, planData, fc.constantFrom("product", "region", "channel", "sku"), async (...given) => {
      const [then, now, groupBy] = given;
      const sumOf = (data: PlanData, group: number) =>
        (data.demand[0]?.[groupBy] ?? []).reduce((sum, month) => sum + (month[group]?.demandValue ?? NaN), 0);
      const parts = GROUPS[groupBy].map((label, at) => [label, sumOf(now, at) - sumOf(then, at)] as const);
      const args = { field: "demandValue", period: "2026-01:2026-04" };
      const expected = Object.fromEntries(parts);
      expectDrivers(await driversOf([then, now], { ...args, groupBy }, groupBy), expected);
      // Of a number that was asked for by product, too.
      const others = await driversOf([then, now], args, groupBy, { ...args, groupBy });
      const rest = Object.values(expected).reduce((left, amount) => left - amount, others.after - others.before);
      expectDrivers(others, { ...expected, Other: rest });
    }),
    RUNS,
  ));

test("drivers by month are the differences of the months, in their order", () =>
  fc.assert(
    fc.asyncProperty(planData, planData, async (then, now) => {
      const monthsOf = (data: PlanData) => (data.pnl[0] ?? []).map(({ ebit = NaN }) => ebit);
      const labels = ["Jan 2026", "Feb 2026", "Mar 2026", "Apr 2026"];
      const moved = monthsOf(now).map((ebit, at) => ebit - (monthsOf(then)[at] ?? NaN));
      const found = await driversOf([then, now], { field: "ebit", period: "2026-01:2026-04" }, "month");
      expectDrivers(found, Object.fromEntries(labels.map((label, at) => [label, moved[at] ?? NaN])));
      expect(found.drivers.map(({ label }) => label)).toEqual(labels.filter((_label, at) => moved[at] !== 0));
    }),
    RUNS,
  ));

const callOf = (id: NumberCall["id"], args: NumberArguments) =>
  callByNames(id, { plan: "Plan", scenario: "s1", period: "2026-01", ...args }, { settings: {} });
const told = (drivers: readonly Driver[] | undefined) => drivers?.map(({ label, amount }) => [label, amount]);

test("New numbers that the service fails to return can be asked for again, and the failure is said", async () => {
  const group = { demandVolume: 1, demandValue: 2, fillRate: 1 };
  const rows = Object.fromEntries(Object.entries(GROUPS).map(([name, groups]) => [name, [groups.map(() => group)]]));
  const data = { pnl: [[{}], [{}]], demand: [rows, rows] } as unknown as PlanData;
  const [then, now] = [openData(data), openData(data)];
  const call = now.call("KPI", { scenario: "Base", field: "demandValue", period: "2026-01" });
  for (const { invoke } of [then, now]) await invoke(call, {});
  await then.invoke(
    now.call("KPI", { scenario: "Base", field: "demandValue", period: "2026-01", groupBy: "region" }),
    {},
  );
  const [former, current] = [then.generation, now.generation];
  if (!former || !current) throw new Error("Not connected.");
  const down = Object.assign(new Error("The service is down."), { code: "#VALUE!" });
  const divisions = await findDrivers(
    { call, before: 6, after: 6, scale: 1 },
    {
      invoke: (each, invocation) => ("generation" in invocation ? now.invoke(each, invocation) : Promise.reject(down)),
      generations: { former, current },
      others: () => [],
      mayAsk: "region",
      ...NAMES,
    },
  );
  expect(divisions.find(({ dimension }) => dimension === "region")).toEqual({
    dimension: "region",
    drivers: undefined,
    asks: { requests: 1, isAtLeast: false },
    failure: "The service is down.",
  });
});

describe("drivers from the numbers that the workbook shows", () => {
  type Shown = readonly [args: NumberArguments, before: number, after: number];

  const fromCells = async (id: NumberCall["id"], [args, before, after]: Shown, others: readonly Shown[]) => {
    const sides = others.map(([own, then, now]): ChangedNumber => ({
      call: callOf(id, own),
      before: then,
      after: now,
    }));
    const options = {
      invoke: () => Promise.reject(new Error("Nothing is asked.")),
      generations: undefined,
      others: () => sides,
      ...NAMES,
    };
    const call = callOf(id, args);
    return told(driversBy(await findDrivers({ call, before, after, scale: 1 }, options), ownDimension(call)));
  };

  test("are the lines of the same plan, scenario and period", async () => {
    const others: Shown[] = [
      [{ field: "grossProfit" }, 100, 120],
      [{ field: "supplyChainCost" }, 30, 35],
      [{ field: "otherCosts", period: "2026-02" }, 10, 50],
    ];
    expect(await fromCells("KPI", [{ field: "ebit" }, 60, 80], others)).toEqual([
      ["Gross profit", 20],
      ["Supply chain costs", -5],
      ["Other", 5],
    ]);
  });

  test("are none if no line is shown", async () => {
    expect(await fromCells("KPI", [{ field: "ebit" }, 60, 80], [])).toBeUndefined();
    expect(await fromCells("KPI", [{ field: "none" }, 60, 80], [])).toBeUndefined();
  });

  test("are none of another function", async () => {
    const call = callOf("VAR", { base: "s2", field: "ebit" });
    const sides = [{ call: callOf("KPI", { field: "grossProfit" }), before: 1, after: 2 }];
    const options = {
      invoke: () => Promise.reject(new Error("Nothing is asked.")),
      generations: undefined,
      others: () => sides,
      ...NAMES,
    };
    const divisions = await findDrivers({ call, before: 1, after: 2, scale: 1 }, options);
    expect(divisions).toEqual([{ dimension: "lines", drivers: undefined }]);
  });

  test.each<[string, Shown, Shown, [string, number]]>([
    [
      "a better cost adds to EBIT",
      [{ field: "ebit" }, 10, 13],
      [{ field: "supplyChainCost" }, 5, 8],
      ["Supply chain costs", 3],
    ],
    [
      "a difference of a cost is subtracted from EBIT",
      [{ field: "ebit", measure: "difference" }, 10, 7],
      [{ field: "supplyChainCost", measure: " Difference " }, 5, 8],
      ["Supply chain costs", -3],
    ],
    [
      "a better part adds to a cost's variance",
      [{ field: "supplyChainCost" }, 10, 12],
      [{ field: "transport", measure: "amount" }, 1, 3],
      ["Transport", 2],
    ],
    [
      "a part's difference is turned in a cost's variance",
      [{ field: "supplyChainCost" }, 10, 12],
      [{ field: "transport", measure: "difference" }, -1, -3],
      ["Transport", 2],
    ],
  ])("of a variance: %s", async (_what, whole, part, driver) => {
    const withBase = ([args, before, after]: Shown): Shown => [{ base: "s2", ...args }, before, after];
    expect(await fromCells("VAR", withBase(whole), [withBase(part)])).toEqual([driver]);
  });

  test.each<[string, NumberArguments]>([
    ["in percent", { field: "ebit", measure: " Percent " }],
    ["of a ratio", { field: "ebitPercent" }],
  ])("are none for a variance %s", async (_what, args) => {
    const lines: Shown[] = [[{ base: "s2", field: "grossProfit" }, 1, 2]];
    expect(await fromCells("VAR", [{ base: "s2", ...args }, 1, 2], lines)).toBeUndefined();
    const ebit: Shown = [{ base: "s2", field: "ebit" }, 1, 2];
    const measure = { measure: "percent" };
    expect(await fromCells("VAR", ebit, [[{ base: "s2", field: "grossProfit", ...measure }, 1, 2]])).toBeUndefined();
  });

  const DEMAND = { field: "demandValue", groupBy: "region" };

  test("are the items of demand, but not several of them together", async () => {
    const items: Shown[] = [
      [{ ...DEMAND, item: "North" }, 10, 12],
      [{ ...DEMAND, item: "South" }, 5, 4],
      [{ ...DEMAND, item: [["East"], ["West"]] }, 1, 9],
      [DEMAND, 15, 16],
      [{ groupBy: "region", field: "demandVolume", item: "West" }, 1, 9],
    ];
    expect(await fromCells("KPI", [DEMAND, 15, 16], items)).toEqual([
      ["North", 2],
      ["South", -1],
    ]);
    expect(await fromCells("KPI", [{ ...DEMAND, item: "N*" }, 15, 16], items)).toBeUndefined();
    expect(await fromCells("KPI", [DEMAND, 15, 16], items.slice(-2))).toBeUndefined();
  });

  test("are weighted items for a fill rate", async () => {
    const volume = { groupBy: "region", field: "demandVolume" };
    const rate = { groupBy: "region", field: "fillRate" };
    const items: Shown[] = [
      [{ ...volume, item: "North" }, 1, 1],
      [{ ...volume, item: "South" }, 1, 1],
      [{ ...rate, item: "North" }, 0.5, 0.75],
      [{ ...rate, item: "South" }, 0.5, 0.5],
    ];
    expect(await fromCells("KPI", [rate, 0.5, 0.625], items)).toEqual([["North", 0.125]]);
  });

  test.each([
    [1999, 0],
    [2000, 1],
    [4000, 2],
  ])("of %d numbers leave %d breaks to Excel", async (count, breaks) => {
    const timers = jest.spyOn(globalThis, "setTimeout");
    const line: Shown = [{ field: "grossProfit" }, 1, 2];
    await fromCells("KPI", [{ field: "ebit" }, 1, 2], Array<Shown>(count).fill(line));
    expect(timers.mock.calls.filter(([, delay]) => delay === 0)).toHaveLength(breaks);
    timers.mockRestore();
  });

  test("are those of at most 2,000 items", async () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, at): Shown => [{ ...DEMAND, item: `Item ${at}` }, 0, 1]);
    expect(await fromCells("KPI", [DEMAND, 0, 2000], items(2000))).toHaveLength(7);
    expect(await fromCells("KPI", [DEMAND, 0, 2001], items(2001))).toBeUndefined();
  });
});

describe("drivers from the answers of two generations", () => {
  type Side = "former" | "current";
  type NumberOf = (args: NumberArguments, side: Side) => number | "#N/A" | "#VALUE!" | undefined;

  const QUESTION: Question = { endpoint: "demand", plan: "p1", scenario: "s1", parameters: { interval: "M" } };

  /** A generation with one answer, whose rows are the items. */
  function generationOf(side: Side, items: readonly string[]): Generation {
    // The last row has no item.
    const codes = [...items.map((_item, at) => at), items.length];
    const rows = {
      length: codes.length,
      periods: { texts: ["2026-01"], codes: codes.map(() => 0) },
      texts: new Map([["region", { texts: items, codes }]]),
      values: new Map(),
      groupKey: "region",
    };
    const answer = { question: QUESTION, scenario: { rows } };
    return {
      side,
      questions: () => [{ ...QUESTION, scenario: "s9" }, QUESTION],
      peekPlans: () => [],
      peek: ({ scenario }: Question) => (scenario === "s1" ? answer : undefined),
    } as unknown as Generation;
  }

  /** Finds drivers by numbers of calls. The workbook itself shows another number of gross profit. */
  async function fromAnswers(
    explained: { readonly call: NumberCall; readonly before: number; readonly after: number },
    numberOf: NumberOf,
    items: Record<Side, readonly string[]> = { former: [], current: [] },
  ) {
    const generations = {
      former: generationOf("former", items.former),
      current: generationOf("current", items.current),
    };
    const asked = generations.former.questions();
    const questions = asked.map((question) => ({ key: questionKey(question), computedAt: 1 }));
    const invoke: Invoke = async (call, invocation) => {
      const { generation } = invocation as { generation: Generation & { readonly side: Side } };
      await generation.plans().catch((error: unknown) => expect(error).toMatchObject({ kind: "forbidden" }));
      await generation.ask({ ...QUESTION, scenario: String(call.args[1]) });
      const result = await Promise.resolve(numberOf(argumentsByName(call as NumberCall), generation.side));
      if (typeof result === "string") throw Object.assign(new Error("none"), { code: result });
      return { result, questions };
    };
    const shown = callOf(explained.call.id, { base: "s2", field: "grossProfit" });
    const others = () => [{ call: shown, before: 1, after: 2 }];
    const options = { invoke, generations, others, ...NAMES };
    return told(driversBy(await findDrivers({ ...explained, scale: 1 }, options), ownDimension(explained.call)));
  }

  const numbersIn =
    (numbers: Record<string, readonly [number, number]>): NumberOf =>
    ({ field }, side) =>
      numbers[field as string]?.[side === "former" ? 0 : 1] ?? "#N/A";
  const LINES = numbersIn({
    ebit: [60, 90],
    ebitPercent: [0.3, 0.45],
    grossProfit: [100, 135],
    supplyChainCost: [40, 45],
    netFIESales: [200, 200],
  });
  const EBIT = callOf("KPI", { field: "ebit" });

  test("are the lines that both answers have", async () => {
    expect(await fromAnswers({ call: EBIT, before: 60, after: 90 }, LINES)).toEqual([
      ["Gross profit", 35],
      ["Supply chain costs", -5],
    ]);
  });

  test("are the lines of a ratio's amount, also those without parts", async () => {
    const call = callOf("KPI", { field: "ebitPercent" });
    expect(await fromAnswers({ call, before: 0.3, after: 0.45 }, LINES)).toEqual([
      ["Gross profit", 0.175],
      ["Supply chain costs", -0.025],
    ]);
  });

  test.each<[string, number, number, NumberOf]>([
    ["is another before", 61, 90, LINES],
    ["is another after", 60, 91, LINES],
    ["has the other sign", -60, -90, LINES],
    ["is a text", 60, 90, () => undefined],
    ["cannot be computed", 60, 90, () => "#VALUE!"],
    ["does not exist", 0, 0, () => "#N/A"],
    ["alone cannot be computed", 60, 90, (args, side) => (args.field === "ebit" ? "#VALUE!" : LINES(args, side))],
  ])("are not used if their number %s", async (_what, before, after, numberOf) => {
    const [first] = (await fromAnswers({ call: EBIT, before, after }, numberOf)) ?? [];
    expect(first).toEqual(["Gross profit", 1]);
  });

  test("are used if only floating point differs", async () => {
    const drivers = await fromAnswers({ call: EBIT, before: 60 * (1 + 1e-12), after: 90 }, LINES);
    expect(drivers?.[0]).toEqual(["Gross profit", 35]);
  });

  const COSTS: NumberOf = (args, side) =>
    args.measure === "difference"
      ? numbersIn({ supplyChainCost: [10, 14], transport: [4, 8], storageAndHandling: [6, 6] })(args, side)
      : "#VALUE!";

  test.each([
    ["better costs are turned", "amount", -10, -14, ["Transport", -4]],
    ["differences of costs are not", "difference", 10, 14, ["Transport", 4]],
  ])("of a variance: %s", async (_what, measure, before, after, driver) => {
    const call = callOf("VAR", { base: "s2", field: "supplyChainCost", measure });
    expect(await fromAnswers({ call, before, after }, COSTS)).toEqual([driver]);
  });

  test.each([
    [-10, 14],
    [10, -14],
  ])("are not used if a variance changed from %d to %d", async (before, after) => {
    const call = callOf("VAR", { base: "s2", field: "supplyChainCost", measure: "amount" });
    expect(await fromAnswers({ call, before, after }, COSTS)).toBeUndefined();
  });

  const DEMAND = callOf("KPI", { field: "demandValue", groupBy: "region" });
  const REGIONS = { former: ["North", "South"], current: ["South", "West", "East"] };
  const byRegion =
    (numbers: Record<string, readonly [number | "#N/A", number | "#N/A"]>): NumberOf =>
    ({ field, item }, side) =>
      numbers[[field, item ?? "all"].join(" ")]?.[side === "former" ? 0 : 1];

  test("are the items of either answer; one that an answer lacks is 0 there", async () => {
    const numbers = byRegion({
      "demandValue all": [15, 20],
      "demandValue North": [10, "#N/A"],
      "demandValue South": [5, 8],
      "demandValue West": ["#N/A", 12],
      "demandValue East": ["#N/A", "#N/A"],
    });
    expect(await fromAnswers({ call: DEMAND, before: 15, after: 20 }, numbers, REGIONS)).toEqual([
      ["West", 12],
      ["North", -10],
      ["South", 3],
    ]);
  });

  test("leave an item out whose number is unknown in one answer", async () => {
    const numbers = byRegion({ "demandValue all": [15, 20], "demandValue South": [5, 8] });
    const half: NumberOf = (args, side) => (args.item === "North" && side === "former" ? 9 : numbers(args, side));
    const both = { former: ["North", "South"], current: ["North", "South"] };
    expect(await fromAnswers({ call: DEMAND, before: 15, after: 20 }, half, both)).toEqual([
      ["South", 3],
      ["Other", 2],
    ]);
    const failing: NumberOf = (args, side) => half(args, side) ?? "#VALUE!";
    expect(await fromAnswers({ call: DEMAND, before: 15, after: 20 }, failing, both)).toHaveLength(2);
  });

  test.each<[string, NumberOf]>([
    ["unknown", () => undefined],
    ["absent in both answers", () => "#N/A"],
  ])("are unknown if all items are %s", async (_what, other) => {
    const numberOf: NumberOf = (args, side) =>
      args.item === undefined ? (side === "former" ? 15 : 20) : other(args, side);
    expect(await fromAnswers({ call: DEMAND, before: 15, after: 20 }, numberOf, REGIONS)).toBeUndefined();
  });

  test("are the only item of both answers", async () => {
    const numbers = byRegion({ "demandValue all": [15, 20], "demandValue North": [15, 20] });
    const only = { former: ["North"], current: ["North"] };
    expect(await fromAnswers({ call: DEMAND, before: 15, after: 20 }, numbers, only)).toEqual([["North", 5]]);
  });

  test("are unknown if an answer is not in memory", async () => {
    const call = callOf("KPI", { field: "ebit", scenario: "s9" });
    expect(await fromAnswers({ call, before: 60, after: 90 }, LINES)).toBeUndefined();
  });

  test("are weighted by the items' volumes for a fill rate", async () => {
    const call = callOf("KPI", { field: "fillRate", groupBy: "region" });
    const numbers = byRegion({
      "fillRate all": [0.5, 0.625],
      "fillRate North": [0.5, 0.75],
      "demandVolume North": [1, 1],
      "fillRate South": [0.5, 0.5],
      "demandVolume South": [1, 1],
    });
    const items = { former: ["North", "South"], current: ["North", "South"] };
    expect(await fromAnswers({ call, before: 0.5, after: 0.625 }, numbers, items)).toEqual([["North", 0.125]]);
  });

  test("are not the items of a call that names one", async () => {
    const call = callOf("KPI", { field: "demandValue", groupBy: "region", item: "South" });
    const numbers = byRegion({ "demandValue South": [5, 8] });
    expect(await fromAnswers({ call, before: 5, after: 8 }, numbers, REGIONS)).toBeUndefined();
  });

  test("are those of at most 2,000 items", async () => {
    const ofItems = (count: number) => {
      const items = Array.from({ length: count }, (_, at) => `Item ${at}`);
      const numberOf: NumberOf = ({ item }, side) => (side === "former" ? 0 : item === undefined ? count : 1);
      return fromAnswers({ call: DEMAND, before: 0, after: count }, numberOf, { former: items, current: items });
    };
    expect(await ofItems(2000)).toHaveLength(7);
    expect(await ofItems(2001)).toBeUndefined();
  });

  test("are not asked of the service if the former answers are gone", async () => {
    const [data] = fc.sample(planData, { seed: 3, numRuns: runs(1) });
    if (!data) throw new Error("There is no sample.");
    const setup = openData(data);
    const { generation } = setup;
    if (!generation) throw new Error("Not connected.");
    const call = setup.call("KPI", { scenario: "Base", field: "ebit" });
    const options = {
      invoke: setup.invoke,
      generations: { former: generation, current: generation },
      others: () => [],
      ...NAMES,
    };
    const divisions = await findDrivers({ call, before: 1, after: 2, scale: 1 }, options);
    expect(divisions.map(({ drivers }) => drivers)).toEqual(divisions.map(() => undefined));
    expect(setup.excel.requests).toEqual([]);
  });
});
