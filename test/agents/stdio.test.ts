/** The command by the official client, over standard input and output of a process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { constantsOf, environmentOf } from "../../scripts/environment.cjs";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { callTool } from "./setup";

const EBIT = '=INSIGHTS.KPI("FY26 Plan","committed","ebit","2026-Q1")';

let [folder, command] = ["", ""];
let server: SandboxServer;
let client: Client | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcp-"));
  command = join(folder, "insights.cjs");
  await build({
    entryPoints: [join(__dirname, "../../src/cli/insights.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    outfile: command,
    define: constantsOf(environmentOf(undefined)),
    logLevel: "warning",
  });
  server = await startServer({ port: 0 });
});

afterEach(async () => {
  await client?.close();
  client = undefined;
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Starts the command. Collects what it prints on standard error. */
async function start(env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp"],
    env,
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (data) => void (errors += String(data)));
  client = new Client({ name: "test", version: "1.0.0" });
  const connecting = client.connect(transport);
  return { client, transport, connecting, errors: () => errors };
}

const environment = () => ({ INSIGHTS_URL: server.url, INSIGHTS_API_KEY: server.apiKey });

test("tools are listed, called and cancelled, and nothing is printed beside the protocol", async () => {
  const started = await start(environment());
  await started.connecting;
  const { tools } = await started.client.listTools();
  expect(tools.map(({ name }) => name)).toContain("evaluate_formulas");
  const { json, text } = await callTool(started.client, "evaluate_formulas", { formulas: [EBIT] });
  expect(json.results[0].value).toEqual(expect.any(Number));
  expect(text).not.toContain(server.apiKey);
  const cancelled = callTool(started.client, "evaluate_formulas", { formulas: [EBIT] }, AbortSignal.abort());
  await expect(cancelled).rejects.toThrow();
  expect((await callTool(started.client, "list_plans", {})).isError).toBe(false);
  expect(started.errors()).toBe("");
});

test("the process ends with its input", async () => {
  const started = await start(environment());
  await started.connecting;
  const { pid } = started.transport;
  await started.client.close();
  expect(() => process.kill(pid ?? -1, 0)).toThrow();
});

test("a missing connection is one line on standard error", async () => {
  const { INSIGHTS_API_KEY: _key, ...rest } = environment();
  const started = await start(rest);
  await expect(started.connecting).rejects.toThrow();
  expect(started.errors()).toMatch(/^insights: Set INSIGHTS_API_KEY, or .*\n$/);
});
