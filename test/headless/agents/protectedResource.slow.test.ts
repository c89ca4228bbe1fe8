/** Which tokens let their bearer ask, and what a client is told without one. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createProtectedResource, type OAuthRules } from "../../../src/headless/agents/protectedResource";

const ISSUER = "https://login.example/tenant/v2.0";
const RULES: OAuthRules = {
  issuer: ISSUER,
  audience: "api://insights",
  readers: { claim: "scp", value: "insights.read" },
  url: new URL("https://insights.example/mcp"),
};
const NOW = Date.UTC(2026, 4, 4);
const SECONDS = NOW / 1000;

// The SDK compares a token's end with the clock itself.
beforeEach(() => void jest.spyOn(Date, "now").mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

type Key = Awaited<ReturnType<typeof newKey>>;

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return {
    kid,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256" },
  };
}

/** A provider whose keys can be replaced. */
async function provider() {
  let keys: Key[] = [await newKey("one")];
  let away: (() => Promise<Response>) | undefined;
  const document = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/keys`,
    response_types_supported: ["code"],
  };
  const fetch: typeof globalThis.fetch = async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    if (away) return away();
    if (url === `${ISSUER}/.well-known/openid-configuration`) return Response.json(document);
    if (url === `${ISSUER}/keys`) return Response.json({ keys: keys.map(({ jwk }) => jwk) });
    return new Response(null, { status: 404 });
  };
  return {
    fetch,
    document,
    key: () => keys[0] as Key,
    rotate: async (kid: string) => void (keys = [await newKey(kid)]),
    leave: (answer: () => Promise<Response>) => void (away = answer),
  };
}

/** As a provider may write them, or not. */
type Claims = Readonly<Record<string, unknown>>;

const CLAIMS: Claims = {
  iss: ISSUER,
  aud: "api://insights",
  sub: "ada@company.example",
  exp: SECONDS + 3600,
  scp: "openid insights.read",
};

function sign({ kid, privateKey }: Key, claims: Claims = {}, typ?: string): Promise<string> {
  const header = { alg: "RS256", kid, ...(typ !== undefined && { typ }) };
  return new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader(header).sign(privateKey);
}

async function open(rules: Partial<OAuthRules> = {}) {
  const own = await provider();
  const resource = await createProtectedResource(
    { ...RULES, ...rules },
    { fetch: own.fetch, now: () => NOW, secret: "s" },
  );
  const admit = (token?: string) =>
    resource.admit(
      new Request(RULES.url, {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      }),
    );
  return { ...own, resource, admit };
}

async function refusal(answer: { readonly id: string } | Response) {
  if (!(answer instanceof Response)) throw new Error(`Admitted as ${answer.id}.`);
  return {
    status: answer.status,
    challenge: answer.headers.get("WWW-Authenticate"),
    ...((await answer.json()) as object),
  };
}

describe("a token for this server", () => {
  test("lets its bearer ask, under an id that says nothing of them and is theirs alone", async () => {
    const { admit, key } = await open();
    const ids = await Promise.all(
      [{}, {}, { sub: "grace@company.example" }].map(async (own) => admit(await sign(key(), own))),
    );
    expect(ids).toEqual([ids[0], ids[0], { id: expect.stringMatching(/^[\da-f]{16}$/) }]);
    expect(ids[2]).not.toEqual(ids[0]);
    expect(JSON.stringify(ids)).not.toContain("ada");
  });

  test.each<[string, OAuthRules["readers"], Claims]>([
    ["a scope among others", { claim: "scope", value: "insights.read" }, { scope: "a insights.read b" }],
    ["a role", { claim: "roles", value: "Planning.Reader" }, { roles: ["Other", "Planning.Reader"] }],
    ["a group with a blank in its name", { claim: "groups", value: "Finance EMEA" }, { groups: "Finance EMEA" }],
  ])("has in its claim %s", async (_words, readers, claims) => {
    const { admit, key } = await open({ readers });
    expect(await admit(await sign(key(), claims))).toEqual({
      id: expect.any(String),
    });
  });
});

describe("a request is refused", () => {
  test("without a token, with the address of the document by which clients find the provider", async () => {
    const { admit, resource } = await open();
    const { status, challenge } = await refusal(await admit());
    expect(status).toBe(401);
    const [, address = ""] = /resource_metadata="([^"]+)"/.exec(challenge ?? "") ?? [];
    expect(await resource.document(new Request(address))?.json()).toMatchObject({
      resource: "https://insights.example/mcp",
      authorization_servers: [ISSUER],
      scopes_supported: ["insights.read"],
    });
    expect(resource.document(new Request("https://insights.example/mcp"))).toBeUndefined();
  });

  test.each<[string, Claims, number, RegExp]>([
    ["of another audience", { aud: "api://other" }, 401, /"aud"/],
    ["of another issuer", { iss: "https://login.example/other" }, 401, /"iss"/],
    ["that has expired", { exp: SECONDS - 1 }, 401, /"exp"/],
    ["that never expires", { exp: undefined }, 401, /"exp"/],
    ["that is not valid yet", { nbf: SECONDS + 60 }, 401, /"nbf"/],
    ["of nobody", { sub: undefined }, 401, /"sub"/],
    ["without the scope", { scp: "openid" }, 403, /lacks the scope insights\.read/],
    ["without the claim", { scp: undefined }, 403, /lacks the scope insights\.read/],
  ])("with a token %s", async (_words, claims, status, words) => {
    const { admit, key } = await open();
    const refused = await refusal(await admit(await sign(key(), claims)));
    expect(refused).toMatchObject({
      status,
      error_description: expect.stringMatching(words),
    });
    expect(refused.challenge).toContain(status === 401 ? 'error="invalid_token"' : 'error="insufficient_scope"');
  });

  test.each<[string, Claims, string | undefined]>([
    ["an ID token, by its hash of another", { at_hash: "abc" }, "JWT"],
    ["an ID token, as Keycloak has it", { typ: "ID" }, "JWT"],
    ["a token of a sign-out", {}, "logout+jwt"],
  ])("with %s, though all else is right", async (_words, claims, typ) => {
    const { admit, key } = await open();
    const refused = await refusal(await admit(await sign(key(), claims, typ)));
    expect(refused).toMatchObject({ status: 401, error_description: expect.stringContaining("Send an access token") });
    for (const right of [undefined, "JWT", "at+jwt", "application/at+jwt"])
      expect(await admit(await sign(key(), {}, right))).toEqual({ id: expect.any(String) });
  });

  test("with the scope that clients ask for, where the provider calls it otherwise than its tokens do", async () => {
    const { admit, key } = await open({ scope: "api://insights/insights.read" });
    for (const answer of [await admit(), await admit(await sign(key(), { scp: "openid" }))])
      expect((await refusal(answer)).challenge).toContain('scope="api://insights/insights.read"');
  });

  test("with a token of somebody who may not read, whom no other scope would help", async () => {
    const { admit, key } = await open({
      readers: { claim: "groups", value: "planners" },
    });
    const refused = await refusal(await admit(await sign(key(), { groups: ["others"] })));
    expect(refused).toMatchObject({
      status: 403,
      challenge: null,
      error: "access_denied",
    });
  });

  test("with a token that anybody could have made", async () => {
    const { admit } = await open();
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(CLAIMS))}.`.replaceAll("=", "");
    for (const token of ["an API key", unsigned, await sign(await newKey("one"))])
      expect(await refusal(await admit(token))).toMatchObject({ status: 401 });
  });

  test("with a token of a key that the provider has replaced", async () => {
    const { admit, key, rotate } = await open();
    const old = await sign(key());
    expect(await admit(old)).toEqual({ id: expect.any(String) });
    await rotate("two");
    // Unknown keys let the server ask for the keys again, twice a minute at most.
    jest.spyOn(Date, "now").mockReturnValue(NOW + 60_000);
    expect(await admit(await sign(key()))).toEqual({ id: expect.any(String) });
    expect(await refusal(await admit(old))).toMatchObject({ status: 401 });
  });

  test.each([
    ["cannot be reached", () => Promise.reject(new TypeError("fetch failed"))],
    ["answers with an error", () => Promise.resolve(new Response("busy", { status: 500 }))],
    ["answers with no keys", () => Promise.resolve(Response.json({ error: "busy" }))],
  ])("as a failure of the provider if it %s where its keys were", async (_words, answer) => {
    const { admit, key, leave } = await open();
    leave(answer);
    const refused = await refusal(await admit(await sign(key())));
    expect(refused).toMatchObject({
      status: 500,
      error_description: expect.stringContaining("keys cannot be had"),
    });
  });
});

describe("the server does not start", () => {
  test.each([
    ["with the address of no provider", "https://login.example/nobody", /no document of its own/],
    [
      "with an address that the provider's tokens do not name",
      `${ISSUER}/`,
      /it calls itself https:\/\/login\.example\/tenant\/v2\.0\./,
    ],
  ])("%s", async (_words, issuer, message) => {
    await expect(open({ issuer })).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(message),
    });
  });

  test("with a provider whose keys come without encryption", async () => {
    const { document } = await provider();
    const found = { ...document, jwks_uri: "http://login.example/keys" };
    const options = { fetch: () => Promise.resolve(Response.json(found)), now: () => NOW, secret: "s" };
    await expect(createProtectedResource(RULES, options)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("its keys come without encryption"),
    });
  });

  test("while the provider cannot be reached", async () => {
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    const opened = createProtectedResource(RULES, {
      fetch,
      now: () => NOW,
      secret: "s",
    });
    await expect(opened).rejects.toMatchObject({ kind: "outage" });
  });
});
