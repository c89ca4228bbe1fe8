import { decodeJwt, SignJWT } from "jose";
import { connect, exchange, postForm, postJson, type Client } from "./client";

const CREDENTIALS = {
  grant_type: "client_credentials",
  client_id: "sandbox-client",
  client_secret: "sandbox-client-secret",
};
const PNL = { planId: "fy26", scenarioIds: "fy26-actual" };

let client: Client;
let time: number;

beforeEach(async () => {
  time = Date.parse("2026-03-01T08:00:00Z");
  client = await connect({ now: () => time });
});

describe("an API key", () => {
  it("is exchanged for a bearer token of an hour that says what it may do", async () => {
    const { status, body } = await postJson(client.sandbox, { apiKey: client.sandbox.apiKey });
    expect(status).toBe(200);
    expect(body).toEqual({ accessToken: expect.any(String), expiresIn: 3600, tokenType: "Bearer" });
    const claims = decodeJwt(body.accessToken);
    expect(claims).toMatchObject({ scope: "insights:read plans:read", iat: time / 1000, exp: time / 1000 + 3600 });
  });

  it("is refused when it is unknown", async () => {
    const { status, body } = await postJson(client.sandbox, { apiKey: "guessed" });
    expect(status).toBe(401);
    expect(body).toEqual({ statusCode: 401, error: "Unauthorized", message: expect.stringContaining("API key") });
    expect(body.message).not.toContain("guessed");
  });

  it.each(["", "not json", "[]", "{}", '{"apiKey":7}', '{"apiKey":""}', "null"])(
    "is not found in the body %p",
    async (text) => {
      const { status, body } = await postJson(client.sandbox, text);
      expect(status).toBe(400);
      expect(body.message).toContain('{"apiKey": "<API key>"}');
    },
  );

  it("must come as JSON", async () => {
    const body = JSON.stringify({ apiKey: client.sandbox.apiKey });
    const response = await client.sandbox.fetch("https://x.example/api/auth/v1/token", { method: "POST", body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("application/json") });
  });
});

describe("client credentials", () => {
  it("give a token with the scopes asked for", async () => {
    const { status, body } = await postForm(client.sandbox, { ...CREDENTIALS, scope: "plans:read" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ expiresIn: 3600, tokenType: "Bearer" });
    expect(decodeJwt(body.accessToken)).toMatchObject({ scope: "plans:read", sub: "sandbox-client" });
  });

  it("give all that the client may have when no scope is named", async () => {
    const { body } = await postForm(client.sandbox, CREDENTIALS);
    expect(decodeJwt(body.accessToken)["scope"]).toBe("insights:read plans:read");
  });

  it.each([
    [{ client_secret: "wrong" }, 401, "client_secret"],
    [{ client_id: "someone" }, 401, "client_id"],
    [{ client_secret: "" }, 400, "client_secret"],
    [{ grant_type: "password" }, 400, "'password'"],
    [{ grant_type: "" }, 400, "grant_type"],
    [{ scope: "insights:write" }, 400, "'insights:write' is unknown"],
    [{ scope: "insights:read admin" }, 400, "'admin' is more than this client may have"],
  ])("are refused with %p: %d", async (change, status, message) => {
    const answer = await postForm(client.sandbox, { ...CREDENTIALS, ...change });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ statusCode: status, message: expect.stringContaining(message) });
  });

  it("must come as a form", async () => {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(CREDENTIALS) };
    const response = await client.sandbox.fetch("https://x.example/api/oauth/v1/token", init);
    expect(response.status).toBe(400);
  });
});

describe("a bearer token", () => {
  it("is accepted until its hour is over, and not a second longer", async () => {
    const authorization = await exchange(client.sandbox, client.sandbox.apiKey);
    time += 3_599_000;
    expect((await client.get("/plans", {}, authorization)).status).toBe(200);
    time += 1000;
    const { status, body } = await client.get("/plans", {}, authorization);
    expect(status).toBe(401);
    expect(body.message).toContain("expired");
  });

  it.each([
    ["", "missing"],
    ["Bearer", "malformed"],
    ["Basic abc", "malformed"],
    ["Bearer abc", "malformed"],
    ["Bearer a.b.c", "malformed"],
  ])("sent as %p is refused as %s", async (authorization, reason) => {
    const { status, body } = await client.get("/plans", {}, authorization);
    expect(status).toBe(401);
    expect(body).toEqual({ statusCode: 401, error: "Unauthorized", message: expect.stringContaining(reason) });
  });

  it("of another sandbox is refused, whatever it claims", async () => {
    const other = await connect({ now: () => time });
    const { status, body } = await client.get("/plans", {}, await exchange(other.sandbox, other.sandbox.keys.admin));
    expect(status).toBe(401);
    expect(body.message).toContain("not issued by this service");
  });

  it("without a signature is refused", async () => {
    const claims = { scope: "admin", exp: time / 1000 + 60 };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `Bearer ${part({ alg: "none" })}.${part(claims)}.`;
    expect((await client.get("/plans", {}, unsigned)).status).toBe(401);
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new Uint8Array(32));
    expect((await client.get("/plans", {}, `Bearer ${foreign}`)).status).toBe(401);
  });
});

describe("scopes", () => {
  it.each([
    ["full", 200, 200],
    ["admin", 200, 200],
    ["insightsOnly", 403, 200],
    ["plansOnly", 200, 403],
  ] as const)("of the key %s open plans with %d and results with %d", async (key, plans, results) => {
    const authorization = await exchange(client.sandbox, client.sandbox.keys[key]);
    expect((await client.get("/plans", {}, authorization)).status).toBe(plans);
    expect((await client.get("/pnl-summary", PNL, authorization)).status).toBe(results);
    expect((await client.get("/demand-forecast", PNL, authorization)).status).toBe(results);
  });

  it("that are lacking are named", async () => {
    const authorization = await exchange(client.sandbox, client.sandbox.keys.insightsOnly);
    const { body } = await client.get("/plans", {}, authorization);
    expect(body).toEqual({ statusCode: 403, error: "Forbidden", message: expect.stringContaining("'plans:read'") });
  });
});
