import "./memoizedAggregates";
import { DIALECTS, USUAL_DIALECT, type Dialect } from "../../sandbox/dialect";
import { SENT_DEMAND, SENT_PNL } from "../oracle/fields";
import { connect, postJson, type Json } from "./client";

const BOTH = { planId: "fy26", scenarioIds: "fy26-actual,fy26-committed" };
const BY_REGION = { ...BOTH, groupBy: "region", dateFrom: "2026-01-01", dateTo: "2026-02-28" };
const REGIONS = ["North", "South", "East", "West", "Central", "Islands"];

async function ask(dialect: Partial<Dialect>, path: string, parameters: Record<string, string>): Promise<Json> {
  return (await connect({ dialect })).ask(path, parameters);
}

async function labels(periods: Dialect["periods"], path: string, intervals: string[]): Promise<string[]> {
  const client = await connect({ dialect: { periods } });
  const asked = { planId: "fy26", scenarioIds: "fy26-actual", dateFrom: "2026-01-28", dateTo: "2026-12-31" };
  const bodies = await Promise.all(intervals.map((interval) => client.ask(path, { ...asked, interval })));
  return bodies.map(({ scenarios }) => scenarios[0].series[0].period);
}

describe("groups of a demand series", () => {
  it("come under an extra key named after groupBy", async () => {
    const { scenarios } = await ask({ groups: "keys" }, "/demand-forecast", BY_REGION);
    expect(scenarios).toHaveLength(2);
    expect(scenarios[0].series).toHaveLength(12);
    expect(Object.keys(scenarios[0].series[0])).toEqual(["period", "region", ...SENT_DEMAND]);
    expect([...new Set(scenarios[0].series.map((row: Json) => row.region))].sort()).toEqual([...REGIONS].sort());
  });

  it("come as rows under the key group", async () => {
    const { scenarios } = await ask({ groups: "rows" }, "/demand-forecast", BY_REGION);
    expect(Object.keys(scenarios[0].series[0])).toEqual(["period", "group", ...SENT_DEMAND]);
  });

  it("come as scenario elements, one for each group", async () => {
    const { scenarios } = await ask({ groups: "scenarios" }, "/demand-forecast", BY_REGION);
    expect(scenarios).toHaveLength(12);
    expect(Object.keys(scenarios[0])).toEqual(["scenarioId", "scenarioName", "scenarioColor", "region", "series"]);
    expect(Object.keys(scenarios[0].series[0])).toEqual(["period", ...SENT_DEMAND]);
    expect(scenarios.map((element: Json) => element.series.length)).toEqual(Array(12).fill(2));
  });
});

describe("a month of P&L", () => {
  it.each([
    ["flat", ["period", ...SENT_PNL]],
    ["nested", ["period", "pnl"]],
  ] as const)("is %s", async (monthlyPnl, keys) => {
    const { scenarios } = await ask({ monthlyPnl }, "/pnl-summary", { ...BOTH, interval: "M" });
    expect(scenarios[0].series).toHaveLength(12);
    expect(Object.keys(scenarios[0].series[0])).toEqual(keys);
    expect(Object.keys(scenarios[0].series[0].pnl ?? scenarios[0].series[0]).slice(-13)).toEqual(SENT_PNL);
  });
});

describe("the quick-start's fields", () => {
  const dialect = { fields: "quickstart" } as const;
  const left = SENT_PNL.filter(
    (name) => !["tradeExpenses", "cogsPercent", "supplyChainCost", "storageAndHandling", "transport"].includes(name),
  );

  it("are fewer in the P&L, by year and by month", async () => {
    const { meta, scenarios } = await ask(dialect, "/pnl-summary", BOTH);
    expect(Object.keys(meta)).toEqual(["planId", "interval", "currency"]);
    expect(Object.keys(scenarios[0])).toEqual(["scenarioId", "scenarioName", "pnl"]);
    expect(Object.keys(scenarios[0].pnl)).toEqual(left);
    const monthly = await ask(dialect, "/pnl-summary", { ...BOTH, interval: "M" });
    expect(Object.keys(monthly.scenarios[0].series[0])).toEqual(["period", ...left]);
  });

  it("are all there in the demand forecast, where the specification leaves nothing out", async () => {
    expect(await ask(dialect, "/demand-forecast", BOTH)).toMatchObject({
      meta: { generatedAt: expect.any(String) },
      scenarios: [{ scenarioColor: expect.stringMatching(/^#[0-9A-F]{6}$/) }, {}],
    });
  });

  it("do without the type of a token", async () => {
    const { sandbox } = await connect({ dialect });
    const { body } = await postJson(sandbox, { apiKey: sandbox.apiKey });
    expect(Object.keys(body)).toEqual(["accessToken", "expiresIn"]);
  });
});

describe("period labels", () => {
  it.each([
    ["plain", "2026-01-28", "2026-W05", "2026-01", "2026"],
    ["named", "2026-01-28", "2026-W05", "2026-01", "FY2026"],
    ["dated", "2026-01-28", "2026-01-26", "2026-01", "FY26"],
  ] as const)("of demand are %s", async (periods, ...expected) => {
    expect(await labels(periods, "/demand-forecast", ["D", "W", "M", "FY"])).toEqual(expected);
  });

  it.each([
    ["plain", "2026-01"],
    ["named", "Jan 2026"],
    ["dated", "2026-01-01"],
  ] as const)("of a monthly P&L are %s", async (periods, expected) => {
    expect(await labels(periods, "/pnl-summary", ["M"])).toEqual([expected]);
  });
});

it.each([
  ["asked", ["fy26-actual", "fy26-committed"]],
  ["reversed", ["fy26-committed", "fy26-actual"]],
] as const)("scenarios come in the order %s", async (order, ids) => {
  const { scenarios } = await ask({ order }, "/pnl-summary", BOTH);
  expect(scenarios.map((element: Json) => element.scenarioId)).toEqual(ids);
});

it("rows without a group hold the sums of the others", async () => {
  const { scenarios } = await ask({ totals: "rows" }, "/demand-forecast", BY_REGION);
  const rows: Json[] = scenarios[0].series;
  const totals = rows.filter(({ region }) => region === undefined);
  const sum = (list: Json[]) => list.reduce((all, { demandVolume }) => all + demandVolume, 0);
  expect(totals.length).toBeGreaterThan(0);
  expect(sum(totals)).toBeCloseTo(sum(rows) / 2, 2);
});

it("rows called Total hold the sums of the others", async () => {
  const [one, other] = await Promise.all(
    (["rows", "named"] as const).map((totals) => ask({ totals }, "/demand-forecast", BY_REGION)),
  );
  const named = one!.scenarios[0].series.map((row: Json) => ({ ...row, region: row.region ?? "Total" }));
  expect(other!.scenarios[0].series).toEqual(named);
});

it("rows may say more than their group", async () => {
  const { scenarios } = await ask({ texts: "more" }, "/demand-forecast", BY_REGION);
  expect(scenarios[0].series[0]).toMatchObject({
    region: expect.any(String),
    regionCode: expect.any(String),
    status: expect.any(String),
  });
});

it.each([
  ["M", "2026-02"],
  ["W", "2026-W06"],
  ["D", "2026-02-03"],
])("periods of the interval %s may be more than were asked for", async (interval, other) => {
  const given = { ...BOTH, interval, dateFrom: "2026-03-01" };
  const { scenarios } = await ask({ dates: "ignored" }, "/demand-forecast", given);
  expect(scenarios[0].series.map(({ period }: Json) => period)).toContain(other);
});

it("every choice is listed, the usual one first", () => {
  const first = Object.fromEntries(Object.entries(DIALECTS).map(([name, choices]) => [name, choices[0]]));
  expect(first).toEqual(USUAL_DIALECT);
});

it("no dialect changes a number", async () => {
  const totals = new Set<number>();
  // A service that ignores dates has more months.
  const { dates: _dates, ...others } = DIALECTS;
  for (const [name, choices] of Object.entries(others)) {
    for (const choice of choices) {
      const { scenarios } = await ask({ [name]: choice }, "/demand-forecast", BY_REGION);
      const rows = scenarios
        .flatMap((element: Json) => element.series.map((row: Json) => ({ region: element.region, ...row })))
        .filter((row: Json) => !["Total", undefined].includes(row.region ?? row.group));
      totals.add(rows.reduce((sum: number, row: Json) => sum + row.demandVolume, 0));
    }
  }
  expect(totals.size).toBe(1);
});
