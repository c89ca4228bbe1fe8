import fc from "fast-check";
import { createSecrets } from "../../src/insights/secrets";
import { InsightsError } from "../../src/insights";
import { json, refusal } from "./replies";
import type { Call } from "./mockFetch";
import { outcome, question, setup } from "./setup";

const KEY = "key-of-the-session-7f3a";
const CLIENT = { clientId: "reporting", clientSecret: "client-secret-91cd" };
const TOKEN = "eyJhbGciOi.session.token";

function hiding(...secrets: string[]) {
  const kept = createSecrets();
  for (const secret of secrets) kept.add(secret);
  return (text: string) => kept.hide(text);
}

describe("a text without its secrets", () => {
  test.each([
    ["s", "The insights of s are 's'.", "The insights of … are '…'."],
    ["T1", "T1, T10 and XT1; T1_ and T1.", "…, T10 and XT1; T1_ and …."],
    ["ü", "für ü", "für …"],
    ["+1/=", "a+1/=b and +1/=", "a+1/=b and …"],
  ])("keeps the words that hold the short one %s", (secret, text, told) => {
    expect(hiding(secret)(text)).toBe(told);
  });

  test("holds a long one nowhere, also where it is written against something else", () => {
    expect(hiding(KEY)(`apiKey${KEY}x and ${encodeURIComponent(`=${KEY}`)}`)).toBe("apiKey…x and %3D…");
  });

  test("holds no part of a longer secret that another one begins", () => {
    expect(hiding("abc", "abc-def")("abc-def abc")).toBe("… …");
  });

  test.each(['key "one"/+ü', "a b&c=d", "half \ud800 a pair"])("holds no spelling of %j", (secret) => {
    const inForm = new URLSearchParams({ secret }).toString().slice("secret=".length);
    const text = hiding(secret)(`${secret}, ${JSON.stringify(secret)}, ${inForm}`);
    for (const spelling of [secret, JSON.stringify(secret).slice(1, -1), inForm]) expect(text).not.toContain(spelling);
  });

  /** Ways in which a service, a proxy or a page of errors writes what it was sent. */
  const WAYS: Record<string, (secret: string) => string> = {
    HTML: (secret) => secret.replace(/[&<>"']/g, (found) => HTML_NAMES[found] ?? ""),
    "HTML with numbers": (secret) => secret.replace(/[&<>"'/+=`]/g, (found) => `&#${found.charCodeAt(0)};`),
    "HTML with hex numbers": (secret) =>
      secret.replace(/[&<>"'/+=`]/g, (found) => `&#x${found.charCodeAt(0).toString(16).toUpperCase()};`),
    "upper case": (secret) => secret.toUpperCase(),
    "lower case": (secret) => secret.toLowerCase(),
    "an address": encodeURIComponent,
    "an address with small letters": (secret) =>
      encodeURIComponent(secret).replace(/%../g, (found) => found.toLowerCase()),
    "an address with all encoded": (secret) =>
      [...Buffer.from(secret)]
        .map((byte) =>
          /\w/.test(String.fromCharCode(byte))
            ? String.fromCharCode(byte)
            : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
        )
        .join(""),
    "JSON of ASCII": (secret) =>
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(/[^\w\\"]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`),
    "JSON with slashes": (secret) => secret.replaceAll("/", "\\/"),
  };
  const HTML_NAMES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  const HARD = [KEY, "Kx/9+T=&<k>'q\"0Zz", "schlüssel-der-sitzung"];

  test.each(Object.keys(WAYS))("holds no secret in %s", (way) => {
    for (const secret of HARD) {
      const spelled = WAYS[way]!(secret);
      expect(hiding(secret)(`before ${spelled} after`)).toBe("before … after");
    }
  });

  test.each(["base64", "base64url"] as const)(
    "holds no secret in %s, wherever it stands in what was encoded",
    (way) => {
      for (const secret of HARD) {
        for (const before of ["", "i", "id", "id:", "id: "]) {
          const encoded = Buffer.from(`${before}${secret} `).toString(way);
          const left = Buffer.from(hiding(secret)(`Basic ${encoded}.`).split("Basic ")[1]!.split("…").join(""), way);
          expect(left.length).toBeLessThan(before.length + 6);
        }
      }
    },
  );

  test("holds nothing of a secret of a million characters", () => {
    const secret = "aB3-".repeat(250_000);
    expect(hiding(secret)(`before ${secret} after`)).not.toContain("aB3");
  });

  test("keeps words that a short secret or its base64 would be part of", () => {
    expect(hiding("abc")("ABC, YWJj and abcd")).toBe("ABC, YWJj and abcd");
  });

  test("never holds a secret of twelve letters or more, wherever it stands", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.string(), fc.string(), (secret, before, after) => {
        // What is put in its place may stand beside what was there, but never makes it whole again.
        fc.pre(!secret.includes("…"));
        expect(hiding(secret)(`${before}${secret}${after}`)).not.toContain(secret);
      }),
    );
  });

  test("is the same text where there are none", () => {
    expect(hiding()("anything")).toBe("anything");
    expect(hiding("")("anything")).toBe("anything");
  });

  test("forgets the oldest of very many tokens", () => {
    const names = Array.from({ length: 300 }, (_, index) => `token-number-${index}`);
    const hide = hiding(...names);
    expect(hide(names.at(-1) ?? "")).toBe("…");
    expect(hide(names[0] ?? "")).toBe(names[0]);
  });

  test("never forgets credentials, however many tokens come after them", () => {
    const secrets = createSecrets();
    secrets.keep(KEY);
    for (let index = 0; index < 300; index += 1) secrets.add(`token-number-${index}`);
    expect(secrets.hide(`The key ${KEY} was refused.`)).toBe("The key … was refused.");
  });

  test("is cut before it is searched, even if it has 60 MB", () => {
    const secrets = createSecrets();
    secrets.add("token-number-7");
    const search = jest.spyOn(String.prototype, "replaceAll");
    const hidden = secrets.hide("token-number-7 ".repeat(4_000_000));
    const searched = search.mock.contexts.map((text) => String(text).length);
    search.mockRestore();
    expect(hidden.length).toBeLessThan(5000);
    expect(searched).not.toEqual([]);
    expect(Math.max(...searched)).toBeLessThan(5000);
  });

  test("holds no beginning of a secret where it is cut", () => {
    const token = "abcdefghijklmnopqrstuvwxyz".repeat(3);
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), fc.nat({ max: 40 }), (before, times) => {
        const text = hiding(token)(`${"x".repeat(before)}${token.repeat(times)}${"x".repeat(5000)}`);
        expect(text).not.toContain("abc");
      }),
    );
  });
});

test("an API key is hidden after 300 tokens of its session", async () => {
  let tokens = 0;
  const client = setup({
    reply({ url }) {
      if (url.pathname.endsWith("/token")) return json({ accessToken: `${TOKEN}${(tokens += 1)}`, expiresIn: 3600 });
      return url.searchParams.has("scenarioIds") ? refusal(401, `Refused for ${KEY}`) : undefined;
    },
    connection: { credentials: { apiKey: KEY } },
  });
  let last: Error | undefined;
  for (let index = 0; tokens < 300; index += 1) {
    const asked = outcome(client.session.ask(question(`s${index}`)));
    await client.flush();
    last = asked.error;
  }
  expect(last?.message).toContain("Refused for …");
});

test("an error keeps what it is when its text is changed", async () => {
  const secrets = createSecrets();
  secrets.add(KEY);
  const detail = { status: 429, said: "No", retryAfter: 5000, cause: new Error(KEY) };
  const error = new InsightsError("unavailable", `Busy with ${KEY}`, detail);
  const told = await secrets.guard(Promise.reject(error)).catch((reason: unknown) => reason);
  expect(told).toMatchObject({ kind: "unavailable", status: 429, said: "No", retryAfter: 5000 });
  expect(told).toMatchObject({ message: "Busy with …", cause: undefined });
});

describe("every secret of the session is hidden in the errors of every endpoint", () => {
  const texts = (error: unknown): string =>
    error instanceof Error ? [error.message, error.stack, texts(error.cause)].join("\n") : String(error);
  const isToken = ({ url }: Call) => url.pathname.endsWith("/token");

  /** A service that repeats all that it was ever told, by this reply. */
  function repeating(reply: (said: string, call: Call) => Response, only: (call: Call) => boolean) {
    let tokens = 0;
    return setup({
      reply(call) {
        if (only(call)) return reply([KEY, CLIENT.clientSecret, `${TOKEN}1`, `${TOKEN}2`].join(" and "), call);
        return isToken(call) ? json({ accessToken: `${TOKEN}${(tokens += 1)}`, expiresIn: 3600 }) : undefined;
      },
      connection: { credentials: { apiKey: KEY } },
    });
  }

  const replies: [string, (said: string) => Response][] = [
    ...[400, 401, 403, 404, 429, 500].map(
      (status) =>
        [`a refusal with ${status}`, (said: string) => refusal(status, said)] as [string, (said: string) => Response],
    ),
    ["an echo of another plan", (said) => json({ meta: { planId: said }, scenarios: [] })],
    ["a scenario of another shape", (said) => json({ scenarios: [{ scenarioId: said }] })],
    ["two rows for one place", (said) => json({ scenarios: [1, 2].map(() => ({ scenarioId: said, pnl: {} })) })],
    ["a refusal that is cut in the middle of it", (said) => refusal(403, `${"x".repeat(490)} ${said}`)],
  ];

  test.each(replies)("%s", async (_what, reply) => {
    const client = repeating(reply, (call) => call.url.searchParams.has("scenarioIds"));
    const asked = outcome(client.session.ask(question("s1")));
    await client.flush();
    await client.clock.pass(200_000);
    // The second token and the client's secret come with another connection of the same session.
    client.session.connect({ appUrl: "https://planning.example", credentials: CLIENT });
    const again = outcome(client.session.ask(question("s1")));
    await client.flush();
    await client.clock.pass(200_000);
    expect([asked.state, again.state]).toEqual(["rejected", "rejected"]);
    for (const secret of [KEY, `${TOKEN}1`]) expect(texts(asked.error)).not.toContain(secret);
    expect(texts(asked.error)).not.toContain(KEY.slice(0, 9));
    for (const secret of [KEY, CLIENT.clientSecret, `${TOKEN}1`, `${TOKEN}2`]) {
      expect(texts(again.error)).not.toContain(secret);
    }
  });

  test("the token endpoint, with the token before", async () => {
    let isRevoked = false;
    const client = repeating(
      (said) => refusal(401, said),
      (call) => isRevoked && (isToken(call) || call.url.searchParams.has("scenarioIds")),
    );
    const first = outcome(client.session.ask(question("s1")));
    await client.flush();
    isRevoked = true;
    const second = outcome(client.session.ask(question("s2")));
    await client.flush();
    expect([first.state, second.state]).toEqual(["fulfilled", "rejected"]);
    for (const secret of [KEY, `${TOKEN}1`]) expect(texts(second.error)).not.toContain(secret);
  });
});
