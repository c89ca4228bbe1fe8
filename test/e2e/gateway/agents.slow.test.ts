/** The server of agents behind the gateway, by the official client. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startServer, type SandboxServer } from "../../../sandbox/server";
import { serveHttp, type HttpServer } from "../../../src/headless/agents/serveHttp";
import { callTool } from "../../headless/agents/setup";
import { connectSignedIn, startIdentityProvider } from "../../headless/agents/signedIn";
import { freePort, HOST, startCaddy, type RunningCaddy } from "./gateway";

const EBIT = '=INSIGHTS.KPI("FY26 Plan","committed","ebit","2026-Q1")';
/** Its look is that of the requests' own, so it would be found in the log. */
const WRONG_KEY = "wrong-key-for-the-log";

let folder: string;
let port: number;
let sandbox: SandboxServer;
let agents: HttpServer;
let caddy: RunningCaddy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "insights-agents-"));
  writeFileSync(join(folder, "taskpane.html"), "page");
  sandbox = await startServer({ port: 0 });
  const address = { host: "127.0.0.1", port: 0 };
  agents = await serveHttp({ connection: { appUrl: sandbox.url }, settings: {}, fetch, now: Date.now, ...address });
  port = await freePort();
  const given = { folder, port, files: folder, service: sandbox.url };
  caddy = await startCaddy({ ...given, agents: new URL(agents.url).host });
});

afterAll(async () => {
  await caddy?.close();
  await agents?.close();
  await sandbox?.close();
  rmSync(folder, { recursive: true });
});

/** Asks the gateway at this machine. Its certificate is the test's own, so nothing vouches for it. */
const throughGateway: typeof globalThis.fetch = async (input, init) => {
  const asked = new Request(input, init);
  const { method, headers, body } = asked;
  const content = body ? await new Response(body).text() : "";
  return new Promise((resolve, reject) => {
    const { host: authority, port: at, pathname: path } = new URL(asked.url);
    const given = { host: "127.0.0.1", port: at, servername: HOST, path, method, rejectUnauthorized: false };
    const sent = request({ ...given, headers: { ...Object.fromEntries(headers), Host: authority } }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const flat = Object.entries(answered).map(([name, value]) => [name, String(value)] as [string, string]);
      const hasBody = status !== 202 && status !== 204;
      if (!hasBody) response.resume();
      const stream = hasBody ? (Readable.toWeb(response) as ReadableStream) : null;
      resolve(new Response(stream, { status, headers: flat }));
    });
    sent.on("error", reject);
    init?.signal?.addEventListener("abort", () => sent.destroy());
    sent.end(content);
  });
};

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`https://${HOST}:${port}/mcp`), {
      fetch: throughGateway,
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  return client;
}

test("the official client lists and calls tools with its own key", async () => {
  const client = await connect(sandbox.apiKey);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("ask");
  const { json } = await callTool(client, "evaluate_formulas", { formulas: [EBIT] });
  expect(json.results[0].value).toEqual(expect.any(Number));
  const { json: listed } = await callTool(client, "list_plans", {});
  expect(listed.rows.map(([, name]: string[]) => name)).toContain("FY26 Plan");
  await client.close();
});

test("a key that the service refuses gets no number, and stands in no log", async () => {
  await expect(connect(WRONG_KEY)).rejects.toThrow(/refused this API key/);
  expect(caddy.log()).toContain("/mcp");
  for (const key of [WRONG_KEY, sandbox.apiKey]) expect(caddy.log()).not.toContain(key);
});

const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

test.each([
  ["without a key", {}, body, 401],
  ["of a page", { Authorization: "Bearer k", Origin: "https://pages.example" }, body, 403],
  ["of two megabytes", { Authorization: "Bearer k" }, "x".repeat(2_000_000), 413],
  ["with a wrong key", { Authorization: "Bearer k" }, body, 401],
  ["with a key", { Authorization: "Bearer KEY" }, body, 200],
])("a request %s: %j", async (_words, { Authorization, ...others }: Record<string, string>, text, status) => {
  const given = { ...others, ...(Authorization && { Authorization: Authorization.replace("KEY", sandbox.apiKey) }) };
  const asked = throughGateway(`https://${HOST}:${port}/mcp`, {
    method: "POST",
    headers: { ...headers, ...given },
    body: text,
  });
  const response = await asked;
  expect(response.status).toBe(status);
  if (status === 413) return;
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  await response.text();
});

test("a person signs in at an identity provider, which the gateway's documents name, and is answered", async () => {
  const own = await freePort();
  const url = new URL(`https://${HOST}:${own}/mcp`);
  const provider = await startIdentityProvider(url.href);
  const { issuer } = provider;
  const asked: string[] = [];
  const server = await serveHttp({
    connection: { appUrl: sandbox.url, credentials: { apiKey: sandbox.apiKey } },
    settings: {},
    fetch,
    now: Date.now,
    host: "127.0.0.1",
    port: 0,
    url,
    oauth: { issuer, audience: url.href, readers: { claim: "scope", value: "insights.read" } },
    onAsked: (id) => void asked.push(id),
  });
  const inside = mkdtempSync(join(tmpdir(), "insights-sign-in-"));
  const given = { folder: inside, port: own, files: folder, service: sandbox.url };
  const gateway = await startCaddy({ ...given, agents: new URL(server.url).host });
  try {
    const client = await connectSignedIn({ url, fetch: throughGateway, issuer }, "grace-hopper");
    const { json } = await callTool(client, "evaluate_formulas", { formulas: [EBIT] });
    expect(json.results[0].value).toEqual(expect.any(Number));
    expect(new Set(asked).size).toBe(1);
    for (const secret of ["Bearer", "grace-hopper", ...asked]) expect(gateway.log()).not.toContain(secret);
    await client.close();
  } finally {
    provider.stop();
    await gateway.close();
    await server.close();
    rmSync(inside, { recursive: true });
  }
});
