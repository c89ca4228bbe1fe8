/**
 * The bearer token of a connection: fetched when first needed, kept in memory, replaced before it expires.
 * @see API specification §2.3, §4.1, §4.2 and §5
 */
import { secretOf, type Connection } from "./connection";
import { InsightsError, isInsightsError } from "./errors";
import type { Http, HttpRequest } from "./http";
import { isObject } from "./jsonObject";
import type { Timers } from "./timers";

export interface TokenSource {
  /** Returns a valid token. Any number of callers share one request. */
  get(): Promise<string>;
  /** Discards a token that the service refused, so the next call gets another. */
  discard(token: string): void;
  access(): Promise<Access>;
  /** How many token requests were made. */
  readonly requests: number;
}

/** The scopes and the lifetime of a token. */
export interface Access {
  readonly scopes: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The part of an answer that is read (§2.3). */
interface TokenResponse {
  readonly accessToken: string;
  readonly expiresIn?: unknown;
}

interface Token {
  value: string;
  replaceAt: number;
  expiresAt: number;
}

/** Seconds before expiry at which a token is replaced, as in the reference client (§5.3). */
const MARGIN = 60;
const DEFAULT_LIFETIME = 3600;
/** The longest lifetime that counts: a service may send a number that leads to no valid date. */
const MOST_LIFETIME = 366 * 24 * 3600;
const DEFAULT_SCOPE = "insights:read plans:read";

/** Matches characters that a header can hold. */
const TOKEN = /^[\x21-\x7e]+$/;

/** @param closed Aborts when the connection is replaced. */
export function createTokenSource(
  connection: Connection,
  http: Http,
  timers: Timers,
  closed: AbortSignal,
): TokenSource {
  let token: Token | undefined;
  let pending: Promise<Token> | undefined;
  let requests = 0;

  async function renew(): Promise<Token> {
    requests += 1;
    const askedAt = timers.now();
    token = readToken(await requestToken(connection, http, closed), askedAt);
    http.secrets.add(token.value);
    return token;
  }

  async function current(): Promise<Token> {
    if (token && timers.now() < token.replaceAt) return token;
    pending ??= renew().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  return {
    get: async () => (await current()).value,
    discard(value) {
      if (token?.value === value) token = undefined;
    },
    async access() {
      const [{ scopesOf }, { value, expiresAt }] = await Promise.all([
        import(/* webpackChunkName: "answers" */ "./tokenScopes"),
        current(),
      ]);
      return { scopes: scopesOf(value), expiresAt };
    },
    get requests() {
      return requests;
    },
  };
}

function readToken({ accessToken, expiresIn: given }: TokenResponse, askedAt: number): Token {
  const seconds = parseFloat(String(given));
  const expiresIn = Number.isFinite(seconds) ? Math.min(seconds, MOST_LIFETIME) : DEFAULT_LIFETIME;
  const replaceAt = askedAt + 1000 * Math.max(expiresIn - MARGIN, expiresIn / 2);
  return { value: accessToken, replaceAt, expiresAt: askedAt + 1000 * expiresIn };
}

async function requestToken(connection: Connection, http: Http, signal: AbortSignal) {
  http.secrets.keep(secretOf(connection));
  const { url, init } = exchange(connection);
  const decode = (body: unknown) => {
    if (isTokenResponse(body)) return body;
    throw new InsightsError("malformed", `${url} answered without an accessToken. Check the service address.`);
  };
  return http.send({ url, init, decode, signal }).catch((error: unknown) => {
    throw explain(error, connection);
  });
}

function isTokenResponse(body: unknown): body is TokenResponse {
  if (!isObject(body)) return false;
  const { accessToken } = body;
  return typeof accessToken === "string" && TOKEN.test(accessToken);
}

type Post = Pick<HttpRequest<unknown>, "url" | "init">;

function exchange({ appUrl, credentials }: Connection): Post {
  if ("apiKey" in credentials) {
    const { apiKey } = credentials;
    return post(`${appUrl}/api/auth/v1/token`, "application/json", JSON.stringify({ apiKey }));
  }
  const { clientId, clientSecret, scope = DEFAULT_SCOPE } = credentials;
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret, scope };
  const body = new URLSearchParams(form).toString();
  return post(`${appUrl}/api/oauth/v1/token`, "application/x-www-form-urlencoded", body);
}

function post(url: string, type: string, body: string): Post {
  return { url, init: { method: "POST", headers: { "Content-Type": type, Accept: "application/json" }, body } };
}

/** Explains a refused token request. The specification does not show such an answer (§5.7). */
function explain(error: unknown, { appUrl, credentials }: Connection): unknown {
  if (!isInsightsError(error, "unauthorized", "forbidden", "refused", "unknown")) return error;
  const { status, said } = error;
  // A web site that accepts no POST answers 404 or 405.
  if (status === 404 || status === 405) {
    return new InsightsError("address", `There is no Insights service at ${appUrl}. Check the service address.`, {
      status,
    });
  }
  const what = "apiKey" in credentials ? "API key" : "client id, secret or scope";
  return new InsightsError(
    "unauthorized",
    `The ${what} was refused${said ? `: ${said}` : ""}. Check it in the planning application's settings, then connect again.`,
    { status },
  );
}
