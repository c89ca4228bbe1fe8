/** People who sign in at an identity provider, npm's oidc-provider, by the official client. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";

const CALLBACK = "https://client.example/callback";

export interface IdentityProvider {
  readonly issuer: string;
  readonly stop: () => void;
}

/** Starts a process of its own. @param resource The address of the one server that its tokens are for. */
export async function startIdentityProvider(resource: string): Promise<IdentityProvider> {
  const provider = spawn(process.execPath, [`${__dirname}/identityProvider.mjs`, resource], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const [line] = (await once(provider.stdout, "data")) as [Buffer];
  return { issuer: line.toString().trim(), stop: () => provider.stdin.end() };
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

/** A server of agents, and the way to it. */
interface Reached {
  readonly url: URL;
  readonly fetch: typeof globalThis.fetch;
  readonly issuer: string;
}

function transportTo({ url, fetch: toServer }: Reached, authProvider: OAuthClientProvider) {
  return new StreamableHTTPClientTransport(url, {
    authProvider,
    fetch: (asked, init) => (new URL(asked).hostname === url.hostname ? toServer(asked, init) : fetch(asked, init)),
  });
}

/** Connects as the client does: it is refused, signs in, and comes again. */
export async function connectSignedIn(server: Reached, login: string, scope = "insights.read"): Promise<Client> {
  const kept = memory(scope);
  const first = transportTo(server, kept);
  await expect(new Client({ name: "test", version: "1.0.0" }).connect(first)).rejects.toThrow(UnauthorizedError);
  await first.finishAuth(new URLSearchParams({ code: await signIn(kept.page(), login), iss: server.issuer }));
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transportTo(server, kept));
  return client;
}
