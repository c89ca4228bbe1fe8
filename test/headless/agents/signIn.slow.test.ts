/** The official client signs in at an identity provider, npm's oidc-provider, and asks. */
import { createSandbox } from "../../../sandbox/sandbox";
import { agentOf } from "../../../src/headless/agents/agentSession";
import { createHttpHandler, type HttpHandler } from "../../../src/headless/agents/httpHandler";
import { createProtectedResource } from "../../../src/headless/agents/protectedResource";
import { openSession } from "../../../src/headless/standalone/customFunctions";
import { callTool, SERVICE } from "./setup";
import { connectSignedIn, startIdentityProvider, type IdentityProvider } from "./signedIn";

const SERVER = new URL("https://insights.example/mcp");

let provider: IdentityProvider;
const opened: HttpHandler[] = [];

beforeAll(async () => (provider = await startIdentityProvider(SERVER.href)));
afterAll(() => provider.stop());
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

interface Served extends HttpHandler {
  /** The ids of those who have asked. */
  readonly asked: string[];
  readonly tokens: () => number;
}

async function serve(claim: string, value: string): Promise<Served> {
  const asked: string[] = [];
  const sandbox = createSandbox();
  const session = openSession({ appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } }, sandbox.fetch);
  const handler = createHttpHandler({
    host: "127.0.0.1",
    publicHost: SERVER.hostname,
    now: Date.now,
    open: (_id, told) => agentOf(session, {}, told),
    onAsked: (id) => void asked.push(id),
    resource: await createProtectedResource(
      { issuer: provider.issuer, audience: SERVER.href, readers: { claim, value }, url: SERVER },
      { fetch: globalThis.fetch, now: Date.now, secret: "a secret" },
    ),
  });
  opened.push(handler);
  return { ...handler, asked, tokens: () => session.traffic.tokens };
}

function connect(server: HttpHandler, login: string, scope?: string) {
  const toServer: typeof globalThis.fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set("Host", SERVER.hostname);
    return server.fetch(new Request(url, { ...init, headers }));
  };
  return connectSignedIn({ url: SERVER, fetch: toServer, issuer: provider.issuer }, login, scope);
}

test("people sign in, and all are answered by the server's one account", async () => {
  const server = await serve("scope", "insights.read");
  const [one, other] = [await connect(server, "ada"), await connect(server, "grace")];
  for (const client of [one, other]) {
    const { text, isError } = await callTool(client, "list_plans", {});
    expect([isError, text]).toEqual([false, expect.stringContaining("FY26 Plan")]);
    expect(client.getInstructions()).toContain("read by its one account");
  }
  expect(server.tokens()).toBe(1);
  const ids = [...new Set(server.asked)];
  expect(ids).toEqual([expect.stringMatching(/^[\da-f]{16}$/), expect.stringMatching(/^[\da-f]{16}$/)]);
  await Promise.all([one.close(), other.close()]);
});

test("who has signed in and may not read is told so, and not asked to sign in again", async () => {
  const server = await serve("roles", "planner");
  await expect(connect(server, "ada")).rejects.toThrow(/by the claim roles of your token you may not read here/);
  expect(server.asked).toEqual([]);
});
