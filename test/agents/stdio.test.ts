/** The command by the official client, over standard input and output of a process. */
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { constantsOf, environmentOf } from "../../scripts/environment.cjs";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { misbehave, type Fault } from "../cli/misbehaving";
import { callTool } from "./setup";

const EBIT = '=INSIGHTS.KPI("FY26 Plan","committed","ebit","2026-Q1")';

let [folder, command] = ["", ""];
let server: SandboxServer;
let client: Client | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcp-"));
  command = join(folder, "insights.cjs");
  await build({
    entryPoints: [join(__dirname, "../../src/cli/command/insights.ts")],
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

test("tools are listed and called, and nothing is printed beside the protocol", async () => {
  const started = await start(environment());
  await started.connecting;
  const { tools } = await started.client.listTools();
  expect(tools.map(({ name }) => name)).toContain("evaluate_formulas");
  const { json, text } = await callTool(started.client, "evaluate_formulas", { formulas: [EBIT] });
  expect(json.results[0].value).toEqual(expect.any(Number));
  expect(text).not.toContain(server.apiKey);
  expect((await callTool(started.client, "list_plans", {})).isError).toBe(false);
  expect(started.errors()).toBe("");
});

test("a cancelled call ends its request to the service", async () => {
  const held = new EventEmitter();
  const hold: Fault = (_request, response) => {
    response.on("close", () => held.emit("closed"));
    held.emit("arrived");
  };
  const service = await misbehave((path) => (path.endsWith("/pnl-summary") ? hold : undefined));
  try {
    const started = await start({ INSIGHTS_URL: service.url, INSIGHTS_API_KEY: service.apiKey });
    await started.connecting;
    const [arrived, closed] = [once(held, "arrived"), once(held, "closed")];
    const controller = new AbortController();
    const asked = callTool(started.client, "evaluate_formulas", { formulas: [EBIT] }, controller.signal);
    await arrived;
    controller.abort();
    await expect(asked).rejects.toThrow();
    await closed;
    expect((await callTool(started.client, "list_plans", {})).isError).toBe(false);
  } finally {
    service.close();
  }
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
