/** The official client signs in at an identity provider, npm's oidc-provider, and asks. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import { createSandbox } from "../../../sandbox/sandbox";
import { agentOf } from "../../../src/headless/agents/agentSession";
import { createHttpHandler, type HttpHandler } from "../../../src/headless/agents/httpHandler";
import { createProtectedResource } from "../../../src/headless/agents/protectedResource";
import { openSession } from "../../../src/headless/standalone/customFunctions";
import { callTool, SERVICE } from "./setup";

const SERVER = new URL("https://insights.example/mcp");
const CALLBACK = "https://client.example/callback";

let provider: ChildProcess;
let issuer: string;
const opened: HttpHandler[] = [];

beforeAll(async () => {
  provider = spawn(process.execPath, [`${__dirname}/identityProvider.mjs`], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const [line] = (await once(provider.stdout as NodeJS.EventEmitter, "data")) as [Buffer];
  issuer = line.toString().trim();
});

afterAll(() => void provider.stdin?.end());
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
      { issuer, audience: SERVER.href, readers: { claim, value }, url: SERVER },
      { fetch: globalThis.fetch, now: Date.now, secret: "a secret" },
    ),
  });
  opened.push(handler);
  return { ...handler, asked, tokens: () => session.traffic.tokens };
}

/** Keeps what the client learns, and what a browser would be sent to. */
function memory(scope: string): OAuthClientProvider & { readonly page: () => URL } {
  const kept: Record<string, unknown> = {};
  const of = <T>(name: string) => kept[name] as T;
  return {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: "test",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      scope,
    },
    clientInformation: () => of("client"),
    saveClientInformation: (client) => void (kept["client"] = client),
    tokens: () => of("tokens"),
    saveTokens: (tokens) => void (kept["tokens"] = tokens),
    codeVerifier: () => of("verifier"),
    saveCodeVerifier: (verifier) => void (kept["verifier"] = verifier),
    discoveryState: () => of("discovery"),
    saveDiscoveryState: (state) => void (kept["discovery"] = state),
    redirectToAuthorization: (url) => void (kept["page"] = url),
    page: () => of("page"),
  };
}

/** Signs in on the provider's pages, as a person would in a browser. Returns the code for the client. */
async function signIn(page: URL, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, form]: [URL, URLSearchParams | undefined] = [page, undefined];
  for (;;) {
    if (url.href.startsWith(CALLBACK)) return url.searchParams.get("code") ?? `no code: ${url.search}`;
    const answer: Response = await fetch(url, {
      redirect: "manual",
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(form && { method: "POST", body: form }),
    });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const [to, text]: [string | null, string] = [answer.headers.get("Location"), await answer.text()];
    form =
      to === null
        ? new URLSearchParams({
            prompt: /value="(login|consent)"/.exec(text)?.[1] ?? "",
            login,
            password: "x",
          })
        : undefined;
    url = new URL(to ?? /action="([^"]+)"/.exec(text)?.[1] ?? url, url);
  }
}

function transportTo(server: HttpHandler, authProvider: OAuthClientProvider): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(SERVER, {
    authProvider,
    fetch: (url, init) => {
      if (new URL(url).hostname !== SERVER.hostname) return fetch(url, init);
      const headers = new Headers(init?.headers);
      headers.set("Host", SERVER.hostname);
      return server.fetch(new Request(url, { ...init, headers }));
    },
  });
}

/** Connects as the client does: it is refused, signs in, and comes again. */
async function connect(server: HttpHandler, login: string, scope = "insights.read"): Promise<Client> {
  const kept = memory(scope);
  const first = transportTo(server, kept);
  await expect(new Client({ name: "test", version: "1.0.0" }).connect(first)).rejects.toThrow(UnauthorizedError);
  await first.finishAuth(
    new URLSearchParams({
      code: await signIn(kept.page(), login),
      iss: issuer,
    }),
  );
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transportTo(server, kept));
  return client;
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
