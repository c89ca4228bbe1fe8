/** Every function by the built command, over a real connection: its numbers are the plain sums of the plan's atomic rows. */
import { DIALECTS } from "../../src/sandbox/dialect";
import { startServer, type SandboxServer, type ServerOptions } from "../../src/sandbox/server";
import { createOracle, expectClose, type Oracle, type Part } from "../oracle/atomicRows";
import type { Grouping } from "../oracle/data";
import { monthOf, YEAR } from "../oracle/months";
import { connectionTo, valuesOf } from "./cli";

type Rows = unknown[][];

const PNL = {
  grossFIESales: "Gross sales",
  tradeExpenses: "Trade expenses",
  netFIESales: "Net sales",
  cogs: "Cost of goods sold",
  cogsPercent: "Cost of goods sold %",
  grossProfit: "Gross profit",
  supplyChainCost: "Supply chain costs",
  storageAndHandling: "Storage and handling",
  transport: "Transport",
  ebit: "EBIT",
  ebitPercent: "EBIT %",
  dpm: "Distributor profit margin",
  dpmPercent: "Distributor profit margin %",
};
const FIELDS = Object.keys(PNL);
const DEMAND = ["demandVolume", "demandValue", "fillRate", "forecastAccuracy"];
const MONTHS = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`);
const NAMES = ["Actual", "Committed Plan", "Optimistic", "Conservative", "+5% price"];

const servers: SandboxServer[] = [];
let server: SandboxServer;
let connection: Record<string, string>;
let actual: Oracle;
let committed: Oracle;

async function serve(options: Partial<ServerOptions>): Promise<Record<string, string>> {
  servers.push(await startServer({ port: 0, ...options }));
  return connectionTo(servers.at(-1)!);
}

beforeAll(async () => {
  connection = await serve({});
  [server] = servers as [SandboxServer];
  actual = createOracle(server.sandbox.planning, "fy26", "fy26-actual");
  committed = createOracle(server.sandbox.planning, "fy26", "fy26-committed", []);
});

afterAll(() => Promise.all(servers.map(({ close }) => close())));

const values = (...formulas: string[]) => valuesOf(formulas, connection);
const table = async (formula: string) => (await values(formula))[0] as Rows;

function expectNumbers(cells: Rows, expected: number[][]): void {
  expect(cells.map((row) => row.length)).toEqual(expected.map((row) => row.length));
  cells.forEach((row, line) => row.forEach((cell, column) => expectClose(cell, expected[line]![column]!)));
}

describe("PNL", () => {
  test("gives each field of a scenario as one number", async () => {
    const found = await values(...FIELDS.map((field) => `=INSIGHTS.PNL("FY26 Plan","actual","${field}")`));
    expectNumbers([found], [FIELDS.map((field) => actual.field(field, YEAR))]);
  });

  test("gives scenarios across and fields down, those that are named or all of them", async () => {
    const [some, all] = (await values(
      '=INSIGHTS.PNL("fy26",{"committed","Actual"},{"EBIT";"Cost of goods sold %"})',
      '=INSIGHTS.PNL("fy26",{"fy26-actual";"fy26-committed"})',
    )) as [Rows, Rows];
    expect(some.map(([label]) => label)).toEqual(["USD", "EBIT", "Cost of goods sold %"]);
    expect(some[0]).toEqual(["USD", "Committed Plan", "Actual"]);
    expect(all[0]).toEqual(["USD", "Actual", "Committed Plan"]);
    expect(all.slice(1).map(([label]) => label)).toEqual(Object.values(PNL));
    const columns = (rows: Rows) => rows.slice(1).map((row) => row.slice(1));
    const both = (fields: string[], ...of: Oracle[]) => fields.map((name) => of.map((one) => one.field(name, YEAR)));
    expectNumbers(columns(some), both(["ebit", "cogsPercent"], committed, actual));
    expectNumbers(columns(all), both(FIELDS, actual, committed));
  });

  test("returns the months of a year or of dates, with a heading for each", async () => {
    const [year, dates] = (await values(
      '=INSIGHTS.PNL("FY26 Plan",{"actual","committed"},{"ebit","dpmPercent"},"M")',
      '=INSIGHTS.PNL("FY26 Plan","actual",{"ebit","dpmPercent"},"M","2025-11",DATE(2026,2,14))',
    )) as [Rows, Rows];
    const sums = (parts: Part[], ...of: Oracle[]) =>
      ["ebit", "dpmPercent"].map((name) => of.flatMap((one) => parts.map((part) => one.field(name, part))));
    const numbers = (rows: Rows) => rows.slice(2).map((row) => row.slice(1));
    expect(year[1]).toEqual(["", ...MONTHS, ...MONTHS]);
    expectNumbers(numbers(year), sums(MONTHS.map(monthOf), actual, committed));
    expect(dates[1]).toEqual(["", "2025-11", "2025-12", "2026-01", "2026-02"]);
    // In a table of months a date stands for its month: no part of a month passes for the whole.
    expectNumbers(numbers(dates), sums(["2025-11", "2025-12", "2026-01", "2026-02"].map(monthOf), actual));
  });

  test("takes the last day of a period as its end", async () => {
    const parts: [string, string][] = [
      ['"2026-03"', "2026-03-31"],
      ['"2026-Q2"', "2026-06-30"],
      ['"Feb 2026"', "2026-02-28"],
      ["DATE(2026,5,5)", "2026-05-31"],
      ['"2026-05-05"', "2026-05-31"],
    ];
    const found = await values(
      ...parts.map(([end]) => `=INSIGHTS.PNL("fy26","actual","ebit",,"2026-01",${end},"USD")`),
    );
    parts.forEach(([, to], at) => expectClose(found[at], actual.field("ebit", { ...YEAR, to })));
  });

  test("has three layouts with the same numbers", async () => {
    const call = (layout: string) => `=INSIGHTS.PNL("FY26 Plan","actual",{"ebit","dpm"},"M",,,,"${layout}")`;
    const [statement, list, alone] = (await values(...["statement", "table", "values"].map(call))) as Rows[];
    expectNumbers(
      alone!,
      ["ebit", "dpm"].map((name) => MONTHS.map((month) => actual.field(name, monthOf(month)))),
    );
    expect(statement!.slice(2).map((row) => row.slice(1))).toEqual(alone);
    expect(list![0]).toEqual(["Scenario", "Period", "EBIT", "Distributor profit margin"]);
    expect(list!.slice(1)).toEqual(MONTHS.map((month, at) => ["Actual", month, alone![0]![at], alone![1]![at]]));
  });

  test("uses the environment's plan and currency only for blank arguments", async () => {
    const rate = server.sandbox.planning.rates.get("EUR")!;
    const settings = { ...connection, INSIGHTS_PLAN: " fy26 PLAN ", INSIGHTS_CURRENCY: "EUR" };
    const formulas = [
      "=INSIGHTS.PNL()",
      '=INSIGHTS.PNL(,"actual","ebit")',
      '=INSIGHTS.PNL("","actual","ebit",,,,"usd")',
    ];
    const [all, euros, dollars] = await valuesOf(formulas, settings);
    expect((all as Rows)[0]).toEqual(["EUR", ...NAMES]);
    expectClose(euros, actual.field("ebit", YEAR) * rate);
    expectClose(dollars, actual.field("ebit", YEAR));
  });
});

describe("DEMAND", () => {
  const RANGE = { from: "2026-02-02", to: "2026-03-29" };

  /** The days of a period label: weeks and days within the range, months whole. By the calendar alone. */
  function partOf(label: string): Part {
    const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(label) ?? [];
    if (/^\d{4}-\d{2}(:|$)/.test(label)) {
      const [first = label, last = first] = label.split(":");
      return { from: monthOf(first).from, to: monthOf(last).to };
    }
    const whole = week ? weekOf(Number(year), Number(week)) : { from: label, to: label };
    return { from: whole.from > RANGE.from ? whole.from : RANGE.from, to: whole.to < RANGE.to ? whole.to : RANGE.to };
  }

  /** ISO 8601: the week with 4 January is the first. */
  function weekOf(year: number, week: number): Part {
    const fourth = new Date(Date.UTC(year, 0, 4));
    const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * 86_400_000 + (week - 1) * 7 * 86_400_000;
    const [from, to] = [monday, monday + 6 * 86_400_000].map((time) => new Date(time).toISOString().slice(0, 10));
    return { from: from!, to: to! };
  }

  const groupings: Grouping[] = ["product", "sku", "region", "channel"];
  const intervals: [string, number][] = [
    ["D", 56],
    ["W", 8],
    ["M", 2],
    ["FY", 1],
  ];

  test.each(intervals)("by %s has every group in each of its %i periods", async (interval, count) => {
    for (const by of groupings) {
      const days = interval === "D" && by === "sku" ? '"2026-02-02","2026-02-04"' : `"${RANGE.from}","${RANGE.to}"`;
      const fields = `{${DEMAND.map((name) => `"${name}"`).join(",")}}`;
      const [header, ...rows] = await table(
        `=INSIGHTS.DEMAND("fy26","actual",${fields},"${interval}","${by}",${days})`,
      );
      const heading = { product: "Product", sku: "Sku", region: "Region", channel: "Channel" }[by];
      const labels = ["Demand volume", "Demand value", "Fill rate", "Forecast accuracy"];
      expect(header).toEqual(["Scenario", "Period", heading, ...labels]);
      const periods = interval === "D" && by === "sku" ? 3 : count;
      expect(new Set(rows.map(([, period]) => period)).size).toBe(periods);
      expect(rows).toHaveLength(periods * actual.groups(by).length);
      for (const [scenario, period, group, ...numbers] of rows) {
        expect(scenario).toBe("Actual");
        const part: Part = { ...partOf(String(period)), group: [by, String(group)] };
        // Accuracy of several months cannot be combined; the service has its own for a whole calendar year alone.
        const accuracy = numbers.pop();
        const named = interval === "FY" ? DEMAND.slice(0, -1) : DEMAND;
        if (interval === "FY") expect(accuracy).toBe("");
        else numbers.push(accuracy);
        expectNumbers([numbers], [named.map((name) => Math.max(0, actual.field(name, part)))]);
      }
    }
  });

  test("left to itself is the year's months by product, of every scenario", async () => {
    const [header, ...rows] = await table('=INSIGHTS.DEMAND("FY26 Plan")');
    expect(header!.slice(0, 3)).toEqual(["Scenario", "Period", "Product"]);
    const products = actual.groups("product");
    expect(rows).toHaveLength(NAMES.length * MONTHS.length * products.length);
    expect([...new Set(rows.map(([name]) => name))]).toEqual(NAMES);
    for (const [name, oracle] of [
      ["Actual", actual],
      ["Committed Plan", committed],
    ] as const) {
      const own = rows.filter(([scenario]) => scenario === name);
      const volume = own.reduce((sum, row) => sum + (row[3] as number), 0);
      expectClose(volume, oracle.field("demandVolume", YEAR));
    }
  });

  test("has the layouts and the currency that are asked for", async () => {
    const [alone, statement] = (await values(
      '=INSIGHTS.DEMAND("fy26","actual","demandValue","FY","channel",,,"JPY","values")',
      '=INSIGHTS.DEMAND("fy26","actual","demandValue","FY","channel",,,"JPY","statement")',
    )) as [Rows, Rows];
    const yen = server.sandbox.planning.rates.get("JPY")!;
    const channels = actual.groups("channel");
    expect(statement[0]).toEqual(["JPY", "Actual"]);
    expect(statement.slice(1).map(([, number]) => [number])).toEqual(alone);
    const sums = new Map(
      channels.map((name) => [name, actual.field("demandValue", { ...YEAR, group: ["channel", name] })]),
    );
    for (const [label, number] of statement.slice(1)) {
      const [channel = ""] = String(label).split(" · ");
      expectClose(number, sums.get(channel)! * yen);
    }
    expect(statement).toHaveLength(1 + channels.length);
  });
});

describe("KPI", () => {
  const Q2: Part = { from: "2026-04-01", to: "2026-06-30" };
  const periods: [string, Part][] = [
    ["", YEAR],
    ['""', YEAR],
    ["2026", YEAR],
    ['"FY2025"', { from: "2025-01-01", to: "2025-12-31" }],
    ['"2026-03"', monthOf("2026-03")],
    ["DATE(2026,3,15)", monthOf("2026-03")],
    ['"2026-03-15"', monthOf("2026-03")],
    ['"2026-Q2"', Q2],
    ['"2026-04:2026-06"', Q2],
    ['"2025-11:2026-02"', { from: "2025-11-01", to: "2026-02-28" }],
  ];

  test("gives every field for a month, a quarter, a range, a year and the full year", async () => {
    const fields = [...FIELDS, "demandVolume", "demandValue", "fillRate"];
    const cells = periods.flatMap(([period, part]) =>
      fields.map((field) => ({ formula: `=INSIGHTS.KPI("FY26 Plan","actual","${field}",${period})`, field, part })),
    );
    const found = await values(...cells.map(({ formula }) => formula));
    cells.forEach(({ field, part }, index) => expectClose(found[index], actual.field(field, part)));
  });

  test("gives every field of one item of every grouping", async () => {
    const groups = (["product", "sku", "region", "channel"] as const).map(
      (by) => [by, actual.groups(by).at(-1)!] as const,
    );
    const cells = groups.flatMap(([by, item]) =>
      ["demandVolume", "demandValue", "fillRate"].map((field) => ({ by, item, field })),
    );
    const found = await values(
      ...cells.map(({ by, item, field }) => `=INSIGHTS.KPI("fy26","actual","${field}","2026-Q2","${by}","${item}")`),
    );
    cells.forEach(({ by, item, field }, at) =>
      expectClose(found[at], actual.field(field, { ...Q2, group: [by, item] })),
    );
    const [accuracy] = await values('=INSIGHTS.KPI("fy26","actual","forecastAccuracy","2026-05","region","East")');
    expectClose(accuracy, actual.field("forecastAccuracy", { ...monthOf("2026-05"), group: ["region", "East"] }));
  });

  test("converts amounts, and nothing else", async () => {
    const call = (field: string) => `=INSIGHTS.KPI("fy26","actual","${field}","2026-03",,,"GBP")`;
    const [ebit, share, volume] = await values(...["ebit", "ebitPercent", "demandVolume"].map(call));
    const march = monthOf("2026-03");
    expectClose(ebit, actual.field("ebit", march) * server.sandbox.planning.rates.get("GBP")!);
    expectClose(share, actual.field("ebitPercent", march));
    expectClose(volume, actual.field("demandVolume", march));
  });
});

test("formulas work with what the functions give", async () => {
  const [thousand, sum, share, found, spread] = await values(
    '=INSIGHTS.PNL("FY26 Plan","committed","ebit")/1000',
    '=SUM(INSIGHTS.DEMAND("FY26 Plan","actual","demandVolume"))',
    '=LET(p,INSIGHTS.PNL("fy26","actual",{"ebit","netFIESales"},,,,,"values"),INDEX(p,1,1)/INDEX(p,2,1))',
    '=LET(p,INSIGHTS.PNL("fy26"),XLOOKUP("EBIT",INDEX(p,0,1),INDEX(p,0,3)))',
    '=SUM(INSIGHTS.PNL("fy26",{"actual","committed"},"ebit",,,,,"values")*{1,-1})',
  );
  expectClose(thousand, committed.field("ebit", YEAR) / 1000);
  expectClose(sum, actual.field("demandVolume", YEAR));
  expectClose(share, actual.field("ebitPercent", YEAR));
  expectClose(found, committed.field("ebit", YEAR));
  expectClose(spread, actual.field("ebit", YEAR) - committed.field("ebit", YEAR));
});

test("a service that speaks in every unusual way gives the same numbers", async () => {
  // These two change the numbers: fields are missing, or questions without dates get all months.
  const others = ["fields", "dates"];
  const dialect = Object.fromEntries(
    Object.entries(DIALECTS)
      .map(([name, choices]) => [name, choices.at(-1)])
      .filter(([name]) => !others.includes(name ?? "")),
  );
  const formulas = [
    '=INSIGHTS.PNL("FY26 Plan")',
    '=INSIGHTS.PNL("FY26 Plan",{"committed","actual"},,"M",,,,"values")',
    '=INSIGHTS.DEMAND("FY26 Plan",{"committed","actual"},,"W","region",,,,"values")',
    '=INSIGHTS.KPI("FY26 Plan","actual","fillRate","2026-Q1","channel","E-commerce")',
    '=INSIGHTS.KPI("FY26 Plan","committed","ebitPercent","2025-11:2026-02")',
  ];
  expect(await valuesOf(formulas, await serve({ dialect }))).toEqual(await values(...formulas));
});
