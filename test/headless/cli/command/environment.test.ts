import {
  readConnection,
  readDefaultSettings,
  type Environment,
} from "../../../../src/headless/cli/command/environment";

const URL = { INSIGHTS_URL: "https://planning.example" };
const KEY = { ...URL, INSIGHTS_API_KEY: "key" };
const CLIENT = { ...URL, INSIGHTS_CLIENT_ID: "id", INSIGHTS_CLIENT_SECRET: "secret" };

describe("a connection is described by", () => {
  test.each<[string, Environment, object]>([
    ["an API key", KEY, { apiKey: "key" }],
    ["client credentials", CLIENT, { clientId: "id", clientSecret: "secret" }],
    [
      "client credentials with a scope",
      { ...CLIENT, INSIGHTS_SCOPE: "insights:read" },
      { clientId: "id", clientSecret: "secret", scope: "insights:read" },
    ],
    ["the API key, where there is everything", { ...CLIENT, ...KEY, INSIGHTS_SCOPE: "admin" }, { apiKey: "key" }],
    [
      "client credentials, where the rest is blank",
      { ...CLIENT, INSIGHTS_API_KEY: " ", INSIGHTS_SCOPE: "" },
      { clientId: "id", clientSecret: "secret" },
    ],
  ])("%s", (_what, environment, credentials) => {
    expect(readConnection(environment)).toEqual({ appUrl: "https://planning.example", credentials });
  });

  test("a base address of its own too, unless that is blank", () => {
    const base = { ...KEY, INSIGHTS_BASE_URL: "https://insights.example" };
    expect(readConnection(base)).toMatchObject({ baseUrl: "https://insights.example" });
    expect(readConnection({ ...KEY, INSIGHTS_BASE_URL: "" })).not.toHaveProperty("baseUrl");
  });
});

describe("what is missing is named", () => {
  test.each<[Environment, string]>([
    [{}, "Set INSIGHTS_URL to the address of the planning application."],
    [{ ...KEY, INSIGHTS_URL: "" }, "Set INSIGHTS_URL to the address of the planning application."],
    [{ ...KEY, INSIGHTS_URL: "  " }, "Set INSIGHTS_URL to the address of the planning application."],
    [URL, "Set INSIGHTS_API_KEY, or INSIGHTS_CLIENT_ID and INSIGHTS_CLIENT_SECRET."],
    [{ ...KEY, INSIGHTS_API_KEY: "\n" }, "Set INSIGHTS_API_KEY, or INSIGHTS_CLIENT_ID and INSIGHTS_CLIENT_SECRET."],
    [{ ...CLIENT, INSIGHTS_CLIENT_ID: "" }, "INSIGHTS_CLIENT_SECRET is set without INSIGHTS_CLIENT_ID. Set both."],
    [{ ...URL, INSIGHTS_CLIENT_ID: "id" }, "INSIGHTS_CLIENT_ID is set without INSIGHTS_CLIENT_SECRET. Set both."],
  ])("%j", (environment, message) => {
    const read = () => readConnection(environment);
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

test("a plan and a currency stand for what a formula leaves out", () => {
  const settings = { plan: "FY26 Plan", currency: "EUR" };
  expect(readDefaultSettings({ INSIGHTS_PLAN: "FY26 Plan", INSIGHTS_CURRENCY: "EUR" })).toEqual(settings);
  expect(readDefaultSettings({})).toEqual({});
});

test("a fiscal year begins with a month, and is named by its end or its begin", () => {
  expect(readDefaultSettings({ INSIGHTS_FISCAL_MONTH: "4" })).toEqual({ fiscalMonth: 4 });
  const begin = { INSIGHTS_FISCAL_MONTH: "10", INSIGHTS_FISCAL_NAME: "begin" };
  expect(readDefaultSettings(begin)).toEqual({ fiscalMonth: 10, fiscalNameByBegin: true });
  for (const month of ["0", "13", "April", "4.5"])
    expect(() => readDefaultSettings({ INSIGHTS_FISCAL_MONTH: month })).toThrow("must be a month from 1 to 12");
  expect(() => readDefaultSettings({ INSIGHTS_FISCAL_NAME: "start" })).toThrow("must be end or begin");
});
