/** By what a number can be divided, and the calls of its parts. */
import type { GroupBy } from "../../../src/insights";
import {
  argumentsByName,
  callByNames,
  type NumberArguments,
  type NumberCall,
} from "../../../src/numbers/analysis/numberCall";
import {
  addsUp,
  dimensionsOf,
  groupedBy,
  callsOfParts,
  callsOfSides,
  signOfCall,
  type Dimension,
  type Members,
} from "../../../src/numbers/analysis/parts";

const kpi = (args: NumberArguments) => callByNames("KPI", { scenario: "s1", ...args }, { settings: {} });
const variance = (args: NumberArguments) => callByNames("VAR", { scenario: "s1", ...args }, { settings: {} });
const NO_MEMBERS: Members = { months: [], baseMonths: [], groups: [], lines: [], plan: undefined };
const MONTH = "2026-02";
const GROUPINGS = ["product", "sku", "region", "channel"];

test.each<[string, NumberCall, number, string[]]>([
  ["a line of the full year", kpi({ field: "ebit" }), 1, ["lines", "month"]],
  ["a line with other scenarios", kpi({ field: "ebit" }), 2, ["lines", "month", "scenario", "base"]],
  ["a line of one month", kpi({ field: "ebit", period: MONTH }), 1, ["lines", "base"]],
  ["a line to date", kpi({ field: "ebit", period: MONTH, basis: "YTD" }), 1, ["lines", "month", "base"]],
  ["a line of a quarter", kpi({ field: "cogs", period: "2026-Q1" }), 1, ["month", "base"]],
  ["demand", kpi({ field: "demandValue" }), 1, [...GROUPINGS, "month"]],
  ["a variance", variance({ field: "ebit" }), 2, ["lines", "month", "sides"]],
  ["a variance in percent", variance({ field: "ebit", measure: "percent" }), 2, ["sides"]],
  ["an implied line", kpi({ field: "tradeExpenses", period: MONTH }), 1, ["lines", "base"]],
  ["no known field", kpi({ field: "none" }), 2, []],
])("The dimensions of %s are its own", (_what, call, scenarios, dimensions) => {
  expect(dimensionsOf(call, scenarios)).toEqual(dimensions);
});

test.each<[string, NumberArguments, string[]]>([
  ["one item", { groupBy: "region", item: "North" }, []],
  ["one item in a cell", { groupBy: "region", item: [["North"]] }, []],
  ["several items", { groupBy: "Region", item: [["North"], ["South"]] }, ["region"]],
  ["a pattern", { groupBy: "channel", item: "Shop*" }, ["channel"]],
  ["an excluded item", { groupBy: "region", item: "<>North" }, ["region"]],
  ["a pattern without a grouping", { item: "A?" }, ["product"]],
  ["an unknown grouping", { groupBy: "none", item: "A*" }, []],
])("Demand of %s is divided by that grouping alone", (_what, args, groupings) => {
  const found = dimensionsOf(kpi({ field: "demandValue", period: MONTH, ...args }), 1);
  expect(found.filter((each) => GROUPINGS.includes(each))).toEqual(groupings);
});

test.each<[string, Dimension, boolean]>([
  ["ebit", "lines", true],
  ["ebit", "month", true],
  ["ebit", "sides", false],
  ["ebit", "scenario", false],
  ["ebit", "base", false],
  ["fillRate", "region", false],
  ["none", "lines", false],
])("Parts of %s by %s add up: %s", (field, dimension, isSum) => {
  expect(addsUp(kpi({ field }), dimension)).toBe(isSum);
});

test.each([
  ["ebit", undefined, 1],
  ["cogs", undefined, -1],
  ["cogs", "amount", -1],
  ["cogs", "difference", 1],
  ["cogs", "percent", -1],
])("A variance of %s as %s has the sign %d", (field, measure, sign) => {
  expect(signOfCall(variance({ field, measure }))).toBe(sign);
});

test("A number that is no variance has the sign 1", () => {
  expect(signOfCall(kpi({ field: "cogs" }))).toBe(1);
});

/** Each part as its sign, its label, its function and its arguments. */
const told = (parts: ReturnType<typeof callsOfParts>) =>
  parts.map(({ sign, label, call }) => ({ sign, label, id: call.id, ...argumentsByName(call) }));

describe("the sides of a variance", () => {
  const ARGS = { plan: "Plan", field: "ebit", period: MONTH, basis: "YTD" };
  const own = { sign: 1, label: "", id: "KPI", scenario: "s1", ...ARGS };

  test("are the scenario and its base", () => {
    expect(told(callsOfSides(variance({ ...ARGS, base: "s2" }), NO_MEMBERS))).toEqual([
      own,
      { ...own, sign: -1, scenario: "s2" },
    ]);
  });

  test("of another plan name it", () => {
    expect(told(callsOfSides(variance({ ...ARGS, basePlan: "Last" }), NO_MEMBERS))[1]).toEqual({
      ...own,
      sign: -1,
      plan: "Last",
    });
  });

  test.each([
    [["2025-01", "2025-02"], "2025-01:2025-02"],
    [["2025-02"], "2025-02"],
  ])("of the months %j name them without a basis", (baseMonths, period) => {
    const { basis: _basis, ...others } = own;
    const call = variance({ ...ARGS, basePeriod: "PY" });
    expect(told(callsOfSides(call, { baseMonths }))).toEqual([own, { ...others, sign: -1, period }]);
  });

  test("are unknown if the months of the base are, and a KPI has none", () => {
    expect(callsOfSides(variance({ ...ARGS, basePeriod: "PY" }), NO_MEMBERS)).toEqual([]);
    expect(callsOfSides(kpi(ARGS), NO_MEMBERS)).toEqual([]);
  });

  test("in percent come with the amount", () => {
    const parts = told(callsOfParts(variance({ ...ARGS, base: "s2", measure: "percent" }), "sides", NO_MEMBERS));
    expect(parts.map(({ id, sign }) => [id, sign])).toEqual([
      ["KPI", 1],
      ["KPI", -1],
      ["VAR", 1],
    ]);
    expect(parts[2]).not.toHaveProperty("measure");
  });
});

const signed = (call: NumberCall) =>
  callsOfParts(call, "lines", NO_MEMBERS).map(({ sign, call: { args } }) => [sign, args[call.id === "VAR" ? 3 : 2]]);

test("Lines have their sign in the number, turned for a variance of a cost", () => {
  const lines = ["grossProfit", "supplyChainCost", "otherCosts"];
  const withSigns = (...signs: number[]) => signs.map((sign, at) => [sign, lines[at]]);
  expect(signed(kpi({ field: "ebit" }))).toEqual(withSigns(1, -1, -1));
  expect(signed(variance({ field: "ebit" }))).toEqual(withSigns(1, 1, 1));
  expect(signed(variance({ field: "ebit", measure: "difference" }))).toEqual(withSigns(1, -1, -1));
  expect(signed(variance({ field: "supplyChainCost" }))).toEqual([
    [1, "storageAndHandling"],
    [1, "transport"],
  ]);
  expect(signed(kpi({ field: "tradeExpenses" }))).toEqual([
    [1, "grossFIESales"],
    [-1, "netFIESales"],
  ]);
  expect(signed(kpi({ field: "ebitPercent" }))).toEqual([
    [1, "ebit"],
    [1, "netFIESales"],
  ]);
  expect(signed(variance({ field: "cogsPercent" }))).toEqual([
    [1, "cogs"],
    [1, "netFIESales"],
  ]);
  expect(signed(kpi({ field: "none" }))).toEqual([]);
});

test("Months leave the basis out, and those of a variance name their base", () => {
  const months = ["2026-01", MONTH];
  const call = kpi({ field: "ebit", period: MONTH, basis: "YTD" });
  expect(told(callsOfParts(call, "month", { ...NO_MEMBERS, months }))).toEqual([
    { sign: 1, label: "Jan 2026", id: "KPI", scenario: "s1", field: "ebit", period: "2026-01" },
    { sign: 1, label: "Feb 2026", id: "KPI", scenario: "s1", field: "ebit", period: MONTH },
  ]);
  const basesOf = (args: NumberArguments, baseMonths: string[]) =>
    told(callsOfParts(variance({ field: "ebit", ...args }), "month", { ...NO_MEMBERS, months, baseMonths })).map(
      ({ basePeriod }) => basePeriod,
    );
  expect(basesOf({ base: "s2" }, [])).toEqual([undefined, undefined]);
  expect(basesOf({ basePeriod: "PP" }, ["2025-11", "2025-12"])).toEqual(["2025-11", "2025-12"]);
  expect(basesOf({ basePeriod: "PY" }, [])).toEqual(["2025-01", "2025-02"]);
});

test("Groups name their item, and their grouping if it is not the service's first", () => {
  const members: Members = { ...NO_MEMBERS, groups: ["North"] };
  const of = (dimension: GroupBy, args: NumberArguments = {}) => {
    const call = kpi({ field: "demandValue", ...args });
    return [told(callsOfParts(call, dimension, members))[0], argumentsByName(groupedBy(call, dimension)).groupBy];
  };
  const part = { sign: 1, label: "North", id: "KPI", scenario: "s1", field: "demandValue", item: "North" };
  expect(of("region")).toEqual([{ ...part, groupBy: "region" }, "region"]);
  expect(of("product")).toEqual([part, undefined]);
  expect(of("region", { groupBy: "Region" })).toEqual([{ ...part, groupBy: "Region" }, "Region"]);
  expect(of("product", { groupBy: "region" })).toEqual([{ ...part, groupBy: "product" }, "product"]);
});

const PLAN = {
  id: "p1",
  name: "Plan",
  currency: "EUR",
  scenarios: [
    { id: "s1", name: "Base", flags: ["committed"] },
    { id: "s2", name: "Upside", flags: [] },
    { id: "s3", name: "UPSIDE", flags: [] },
    { id: "s4", name: " ", flags: [] },
  ],
};
const MEMBERS = { ...NO_MEMBERS, plan: PLAN };

test("Scenarios are named, or given by their id if the name is no name", () => {
  const parts = told(callsOfParts(kpi({ field: "ebit" }), "scenario", MEMBERS));
  expect(parts.map(({ label, scenario }) => [label, scenario])).toEqual([
    ["Base", "Base"],
    ["Upside", "s2"],
    ["UPSIDE", "s3"],
    [" ", "s4"],
  ]);
  expect(callsOfParts(kpi({ field: "ebit" }), "scenario", NO_MEMBERS)).toEqual([]);
});

test("A number is compared with other scenarios, and by months with the prior year", () => {
  const bases = (args: NumberArguments) =>
    told(callsOfParts(kpi(args), "base", MEMBERS)).map(({ id, label, base, basePeriod, measure }) =>
      [id, label, base, basePeriod, measure].join(),
    );
  const others = ["VAR,Upside,s2,,", "VAR,UPSIDE,s3,,", "VAR, ,s4,,"];
  expect(bases({ field: "ebit" })).toEqual(others);
  expect(bases({ field: "ebit", scenario: "COMMITTED", period: MONTH })).toEqual([...others, "VAR,Prior year,,PY,"]);
  expect(bases({ field: "closingStock" })[0]).toBe("VAR,Upside,s2,,difference");
});

describe("An outlook", () => {
  const outlook = { field: "ebit", period: "2026", actualsTo: "current" };
  const scenarios = [
    { id: "a", name: "Actual", flags: ["actual"] },
    { id: "s1", name: "Committed", flags: ["committed"] },
  ];
  const plan = { id: "p", name: "FY26", currency: "USD", scenarios };

  test("is compared by its own side alone", () => {
    const [own, base] = callsOfSides(variance({ ...outlook, base: "s1" }), NO_MEMBERS);
    expect(argumentsByName(own!.call)).toEqual({ scenario: "s1", ...outlook });
    expect(argumentsByName(base!.call)).toEqual({ scenario: "s1", field: "ebit", period: "2026" });
  });

  test("stays one in its months and lines", () => {
    for (const dimension of ["month", "lines"] as const)
      for (const { call } of callsOfParts(kpi(outlook), dimension, { ...NO_MEMBERS, months: [MONTH] }))
        expect(argumentsByName(call).actualsTo).toBe("current");
  });

  test("is compared with its plan, and with the actuals of the year before", () => {
    const found = callsOfParts(kpi(outlook), "base", { ...NO_MEMBERS, plan }).map(({ call }) => argumentsByName(call));
    expect(found).toEqual([
      { scenario: "s1", ...outlook, base: "Actual" },
      { scenario: "s1", ...outlook, base: "Committed" },
      { scenario: "s1", ...outlook, base: "Actual", basePeriod: "PY" },
    ]);
  });
});
