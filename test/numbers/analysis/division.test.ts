import fc from "fast-check";
import { divide, type Division, type Part } from "../../../src/numbers/analysis/division";
import type { Dimension } from "../../../src/numbers/analysis/parts";
import {
  argumentsByName,
  callByNames,
  type NumberArguments,
  type NumberCall,
  withArguments,
} from "../../../src/numbers/analysis/numberCall";
import { questionKey, type Generation, type Question } from "../../../src/insights";
import type { Figure } from "../../../src/numbers/language/figure";
import type { FunctionCall } from "../../../src/numbers/language/callKey";
import { runs } from "../../propertyOptions";
import { addLines, GROUPS, MONTHS, openData, planData, type ExplainSetup, type PlanData } from "./setup";
import { figureAsWritten } from "./workbookSource";

type Done = Extract<Division, { state: "done" }>;

async function divided(
  setup: ExplainSetup,
  call: ReturnType<ExplainSetup["call"]>,
  dimension: Dimension,
): Promise<Done> {
  const plans = (await setup.excel.session.generation?.plans()) ?? [];
  const division = await divide(call, dimension, {
    source: setup,
    names: () => ({ plans, defaultPlan: undefined }),
    mayAsk: true,
  });
  if (division.state !== "done") throw new Error(`Expected parts, not ${JSON.stringify(division)}.`);
  return division;
}

const near = (one: number | undefined, other: number, scale: number) =>
  expect(Math.abs((one ?? NaN) - other)).toBeLessThanOrEqual(1e-9 * Math.max(1, scale));

/** The parts alone add up to the whole, are sorted by size (months by the calendar), and their shares add up to 100 %. */
function expectComplete({ whole = NaN, isBySize, parts }: Done, oracle: number): void {
  const scale = parts.reduce((most, { amount = 0 }) => Math.max(most, Math.abs(amount)), Math.abs(oracle));
  near(whole, oracle, scale);
  near(
    parts.reduce((sum, { amount = NaN }) => sum + amount, 0),
    oracle,
    scale,
  );
  // All parts are found, so nothing is left for a last row.
  expect(parts.filter(({ call }) => call === undefined)).toEqual([]);
  const sizes = parts.map(({ amount = NaN }) => Math.abs(amount));
  if (isBySize) expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  if (whole === 0) return expect(parts.every(({ share }) => share === undefined)).toBe(true);
  near(
    parts.reduce((sum, { share = NaN }) => sum + share, 0),
    1,
    scale / Math.abs(whole),
  );
}

const amountOf = (parts: readonly Part[], label: string) => parts.find((row) => row.label === label)?.amount;
const pnlOf = (data: PlanData, scenario: number, months: number = MONTHS.length) =>
  (data.pnl[scenario] ?? []).slice(0, months).reduce(addLines);
const RUNS = { numRuns: runs(12) };

/** Names in which composition, spaces and case can differ between the service and the formula. */
const ODD_NAMES: Readonly<Record<string, string>> = { North: "Z\u00fcrich Nord", South: "K\u00f6ln=*" };

/** Spellings that mean the same item. */
const spellings = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => name.normalize("NFD"),
  (name) => ` ${name} `,
  (name) => name.toUpperCase(),
  (name) => `${name.normalize("NFD").toLowerCase()} `,
);

describe("a division of random data", () => {
  test("divides an amount of demand by any grouping into rows that add up to it", () =>
    fc.assert(
      fc.asyncProperty(
        planData,
        fc.constantFrom("product", "region", "channel", "sku"),
        fc.constantFrom("2026-01:2026-04", "2026-02", "2026-Q1"),
        async (data, dimension, period) => {
          const setup = openData(data);
          const call = setup.call("KPI", { scenario: "Base", field: "demandValue", period, groupBy: dimension });
          const months = { "2026-01:2026-04": [0, 1, 2, 3], "2026-02": [1], "2026-Q1": [0, 1, 2] }[period] ?? [];
          const sums = GROUPS[dimension].map((_group, at) =>
            months.reduce((sum, month) => sum + (data.demand[0]?.[dimension][month]?.[at]?.demandValue ?? NaN), 0),
          );
          const division = await divided(setup, call, dimension);
          expectComplete(
            division,
            sums.reduce((sum, each) => sum + each, 0),
          );
          GROUPS[dimension].forEach((group, at) =>
            expect(amountOf(division.parts, group)).toBeCloseTo(sums[at] ?? NaN, 6),
          );
        },
      ),
      RUNS,
    ));

  test("divides several items, however they are spelled, into rows that add up to them", () =>
    fc.assert(
      fc.asyncProperty(planData, spellings, spellings, async (data, sent, typed) => {
        const setup = openData(data, (group) => sent(ODD_NAMES[group] ?? group));
        const item = GROUPS.region.map((group) => [typed(ODD_NAMES[group] ?? group)]);
        const call = setup.call("KPI", {
          scenario: "Base",
          field: "demandValue",
          groupBy: "region",
          item,
          period: "2026-Q1",
        });
        const whole = (await setup.invoke(call, {})).result as number;
        const division = await divided(setup, call, "region");
        expect(division.parts).toHaveLength(GROUPS.region.length);
        expectComplete(division, whole);
      }),
      RUNS,
    ));

  test("divides a variance into its items once each, however each side spells them", () =>
    fc.assert(
      fc.asyncProperty(planData, spellings, spellings, async (data, own, base) => {
        const setup = openData(data, (group, scenario) => (scenario === "s1" ? own : base)(ODD_NAMES[group] ?? group));
        const args = { scenario: "Base", base: "Upside", field: "demandValue", groupBy: "region", period: "2026-Q1" };
        for (const item of [null, "<>East"]) {
          const call = setup.call("VAR", { ...args, item });
          const whole = (await setup.invoke(call, {})).result as number;
          const division = await divided(setup, call, "region");
          expect(division.parts).toHaveLength(GROUPS.region.length);
          expectComplete(division, whole);
        }
      }),
      RUNS,
    ));

  test("divides a line of the P&L by its lines and by months into rows that add up to it", () =>
    fc.assert(
      fc.asyncProperty(
        planData,
        fc.constantFrom("netFIESales", "grossProfit", "supplyChainCost", "ebit", "dpm"),
        fc.constantFrom("lines", "month"),
        fc.constantFrom({ period: "2026-03", basis: "YTD", months: 3 }, { period: null, basis: null, months: 4 }),
        async (data, field, dimension, { period, basis, months }) => {
          const setup = openData(data);
          const call = setup.call("KPI", { scenario: "Base", field, period, basis });
          const division = await divided(setup, call, dimension);
          expectComplete(division, pnlOf(data, 0, months)[field] ?? NaN);
          if (dimension !== "month") return;
          const inOrder = (data.pnl[0] ?? []).slice(0, months).map((lines) => lines[field] ?? NaN);
          expect(division.parts.map(({ amount }) => amount)).toEqual(inOrder.map((value) => expect.closeTo(value, 6)));
        },
      ),
      RUNS,
    ));

  test("divides a variance by lines, months and groups into rows that add up to it", () =>
    fc.assert(
      fc.asyncProperty(
        planData,
        fc.constantFrom("amount", "difference"),
        fc.constantFrom<readonly [string, Dimension]>(
          ["ebit", "lines"],
          ["supplyChainCost", "lines"],
          ["ebit", "month"],
          ["cogs", "month"],
          ["demandValue", "region"],
        ),
        async (data, measure, [field, dimension]) => {
          const setup = openData(data);
          const call = setup.call("VAR", { scenario: "s1", base: "s2", field, period: "2026-01:2026-04", measure });
          const numberOf = (scenario: number) =>
            field === "demandValue"
              ? (data.demand[scenario]?.region ?? []).flat().reduce(addLines).demandValue
              : pnlOf(data, scenario)[field];
          const isCost = field === "cogs" || field === "supplyChainCost";
          const sign = isCost && measure === "amount" ? -1 : 1;
          // By product, as it is if nothing is asked for, the numbers of a region do not come in.
          const grouped = dimension === "region" ? withArguments(call, { groupBy: "region" }) : call;
          expectComplete(
            await divided(setup, grouped, dimension),
            sign * ((numberOf(0) ?? NaN) - (numberOf(1) ?? NaN)),
          );
        },
      ),
      RUNS,
    ));

  test("keeps the sum at each further level", () =>
    fc.assert(
      fc.asyncProperty(planData, async (data) => {
        const setup = openData(data);
        const first = await divided(
          setup,
          setup.call("KPI", { scenario: "s1", field: "ebit", period: "2026-01:2026-04" }),
          "month",
        );
        for (const row of first.parts) {
          if (!row.call) continue;
          const next = await divided(setup, row.call, "lines");
          expectComplete(next, (row.amount ?? NaN) * (row.sign ?? NaN));
        }
      }),
      RUNS,
    ));
});

/** A plan with round numbers. */
const [sample] = fc.sample(planData, { seed: 5, numRuns: runs(1) });

function openSample(): ExplainSetup {
  if (!sample) throw new Error("There is no sample.");
  return openData(sample);
}

test("weights a fill rate by volume, and shows no share", async () => {
  const setup = openSample();
  const call = setup.call("KPI", { scenario: "s1", field: "fillRate", period: "2026-01", groupBy: "region" });
  const { parts, whole } = await divided(setup, call, "region");
  const weights = parts.reduce((sum, { weight = NaN }) => sum + weight, 0);
  const mean = parts.reduce((sum, { amount = NaN, weight = NaN }) => sum + amount * weight, 0) / weights;
  expect(whole).toBeCloseTo(mean, 12);
  expect(parts.every(({ share }) => share === undefined)).toBe(true);
});

test.each<[string, Dimension, NumberArguments, boolean]>([
  ["of months are its weights", "month", {}, true],
  ["of other scenarios are none", "scenario", {}, false],
  ["of a variance's regions are none", "region", { base: "s2" }, false],
])("volumes %s in a fill rate", async (_what, dimension, { base }, hasWeights) => {
  const setup = openSample();
  const args = { scenario: "s1", base, field: "fillRate", period: "2026-01:2026-02", groupBy: "region" };
  const { parts } = await divided(setup, setup.call(base ? "VAR" : "KPI", args), dimension);
  expect(parts.map(({ weight }) => typeof weight === "number")).toEqual(parts.map(() => hasWeights));
  expect(parts.length).toBeGreaterThan(1);
});

test("finds the groups of a variance whose base has no numbers", async () => {
  const setup = openSample();
  const args = { scenario: "s1", field: "demandValue", period: "2026-02", groupBy: "region", basePeriod: "PY" };
  const { parts } = await divided(setup, setup.call("VAR", args), "region");
  expect(parts.map(({ label, call }) => [label, call?.id]).sort()).toEqual([
    ["North", "KPI"],
    ["South", "KPI"],
  ]);
});

test("divides several items into those items alone", async () => {
  const setup = openSample();
  const item = [["North"], ["S*"]];
  const call = setup.call("KPI", { scenario: "s1", field: "demandValue", period: "2026-01", groupBy: "region", item });
  const { parts } = await divided(setup, call, "region");
  expect(parts.map(({ label }) => label).sort()).toEqual(["North", "South"]);
  const channels = withArguments(call, { groupBy: "channel", item: [["O*"], ["Kiosk*"]] });
  const some = await divided(setup, channels, "channel");
  expect(some.parts.map(({ label }) => label).sort()).toEqual(["Kiosk*", "Online"]);
});

test("shows the two sides of a variance, and a ratio as its two amounts", async () => {
  const setup = openSample();
  const args = { scenario: "s1", base: "s2", field: "ebit", period: "2026-02" };
  const sides = await divided(setup, setup.call("VAR", args), "sides");
  expect(sides.parts.map(({ call }) => call?.args.slice(0, 4))).toEqual([
    ["Plan One", "s1", "ebit", "2026-02"],
    ["Plan One", "s2", "ebit", "2026-02"],
  ]);
  const [own, base] = sides.parts.map(({ amount = NaN }) => amount);
  expect(sides.whole).toBeCloseTo((own ?? NaN) - (base ?? NaN), 6);
  const ratio = await divided(setup, setup.call("KPI", { ...args, field: "ebitPercent" }), "lines");
  const [ebit, sales] = ["EBIT", "Net sales"].map((label) => amountOf(ratio.parts, label) ?? NaN);
  expect(ratio.whole).toBeCloseTo((ebit ?? NaN) / (sales ?? NaN), 9);
});

test("compares with the other scenarios, and leads to the variance", async () => {
  const setup = openSample();
  const call = setup.call("KPI", { scenario: "s1", field: "ebit", period: "2026-02" });
  const { parts, whole = NaN } = await divided(setup, call, "base");
  const upside = parts.find(({ label }) => label === "Upside");
  const other = await divided(setup, setup.call("KPI", { scenario: "s2", field: "ebit", period: "2026-02" }), "lines");
  expect(upside?.amount).toBeCloseTo(whole - (other.whole ?? NaN), 6);
  expect(upside?.call?.id).toBe("VAR");
  // The year before has no numbers.
  expect(parts.at(-1)).toMatchObject({ label: "Prior year", amount: undefined, reason: expect.any(String) as string });
});

test("counts the requests of what is missing, and sends none before the user agrees", async () => {
  const setup = openSample();
  const call = setup.call("KPI", { scenario: "s1", field: "demandValue", period: "2026-01" });
  const plans = (await setup.excel.session.generation?.plans()) ?? [];
  const quiet = { source: setup, names: () => ({ plans, defaultPlan: undefined }), mayAsk: false };
  const before = setup.excel.requests.length;
  // The number itself is by product, the parts are by region.
  expect(await divide(call, "region", quiet)).toEqual({ state: "asks", requests: 2, isAtLeast: false });
  expect(await divide(call, "scenario", quiet)).toEqual({ state: "asks", requests: 1, isAtLeast: false });
  expect(setup.excel.requests).toHaveLength(before);
  await divide(call, "region", { ...quiet, mayAsk: true });
  expect(setup.excel.requests).toHaveLength(before + 2);
  expect(await divide(call, "region", quiet)).toMatchObject({ state: "done" });
  expect(setup.excel.requests).toHaveLength(before + 2);
});

const ABSENT = "There is no such value.";

/** Divides a call whose numbers come from `answer`, as if every answer were in memory. Undefined means no such value. */
function divideBy(answer: (call: FunctionCall) => unknown, call: NumberCall, dimension: Dimension): Promise<Division> {
  const invoke = async (asked: FunctionCall, invocation: { onFigure?: (figure: Figure) => void }) => {
    const figure = await figureAsWritten(asked);
    if (figure) invocation.onFigure?.(figure);
    const result = await Promise.resolve(asked).then(answer);
    if (result === undefined) throw Object.assign(new Error(ABSENT), { code: "#N/A" });
    return { result, questions: [] };
  };
  const generation = { peekPlans: () => [], questions: () => [] } as unknown as Generation;
  return divide(call, dimension, {
    source: { invoke, generation },
    names: () => ({ plans: [], defaultPlan: undefined }),
    mayAsk: true,
  });
}

const callOf = (id: NumberCall["id"], args: NumberArguments) => callByNames(id, args, { settings: {} });
const partsOf = (division: Division) => (division.state === "done" ? division.parts : []);
/** The rows of months in their order, without a remainder. */
const inOrder = (division: Division) =>
  partsOf(division)
    .filter(({ call }) => call)
    .map(({ label, call, sign, amount, reason }) => ({ label, id: call?.id, sign, amount, reason, call }))
    .sort((one, other) => Date.parse(`1 ${one.label}`) - Date.parse(`1 ${other.label}`));

describe("a variance by months", () => {
  const ARGS = { plan: "Plan", scenario: "s1", base: "s2", field: "ebit" };
  const basesOf = async (args: NumberArguments) => {
    const division = await divideBy(() => 1, callOf("VAR", { ...ARGS, ...args }), "month");
    return inOrder(division).map(({ label, call }) => `${label} ${String(call && argumentsByName(call).basePeriod)}`);
  };

  test.each<[string, NumberArguments, string[]]>([
    ["the same month", { period: "2026-03:2026-04" }, ["Mar 2026 undefined", "Apr 2026 undefined"]],
    ["the year before", { period: "2026-03:2026-04", basePeriod: "py" }, ["Mar 2026 2025-03", "Apr 2026 2025-04"]],
    ["as many before", { period: "2026-03:2026-04", basePeriod: "pp" }, ["Mar 2026 2026-01", "Apr 2026 2026-02"]],
    ["its own", { period: "2026-03:2026-04", basePeriod: "2024-11:2024-12" }, ["Mar 2026 2024-11", "Apr 2026 2024-12"]],
    [
      "the quarter before, to date",
      { period: "2026-05", basis: "qtd", basePeriod: "PP" },
      ["Apr 2026 2026-01", "May 2026 2026-02"],
    ],
    [
      "the quarter before, to go",
      { period: "2026-04", basis: "QTG", basePeriod: "PP" },
      ["May 2026 2026-02", "Jun 2026 2026-03"],
    ],
    [
      "three months before",
      { period: "2026-04", basis: "R3", basePeriod: "PP" },
      ["Feb 2026 2025-11", "Mar 2026 2025-12", "Apr 2026 2026-01"],
    ],
    [
      "the year before, to date",
      { period: "2026-02", basis: "YTD", basePeriod: "PP" },
      ["Jan 2026 2025-01", "Feb 2026 2025-02"],
    ],
    [
      "the year before, to go",
      { period: "2026-10", basis: "YTG", basePeriod: "PP" },
      ["Nov 2026 2025-11", "Dec 2026 2025-12"],
    ],
  ])("is against %s", async (_what, args, expected) => {
    expect(await basesOf(args)).toEqual(expected);
  });

  test.each(["R12", "LTM", "TTM"])("of %s is against the twelve months before", async (basis) => {
    const bases = await basesOf({ period: "2026-04", basis, basePeriod: "PP" });
    expect([bases.length, bases[0], bases[11]]).toEqual([12, "May 2025 2024-05", "Apr 2026 2025-04"]);
  });

  const TWO_MONTHS = { period: "2026-03:2026-04", basePeriod: "2025-11:2025-12" };
  const OWN = { scenario: "s1", period: "2026-04" };
  const BASE = { scenario: "s2", period: "2025-12" };

  test.each<[string, NumberArguments, number | undefined, number | undefined, object, object]>([
    ["its variance", {}, 10, 4, { id: "VAR", sign: 1, amount: 6 }, { ...OWN, basePeriod: "2025-12" }],
    ["its scenario alone", {}, 10, undefined, { id: "KPI", sign: 1, amount: 10, reason: undefined }, OWN],
    ["its base alone, subtracted", {}, undefined, 4, { id: "KPI", sign: -1, amount: -4, reason: undefined }, BASE],
    ["a cost of the scenario, subtracted", { field: "cogs" }, 10, undefined, { sign: -1, amount: -10 }, OWN],
    ["a cost of the base", { field: "cogs" }, undefined, 4, { sign: 1, amount: 4 }, BASE],
    ["no value if it has none", {}, undefined, undefined, { id: "VAR", amount: undefined, reason: ABSENT }, OWN],
  ])("shows a month as %s", async (_what, args, own, base, row, asked) => {
    const numberOf = ({ id, args: given }: FunctionCall) => {
      if (id === "KPI") return given[1] === "s1" ? own : base;
      return own !== undefined && base !== undefined ? own - base : undefined;
    };
    const call = callOf("VAR", { ...ARGS, ...TWO_MONTHS, ...args });
    const [, april] = inOrder(await divideBy((each) => numberOf(each), call, "month"));
    expect(april).toMatchObject(row);
    expect(april?.call && argumentsByName(april.call)).toMatchObject(asked);
  });

  test("has no value if one side fails otherwise", async () => {
    const answer = (asked: FunctionCall) => {
      if (asked.id === "KPI" && asked.args[1] === "s2") throw Object.assign(new Error("Broken"), { code: "#VALUE!" });
      return asked.id === "KPI" ? 10 : undefined;
    };
    const [march] = inOrder(await divideBy(answer, callOf("VAR", { ...ARGS, ...TWO_MONTHS }), "month"));
    expect(march).toMatchObject({ id: "VAR", amount: undefined, reason: ABSENT });
  });

  test("by lines, a line without a base is that of all months", async () => {
    const answer = (asked: FunctionCall) => (asked.id === "KPI" && asked.args[1] === "s2" ? 4 : undefined);
    const parts = partsOf(await divideBy(answer, callOf("VAR", { ...ARGS, ...TWO_MONTHS }), "lines"));
    expect(parts.map(({ call }) => call && argumentsByName(call))).toEqual(
      ["grossProfit", "supplyChainCost", "otherCosts"].map((field) => ({
        plan: "Plan",
        scenario: "s2",
        field,
        period: TWO_MONTHS.basePeriod,
      })),
    );
    expect(parts.map(({ amount }) => amount)).toEqual([-4, 4, 4]);
  });
});

test("shows the scenario of a variance before its base, whatever their size", async () => {
  const answer = ({ id, args }: FunctionCall) => (id === "VAR" ? -5 : args[1] === "s1" ? 1 : 6);
  const call = callOf("VAR", { scenario: "s1", base: "s2", field: "ebit" });
  expect(partsOf(await divideBy(answer, call, "sides")).map(({ amount }) => amount)).toEqual([1, 6]);
});

test.each<[string, NumberCall, Dimension, string[]]>([
  ["a number", callOf("KPI", { field: "grossProfit", period: "2026-03" }), "lines", ["KPI"]],
  ["a variance in one period", callOf("VAR", { field: "ebit", base: "s2" }), "sides", ["KPI", "VAR"]],
  ["months of a number", callOf("KPI", { field: "ebit", period: "2026-03" }), "month", ["KPI"]],
])("asks for %s no more than its parts take", async (_what, call, dimension, ids) => {
  const asked = new Set<string>();
  await divideBy(
    ({ id }) => {
      asked.add(id);
      return 1;
    },
    call,
    dimension,
  );
  expect([...asked].sort()).toEqual(ids);
});

describe("a full year by months", () => {
  const TABLE = [
    ["Scenario", "Period", "EBIT"],
    ...["2026-02", "2026-01", "2026-02", "2026"].map((at) => ["s1", at, 1]),
  ];

  test.each<[string, NumberArguments, unknown[]]>([
    ["ebit", { currency: "USD" }, ["PNL", "Plan", "s1", "ebit", "M", null, null, "USD", "table"]],
    [
      "demandValue",
      { groupBy: "region" },
      ["DEMAND", "Plan", "s1", "demandValue", "M", "region", null, null, null, "table"],
    ],
  ])("has the months that the service has of %s", async (field, args, asked) => {
    const calls: unknown[][] = [];
    const answer = ({ id, args: given }: FunctionCall) => {
      calls.push([id, ...given]);
      return id === "KPI" ? 1 : TABLE;
    };
    const division = await divideBy(answer, callOf("KPI", { plan: "Plan", scenario: "s1", field, ...args }), "month");
    expect(inOrder(division).map(({ label, call }) => [label, call && argumentsByName(call).period])).toEqual([
      ["Jan 2026", "2026-01"],
      ["Feb 2026", "2026-02"],
    ]);
    expect(calls).toContainEqual(asked);
  });

  test("takes no currency for a family without one", async () => {
    const calls: unknown[][] = [];
    const answer = ({ id, args }: FunctionCall) => {
      calls.push([id, ...args]);
      return id === "KPI" ? 1 : TABLE;
    };
    await divideBy(answer, callOf("KPI", { plan: "Plan", scenario: "s1", field: "closingStock" }), "month");
    expect(calls).toContainEqual(["SUPPLY", "Plan", "s1", "closingStock", "M", null, null, "table"]);
  });
});

describe("a division", () => {
  const EBIT = { plan: "Plan", scenario: "s1", field: "ebit", period: "2026" };

  test.each([
    ["a reason", "#VALUE!", "The plan is gone.", "The plan is gone."],
    ["no reason", "#VALUE!", "", "The service has no months of this number."],
  ])("by months fails with %s if the months are unknown", async (_what, code, message, expected) => {
    const answer = () => {
      throw Object.assign(new Error(message), { code });
    };
    expect(await divideBy(answer, callOf("KPI", EBIT), "month")).toEqual({ state: "failed", message: expected });
    const { period: _period, ...year } = EBIT;
    expect(await divideBy(answer, callOf("KPI", year), "month")).toEqual({ state: "failed", message: expected });
  });

  test("of a variance by months fails if its period is a mistake", async () => {
    const call = callOf("VAR", { ...EBIT, basePeriod: "2030-01" });
    expect(await divideBy(() => undefined, call, "month")).toEqual({ state: "failed", message: ABSENT });
  });

  test("has at most 2,000 rows", async () => {
    const byProduct = async (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `Product ${at}`);
      const codes = names.map((_, at) => at);
      const columns = { groupKey: "product", texts: new Map([["product", { texts: names, codes }]]) };
      const question: Question = { endpoint: "demand", plan: "p1", scenario: "s1", parameters: {} };
      const answer = { question, scenario: { rows: { length: count, values: new Map(), ...columns } } };
      const generation = { peekPlans: () => [], questions: () => [question], peek: () => answer };
      const invoke = () => Promise.resolve({ result: 1, questions: [{ key: questionKey(question) }] });
      return divide(callOf("KPI", { plan: "p1", scenario: "s1", field: "demandValue" }), "product", {
        source: { invoke, generation: generation as unknown as Generation },
        names: () => ({ plans: [], defaultPlan: undefined }),
        mayAsk: true,
      });
    };
    expect(partsOf(await byProduct(2000)).filter(({ call }) => call)).toHaveLength(2000);
    expect(await byProduct(2001)).toEqual({
      state: "failed",
      message: "There are 2001 rows, and 2000 is the most. Name fewer items in the formula.",
    });
  });

  test("adds what its parts leave as a last row, with its share", async () => {
    const lines = { grossFIESales: 65, tradeExpenses: 5, cogs: 30 };
    const answer = ({ args }: FunctionCall) => new Map(Object.entries(lines)).get(String(args[2])) ?? 40;
    const division = await divideBy(answer, callOf("KPI", { ...EBIT, field: "grossProfit" }), "lines");
    expect(partsOf(division).map(({ label, amount, share, sign }) => [label, amount, share, sign])).toEqual([
      ["Gross sales", 65, 1.625, 1],
      ["Cost of goods sold", -30, -0.75, -1],
      ["Other", 10, 0.25, undefined],
      ["Trade expenses", -5, -0.125, -1],
    ]);
  });
});
