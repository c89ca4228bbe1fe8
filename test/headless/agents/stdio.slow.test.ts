/** The command by the official client, over standard input and output of a process, and over HTTP. */
import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { constantsOf, environmentOf } from "../../../scripts/environment.cjs";
import { startServer, type SandboxServer } from "../../../sandbox/server";
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
    entryPoints: [join(__dirname, "../../../src/headless/cli/command/insights.ts")],
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

/** Starts `insights mcp --http` on a free port. Collects all that it prints. */
async function listen(
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; printed: () => string }> {
  const child = spawn(process.execPath, [command, "mcp", "--http", "0"], { env });
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        printed += String(data);
        const [found] = /http:\S+\/mcp/.exec(printed) ?? [];
        if (found !== undefined) resolve(found);
      });
    child.once("exit", () => reject(new Error(`It ended: ${printed}`)));
  });
  return { child, url, printed: () => printed };
}

test("over HTTP each request acts with its own key, and a signal ends the process cleanly", async () => {
  const { child, url, printed } = await listen({
    INSIGHTS_URL: server.url,
    INSIGHTS_API_KEY: "key-of-the-environment",
  });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  client = new Client({ name: "test", version: "1.0.0" });
  const headers = { Authorization: `Bearer ${server.apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { json } = await callTool(client, "evaluate_formulas", { formulas: [EBIT] });
  expect(json.results[0].value).toEqual(expect.any(Number));
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await expect(fetch(url)).rejects.toThrow();
  expect(printed()).toMatch(/^insights: serving agents at .*\n$/);
});

test("a signal ends the process although a call waits for the service", async () => {
  const held = new EventEmitter();
  const service = await misbehave((path) => (path.endsWith("/plans") ? () => held.emit("arrived") : undefined));
  const { child, url, printed } = await listen({ INSIGHTS_URL: service.url });
  client = new Client({ name: "test", version: "1.0.0" });
  const headers = { Authorization: `Bearer ${service.apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const arrived = once(held, "arrived");
  const asked = callTool(client, "list_plans", {}).catch(() => undefined);
  await arrived;
  const ended = once(child, "exit");
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  // The client would wait for the rest of an answer that was cut off.
  await client.close();
  await asked;
  expect(printed()).not.toContain(service.apiKey);
  service.close();
});

test("a call whose request the client closes ends its request to the service", async () => {
  const held = new EventEmitter();
  const hold: Fault = (_request, response) => {
    response.on("close", () => held.emit("closed"));
    held.emit("arrived");
  };
  const service = await misbehave((path) => (path.endsWith("/pnl-summary") ? hold : undefined));
  const { child, url } = await listen({ INSIGHTS_URL: service.url });
  const [arrived, closed, ended] = [once(held, "arrived"), once(held, "closed"), once(child, "exit")];
  const controller = new AbortController();
  const params = { name: "evaluate_formulas", arguments: { formulas: [EBIT] } };
  const asked = fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${service.apiKey}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: controller.signal,
  }).then((response) => response.text());
  await arrived;
  controller.abort();
  await expect(asked).rejects.toThrow();
  await closed;
  child.kill();
  await ended;
  service.close();
});

test("a port that another program has is one line on standard error", async () => {
  const { child, url } = await listen({ INSIGHTS_URL: server.url });
  const second = spawn(process.execPath, [command, "mcp", "--http", new URL(url).host], {
    env: { INSIGHTS_URL: server.url },
  });
  let errors = "";
  second.stderr.on("data", (data) => void (errors += String(data)));
  const [status] = (await once(second, "close")) as [number];
  expect(status).toBe(2);
  expect(errors).toMatch(/^insights: Port \d+ of 127\.0\.0\.1 cannot be had: another program has it\. .*\n$/);
  const ended = once(child, "exit");
  child.kill();
  await ended;
});
