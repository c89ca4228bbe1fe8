import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../../../src/headless/cli/command/environment";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook } from "../../../spreadsheet/xlsx/book";
import { runInsights, type Finished } from "../run";

const sandbox = createSandbox();
const URL = "https://planning.example";
const CONNECTED: Environment = { INSIGHTS_URL: URL, INSIGHTS_API_KEY: sandbox.apiKey, INSIGHTS_PLAN: "FY26 Plan" };

interface Given {
  environment?: Environment;
  /** Undefined where a person would have to type it. */
  input?: string;
  fetch?: typeof fetch;
}

async function run(args: string[], given: Given = {}): Promise<Finished> {
  const { environment = CONNECTED, input, fetch = sandbox.fetch } = given;
  const readInput = () => (input === undefined ? undefined : Promise.resolve(input));
  return runInsights(args, { fetch, apiKey: sandbox.apiKey }, { environment, readInput });
}

const EBIT = '=INSIGHTS.PNL(,"committed","ebit")';

describe("the exit status", () => {
  test("is 0 where every formula has a value, and nothing is said beside the values", async () => {
    const { status, output, errors } = await run(["eval", "=1+1", EBIT]);
    expect([status, errors]).toEqual([0, ""]);
    expect(output).toMatch(/^=1\+1 +2\n=INSIGHTS.PNL\(,"committed","ebit"\) +[\d,]+\n$/);
  });

  test("is 1 where any formula gave an error, and the others have their values", async () => {
    const { status, output, errors } = await run(["eval", "--json", "=1/0", "=1+1", '=INSIGHTS.PNL(,"comitted")']);
    expect([status, errors]).toEqual([1, ""]);
    expect(
      output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { formula: "=1/0", error: { code: "#DIV/0!", message: expect.stringContaining("divides by zero") } },
      { formula: "=1+1", value: 2 },
      {
        formula: '=INSIGHTS.PNL(,"comitted")',
        error: {
          code: "#N/A",
          message: "Scenario 'comitted' is not in plan 'FY26 Plan'. Did you mean 'committed'?",
        },
      },
    ]);
  });

  test.each<[string, string[], Given, string]>([
    ["an unknown command", ["frobnicate"], {}, "'frobnicate' is not a command."],
    ["an unknown option", ["eval", "--nope", "=1"], {}, "Unknown option '--nope'"],
    ["no formula", ["eval"], {}, "There is no formula. Pass formulas as arguments, or one per line on standard input."],
    ["a blank input", ["eval"], { input: " \n\r\n" }, "There is no formula."],
    ["no settings", ["plans"], { environment: {} }, "Set INSIGHTS_URL"],
    ["no credentials", ["plans"], { environment: { INSIGHTS_URL: URL } }, "Set INSIGHTS_API_KEY, or"],
    ["no address", ["plans"], { environment: { ...CONNECTED, INSIGHTS_URL: "planning" } }, "is not a web address."],
    ["http", ["plans"], { environment: { ...CONNECTED, INSIGHTS_URL: "http://planning.example" } }, "https://"],
    [
      "a wrong base address, which is named",
      ["plans"],
      { environment: { ...CONNECTED, INSIGHTS_BASE_URL: "insights" } },
      "Check INSIGHTS_URL and INSIGHTS_BASE_URL.",
    ],
  ])("is 2 for %s, with one line that says so", async (_what, args, given, message) => {
    const { status, output, errors } = await run(args, given);
    expect([status, output]).toEqual([2, ""]);
    expect(errors).toMatch(/^insights: .*\n$/);
    expect(errors).toContain(message);
  });

  test("is 0 for help, which needs no connection and shows an example of every command", async () => {
    const { status, output, errors } = await run(["--help"], { environment: {} });
    expect([status, errors]).toEqual([0, ""]);
    for (const word of ["eval", "plans", "scenarios", "fields", "--json", "--stats", "INSIGHTS_URL", "Exit status"]) {
      expect(output).toContain(word);
    }
  });
});

describe("standard input", () => {
  test("has a formula a line, whatever ends it, and blank lines are none", async () => {
    const { status, output } = await run(["eval", "--json"], { input: '=1+1\r\n\n  \n="a""b"\n=TRUE' });
    expect(status).toBe(0);
    expect(output).toBe(
      '{"formula":"=1+1","value":2}\n{"formula":"=\\"a\\"\\"b\\"","value":"a\\"b"}\n{"formula":"=TRUE","value":true}\n',
    );
  });

  test("is not read where formulas are given", async () => {
    const { output } = await run(["eval", "--json", "=1"], { input: "=2" });
    expect(output).toBe('{"formula":"=1","value":1}\n');
  });
});

describe("--stats", () => {
  test("is one line on standard error, with what was sent", async () => {
    const { output, errors } = await run(["eval", "--stats", "--json", EBIT, EBIT, '=INSIGHTS.PNL(,"actual")']);
    expect(output.trim().split("\n")).toHaveLength(3);
    expect(errors).toMatch(/^\{"tokens":1,"requests":2,"retries":0,"milliseconds":\d+\}\n$/);
  });

  test("counts nothing where nothing had to be asked", async () => {
    const { errors } = await run(["eval", "--stats", "=1+1"]);
    expect(JSON.parse(errors)).toMatchObject({ tokens: 0, requests: 0, retries: 0 });
  });
});

test.each(["B1", 'INDIRECT("B1")', "INDEX(A1:C9,1,2)", "OFFSET(A1,0,1)"])(
  "a plan in the cell %s is an error, never the default plan",
  async (cell) => {
    const call = `INSIGHTS.KPI(${cell},"committed","ebit")`;
    const { status, output } = await run(["eval", "--json", `=${call}`, `=IFERROR(${call},0)`]);
    expect(status).toBe(1);
    expect(
      output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({ error: { code: "#REF!", message: expect.stringContaining("reads cells") } }),
      expect.objectContaining({ error: { code: "#REF!", message: expect.stringContaining("reads cells") } }),
    ]);
  },
);

test("messages are in words of a terminal", async () => {
  const { INSIGHTS_PLAN: _plan, ...environment } = CONNECTED;
  const { output } = await run(["eval", EBIT, '=INSIGHTS.KPI("FY26 Plan","committed","ebit","current")'], {
    environment,
  });
  expect(output).toContain("set INSIGHTS_PLAN.");
  expect(output).not.toContain("pane");
});

describe("the status is that of a refresh", () => {
  const down: typeof fetch = () => Promise.reject(new TypeError("fetch failed"));
  const wrong: Environment = { ...CONNECTED, INSIGHTS_API_KEY: "wrong" };

  test.each([[["plans"]], [["scenarios"]], [["eval", EBIT]], [["eval", `=IFERROR(${EBIT.slice(1)},0)`]]])(
    "for a refused key, with %j",
    async (args) => expect((await run(args, { environment: wrong })).status).toBe(10),
  );

  test("for a service that is down, also if a formula hides it", async () => {
    jest.useFakeTimers({ advanceTimers: 200 });
    const { status, output, errors } = await run(["plans"], { fetch: down });
    expect([status, output]).toEqual([6, ""]);
    expect(errors).toMatch(/^insights: .*No connection to planning.example.*\n$/);
    expect((await run(["eval", `=IFERROR(${EBIT.slice(1)},0)`], { fetch: down })).status).toBe(6);
    jest.useRealTimers();
  });
});

describe("the short cuts", () => {
  test("list the plans, the scenarios of one, and the fields", async () => {
    expect((await run(["plans"])).output).toMatch(/\nfy26 +FY26 Plan +USD +5\n/);
    expect((await run(["scenarios", "fy26 europe"])).output).toMatch(/\neu26-committed +Budget +committed\n/);
    expect((await run(["fields", "demand"])).output).toMatch(/\nfillRate +Fill rate +demand +ratio +Share/);
  });

  test("take the plan of the environment for one that is left out", async () => {
    expect((await run(["scenarios"])).output).toContain("fy26-committed");
  });
});

describe("every kind of credentials", () => {
  const { INSIGHTS_API_KEY: _key, ...app } = CONNECTED;
  const client = { ...app, INSIGHTS_CLIENT_ID: sandbox.client.id, INSIGHTS_CLIENT_SECRET: sandbox.client.secret };

  test.each<[string, Environment]>([
    ["an API key", CONNECTED],
    ["a key with spaces around it", { ...CONNECTED, INSIGHTS_API_KEY: ` ${sandbox.apiKey}\n` }],
    ["client credentials", client],
    ["client credentials with a scope", { ...client, INSIGHTS_SCOPE: "insights:read plans:read" }],
    ["a published base address", { ...CONNECTED, INSIGHTS_BASE_URL: "https://insights.example" }],
  ])("%s gives the number", async (_what, environment) => {
    const { status, output } = await run(["eval", "--json", EBIT], { environment });
    expect(status).toBe(0);
    expect(JSON.parse(output)).toEqual({ formula: EBIT, value: expect.any(Number) });
  });

  test.each<[string, Environment, RegExp]>([
    ["a wrong key", { ...CONNECTED, INSIGHTS_API_KEY: "s3cret-key" }, /The API key was refused: /],
    [
      "a wrong secret",
      { ...client, INSIGHTS_CLIENT_SECRET: "s3cret-key" },
      /The client id, secret or scope was refused: /,
    ],
    [
      "a wrong scope",
      { ...client, INSIGHTS_SCOPE: "s3cret:write" },
      /The client id, secret or scope was refused: .*'s3cret:write' is unknown/,
    ],
    ["a key without insights:read", { ...CONNECTED, INSIGHTS_API_KEY: sandbox.keys.plansOnly }, /insights:read/],
  ])("%s is a #VALUE! that says what to do", async (_what, environment, message) => {
    const { status, output } = await run(["eval", "--json", EBIT], { environment });
    expect(status).toBe(10);
    const error = { code: "#VALUE!", message: expect.stringMatching(message), kind: "refusal" };
    expect(JSON.parse(output).error).toEqual(error);
  });
});

test("a key that may not list the plans is enough for formulas that name ids", async () => {
  const environment = { INSIGHTS_URL: URL, INSIGHTS_API_KEY: sandbox.keys.insightsOnly };
  const byId = '=INSIGHTS.PNL("fy26","fy26-committed","ebit")';
  const { status, output } = await run(["eval", "--json", byId], { environment });
  expect(status).toBe(0);
  expect(JSON.parse(output).value).toEqual(JSON.parse((await run(["eval", "--json", EBIT])).output).value);
  const plans = await run(["plans"], { environment });
  expect(plans).toEqual({ status: 10, output: "", errors: expect.stringMatching(/^insights: .*plans:read.*\n$/) });
});

test("no secret is printed, though the service repeats it in its refusals and answers", async () => {
  const TOKEN = "token.of.the-service";
  const secrets = ["s3cret-key", "s3cret-client", TOKEN];
  const echo: typeof fetch = async (input, init) => {
    const url = input as string;
    const said = `${url} ${JSON.stringify(init?.headers)} ${JSON.stringify(init?.body)}`;
    if (url.endsWith("/token") && refusesTokens) return refused(401, said);
    if (url.endsWith("/token")) return Response.json({ accessToken: TOKEN, expiresIn: 3600 });
    return refused(403, said);
  };
  let refusesTokens = false;
  const refused = (status: number, said: string) =>
    Response.json({ statusCode: status, error: "Refused", message: said }, { status });
  const ways: Environment[] = [
    { INSIGHTS_URL: URL, INSIGHTS_API_KEY: "s3cret-key" },
    { INSIGHTS_URL: URL, INSIGHTS_CLIENT_ID: "id", INSIGHTS_CLIENT_SECRET: "s3cret-client" },
    { INSIGHTS_URL: "http://s3cret-key@planning.example", INSIGHTS_API_KEY: "s3cret-key" },
    { INSIGHTS_URL: "https://user:s3cret-key@planning.example", INSIGHTS_API_KEY: "s3cret-key" },
  ];
  for (const environment of ways) {
    for (refusesTokens of [false, true]) {
      for (const args of [["eval", EBIT], ["eval", "--json", "--stats", EBIT], ["plans"]]) {
        const { status, output, errors } = await run(args, { environment, fetch: echo });
        expect(status).toBeGreaterThan(0);
        expect(output + errors).not.toBe("");
        for (const secret of secrets) expect(output + errors).not.toContain(secret);
      }
    }
  }
});

describe("control and bidi characters of a service reach no terminal", () => {
  // ESC, BEL, the C1 control sequence introducer, and marks that turn the direction of text.
  const HOSTILE = "\u001b[31mred\u0007 \u009b2J \u202egnp.exe\u2066 \u200f \u061c end";
  // oxlint-disable-next-line no-control-regex
  const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
  const hostile =
    (status: number): typeof fetch =>
    (input, init) =>
      (input as string).includes("/pnl-summary")
        ? Promise.resolve(Response.json({ statusCode: status, error: "Refused", message: HOSTILE }, { status }))
        : sandbox.fetch(input, init);

  test.each([["eval"], ["eval", "--json"]])("with %s %s", async (...command) => {
    const { output, errors } = await run([...command, EBIT, `="${HOSTILE}"`], { fetch: hostile(400) });
    expect(output + errors).toContain("gnp.exe");
    expect(output + errors).not.toMatch(RAW);
  });

  test.each([[[]], [["--json"]], [["--json", "-o", "-"]]])(
    "with a refresh that is refused or has an error in a cell, %j",
    async (options: string[]) => {
      const folder = mkdtempSync(join(tmpdir(), "command-"));
      const file = join(folder, "book.xlsx");
      const f = '_xldudf_INSIGHTS_PNL("FY26 Plan","committed","ebit")';
      writeFileSync(file, await createBook({ sheets: [{ name: "Plan", cells: { A1: { f, v: 5 } } }] }));
      const runs = [await run(["refresh", file, ...options], { fetch: hostile(400) })];
      runs.push(await run(["refresh", file, ...options], { fetch: hostile(403) }));
      rmSync(folder, { recursive: true });
      for (const { output, errors } of runs) {
        expect(output + errors).toContain("gnp.exe");
        expect(output + errors).not.toMatch(RAW);
      }
      expect(runs.map(({ status }) => status)).toEqual([1, 10]);
    },
  );

  test("with JSON, which still holds them", async () => {
    const { output } = await run(["eval", "--json", `="${HOSTILE}"`]);
    expect(JSON.parse(output)).toMatchObject({ value: HOSTILE });
  });

  test("with an error of the command itself", async () => {
    const { errors } = await run(["refresh", `${HOSTILE}.xlsx`]);
    expect(errors).toContain("gnp.exe");
    expect(errors).not.toMatch(RAW);
  });
});
