import { UnsecuredJWT } from "jose";
import { APP_URL, SECRET } from "./model";
import { setup, outcome, question } from "./setup";
import { cutOff, html, json, refusal } from "./replies";
import type { Call } from "./mockFetch";

const isToken = ({ url }: Call) => url.pathname.endsWith("/token");
const client = { clientId: "client 1", clientSecret: "s&cr=t/ä" };
const bearerOf = ({ headers }: Call) => headers.get("Authorization");

describe("the exchange", () => {
  test("of an API key is a JSON post (§4.2)", async () => {
    const { session, mockFetch, flush } = setup();
    void session.plans();
    await flush();
    const [call] = mockFetch.calls;
    expect(call?.url.href).toBe(`${APP_URL}/api/auth/v1/token`);
    expect(call?.method).toBe("POST");
    expect(call?.headers.get("Content-Type")).toBe("application/json");
    expect(call?.body).toBe(JSON.stringify({ apiKey: SECRET }));
    expect(call?.headers.has("Authorization")).toBe(false);
    expect(mockFetch.calls[1]?.headers.get("Authorization")).toBe("Bearer T1");
  });

  test("of client credentials is a form (§4.1)", async () => {
    const { session, mockFetch, flush } = setup({ connection: { credentials: client } });
    void session.plans();
    await flush();
    const [call] = mockFetch.calls;
    expect(call?.url.href).toBe(`${APP_URL}/api/oauth/v1/token`);
    expect(call?.method).toBe("POST");
    expect(call?.headers.get("Content-Type")).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      grant_type: "client_credentials",
      client_id: client.clientId,
      client_secret: client.clientSecret,
      scope: "insights:read plans:read",
    });
  });

  test("asks for the scope that was given", async () => {
    const { session, mockFetch, flush } = setup({ connection: { credentials: { ...client, scope: "insights:read" } } });
    void session.plans();
    await flush();
    expect(new URLSearchParams(mockFetch.calls[0]?.body).get("scope")).toBe("insights:read");
  });

  test("goes to the application also where the API is published elsewhere", async () => {
    const { session, mockFetch, flush } = setup({ connection: { baseUrl: "https://api.example" } });
    void session.plans();
    await flush();
    expect(mockFetch.calls.map(({ url }) => url.href)).toEqual([
      `${APP_URL}/api/auth/v1/token`,
      "https://api.example/insights/v1/plans",
    ]);
  });

  test.each([
    ["quick-start response", { accessToken: "A" }],
    ["null for what is left out", { accessToken: "A", expiresIn: null, tokenType: null }],
    ["lifetime as text", { accessToken: "A", expiresIn: "3600" }],
  ])("takes the %s", async (_shape, body) => {
    const { session, clock, mockFetch, flush } = setup({ reply: (call) => (isToken(call) ? json(body) : undefined) });
    const first = outcome(session.ask(question("s1")));
    await flush();
    expect(first.state).toBe("fulfilled");
    await clock.pass(3_530_000);
    void session.ask(question("s2"));
    await flush();
    expect(session.traffic.tokens).toBe(1);
    expect(bearerOf(mockFetch.calls.at(-1)!)).toBe("Bearer A");
  });

  test.each([
    ["no token", {}],
    ["an empty one", { accessToken: "" }],
    ["one that is no header text", { accessToken: "a\nb" }],
    ["a list", []],
    ["null", null],
    ["a number", { accessToken: 1 }],
  ])("that brings %s is an error naming the address", async (_what, body) => {
    const { session, mockFetch, flush } = setup({ reply: (call) => (isToken(call) ? json(body) : undefined) });
    const plans = outcome(session.plans());
    await flush();
    expect(plans.error).toMatchObject({ kind: "malformed", message: expect.stringContaining("/api/auth/v1/token") });
    expect(mockFetch.calls).toHaveLength(1);
  });
});

describe("a token", () => {
  test("is asked for once, however many ask at the same time", async () => {
    const { session, mockFetch, flush } = setup();
    for (let index = 0; index < 50; index += 1) {
      void session.plans();
      void session.ask(question(`s${index}`));
    }
    await flush();
    expect(mockFetch.to("/token")).toHaveLength(1);
    expect(mockFetch.to("/pnl-summary")).toHaveLength(17);
  });

  test.each([
    { expiresIn: 3600, kept: 3539 },
    { expiresIn: 120, kept: 59 },
    { expiresIn: 100, kept: 49 },
    { expiresIn: 10, kept: 4 },
  ])("of $expiresIn s is used for $kept s and replaced a second later", async ({ expiresIn, kept }) => {
    const { session, clock, mockFetch, flush } = setup({ expiresIn });
    void session.ask(question("s1"));
    await flush();
    await clock.pass(kept * 1000);
    void session.ask(question("s2"));
    await flush();
    expect(bearerOf(mockFetch.calls.at(-1)!)).toBe("Bearer T1");
    await clock.pass(1000);
    void session.ask(question("s3"));
    await flush();
    expect(bearerOf(mockFetch.calls.at(-1)!)).toBe("Bearer T2");
    expect(mockFetch.to("/token")).toHaveLength(2);
  });

  test("that has no life at all is still used for what waits for it", async () => {
    const { session, flush } = setup({ expiresIn: 0 });
    const answer = outcome(session.ask(question("s1")));
    await flush();
    expect(answer.state).toBe("fulfilled");
  });

  test("belongs to its connection", async () => {
    const { session, mockFetch, flush } = setup();
    void session.plans();
    await flush();
    session.connect({ appUrl: "https://other.example", credentials: client });
    void session.plans();
    await flush();
    expect(mockFetch.calls.at(-1)?.url.host).toBe("other.example");
    expect(bearerOf(mockFetch.calls.at(-1)!)).toBe("Bearer T2");
  });
});

describe("a 401", () => {
  /** From now on only tokens later than this one are good. */
  function openStrict() {
    const client = { good: 1 };
    const opened = setup({
      reply: (call) => {
        const bearer = /^Bearer T(\d+)$/.exec(bearerOf(call) ?? "");
        return bearer && Number(bearer[1]) < client.good ? refusal(401, "Token expired") : undefined;
      },
    });
    return Object.assign(client, opened);
  }

  test("for many requests under way brings one new token, and one replay for each", async () => {
    const client = openStrict();
    void client.session.plans();
    await client.flush();
    client.good = 2;
    const answers = Array.from({ length: 90 }, (_, index) => outcome(client.session.ask(question(`s${index}`))));
    await client.flush();
    expect(answers.every(({ state }) => state === "fulfilled")).toBe(true);
    expect(client.mockFetch.to("/token")).toHaveLength(2);
    const sent = client.mockFetch.to("/pnl-summary");
    expect(sent.filter((call) => bearerOf(call) === "Bearer T2")).toHaveLength(30);
  });

  test("keeps no more requests from the good token than were under way", async () => {
    const client = openStrict();
    void client.session.plans();
    await client.flush();
    client.good = 2;
    for (let index = 0; index < 90; index += 1) void client.session.ask(question(`s${index}`));
    await client.flush();
    expect(client.mockFetch.to("/pnl-summary")).toHaveLength(30 + 6);
    expect(client.mockFetch.most).toBeLessThanOrEqual(6);
  });

  test("that comes late, for the token before, does not cost the new one", async () => {
    const late: (() => void)[] = [];
    const client = setup({
      reply: (call) => {
        if (!call.url.searchParams.has("planId") || bearerOf(call) !== "Bearer T1") return undefined;
        return new Promise((resolve) => late.push(() => resolve(refusal(401, "Token expired"))));
      },
    });
    const answers = ["FY" as const, "M" as const].map((interval) =>
      outcome(client.session.ask(question("s1", { interval }))),
    );
    await client.flush();
    for (const go of late) {
      go();
      await client.clock.settle();
    }
    expect(answers.map(({ state }) => state)).toEqual(["fulfilled", "fulfilled"]);
    expect(client.mockFetch.to("/token")).toHaveLength(2);
  });

  test("for the new token too is an error that says what to do, after one replay", async () => {
    const client = openStrict();
    client.good = Infinity;
    const answer = outcome(client.session.ask(question("s1")));
    await client.flush();
    expect(answer.error).toMatchObject({ kind: "unauthorized", message: expect.stringMatching(/Connect again/) });
    expect(answer.error?.message).toContain("Token expired");
    expect(client.mockFetch.to("/plans")).toHaveLength(2);
    expect(client.mockFetch.to("/token")).toHaveLength(2);
  });

  test("is forgotten when the next calculation gets a good token", async () => {
    const client = openStrict();
    client.good = 3;
    const refused = outcome(client.session.ask(question("s1")));
    await client.flush();
    const answered = outcome(client.session.ask(question("s1")));
    await client.flush();
    expect([refused.state, answered.state]).toEqual(["rejected", "fulfilled"]);
  });
});

describe("wrong credentials", () => {
  test.each([400, 401, 403, 422])(
    "answered with %i are not sent again, and the message says what to do",
    async (status) => {
      const reply = (call: Call) => (isToken(call) ? refusal(status, "No such key") : undefined);
      const { session, clock, mockFetch, flush } = setup({ reply });
      const answers = ["s1", "s2", "s3", "s4"].map((scenario) => outcome(session.ask(question(scenario))));
      await flush();
      await clock.pass(200_000);
      for (const { error } of answers) {
        expect(error).toMatchObject({ kind: "unauthorized", status });
        expect(error?.message).toMatch(/API key was refused: No such key\. .*connect again/i);
      }
      expect(mockFetch.calls).toHaveLength(1);
    },
  );

  test("are named for what they are", async () => {
    const reply = (call: Call) => (isToken(call) ? refusal(401, "invalid_client") : undefined);
    const { session, flush } = setup({ reply, connection: { credentials: client } });
    const plans = outcome(session.plans());
    await flush();
    expect(plans.error?.message).toContain("client id, secret or scope");
  });

  test.each([404, 405])("are not blamed when there is nothing at the address (%i)", async (status) => {
    const reply = (call: Call) => (isToken(call) ? html(status) : undefined);
    const { session, flush } = setup({ reply });
    const plans = outcome(session.plans());
    await flush();
    expect(plans.error).toMatchObject({ kind: "address", message: expect.stringContaining(APP_URL) });
  });
});

describe("no message holds a secret", () => {
  const spellings = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    new URLSearchParams({ secret }).toString().slice("secret=".length),
  ];
  const texts = (error: unknown): string =>
    error instanceof Error ? [error.message, error.stack, texts(error.cause)].join("\n") : String(error);

  describe.each([
    ["API key", { apiKey: SECRET }, SECRET],
    ["client secret", client, client.clientSecret],
  ])("%s", (_what, credentials, secret) => {
    test.each([400, 401, 403, 404, 405, 409, 429, 500, 503])("echoed by the token endpoint with %i", async (status) => {
      for (const spelling of spellings(secret)) {
        const reply = (call: Call) => (isToken(call) ? refusal(status, `Bad: ${spelling}, really`) : undefined);
        const { session, clock, flush } = setup({ reply, connection: { credentials } });
        const plans = outcome(session.plans());
        await flush();
        await clock.pass(100_000);
        expect(plans.state).toBe("rejected");
        for (const hidden of spellings(secret)) expect(texts(plans.error)).not.toContain(hidden);
      }
    });
  });

  test.each([400, 401, 403, 404, 429, 500])("token echoed by the API with %i", async (status) => {
    const reply = (call: Call) => {
      if (isToken(call)) return json({ accessToken: "eyJ.secret.token" });
      return refusal(status, `Rejected '${bearerOf(call)}'.`);
    };
    const { session, clock, flush } = setup({ reply });
    const plans = outcome(session.plans());
    await flush();
    await clock.pass(200_000);
    expect(plans.state).toBe("rejected");
    expect(texts(plans.error)).not.toContain("eyJ.secret.token");
  });

  test("token echoed in a body of another shape", async () => {
    const reply = (call: Call) => {
      if (isToken(call)) return json({ accessToken: "eyJ.secret.token" });
      return json({ plans: bearerOf(call) });
    };
    const { session, flush } = setup({ reply });
    const plans = outcome(session.plans());
    await flush();
    expect(plans.error).toMatchObject({ kind: "malformed" });
    expect(texts(plans.error)).not.toContain("eyJ.secret.token");
  });

  test("where the network fails", async () => {
    const { session, clock, flush } = setup({ reply: (call) => (isToken(call) ? cutOff() : undefined) });
    const plans = outcome(session.plans());
    await flush();
    await clock.pass(100_000);
    expect(plans.error).toMatchObject({ kind: "unreachable" });
    for (const hidden of spellings(SECRET)) expect(texts(plans.error)).not.toContain(hidden);
  });
});

describe("what a token may do", () => {
  const openWith = (accessToken: string) =>
    setup({
      reply: ({ url }) => (url.pathname.endsWith("/token") ? json({ accessToken, expiresIn: 3600 }) : undefined),
    });
  const jwt = (claims: object) => new UnsecuredJWT({ ...claims }).encode();

  test.each([
    ["a text", { scope: "insights:read plans:read" }, ["insights:read", "plans:read"]],
    ["a list", { scp: ["insights:read"] }, ["insights:read"]],
    ["nothing", {}, undefined],
  ])("is read where it says its scopes as %s", async (_how, claims, scopes) => {
    const { session, clock } = openWith(jwt(claims));
    expect(await session.access()).toEqual({ scopes, expiresAt: clock.timers.now() + 3_600_000 });
  });

  test("is unknown of a token that is no JWT", async () => {
    const { session } = openWith("opaque");
    expect(await session.access()).toMatchObject({ scopes: undefined });
  });

  test("expires within a year, whatever the service says", async () => {
    const { session, clock } = setup({
      reply: ({ url }) =>
        url.pathname.endsWith("/token") ? json({ accessToken: "opaque", expiresIn: 1e300 }) : undefined,
    });
    expect((await session.access())?.expiresAt).toBe(clock.timers.now() + 366 * 86_400_000);
  });

  test("is nothing where nothing is connected", async () => {
    const { session, mockFetch } = setup();
    session.disconnect();
    expect(await session.access()).toBeUndefined();
    expect(mockFetch.calls).toEqual([]);
  });
});
