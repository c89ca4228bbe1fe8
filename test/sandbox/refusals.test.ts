import { connect, ORIGIN, type Client, type Parameters } from "./client";

const ACTUAL = { planId: "fy26", scenarioIds: "fy26-actual" };
const RESULTS = ["/pnl-summary", "/demand-forecast"];

let client: Client;

beforeAll(async () => {
  client = await connect();
});

async function expectRefusal(path: string, parameters: Parameters, status: number, parts: string[]): Promise<void> {
  const answer = await client.get(path, parameters);
  expect(answer.status).toBe(status);
  const error = { 400: "Bad Request", 404: "Not Found" }[status];
  expect(answer.body).toEqual({ statusCode: status, error, message: expect.any(String) });
  for (const part of parts) expect(answer.body.message).toContain(part);
}

describe.each(RESULTS)("%s refuses", (path) => {
  it.each<[string, Parameters, number, string[]]>([
    ["no plan", { scenarioIds: "fy26-actual" }, 400, ["planId is missing", "fy26"]],
    ["an empty plan", { ...ACTUAL, planId: "" }, 400, ["planId is missing"]],
    ["an unknown plan", { ...ACTUAL, planId: "fy99" }, 404, ["planId", "'fy99'", "fy26"]],
    ["a property that every object has", { ...ACTUAL, planId: "constructor" }, 404, ["'constructor'"]],
    ["no scenario", { planId: "fy26" }, 400, ["scenarioIds is missing", "fy26-committed"]],
    ["commas alone", { planId: "fy26", scenarioIds: " ,," }, 400, ["scenarioIds is missing"]],
    [
      "an unknown scenario",
      { planId: "fy26", scenarioIds: "fy26-actual,x" },
      400,
      ["scenarioIds", "'x'", "fy26-committed"],
    ],
    ["another plan's scenario", { planId: "fy26", scenarioIds: "eu26-actual" }, 400, ["'eu26-actual'"]],
    [
      "four scenarios",
      { planId: "fy26", scenarioIds: "fy26-actual,fy26-committed,fy26-optimistic,fy26-conservative" },
      400,
      ["scenarioIds names 4", "at most 3"],
    ],
    ["an unknown interval", { ...ACTUAL, interval: "Q" }, 400, ["interval", "'Q'", "FY"]],
    ["an interval in small letters", { ...ACTUAL, interval: "m" }, 400, ["'m'"]],
    ["an impossible day", { ...ACTUAL, dateFrom: "2026-02-30" }, 400, ["dateFrom", "'2026-02-30'", "2026-03-31"]],
    ["a date in another form", { ...ACTUAL, dateTo: "31/12/2026" }, 400, ["dateTo", "'31/12/2026'"]],
    [
      "dates the wrong way round",
      { ...ACTUAL, dateFrom: "2026-02-02", dateTo: "2026-02-01" },
      400,
      ["dateFrom '2026-02-02' is after dateTo '2026-02-01'"],
    ],
    ["an unknown currency", { ...ACTUAL, currency: "XXX" }, 400, ["currency", "'XXX'", "EUR"]],
    ["an inherited currency", { ...ACTUAL, currency: "toString" }, 400, ["'toString'"]],
  ])("%s", async (_what, parameters, status, parts) => {
    await expectRefusal(path, parameters, status, parts);
  });
});

it.each(["D", "W"])("/pnl-summary refuses the interval %s and names its own", async (interval) => {
  await expectRefusal("/pnl-summary", { ...ACTUAL, interval }, 400, [`interval is '${interval}'`, "FY, M"]);
});

it("/demand-forecast refuses an unknown groupBy and names the four", async () => {
  await expectRefusal("/demand-forecast", { ...ACTUAL, groupBy: "brand" }, 400, [
    "groupBy is 'brand'",
    "product, sku, region, channel",
  ]);
});

it.each(["/nowhere", "/plans/", "/insights/v2/plans", "/api/insights/v1"])("there is nothing at %s", async (path) => {
  const response = await client.sandbox.fetch(ORIGIN + path);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    statusCode: 404,
    error: "Not Found",
    message: expect.stringContaining(path),
  });
});

it.each([
  ["POST", "/insights/v1/plans", "GET"],
  ["DELETE", "/api/insights/v1/pnl-summary", "GET"],
  ["GET", "/api/auth/v1/token", "POST"],
])("%s is not offered at %s", async (method, path, allowed) => {
  const response = await client.sandbox.fetch(ORIGIN + path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get("Allow")).toContain(allowed);
  expect(await response.json()).toMatchObject({ statusCode: 405, error: "Method Not Allowed" });
});
