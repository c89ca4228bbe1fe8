/** The server over HTTP by the official client: keys, limits, and what pages and strangers may not. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createAgentSession } from "../../../src/headless/agents/agentSession";
import {
  createHttpHandler,
  MCP_PATH,
  type HttpHandler,
  type AgentHttpOptions,
} from "../../../src/headless/agents/httpHandler";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";
import { callTool, SERVICE } from "./setup";

const ADDRESS = `http://127.0.0.1:8765${MCP_PATH}`;
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 4, 4);
const EBIT = { formulas: ['=INSIGHTS.KPI("FY26 Plan","committed","ebit","2026-Q1")'] };

/** One address behind which each key has a service of its own. A token of one says nothing to another. */
function serviceOf(sandboxes: Readonly<Record<string, Sandbox>>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "POST") {
      const { apiKey } = (await request.clone().json()) as { apiKey: string };
      const own = sandboxes[apiKey];
      if (!own) return Response.json({}, { status: 401 });
      return own.fetch(new Request(request, { body: JSON.stringify({ apiKey: own.apiKey }) }));
    }
    // A token is of one sandbox: all others refuse its signature.
    for (const sandbox of Object.values(sandboxes)) {
      const answer = await sandbox.fetch(request.clone());
      if (answer.status !== 401) return answer;
    }
    return Response.json({}, { status: 401 });
  };
}

interface Served extends HttpHandler {
  readonly clients: Client[];
  /** Moves the clock. */
  readonly pass: (milliseconds: number) => void;
  /** How many sessions have been opened. */
  readonly opened: () => number;
}

let served: Served | undefined;
afterEach(async () => {
  await Promise.all((served?.clients ?? []).map((client) => client.close()));
  await served?.close();
  served = undefined;
});

function serve(
  fetch: typeof globalThis.fetch,
  options: Partial<Pick<AgentHttpOptions, "host" | "mostSessions" | "mostPerMinute">> = {},
): Served {
  let [now, opened] = [NOW, 0];
  const handler = createHttpHandler({
    host: "127.0.0.1",
    now: () => now,
    open: (apiKey, told) => {
      opened += 1;
      const connection = { appUrl: SERVICE, credentials: { apiKey } };
      return createAgentSession(connection, { plan: "FY26 Plan" }, fetch, told);
    },
    ...options,
  });
  served = { ...handler, clients: [], pass: (time) => void (now += time), opened: () => opened };
  return served;
}

async function connect({ fetch, clients }: Served, key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(ADDRESS), {
      fetch: (url, init) => fetch(new Request(url, { ...init, headers: withHost(init?.headers) })),
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  return client;
}

function withHost(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given);
  headers.set("Host", "127.0.0.1:8765");
  return headers;
}

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const GIVEN = {
  Authorization: "Bearer key-a",
  Host: "127.0.0.1:8765",
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

function post(
  { fetch }: HttpHandler,
  headers: Record<string, string> = {},
  { body = JSON.stringify(LIST), path = MCP_PATH, method = "POST" } = {},
  sender = "127.0.0.1",
): Promise<Response> {
  const given = Object.entries({ ...GIVEN, ...headers }).filter(([, value]) => value !== "");
  const content = method === "POST" ? { body } : {};
  return fetch(
    new Request(`http://127.0.0.1:8765${path}`, { method, headers: new Headers(given), ...content }),
    sender,
  );
}

test("tools are listed and called, and their answers are those of standard input and output", async () => {
  const client = await connect(serve(serviceOf({ "key-a": createSandbox({ now: () => NOW }) })), "key-a");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("evaluate_formulas");
  const { json, isError } = await callTool(client, "evaluate_formulas", EBIT);
  expect(isError).toBe(false);
  expect(json.results[0]).toMatchObject({ value: expect.any(Number), plan: "FY26 Plan", months: "2026-01:2026-03" });
});

test("each request acts with its own key: calls that interleave get the numbers of their own service", async () => {
  const sandboxes = { "key-a": createSandbox({ seed: 1 }), "key-b": createSandbox({ seed: 2 }) };
  const server = serve(serviceOf(sandboxes));
  const [one, other] = [await connect(server, "key-a"), await connect(server, "key-b")];
  const valueOf = async (client: Client) =>
    (await callTool(client, "evaluate_formulas", EBIT)).json.results[0].value as number;
  const values = await Promise.all([valueOf(one), valueOf(other), valueOf(one), valueOf(other)]);
  expect(values).toEqual([values[0], values[1], values[0], values[1]]);
  expect(values[0]).not.toBe(values[1]);
  expect(server.opened()).toBe(2);
  const refused = await post(server, { Authorization: "Bearer key-c" });
  expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  expect(await refused.text()).not.toContain("key-c");
});

test.each<[string, Record<string, string>, number]>([
  ["no key", { Authorization: "" }, 401],
  ["a key by another scheme", { Authorization: "Basic a2V5" }, 401],
  ["a key of two words", { Authorization: "Bearer key a" }, 401],
  ["the Host of a page", { Host: "pages.example:8765" }, 403],
  ["no Host", { Host: "" }, 403],
  ["the Origin of a page", { Origin: "https://pages.example" }, 403],
  ["the Origin of a page without one", { Origin: "null" }, 403],
  ["another content", { "Content-Type": "text/plain" }, 415],
  ["the Origin of this machine", { Origin: "http://localhost:6274" }, 200],
])("a request with %s: %j has status %i", async (_words, headers, status) => {
  const response = await post(serve(serviceOf({ "key-a": createSandbox() })), headers);
  expect(response.status).toBe(status);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  if (status !== 200)
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
  expect(response.headers.get("WWW-Authenticate")).toBe(status === 401 ? "Bearer" : null);
});

test("a server for all addresses of the machine answers to any Host, and to no page", async () => {
  const server = serve(serviceOf({ "key-a": createSandbox() }), { host: "0.0.0.0" });
  expect((await post(server, { Host: "agents.example:8765" })).status).toBe(200);
  expect((await post(server, { Origin: "http://localhost" })).status).toBe(403);
});

test("a body over a megabyte, another path and another method are refused, and the next request is answered", async () => {
  const server = serve(serviceOf({ "key-a": createSandbox() }));
  const long = JSON.stringify({ ...LIST, params: { cursor: "x".repeat(1_100_000) } });
  expect((await post(server, {}, { body: long })).status).toBe(413);
  expect((await post(server, {}, { body: "{broken" })).status).toBe(400);
  expect((await post(server, {}, { path: "/mcp/other" })).status).toBe(404);
  expect((await post(server, {}, { method: "GET" })).status).toBe(405);
  expect((await post(server)).status).toBe(200);
});

test("more requests in a minute than a key may send are refused, but not those of another key", async () => {
  const sandbox = createSandbox();
  const server = serve(serviceOf({ "key-a": sandbox, "key-b": sandbox }), { mostPerMinute: 2 });
  expect([(await post(server)).status, (await post(server)).status]).toEqual([200, 200]);
  server.pass(20_000);
  const refused = await post(server);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "40"]);
  expect((await post(server, { Authorization: "Bearer key-b" })).status).toBe(200);
  server.pass(40_000);
  expect((await post(server)).status).toBe(200);
});

test("500 guesses and 230 keys that the service does not answer leave an honest client served, and the service unasked", async () => {
  const service = serviceOf({ honest: createSandbox(), late: createSandbox() });
  let tokens = 0;
  const server = serve(async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "POST") tokens += 1;
    const text = request.method === "POST" ? await request.clone().text() : "";
    if (text.includes("hanging"))
      return new Promise<Response>((_, reject) => init?.signal?.addEventListener("abort", reject));
    return service(request);
  });
  const ask = (key: string, sender: string) => post(server, { Authorization: `Bearer ${key}` }, {}, sender);
  expect((await ask("honest", "192.0.2.1")).status).toBe(200);
  const hanging = Array.from({ length: 230 }, (_, at) => ask(`hanging-${at}`, `198.51.100.${at % 100}`));
  const guesses = [];
  for (let at = 0; at < 500; at += 1) guesses.push((await ask(`guess-${at}`, "203.0.113.1")).status);
  expect(guesses.filter((status) => status === 401)).toHaveLength(5);
  expect(guesses.filter((status) => status === 429)).toHaveLength(495);
  const before = tokens;
  expect((await ask("honest", "192.0.2.1")).status).toBe(200);
  expect((await ask("late", "192.0.2.2")).status).toBe(200);
  expect(tokens - before).toBe(1);
  await server.close();
  expect((await Promise.all(hanging)).every(({ status }) => [429, 503].includes(status))).toBe(true);
});

test("a service that cannot be reached is told, and no guess is counted", async () => {
  let isAway = true;
  const service = serviceOf({ "key-a": createSandbox() });
  const server = serve(async (...given) => {
    if (isAway) throw new TypeError("fetch failed");
    return service(...given);
  });
  const answer = await post(server);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("cannot be reached")]);
  isAway = false;
  expect((await post(server)).status).toBe(200);
});

test("a new key closes the session that is unused for longest, and none that is at work", async () => {
  const sandbox = createSandbox({ now: () => NOW });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const service = serviceOf({ "key-a": sandbox, "key-b": sandbox, "key-c": sandbox });
  let isHeld = false;
  const server = serve(
    async (input, init) => {
      if (isHeld && new Request(input, init).method === "GET") await held;
      return service(input, init);
    },
    { mostSessions: 2 },
  );
  const one = await connect(server, "key-a");
  await callTool(one, "list_plans", {});
  await post(server, { Authorization: "Bearer key-b" });
  await post(server, { Authorization: "Bearer key-c" });
  expect(server.opened()).toBe(3);
  // The session of key-a was closed, and opens again in place of key-b's.
  await callTool(one, "list_plans", {});
  expect(server.opened()).toBe(4);
  isHeld = true;
  const working = [
    callTool(one, "evaluate_formulas", EBIT),
    connect(server, "key-c").then((c) => callTool(c, "list_plans", {})),
  ];
  while ((await post(server, { Authorization: "Bearer key-b" })).status !== 429)
    await new Promise<void>((resolve) => void setImmediate(resolve));
  release();
  for (const { isError } of await Promise.all(working)) expect(isError).toBe(false);
});

test("a session that nobody uses for a quarter of an hour is closed, and its answers are dropped", async () => {
  const server = serve(serviceOf({ "key-a": createSandbox({ now: () => NOW }) }));
  const client = await connect(server, "key-a");
  await callTool(client, "evaluate_formulas", EBIT);
  server.pass(14 * MINUTE);
  await callTool(client, "evaluate_formulas", EBIT);
  expect(server.opened()).toBe(1);
  server.pass(15 * MINUTE);
  server.closeIdle();
  await callTool(client, "evaluate_formulas", EBIT);
  expect(server.opened()).toBe(2);
});

test("all conversations of a key are told of a new run, also after their session was closed", async () => {
  let now = NOW;
  const sandbox = createSandbox({ now: () => now });
  const server = serve(serviceOf({ "key-a": sandbox }));
  const clients = [
    await connect(server, "key-a"),
    await connect(server, "key-a"),
    await connect(server, "key-a"),
  ] as const;
  const [first, second, third] = clients;
  const { json: before } = await callTool(first, "evaluate_formulas", EBIT);
  for (const client of [second, third])
    expect((await callTool(client, "evaluate_formulas", EBIT)).json).toEqual(before);
  expect(before).not.toHaveProperty("newRun");
  now += MINUTE;
  sandbox.step();
  await callTool(first, "list_plans", { refresh: true });
  const newRun = expect.stringContaining(`asOf up to ${String(before.asOf)}`);
  for (const client of [first, second]) {
    const { json } = await callTool(client, "evaluate_formulas", EBIT);
    expect(json).toMatchObject({ newRun });
    expect(json.asOf > before.asOf).toBe(true);
  }
  server.pass(60 * MINUTE);
  expect((await callTool(third, "evaluate_formulas", EBIT)).json).toMatchObject({ newRun });
  expect(server.opened()).toBe(2);
});

test("a key that the service has withdrawn gets no answer of its session after an hour, though it asks all the time", async () => {
  let isWithdrawn = false;
  const service = serviceOf({ "key-a": createSandbox({ now: () => NOW }) });
  const server = serve(async (input, init) => {
    const request = new Request(input, init);
    return isWithdrawn && request.method === "POST" ? new Response("{}", { status: 401 }) : service(request);
  });
  const client = await connect(server, "key-a");
  await callTool(client, "evaluate_formulas", EBIT);
  isWithdrawn = true;
  for (let at = 0; at < 5; at += 1) {
    expect((await post(server)).status).toBe(200);
    server.pass(11 * MINUTE);
  }
  server.pass(5 * MINUTE);
  expect((await post(server)).status).toBe(401);
});
