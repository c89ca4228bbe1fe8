import { BASE_DAY, DAYS } from "../../sandbox/planning/calendar";
import { CHANNELS, PRODUCTS, SKUS } from "../../sandbox/planning/catalogue";
import { createPlanning } from "../../sandbox/planning/planning";
import { connect, type Client, type Json } from "./client";

type Fields = Record<string, number>;

let client: Client;

beforeAll(async () => {
  client = await connect();
});

function everyScenario(): { planId: string; scenarioIds: string; flags: readonly string[] }[] {
  return client.sandbox.planning.plans.flatMap(({ id, scenarios }) =>
    scenarios.map((scenario) => ({ planId: id, scenarioIds: scenario.id, flags: scenario.flags })),
  );
}

async function pnlOf(planId: string, scenarioIds: string): Promise<Fields> {
  return (await client.ask("/pnl-summary", { planId, scenarioIds })).scenarios[0].pnl;
}

async function demandOf(planId: string, scenarioIds: string, parameters = {}): Promise<Fields[]> {
  return (await client.ask("/demand-forecast", { planId, scenarioIds, ...parameters })).scenarios[0].series;
}

describe("the catalogue", () => {
  it("has families, SKUs and channels enough to look at, each named once", () => {
    const names = [PRODUCTS.map(({ name }) => name), SKUS.map(({ code }) => code), CHANNELS.map(({ name }) => name)];
    expect(names.map((list) => new Set(list).size)).toEqual([10, 120, 5]);
  });

  it("has lines for each SKU, region and channel, but not for every combination", () => {
    for (const { id, scenarios, regions } of client.sandbox.planning.plans) {
      const { lines } = client.sandbox.planning.simulation(id, scenarios[0]!.id).market;
      expect(new Set(lines.map(({ sku }) => sku)).size).toBe(SKUS.length);
      expect(new Set(lines.map(({ region, channel }) => `${region.name} ${channel.name}`)).size).toBe(
        regions.length * 5,
      );
      expect(lines.length).toBeLessThan(SKUS.length * regions.length * CHANNELS.length * 0.4);
    }
  });
});

it("the P&L cascade holds in every month of every scenario", async () => {
  for (const { planId, scenarioIds } of everyScenario()) {
    const { scenarios } = await client.ask("/pnl-summary", { planId, scenarioIds, interval: "M" });
    for (const month of scenarios[0].series as Fields[]) {
      const { netFIESales, cogs, grossProfit, supplyChainCost, ebit, dpm } = month as Record<string, Json>;
      expect(netFIESales).toBeCloseTo(month["grossFIESales"]! - month["tradeExpenses"]!, 3);
      expect(grossProfit).toBeCloseTo(netFIESales - cogs, 3);
      expect(supplyChainCost).toBeCloseTo(month["storageAndHandling"]! + month["transport"]!, 3);
      expect(ebit).toBeLessThan(grossProfit - supplyChainCost);
      expect(dpm).toBeLessThan(ebit);
      expect(month["cogsPercent"]).toBeCloseTo(cogs / netFIESales, 9);
      expect(month["ebitPercent"]).toBeCloseTo(ebit / netFIESales, 9);
      expect(month["dpmPercent"]).toBeCloseTo(dpm / netFIESales, 9);
    }
  }
});

it("every scenario earns and delivers what a distributor may", async () => {
  for (const { planId, scenarioIds } of everyScenario()) {
    const [pnl, [year]] = [await pnlOf(planId, scenarioIds), await demandOf(planId, scenarioIds, { interval: "FY" })];
    expect(pnl["ebitPercent"]).toBeGreaterThan(0.08);
    expect(pnl["ebitPercent"]).toBeLessThan(0.25);
    expect(year!["fillRate"]).toBeGreaterThan(0.85);
    expect(year!["fillRate"]).toBeLessThan(1);
    for (const month of await demandOf(planId, scenarioIds, { groupBy: "region" })) {
      expect(month["forecastAccuracy"]).toBeGreaterThan(0.6);
      expect(month["forecastAccuracy"]).toBeLessThan(0.95);
    }
  }
});

it("scenarios differ as their names say", async () => {
  const [actual, committed, optimistic, conservative, price] = await Promise.all(
    ["actual", "committed", "optimistic", "conservative", "price"].map(async (kind) => {
      const [pnl, [year]] = [
        await pnlOf("fy26", `fy26-${kind}`),
        await demandOf("fy26", `fy26-${kind}`, { interval: "FY" }),
      ];
      return { ...pnl, ...year };
    }),
  );
  expect(optimistic!["grossFIESales"]).toBeGreaterThan(committed!["grossFIESales"]!);
  expect(conservative!["grossFIESales"]).toBeLessThan(committed!["grossFIESales"]!);
  expect(optimistic!["fillRate"]).toBeLessThan(committed!["fillRate"]!);
  expect(conservative!["fillRate"]).toBeGreaterThan(committed!["fillRate"]!);
  expect(price!["demandVolume"]).toBeLessThan(committed!["demandVolume"]!);
  expect(price!["ebitPercent"]).toBeGreaterThan(committed!["ebitPercent"]!);
  expect(actual!["forecastAccuracy"]).toBeLessThan(committed!["forecastAccuracy"]!);
  expect(actual!["ebit"]).toBeLessThan(committed!["ebit"]!);
});

describe("demand over time", () => {
  const perDay = async (parameters: object, pick: (row: Json) => boolean) => {
    const range = { dateFrom: "2026-01-05", dateTo: "2026-12-27", interval: "D" };
    const rows = (await demandOf("fy26", "fy26-committed", { ...range, ...parameters })).filter(pick);
    return rows.reduce((sum, row) => sum + row["demandVolume"]!, 0);
  };
  const weekday = (day: number) => (row: Json) => new Date(row.period).getUTCDay() === day;

  it("has a week: hospitals hardly order on Sundays", async () => {
    const hospital = (day: number) => (row: Json) => row.channel === "Hospitals" && weekday(day)(row);
    const [sundays, mondays] = await Promise.all([0, 1].map((day) => perDay({ groupBy: "channel" }, hospital(day))));
    expect(sundays! / mondays!).toBeLessThan(0.4);
  });

  it("has seasons: fever is a winter's, sun a summer's", async () => {
    const months = await demandOf("fy26", "fy26-committed");
    const at = (product: string, period: string) =>
      months.find((row: Json) => row.product === product && row.period === period)!["demandVolume"]!;
    expect(at("Pain and Fever Relief", "2026-01")).toBeGreaterThan(1.2 * at("Pain and Fever Relief", "2026-07"));
    expect(at("Skin Care", "2026-07")).toBeGreaterThan(1.2 * at("Skin Care", "2026-01"));
  });

  it("grows from one year to the next", async () => {
    const range = { dateFrom: "2025-01-01", dateTo: "2026-12-31", interval: "FY" };
    const years = await demandOf("fy26", "fy26-committed", range);
    const volume = (period: string) =>
      years.filter((row: Json) => row.period === period).reduce((sum, row) => sum + row["demandVolume"]!, 0);
    expect(volume("2026") / volume("2025")).toBeGreaterThan(1.01);
  });
});

it("promotions lift demand and cost trade expenses", () => {
  const { planning } = client.sandbox;
  const { market } = planning.simulation("fy26", "fy26-committed");
  const sums = { on: { gross: 0, trade: 0, units: 0, days: 0 }, off: { gross: 0, trade: 0, units: 0, days: 0 } };
  let index = -1;
  for (const row of planning.rows("fy26", "fy26-committed")) {
    index += 1;
    const [line, day] = [market.lines[Math.floor(index / DAYS)]!, index % DAYS];
    const sum = sums[market.events.promotions[line.place * DAYS + day]! > 0 ? "on" : "off"];
    sum.gross += row.grossFIESales;
    sum.trade += row.tradeExpenses;
    sum.units += row.demandVolume;
    sum.days += 1;
  }
  expect(sums.on.trade / sums.on.gross).toBeGreaterThan(sums.off.trade / sums.off.gross + 0.03);
  expect(sums.on.units / sums.on.days).toBeGreaterThan(1.1 * (sums.off.units / sums.off.days));
});

describe("the year before the last two", () => {
  it("has a demand of its own, a little less", () => {
    const { demand, market } = client.sandbox.planning.simulation("fy26", "fy26-committed");
    const volumeOf = (from: number, to: number) =>
      market.lines.reduce((sum, _line, at) => {
        const days = demand.subarray(at * DAYS + from, at * DAYS + to);
        return sum + days.reduce((total, units) => total + units, 0);
      }, 0);
    const years = [volumeOf(0, BASE_DAY), volumeOf(BASE_DAY, BASE_DAY + 365), volumeOf(BASE_DAY + 365, DAYS)];
    // The last two are what they were when the horizon began with them.
    expect(years).toEqual([18_296_541, 18_886_840, 20_015_698]);
  });

  it("has promotions, stock-outs and surprises as often as the others", () => {
    const { events } = client.sandbox.planning.simulation("fy26", "fy26-committed").market;
    const shareOf = (table: Float32Array, from: number, to: number) => {
      const days = [...table].filter((_, at) => at % DAYS >= from && at % DAYS < to);
      return days.filter((size) => size !== 0).length / days.length;
    };
    for (const table of Object.values(events) as Float32Array[]) {
      const [earlier, later] = [shareOf(table, 0, BASE_DAY), shareOf(table, BASE_DAY, DAYS)];
      expect(earlier / later).toBeGreaterThan(0.7);
      expect(earlier / later).toBeLessThan(1.6);
    }
  });
});

describe("a seed", () => {
  const demand = (seed: number, planId: string, scenarioId: string) =>
    Buffer.from(createPlanning(seed).simulation(planId, scenarioId).demand.buffer);

  it("gives the same numbers every time", () => {
    expect(demand(7, "fy26", "fy26-actual").equals(demand(7, "fy26", "fy26-actual"))).toBe(true);
  });

  it("gives the same numbers in whatever order scenarios are asked for", () => {
    const [first, second] = [createPlanning(7), createPlanning(7)];
    first.simulation("plan_ap26", "ap26-optimistic");
    first.simulation("fy26", "fy26-committed");
    const [one, other] = [first, second].map((planning) => planning.simulation("fy26", "fy26-actual").demand.buffer);
    expect(Buffer.from(one!).equals(Buffer.from(other!))).toBe(true);
  });

  it("of another number gives other numbers", () => {
    expect(demand(7, "fy26", "fy26-actual").equals(demand(8, "fy26", "fy26-actual"))).toBe(false);
  });

  it("of any size gives a believable year", async () => {
    for (const seed of [0, 2, 42, 2_147_483_647]) {
      const other = await connect({ seed });
      const { scenarios } = await other.ask("/pnl-summary", { planId: "fy26", scenarioIds: "fy26-actual" });
      expect(scenarios[0].pnl.ebitPercent).toBeGreaterThan(0.08);
      expect(scenarios[0].pnl.ebitPercent).toBeLessThan(0.25);
    }
  });
});

it("says which scenario does not exist", () => {
  expect(() => client.sandbox.planning.simulation("fy26", "eu26-actual")).toThrow(
    "no scenario 'eu26-actual' in a plan 'fy26'",
  );
});

test("a step raises planned numbers, keeps actual ones, and renews the time", async () => {
  let now = Date.UTC(2026, 5, 1);
  const { sandbox, ask: get } = await connect({ now: () => now });
  const ask = async () => {
    const given = { planId: "fy26", scenarioIds: "fy26-actual,fy26-committed" };
    const { meta, scenarios } = await get("/pnl-summary", given);
    return { at: meta.generatedAt as string, sales: scenarios.map((each: Json) => each.pnl.grossFIESales as number) };
  };
  const before = await ask();
  now += 60_000;
  sandbox.step();
  const after = await ask();
  expect(after.sales[0]).toBe(before.sales[0]);
  expect(after.sales[1]! / before.sales[1]!).toBeCloseTo(1.01, 2);
  expect(after.at).toBe(new Date(now).toISOString());
});
