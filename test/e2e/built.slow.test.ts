/** The command as a person meets it: after a build, before one, and behind a pipe. */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { breakOff, misbehave, reply, type Misbehaving } from "../headless/cli/misbehaving";
import { createBook } from "../spreadsheet/xlsx/book";
import { cellsIn } from "../spreadsheet/xlsx/cells";
import { COMMAND, connectionTo, insights } from "./cli";

let server: SandboxServer;

beforeAll(async () => {
  server = await startServer({ port: 0 });
});

afterAll(() => server.close());

test("in a clone that is not built yet, it says how to build", async () => {
  const clone = mkdtempSync(join(tmpdir(), "insights-"));
  const command = join(clone, "bin", "insights.cjs");
  mkdirSync(dirname(command));
  copyFileSync(COMMAND, command);
  const { status, output, errors } = await insights(["plans"], { command });
  rmSync(clone, { recursive: true });
  expect([status, output]).toEqual([8, ""]);
  expect(errors).toBe('The command line is not built yet: run "npm run build" first.\n');
});

test("npx finds it under its name", async () => {
  const npx = spawn("npx", ["--no-install", "insights", "--help"], { cwd: resolve(__dirname, "../..") });
  let output = "";
  npx.stdout.on("data", (data: Buffer) => (output += data.toString()));
  const status = await new Promise((settle) => npx.once("close", settle));
  expect(output).toMatch(/^insights: planning results as spreadsheet formulas/);
  expect(status).toBe(0);
});

test("without settings it says which, and sends nothing", async () => {
  const { status, output, errors } = await insights(["eval", "=INSIGHTS.PLANS()"]);
  expect([status, output]).toEqual([2, ""]);
  expect(errors).toBe("insights: Set INSIGHTS_URL to the address of the planning application.\n");
});

test("with its input at an end and no formula, it says how to give one", async () => {
  const { status, errors } = await insights(["eval"], { environment: connectionTo(server) });
  expect([status, errors]).toEqual([2, expect.stringMatching(/^insights: There is no formula\./)]);
});

test("refreshes many workbooks in two processes, with a plan's question asked once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  const cells = { A1: { f: '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")', v: 5 } };
  const book = await createBook({ sheets: [{ name: "Plan", cells }] });
  for (const name of ["a", "b", "c"]) writeFileSync(join(folder, `${name}.xlsx`), book);
  const args = ["refresh", folder, "--jobs", "2", "--json"];
  const { status, output, errors } = await insights(args, { environment: connectionTo(server) });
  const shown = await cellsIn(readFileSync(join(folder, "b.xlsx")));
  rmSync(folder, { recursive: true });
  expect([status, errors]).toEqual([0, ""]);
  expect(JSON.parse(output.trim().split("\n").at(-1) ?? "")).toMatchObject({
    summary: { status: 0, files: 3, written: 3, passedOver: 0, byStatus: { 0: 3 }, requests: 3 },
  });
  expect(shown["Plan!A1"]).not.toBe(5);
});

test("prints a table for people", async () => {
  const { status, output } = await insights(["plans"], { environment: connectionTo(server) });
  expect(status).toBe(0);
  expect(output).toBe(
    `=INSIGHTS.PLANS()

Id         Name               Currency  Scenarios
fy26       FY26 Plan          USD               5
plan_eu26  FY26 Europe        EUR               4
plan_ap26  FY26 Asia Pacific  JPY               3
`,
  );
});

test("ends quietly when its reader has seen enough", async () => {
  const formula = '=INSIGHTS.DEMAND("FY26 Plan","actual",,"D","sku",,"2026-01")';
  const child = spawn(process.execPath, [COMMAND, "eval", formula], {
    env: { PATH: process.env.PATH, ...connectionTo(server) },
  });
  let [seen, errors] = [0, ""];
  child.stdout.once("data", (data: Buffer) => {
    seen = data.length;
    child.stdout.destroy();
  });
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const status = await new Promise((settle) => child.once("close", settle));
  expect(seen).toBeGreaterThan(0);
  expect([status, errors]).toEqual([0, ""]);
});

test("connects with client credentials, and to a base address of its own", async () => {
  const { id, secret } = server.sandbox.client;
  const environment = {
    INSIGHTS_URL: server.url,
    INSIGHTS_BASE_URL: `${server.url}/`,
    INSIGHTS_CLIENT_ID: id,
    INSIGHTS_CLIENT_SECRET: secret,
    INSIGHTS_PLAN: "FY26 Plan",
  };
  const { status, output } = await insights(["eval", "--json", '=INSIGHTS.PNL(,"actual","ebit")'], { environment });
  expect(JSON.parse(output)).toEqual({ formula: '=INSIGHTS.PNL(,"actual","ebit")', value: expect.any(Number) });
  expect(status).toBe(0);
});

test("retries what fails once, and keeps key and token from a redirect's address", async () => {
  const pnl = "/api/insights/v1/pnl-summary";
  const failing = await misbehave((path, at) => (path === pnl && at === 0 ? breakOff : undefined));
  const trap = await misbehave(() => undefined);
  const leading = await misbehave((path) => reply(307, "", { Location: `${trap.url}${path}` }));
  const args = ["eval", "--json", '=INSIGHTS.PNL("FY26 Plan","committed","ebit")'];
  const ask = (at: Misbehaving) => insights(args, { environment: connectionTo(at) });
  const [mended, redirected] = await Promise.all([ask(failing), ask(leading)]);
  for (const server of [failing, trap, leading]) server.close();
  expect([mended.status, JSON.parse(mended.output).value]).toEqual([0, expect.any(Number)]);
  expect(failing.requests.filter((path) => path === pnl)).toHaveLength(2);
  expect([redirected.status, redirected.output]).toEqual([10, expect.stringMatching(/redirects.*final address/)]);
  expect(trap.requests).toEqual([]);
});

test("names the cause if the service cannot be reached", async () => {
  const breaking = await misbehave((path) => (path.endsWith("/pnl-summary") ? breakOff : undefined));
  const gone = await misbehave(() => undefined);
  gone.close();
  const args = ["eval", "--json", "--stats", '=INSIGHTS.PNL("FY26 Plan","committed","ebit")'];
  const ask = (at: Misbehaving) => insights(args, { environment: connectionTo(at) });
  const [broken, refused] = await Promise.all([ask(breaking), ask(gone)]);
  breaking.close();
  expect(broken.output).toMatch(/No connection to 127\.0\.0\.1:\d+ \((UND_ERR_SOCKET|ECONNRESET)\)/);
  expect(refused.output).toMatch(
    /No connection to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check the address and the network/,
  );
  expect(JSON.parse(refused.errors)).toMatchObject({ retries: 3 });
  expect([broken.status, refused.status]).toEqual([6, 6]);
});
