/** The tools about one number, against plain sums of the sandbox's rows. */
import { createSandbox } from "../../../sandbox/sandbox";
import { createOracle, expectClose } from "../../oracle/atomicRows";
import { isLessBetter } from "../../oracle/fields";
import { daysOf, monthOf, YEAR } from "../../oracle/months";
import { expectedVariance } from "../../oracle/variance";
import { connectAgent, type Connected } from "./setup";

const sandbox = createSandbox();
const actual = createOracle(sandbox.planning, "fy26", "fy26-actual", ["region", "product", "channel"]);
const committed = createOracle(sandbox.planning, "fy26", "fy26-committed", ["region"]);
const Q1 = ["2026-01", "2026-02", "2026-03"];

interface ShownPart {
  readonly label: string;
  readonly amount: number;
  readonly share?: number;
  readonly formula: string;
}

let connected: Connected;
beforeAll(async () => void (connected = await connectAgent({ sandbox })));
afterAll(() => connected.close());

const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);
const sizeOf = (value: number) => ({ value, size: Math.abs(value) });

describe("explain", () => {
  test("names the question, the months and how rows are combined", async () => {
    const { json } = await connected.call("explain", {
      formula: '=ROUND(INSIGHTS.KPI(,"committed","ebit","2026-Q1")/1000,0)',
    });
    expectClose(json.value, committed.field("ebit", daysOf(Q1)));
    expect(json).toMatchObject({
      question: "EBIT of Committed Plan in FY26 Plan, Jan–Mar 2026, in USD",
      formulaResult: Math.round(json.value / 1000),
      months: "2026-01:2026-03",
      combinedBy: { by: "sum", rows: 3, months: 3 },
      formula: '=INSIGHTS.KPI("FY26 Plan", "committed", "ebit", "2026-01:2026-03", , , "USD")',
      dimensions: ["lines", "month", "scenario", "base"],
      by: "lines",
      addsUp: true,
      currency: "USD",
      runs: [{ plan: "FY26 Plan" }],
    });
  });

  test.each([
    ["demandValue", "region"],
    ["demandVolume", "product"],
    ["demandValue", "channel"],
  ] as const)("divides %s by %s into the groups of the rows", async (field, by) => {
    const { json } = await connected.call("explain", {
      formula: `=INSIGHTS.KPI("FY26 Plan","actual","${field}","2026-Q1")`,
      by,
    });
    const parts = json.parts as ShownPart[];
    expect(parts.map(({ label }) => label).sort()).toEqual(actual.groups(by).sort());
    for (const { label, amount } of parts)
      expectClose(amount, actual.field(field, { ...daysOf(Q1), group: [by, label] }));
    expect(parts.reduce((sum, { share = NaN }) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  test("divides by lines and by months, and each part's formula has its amount", async () => {
    for (const by of ["lines", "month"]) {
      const { json } = await connected.call("explain", {
        formula: '=INSIGHTS.PNL("FY26 Plan","committed","ebit")',
        by,
      });
      const parts = json.parts as ShownPart[];
      expectClose(sumOf(parts), committed.field("ebit", YEAR));
      const { json: again } = await connected.call("evaluate_formulas", {
        formulas: parts.map(({ formula }) => formula),
      });
      expect(again.results.map(({ value }: { value: number }) => value)).toEqual(parts.map(({ amount }) => amount));
    }
  });

  test.each<[string, string, string, number]>([
    ["one call", '=INSIGHTS.KPI(,"committed","ebit","2026-Q1",,,,,"2026-02")', "", 0],
    [
      "the sum of two calls",
      '=INSIGHTS.KPI(,"actual","ebit","2026-02",,,,"YTD")+INSIGHTS.KPI(,"committed","ebit","2026-03")',
      "",
      0,
    ],
    [
      "the sum of two calls and more",
      '=INSIGHTS.KPI(,"actual","ebit","2026-02",,,,"YTD")+INSIGHTS.KPI(,"committed","ebit","2026-03")-2*250',
      "-2*250",
      -500,
    ],
  ])("divides an outlook by %s into actuals and later months", async (_what, formula, rest, amount) => {
    const { json } = await connected.call("explain", { formula });
    const [ended, later] = [
      actual.field("ebit", daysOf(["2026-01", "2026-02"])),
      committed.field("ebit", daysOf(["2026-03"])),
    ];
    const parts = json.parts as ShownPart[];
    expectClose(json.value, ended + later + amount);
    expect(json).toMatchObject({ by: "outlook", addsUp: true, months: "2026-01:2026-03", combinedBy: { months: 3 } });
    expect(parts.map(({ label }) => label)).toEqual([
      "Actual · Jan–Feb 2026",
      "Committed Plan · Mar 2026",
      ...(rest ? [rest] : []),
    ]);
    expect(sumOf(parts)).toBeCloseTo(json.value, 6);
    expectClose(parts[0]?.amount ?? NaN, ended);
    expectClose(parts[1]?.amount ?? NaN, later);
    const formulas = [json.formula as string, ...parts.flatMap((part) => part.formula ?? [])];
    const { json: again } = await connected.call("evaluate_formulas", { formulas });
    const values = again.results.map(({ value }: { value: number }) => value);
    expect(values).toEqual([json.value, parts[0]?.amount, parts[1]?.amount]);
  });

  test("says what cannot be explained, and what can", async () => {
    const explain = async (formula: string, by?: string) =>
      (await connected.call("explain", { formula, by })).json.error?.message as string;
    expect(await explain('=INSIGHTS.KPI(,"actual","ebit")-INSIGHTS.KPI(,"committed","ebit")')).toMatch(
      /has 2 numbers\. Explain one of them: =INSIGHTS\.KPI/,
    );
    expect(await explain('=INSIGHTS.PNL(,"committed")')).toMatch(/no single number/);
    expect(await explain("=1+1")).toMatch(/no single number/);
    expect(await explain('=INSIGHTS.KPI(,"comitted","ebit")')).toMatch(/Did you mean 'committed'/);
    expect(await explain('=INSIGHTS.KPI($B$1,"actual","ebit")')).toMatch(/reads cells/);
    expect(await explain('=INSIGHTS.KPI(,"actual","ebit")', "region")).toMatch(
      /does not divide EBIT by region, but demandValue and demandVolume\. Divide it by lines, month, /,
    );
    const percent = '=INSIGHTS.VAR(,"actual","committed","ebit","2026-03",,,,,"percent")';
    expect(await explain(percent, "lines")).toBe("This number has no parts by lines. Divide it by sides.");
    expect(await explain('=INSIGHTS.PERIOD(,"2026-Q1")')).toMatch(/no single number/);
  });
});

test("a number that no formula pins says which settings it reads", async () => {
  const question = { scenario: "actual", base: "committed", field: "ebit", period: "2026-12", basis: "YTG" };
  const open = "the plan FY26 Plan; a fiscal year from January; the service's currency.";
  const { json: asked } = await connected.call("ask", question);
  expect(asked.numbers).toEqual([expect.objectContaining({ value: 0, settings: expect.stringContaining(open) })]);
  const { json: compared } = await connected.call("compare", question);
  expect(compared).toMatchObject({ variance: 0, settings: expect.stringContaining(open) });
  const { json: explained } = await connected.call("explain", {
    formula: '=INSIGHTS.KPI(,"actual","ebit","2026-12",,,,"YTG")',
  });
  expect(explained).toMatchObject({ value: 0, settings: expect.stringContaining(open) });
  const { json: pinned } = await connected.call("ask", { ...question, basis: "YTD" });
  expect(pinned.numbers[0]).not.toHaveProperty("settings");
});

describe("compare", () => {
  test.each([
    ["ebit", "lines"],
    ["cogs", "month"],
    ["demandValue", "region"],
    ["demandValue", "product"],
    ["supplyChainCost", "lines"],
  ] as const)("is the variance of %s, and its drivers by %s add up to it", async (field, by) => {
    const { json } = await connected.call("compare", {
      scenario: "actual",
      base: "committed",
      field,
      period: "2026-03",
      basis: "YTD",
      by,
    });
    const [own, base] = [actual, committed].map((oracle) => sizeOf(oracle.field(field, daysOf(Q1))));
    const expected = expectedVariance(field, "amount", own!, base!);
    if ("missing" in expected) throw new Error("The oracle has no variance.");
    expect(json.variance / expected.value).toBeCloseTo(1, 6);
    expect(json.sides.map(({ amount }: ShownPart) => amount)).toEqual([
      expect.closeTo(own!.value, 2),
      expect.closeTo(base!.value, 2),
    ]);
    expect(json.percent).toBeCloseTo(expected.value / Math.abs(base!.value), 9);
    const drivers = json.drivers as ShownPart[];
    expect(drivers.length).toBeLessThanOrEqual(7);
    expect(sumOf(drivers)).toBeCloseTo(json.variance, 2);
    expect(json).toMatchObject({ by, months: "2026-01:2026-03", sign: "+ is better", currency: "USD" });
    const { json: again } = await connected.call("evaluate_formulas", { formulas: [json.formula] });
    expect(again.results[0].value).toBe(json.variance);
  });

  test("drivers by region are the variances of the regions", async () => {
    const asked = { scenario: "actual", base: "committed", field: "demandVolume", period: "2026-02", by: "region" };
    const { json } = await connected.call("compare", asked);
    for (const { label, amount } of json.drivers as ShownPart[]) {
      const part = { ...monthOf("2026-02"), group: ["region", label] as const };
      const change = actual.field("demandVolume", part) - committed.field("demandVolume", part);
      expect(amount).toBeCloseTo(isLessBetter("demandVolume") ? -change : change, 2);
    }
  });

  test("a ratio has points and sides, and a word in place of drivers", async () => {
    const { json } = await connected.call("compare", {
      scenario: "actual",
      base: "committed",
      field: "fillRate",
      period: "2026-02",
    });
    expect(json.variance).toBeCloseTo(
      actual.field("fillRate", monthOf("2026-02")) - committed.field("fillRate", monthOf("2026-02")),
      9,
    );
    expect(json).toMatchObject({ unit: "points", drivers: expect.stringContaining("no sum of parts") });
  });

  test("without a base it says what is missing", async () => {
    const { isError, json } = await connected.call("compare", { scenario: "actual", field: "ebit" });
    expect(isError).toBe(true);
    expect(json.error).toEqual({ code: "#VALUE!", message: "VAR needs a base scenario, or a basePeriod such as PY." });
  });
});

const LEFT_OPEN = "In a workbook the formula reads the workbook's settings, which may be others than here:";

describe("write_formula", () => {
  test("writes names of cells, checks their present values, and returns no value", async () => {
    const { json } = await connected.call("write_formula", {
      function: "KPI",
      arguments: {
        plan: { cell: "$B$1", value: "FY26 Plan" },
        scenario: "committed",
        field: { cell: "$A7", value: "EBIT" },
        period: { cell: "'Time line'!C$5", value: "2026-03" },
      },
    });
    expect(json).toEqual({
      formula: `=INSIGHTS.KPI($B$1, "committed", $A7, 'Time line'!C$5)`,
      size: { rows: 1, columns: 1 },
      means: ["EBIT of Committed Plan in FY26 Plan, Mar 2026, in USD"],
      settings: `${LEFT_OPEN} the service's currency.`,
      service: expect.any(String),
      asOf: expect.any(String),
      runs: expect.any(Array),
      currency: "USD",
    });
  });

  test.each([
    [{ period: "2026-Q1" }, "a fiscal year from April, named by the year in which it ends"],
    [{ period: "2026-03", basis: "YTD" }, "a fiscal year from April, named by the year in which it ends"],
    [{ period: { cell: "B2", value: "current" } }, "the current month 2026-08"],
    [{ period: "2026-01:current-1" }, "the current month 2026-08"],
    [{ period: "2026-03", currency: null }, "the currency EUR"],
    [{ period: "2026-03", plan: null }, "the plan FY26 Plan"],
    [{ period: "2026-03", basis: "R3" }, undefined],
    [{ period: { cell: "B2", value: 46100 } }, undefined],
    [{}, undefined],
  ])("tells the settings that %j leaves open", async (args, open) => {
    const settings = { plan: "FY26 Plan", currency: "EUR", fiscalMonth: 4, currentMonth: "2026-08" };
    const other = await connectAgent({ sandbox, settings });
    const named = { plan: "FY26 Plan", scenario: "actual", field: "ebit", currency: "USD" };
    const { json } = await other.call("write_formula", { function: "KPI", arguments: { ...named, ...args } });
    await other.close();
    expect(json.formula).toMatch(/^=INSIGHTS/);
    expect(json.settings).toBe(open && `${LEFT_OPEN} ${open}.`);
  });

  test("says how far a table spills, and which settings it reads", async () => {
    const { json } = await connected.call("write_formula", {
      function: "PNL",
      arguments: { scenario: ["committed", "actual"] },
    });
    expect(json).toMatchObject({
      formula: '=INSIGHTS.PNL(, {"committed","actual"})',
      size: { rows: 14, columns: 3 },
      settings: `${LEFT_OPEN} the plan FY26 Plan; the service's currency.`,
    });
    expect(json).not.toHaveProperty("value");
  });

  test.each([
    [{ scenario: "comitted", field: "ebit" }, "Did you mean 'committed'?"],
    [{ scenario: "committed", field: "profit" }, "profit"],
    [{ scenarios: "committed", field: "ebit" }, "KPI has no argument 'scenarios'. Its arguments are plan, scenario,"],
    [{ scenario: { cell: "1+1", value: "committed" }, field: "ebit" }, "'1+1' is no cell, range or name."],
    [{ scenario: { cell: 'B1")&CMD|"', value: "committed" }, field: "ebit" }, "is no cell, range or name."],
    [{ scenario: "committed", field: "ebit", currency: "EURO" }, "EURO"],
  ])("refuses %j with a message", async (args, message) => {
    const { isError, json } = await connected.call("write_formula", { function: "KPI", arguments: args });
    expect(isError).toBe(true);
    expect(json.error.message).toContain(message);
  });

  test("a text that looks like a formula stays a text", async () => {
    const { json } = await connected.call("write_formula", {
      function: "KPI",
      arguments: { plan: "FY26 Plan", scenario: '")+HYPERLINK("x', field: "ebit" },
    });
    expect(json.error.message).toContain("is not in plan");
  });
});
