/** Questions as a CFO asks them, each in one call, against plain sums of the sandbox's rows. */
import { createSandbox } from "../../../sandbox/sandbox";
import { createOracle, type Oracle } from "../../oracle/atomicRows";
import { daysOf, YEAR, type Days } from "../../oracle/months";
import { expectedVariance } from "../../oracle/variance";
import { connectAgent, type Connected } from "./setup";

const sandbox = createSandbox();
const oracleOf = (id: string) => createOracle(sandbox.planning, "fy26", `fy26-${id}`, ["region", "product", "channel"]);
const [actual, committed, optimistic] = [oracleOf("actual"), oracleOf("committed"), oracleOf("optimistic")];

const month = (at: number) => `2026-${String(at).padStart(2, "0")}`;
const days = (from: number, to = from): Days =>
  daysOf(Array.from({ length: to - from + 1 }, (_, at) => month(from + at)));
const [Q1, Q2, YTD4, MARCH] = [days(1, 3), days(4, 6), days(1, 4), days(3)];
const A = "actual";
const C = "committed";

const number = (
  oracle: Oracle,
  field: string,
  part: Days,
  group?: readonly ["region" | "product" | "channel", string],
) => oracle.field(field, group ? { ...part, group } : part);

function variance(field: string, own: number, base: number, measure: "amount" | "percent" | "difference" = "amount") {
  const [one, other] = [own, base].map((value) => ({ value, size: Math.abs(value) }));
  const found = expectedVariance(field, measure, one!, other!);
  if ("missing" in found) throw new Error("The oracle has no variance.");
  return found.value;
}

const against = (field: string, part: Days, measure?: "percent") =>
  variance(field, number(actual, field, part), number(committed, field, part), measure);
const regions = (field: string, part: Days, oracle = actual) =>
  oracle.groups("region").map((name) => [name, number(oracle, field, part, ["region", name])] as const);
const sorted = (rows: readonly (readonly [string, number])[]) => [...rows].sort((one, other) => other[1] - one[1]);
const values = (rows: readonly (readonly [string, number])[]) => rows.map(([, value]) => value);
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);

/** Regions that the asker names. */
const ofThree = (field: string, oracle: Oracle) =>
  regions(field, Q1, oracle).filter(([name]) => ["North", "South", "East"].includes(name));
const bestAndRest = ([best, ...others]: readonly (readonly [string, number])[]) => [best![1], sum(values(others))];

type Question = readonly [words: string, args: object, expected: () => readonly number[]];

const QUESTIONS: readonly Question[] = [
  ["What was EBIT in March?", { scenario: A, field: "ebit", period: "2026-03" }, () => [number(actual, "ebit", MARCH)]],
  ["And in the first quarter?", { scenario: A, field: "EBIT", period: "2026-Q1" }, () => [number(actual, "ebit", Q1)]],
  ["What is the plan's EBIT of the year?", { scenario: C, field: "ebit" }, () => [number(committed, "ebit", YEAR)]],
  [
    "Net sales to date in April?",
    { scenario: A, field: "netFIESales", period: "2026-04", basis: "YTD" },
    () => [number(actual, "netFIESales", YTD4)],
  ],
  [
    "How far are we from plan in March?",
    { scenario: A, base: C, field: "ebit", period: "2026-03" },
    () => [against("ebit", MARCH)],
  ],
  [
    "In percent?",
    { scenario: A, base: C, field: "ebit", period: "2026-03", measure: "percent" },
    () => [against("ebit", MARCH, "percent")],
  ],
  ["To date?", { scenario: A, base: C, field: "ebit", period: "2026-04", basis: "YTD" }, () => [against("ebit", YTD4)]],
  [
    "Are costs of goods better than planned in Q1?",
    { scenario: A, base: C, field: "cogs", period: "2026-Q1" },
    () => [against("cogs", Q1)],
  ],
  [
    "What is transport over plan in Q1?",
    { scenario: A, base: C, field: "transport", period: "2026-Q1" },
    () => [against("transport", Q1)],
  ],
  [
    "What margin did we make in Q1?",
    { scenario: A, field: "ebitPercent", period: "2026-Q1" },
    () => [number(actual, "ebitPercent", Q1)],
  ],
  [
    "How many points from plan?",
    { scenario: A, base: C, field: "ebitPercent", period: "2026-Q1" },
    () => [number(actual, "ebitPercent", Q1) - number(committed, "ebitPercent", Q1)],
  ],
  [
    "Gross profit by month of Q1?",
    { scenario: A, field: "grossProfit", period: [month(1), month(2), month(3)] },
    () => [1, 2, 3].map((at) => number(actual, "grossProfit", days(at))),
  ],
  [
    "Sales, gross profit and EBIT of Q2?",
    { scenario: A, field: ["netFIESales", "grossProfit", "ebit"], period: "2026-Q2" },
    () => ["netFIESales", "grossProfit", "ebit"].map((field) => number(actual, field, Q2)),
  ],
  [
    "Q1 beside Q2?",
    { scenario: A, field: "ebit", period: ["2026-Q1", "2026-Q2"] },
    () => [Q1, Q2].map((part) => number(actual, "ebit", part)),
  ],
  [
    "Actual beside plan in April?",
    { scenario: [A, C], field: "ebit", period: "2026-04" },
    () => [actual, committed].map((oracle) => number(oracle, "ebit", days(4))),
  ],
  [
    "Month and to date in May?",
    { scenario: A, field: "ebit", period: "2026-05:2026-05" },
    () => [number(actual, "ebit", days(5))],
  ],
  [
    "Quarter and year to date in May?",
    { scenario: A, field: "ebit", period: "2026-05", basis: ["QTD", "YTD"] },
    () => [days(4, 5), days(1, 5)].map((part) => number(actual, "ebit", part)),
  ],
  [
    "What is still to come in the plan after September?",
    { scenario: C, field: "ebit", period: "2026-09", basis: "YTG" },
    () => [number(committed, "ebit", days(10, 12))],
  ],
  [
    "The last three months to June?",
    { scenario: A, field: "netFIESales", period: "2026-06", basis: "R3" },
    () => [number(actual, "netFIESales", Q2)],
  ],
  [
    "First half of the optimistic plan?",
    { scenario: "optimistic", field: "ebit", period: "2026-H1" },
    () => [number(optimistic, "ebit", days(1, 6))],
  ],
  [
    "What would the optimistic plan add to EBIT?",
    { scenario: "optimistic", base: C, field: "ebit", period: "2026-H1" },
    () => [variance("ebit", number(optimistic, "ebit", days(1, 6)), number(committed, "ebit", days(1, 6)))],
  ],
  [
    "May against April?",
    { scenario: A, field: "ebit", period: "2026-05", basePeriod: "PP" },
    () => [number(actual, "ebit", days(5)) - number(actual, "ebit", days(4))],
  ],
  [
    "Q2 against Q1?",
    { scenario: A, field: "netFIESales", period: "2026-Q2", basePeriod: "2026-Q1" },
    () => [number(actual, "netFIESales", Q2) - number(actual, "netFIESales", Q1)],
  ],
  [
    "Demand in Q1?",
    { scenario: A, field: "demandValue", period: "2026-Q1" },
    () => [number(actual, "demandValue", Q1)],
  ],
  ["In units?", { scenario: A, field: "demandVolume", period: "2026-Q1" }, () => [number(actual, "demandVolume", Q1)]],
  [
    "How well did we deliver in Q1?",
    { scenario: A, field: "fillRate", period: "2026-Q1" },
    () => [number(actual, "fillRate", Q1)],
  ],
  [
    "In the North?",
    { scenario: A, field: "fillRate", period: "2026-Q1", groupBy: "region", item: "North" },
    () => [number(actual, "fillRate", Q1, ["region", "North"])],
  ],
  [
    "Demand by region in Q1?",
    { scenario: A, field: "demandValue", period: "2026-Q1", groupBy: "region" },
    () => values(regions("demandValue", Q1)),
  ],
  [
    "The largest first?",
    { scenario: A, field: "demandValue", period: "2026-Q1", groupBy: "region", order: "largest" },
    () => values(sorted(regions("demandValue", Q1))),
  ],
  [
    "The three best, and the rest?",
    { scenario: A, field: "demandValue", period: "2026-Q1", groupBy: "region", top: 3 },
    () => {
      const all = values(sorted(regions("demandValue", Q1)));
      return [...all.slice(0, 3), sum(all.slice(3))];
    },
  ],
  [
    "The two weakest?",
    { scenario: A, field: "demandValue", period: "2026-Q1", groupBy: "region", bottom: 2 },
    () => {
      const all = values(sorted(regions("demandValue", Q1)));
      return [...all.slice(-2), sum(all.slice(0, -2))];
    },
  ],
  [
    "Best and weakest region, and all between?",
    { scenario: A, field: "demandVolume", period: "2026-Q1", groupBy: "region", top: 1, bottom: 1 },
    () => {
      const all = values(sorted(regions("demandVolume", Q1)));
      return [all[0]!, all.at(-1)!, sum(all.slice(1, -1))];
    },
  ],
  [
    "The best of three regions, and the rest of these?",
    {
      scenario: A,
      field: "demandValue",
      period: "2026-Q1",
      groupBy: "region",
      item: ["North", "South", "East"],
      top: 1,
    },
    () => bestAndRest(sorted(ofThree("demandValue", actual))),
  ],
  [
    "The weakest of them in units, and the rest?",
    {
      scenario: A,
      field: "demandVolume",
      period: "2026-Q1",
      groupBy: "region",
      item: ["North", "South", "East"],
      bottom: 1,
    },
    () => bestAndRest(sorted(ofThree("demandVolume", actual)).reverse()),
  ],
  [
    "The best of two criteria, and the rest?",
    { scenario: A, field: "demandValue", period: "2026-Q1", groupBy: "region", item: ["N*", "S*", "E*"], top: 1 },
    () => {
      const byLetter = ["N", "S", "E"].map((letter) => {
        const own = regions("demandValue", Q1).filter(([name]) => name.startsWith(letter));
        return [letter, sum(values(own))] as const;
      });
      return bestAndRest(sorted(byLetter));
    },
  ],
  [
    "The best variance of the three, and the rest?",
    {
      scenario: A,
      base: C,
      field: "demandValue",
      period: "2026-Q1",
      groupBy: "region",
      item: ["North", "South", "East"],
      top: 1,
    },
    () => {
      const plan = new Map(ofThree("demandValue", committed));
      return bestAndRest(sorted(ofThree("demandValue", actual).map(([name, own]) => [name, own - plan.get(name)!])));
    },
  ],
  [
    "Demand by channel in March?",
    { scenario: A, field: "demandVolume", period: "2026-03", groupBy: "channel" },
    () => actual.groups("channel").map((name) => number(actual, "demandVolume", MARCH, ["channel", name])),
  ],
  [
    "Demand by product of the plan, in the year?",
    { scenario: C, field: "demandValue", groupBy: "product" },
    () => committed.groups("product").map((name) => number(committed, "demandValue", YEAR, ["product", name])),
  ],
  [
    "North and South together with each alone?",
    { scenario: A, field: "demandValue", period: "2026-Q1", groupBy: "region", item: ["North", "South"] },
    () => ["North", "South"].map((name) => number(actual, "demandValue", Q1, ["region", name])),
  ],
  [
    "All but the North?",
    { scenario: A, field: "demandValue", period: "2026-Q1", groupBy: "region", item: "<>North" },
    () => [sum(values(regions("demandValue", Q1).filter(([name]) => name !== "North")))],
  ],
  [
    "Which region misses the plan most?",
    { scenario: A, base: C, field: "demandValue", period: "2026-Q1", groupBy: "region", order: "smallest", top: 1 },
    () => {
      const all = regions("demandValue", Q1).map(
        ([name, value]) => value - number(committed, "demandValue", Q1, ["region", name]),
      );
      const [least = NaN, ...others] = [...all].sort((one, other) => one - other);
      return [least, sum(others)];
    },
  ],
  [
    "North in March, actual and plan?",
    { scenario: [A, C], field: "demandVolume", period: "2026-03", groupBy: "region", item: "North" },
    () => [actual, committed].map((oracle) => number(oracle, "demandVolume", MARCH, ["region", "North"])),
  ],
  [
    "Two fields of two regions in two months?",
    {
      scenario: A,
      field: ["demandValue", "demandVolume"],
      period: [month(1), month(2)],
      groupBy: "region",
      item: ["North", "West"],
    },
    () =>
      ["demandValue", "demandVolume"].flatMap((field) =>
        [1, 2].flatMap((at) => ["North", "West"].map((name) => number(actual, field, days(at), ["region", name]))),
      ),
  ],
  [
    "What is the price of a unit in Q1?",
    { scenario: A, field: "demandValuePerUnit", period: "2026-Q1" },
    () => [number(actual, "demandValue", Q1) / number(actual, "demandVolume", Q1)],
  ],
  [
    "Supply chain costs of the half year?",
    { scenario: A, field: "supplyChainCost", period: "2026-H1" },
    () => [number(actual, "supplyChainCost", days(1, 6))],
  ],
  [
    "Storage and transport, each?",
    { scenario: A, field: ["storageAndHandling", "transport"], period: "2026-H1" },
    () => ["storageAndHandling", "transport"].map((field) => number(actual, field, days(1, 6))),
  ],
  [
    "Trade expenses against plan?",
    { scenario: A, base: C, field: "tradeExpenses", period: "2026-Q1" },
    () => [against("tradeExpenses", Q1)],
  ],
  [
    "Other costs in Q1?",
    { scenario: A, field: "otherCosts", period: "2026-Q1" },
    () => [number(actual, "otherCosts", Q1)],
  ],
  ["Distributor profit in Q1?", { scenario: A, field: "dpm", period: "2026-Q1" }, () => [number(actual, "dpm", Q1)]],
  [
    "The first two months of gross sales?",
    { scenario: A, field: "grossFIESales", period: "2026-01:2026-02" },
    () => [number(actual, "grossFIESales", days(1, 2))],
  ],
  [
    "Fill rate against plan, in points?",
    { scenario: A, base: C, field: "fillRate", period: "2026-Q1" },
    () => [number(actual, "fillRate", Q1) - number(committed, "fillRate", Q1)],
  ],
  [
    "Fill rate of the best region and all others?",
    { scenario: A, field: "fillRate", period: "2026-Q1", groupBy: "region", top: 1 },
    () => {
      const [best, ...others] = sorted(regions("fillRate", Q1));
      const weights = others.map(([name]) => number(actual, "demandVolume", Q1, ["region", name]));
      return [best![1], sum(others.map(([, rate], at) => rate * weights[at]!)) / sum(weights)];
    },
  ],
  [
    "EBIT of every month to April?",
    { scenario: A, field: "ebit", period: [1, 2, 3, 4].map(month) },
    () => [1, 2, 3, 4].map((at) => number(actual, "ebit", days(at))),
  ],
  [
    "Cost of goods as a share of sales in Q2?",
    { scenario: A, field: "cogsPercent", period: "2026-Q2" },
    () => [number(actual, "cogsPercent", Q2)],
  ],
];

let connected: Connected;
beforeAll(async () => void (connected = await connectAgent({ sandbox })));
afterAll(() => connected.close());

interface Row {
  readonly value: number;
  readonly formula?: string;
}

/** Characters of JSON that a token of the common tokenizers has at least. */
const CHARACTERS_OF_TOKEN = 3;

test("there are fifty-four questions", () => {
  expect(QUESTIONS).toHaveLength(54);
});

test.each(QUESTIONS)("%s", async (_words, args, expected) => {
  const { json, text, isError } = await connected.call("ask", args);
  expect(isError ? json : {}).toEqual({});
  const rows = json.numbers as Row[];
  const right = expected();
  expect(rows).toHaveLength(right.length);
  rows.forEach(({ value }, at) => expect(value / right[at]!).toBeCloseTo(1, 6));
  for (const row of rows) {
    expect({ ...json.common, ...row }).toMatchObject({
      plan: "FY26 Plan",
      unit: expect.stringMatching(/\w/),
      scale: 1,
    });
    expect({ ...json.common, ...row }).toHaveProperty("months");
    expect({ ...json.common, ...row }).toHaveProperty("scenario");
  }
  expect(json).toMatchObject({ asOf: expect.stringMatching(/^20/), runs: [{ plan: "FY26 Plan" }] });
  expect(text.length).toBeLessThan(1500 * CHARACTERS_OF_TOKEN);
});

test("an unknown item is told beside the rest of what was asked", async () => {
  for (const cut of [{ top: 1 }, { bottom: 1 }]) {
    const { json } = await connected.call("ask", {
      scenario: A,
      field: "demandValue",
      period: "2026-Q1",
      groupBy: "region",
      item: ["North", "Nowhere", "South"],
      ...cut,
    });
    const [first, unknown, rest] = json.numbers;
    expect(unknown).toMatchObject({
      item: "Nowhere",
      error: expect.stringContaining("'Nowhere' is not in the answer"),
    });
    expect(rest.item).toBe("1 others");
    expect(first.value + rest.value).toBeCloseTo(
      sum(
        values(
          ofThree("demandValue", actual)
            .slice(0, 3)
            .filter(([name]) => name !== "East"),
        ),
      ),
      2,
    );
  }
});

test("a field without items is told, and the others have theirs", async () => {
  const fields = ["ebit", "demandValue"];
  const { json } = await connected.call("ask", {
    scenario: A,
    field: fields,
    period: "2026-Q1",
    groupBy: "region",
    top: 1,
  });
  const [ebit, first, rest, ...more] = json.numbers;
  expect(ebit).toMatchObject({ field: "EBIT", error: expect.stringContaining("EBIT is not divided into groups.") });
  expect([first.value, first.value + rest.value]).toEqual([
    expect.closeTo(sorted(regions("demandValue", Q1))[0]![1], 2),
    expect.closeTo(number(actual, "demandValue", Q1), 2),
  ]);
  expect(more).toEqual([]);
});

test("the formulas of an answer have its numbers", async () => {
  const answered = await Promise.all(
    QUESTIONS.map(async ([, args]) => (await connected.call("ask", args)).json.numbers as Row[]),
  );
  const rows = answered.flat().filter(({ formula }) => formula !== undefined);
  expect(rows.length).toBeGreaterThan(80);
  const { json } = await connected.call("evaluate_formulas", { formulas: rows.map(({ formula }) => formula) });
  rows.forEach(({ value }, at) => expect(json.results[at].value / value).toBeCloseTo(1, 9));
});

test("the list of tools has at most 2,500 tokens, and a division at most 1,500", async () => {
  const { tools } = await connected.client.listTools();
  // Counted once by a tokenizer: 4.1 characters a token, since the words of schemas are common.
  expect(JSON.stringify(tools).length).toBeLessThan(2_500 * 4.1);
  const { text } = await connected.call("explain", {
    formula: '=INSIGHTS.KPI(,"actual","demandValue","2026-Q1")',
    by: "sku",
  });
  expect(text.length).toBeLessThan(1_500 * CHARACTERS_OF_TOKEN);
});
