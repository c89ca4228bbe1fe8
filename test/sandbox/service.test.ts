import { connect, exchange, ORIGIN, ROOT, type Client, type Json } from "./client";

const ACTUAL = { planId: "fy26", scenarioIds: "fy26-actual" };

let client: Client;

beforeAll(async () => {
  client = await connect({ now: () => Date.parse("2026-03-01T08:00:00Z") });
});

describe("the plans", () => {
  it("are at least three, each with an actual and a committed scenario", async () => {
    const { plans } = await client.ask("/plans");
    expect(plans[0]).toMatchObject({ id: "fy26", name: "FY26 Plan", currency: "USD" });
    expect(new Set(plans.map((plan: Json) => plan.currency)).size).toBe(plans.length);
    for (const { scenarios } of plans) {
      const flags = scenarios.flatMap((scenario: Json) => scenario.flags);
      expect(flags.sort()).toEqual(["actual", "committed"]);
      expect(scenarios.length).toBeGreaterThanOrEqual(3);
    }
  });

  it("carry the fields of the specification and no others", async () => {
    const { plans } = await client.ask("/plans");
    expect(Object.keys(plans[0])).toEqual(["id", "name", "currency", "scenarios"]);
    expect(Object.keys(plans[0].scenarios[0])).toEqual(["id", "name", "flags"]);
  });

  it("have scenarios with ids of their own", async () => {
    const { plans } = await client.ask("/plans");
    const ids = plans.flatMap((plan: Json) => plan.scenarios.map((scenario: Json) => scenario.id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it("answers the same at both Insights roots, whatever the origin", async () => {
  for (const path of ["/plans", "/pnl-summary", "/demand-forecast"]) {
    const [one, other] = await Promise.all([
      client.get(`${ROOT}${path}`, ACTUAL),
      client.get(`/insights/v1${path}`, ACTUAL),
    ]);
    expect(one.status).toBe(200);
    expect(other.body).toEqual(one.body);
  }
});

it("takes a URL, a string and a Request", async () => {
  const headers = { Authorization: await exchange(client.sandbox, client.sandbox.apiKey) };
  const url = `${ORIGIN}/insights/v1/plans`;
  const answers = await Promise.all([
    client.sandbox.fetch(url, { headers }),
    client.sandbox.fetch(new URL(url), { headers }),
    client.sandbox.fetch(new Request(url, { headers })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe("a browser of any origin", () => {
  it("may send the Authorization header", async () => {
    const headers = {
      Origin: "https://addin.example",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "authorization",
    };
    const response = await client.sandbox.fetch(`${ORIGIN}${ROOT}/plans`, { method: "OPTIONS", headers });
    expect(response.status).toBe(204);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("Access-Control-Allow-Headers")).toBe("Authorization,Content-Type");
    expect(response.headers.get("Access-Control-Allow-Methods")).toBe("GET,POST");
  });

  it.each(["/plans", "/nowhere"])("may read what it is told at %s, refusals too", async (path) => {
    const { headers } = await client.get(path);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect((await client.get(path, {}, "Bearer x")).headers.get("Access-Control-Allow-Origin")).toBe("*");
  });
});

describe("meta", () => {
  it("echoes the parameters, and all have the time of the simulation", async () => {
    const pnl = await client.ask("/pnl-summary", { ...ACTUAL, interval: "M", currency: "EUR" });
    const generatedAt = "2026-03-01T07:45:00.000Z";
    expect(pnl.meta).toEqual({ planId: "fy26", interval: "M", currency: "EUR", generatedAt });
    expect((await client.ask("/demand-forecast", ACTUAL)).meta).toEqual({
      planId: "fy26",
      interval: "M",
      currency: "USD",
      generatedAt,
    });
  });

  it("says FY and USD for a P&L that names neither, also of a plan in euros", async () => {
    const { meta } = await client.ask("/pnl-summary", { planId: "plan_eu26", scenarioIds: "eu26-actual" });
    expect(meta).toMatchObject({ interval: "FY", currency: "USD" });
  });
});

describe("a range of dates", () => {
  const periods = async (dates: Record<string, string>) =>
    (await client.ask("/pnl-summary", { ...ACTUAL, interval: "M", ...dates })).scenarios[0].series.map(
      (element: Json) => element.period as string,
    );

  it.each([
    [{}, "2026-01", "2026-12", 12],
    [{ dateFrom: "2026-10-15" }, "2026-10", "2026-12", 3],
    [{ dateFrom: "2025-07-01" }, "2025-07", "2026-12", 18],
    [{ dateTo: "2026-02-10" }, "2026-01", "2026-02", 2],
    [{ dateTo: "2025-02-10" }, "2024-01", "2025-02", 14],
    [{ dateFrom: "2025-01-01", dateTo: "2026-12-31" }, "2025-01", "2026-12", 24],
    [{ dateFrom: "2024-01-01", dateTo: "2025-12-31" }, "2024-01", "2025-12", 24],
    [{ dateFrom: "2020-01-01", dateTo: "2024-01-01" }, "2024-01", "2024-01", 1],
  ])("%p covers the months from %s to %s", async (dates, first, last, count) => {
    const found = await periods(dates);
    expect([found[0], found.at(-1), found.length]).toEqual([first, last, count]);
  });

  it("outside the horizon has no periods and no fields", async () => {
    const dates = { dateFrom: "2030-01-01", dateTo: "2030-12-31" };
    expect(await periods(dates)).toEqual([]);
    expect((await client.ask("/pnl-summary", { ...ACTUAL, ...dates })).scenarios[0].pnl).toEqual({});
    expect((await client.ask("/demand-forecast", { ...ACTUAL, ...dates })).scenarios[0].series).toEqual([]);
    expect(await periods({ dateFrom: "2030-01-01" })).toEqual([]);
  });
});

it("answers a scenario that is named twice once", async () => {
  const { scenarios } = await client.ask("/pnl-summary", { planId: "fy26", scenarioIds: "fy26-actual,fy26-actual" });
  expect(scenarios.map((scenario: Json) => scenario.scenarioId)).toEqual(["fy26-actual"]);
});

describe("the announced endpoints", () => {
  it.each(["/supply-performance", "/sustainability"])("%s is not offered yet", async (path) => {
    const { status, body } = await client.get(path, ACTUAL);
    expect(status).toBe(404);
    expect(body).toEqual({ statusCode: 404, error: "Not Found", message: expect.stringContaining(path) });
  });

  it("answer in a preview, and add up over periods", async () => {
    const preview = await connect({ preview: true });
    const ask = async (path: string, interval?: string) => {
      const body = await preview.ask(path, { ...ACTUAL, ...(interval && { interval }) });
      return body.scenarios[0].series as Json[];
    };
    const [months, [year]] = [await ask("/supply-performance"), await ask("/supply-performance", "FY")];
    expect(months).toHaveLength(12);
    expect(Object.keys(year)).toEqual(["period", "closingStock", "serviceLevel", "dispatchVolume"]);
    expect(months.reduce((sum, month) => sum + month.dispatchVolume, 0)).toBe(year.dispatchVolume);
    expect(months.at(-1).closingStock).toBe(year.closingStock);
    const [weeks, [all]] = [await ask("/sustainability", "W"), await ask("/sustainability", "FY")];
    for (const field of ["co2Inbound", "co2Storage", "co2Outbound"]) {
      expect(weeks.reduce((sum, week) => sum + week[field], 0)).toBeCloseTo(all[field], 2);
    }
  });

  it("say in a preview which plan and interval they are about", async () => {
    const preview = await connect({ preview: true });
    const { meta } = await preview.ask("/sustainability", { ...ACTUAL, interval: "D" });
    expect(meta).toEqual({ planId: "fy26", interval: "D", generatedAt: expect.any(String) });
  });
});

describe("an answer that takes its time", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  it("comes when the latency is over, and not before", async () => {
    const slow = await connect({ latency: 500 });
    let status = 0;
    const answer = slow.get("/plans").then((found) => (status = found.status));
    await jest.advanceTimersByTimeAsync(499);
    expect(status).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    await answer;
    expect(status).toBe(200);
  });

  it("is given up as soon as the caller aborts", async () => {
    const slow = await connect({ latency: 60_000 });
    const controller = new AbortController();
    const answer = slow.sandbox.fetch(`${ORIGIN}${ROOT}/plans`, { signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await expect(slow.sandbox.fetch(ORIGIN, { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});
