/**
 * The bearer token of a connection: got when it is first needed, kept in memory, replaced before it expires.
 * @see API specification §2.3, §4.1, §4.2 and §5
 */
import * as v from "valibot";
import type { Connection } from "./connection";
import { InsightsError, isInsightsError } from "./errors";
import type { Http } from "./http";
import type { Timers } from "./timers";

export interface TokenSource {
  /** A token that is good for a while. Any number of callers share one request. */
  get(): Promise<string>;
  /** Says that the service no longer takes this token, so that the next call gets another. */
  discard(token: string): void;
  /** Token requests made so far. */
  readonly requests: number;
}

interface Token {
  value: string;
  replaceAt: number;
}

/** Seconds before its end at which a token is replaced, as in the reference client (§5.3). */
const MARGIN = 60;
const DEFAULT_LIFETIME = 3600;
const DEFAULT_SCOPE = "insights:read plans:read";

const tokenSchema = v.object({
  accessToken: v.pipe(v.string(), v.nonEmpty()),
  expiresIn: v.nullish(v.number(), DEFAULT_LIFETIME),
});

export function createTokenSource(connection: Connection, http: Http, timers: Timers): TokenSource {
  let token: Token | undefined;
  let pending: Promise<Token> | undefined;
  let requests = 0;

  async function request(): Promise<Token> {
    requests += 1;
    const askedAt = timers.now();
    const { url, init } = exchange(connection);
    const body = await http.send(url, init).catch((error: unknown) => {
      throw explain(error, connection);
    });
    const read = v.safeParse(tokenSchema, body);
    if (!read.success) {
      throw new InsightsError("malformed", `${url} answered without an accessToken. Check the service address.`);
    }
    const { accessToken, expiresIn } = read.output;
    token = { value: accessToken, replaceAt: askedAt + 1000 * Math.max(expiresIn - MARGIN, expiresIn / 2) };
    return token;
  }

  return {
    async get() {
      if (token && timers.now() < token.replaceAt) return token.value;
      pending ??= request().finally(() => {
        pending = undefined;
      });
      return (await pending).value;
    },
    discard(value) {
      if (token?.value === value) token = undefined;
    },
    get requests() {
      return requests;
    },
  };
}

function exchange({ appUrl, credentials }: Connection): { url: string; init: RequestInit } {
  if ("apiKey" in credentials) {
    const body = JSON.stringify({ apiKey: credentials.apiKey });
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    return { url: `${appUrl}/api/auth/v1/token`, init: { method: "POST", headers, body } };
  }
  const { clientId, clientSecret, scope = DEFAULT_SCOPE } = credentials;
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret, scope };
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
  const body = new URLSearchParams(form).toString();
  return { url: `${appUrl}/api/oauth/v1/token`, init: { method: "POST", headers, body } };
}

/** What a refused exchange means. How the service says so is "not shown" (§5.7); what it says may repeat the secret. */
function explain(error: unknown, { appUrl, credentials }: Connection): unknown {
  if (!isInsightsError(error, "unauthorized", "forbidden", "refused", "unknown")) return error;
  const detail = error.status === undefined ? {} : { status: error.status };
  if (error.kind === "unknown") {
    return new InsightsError(
      "address",
      `There is no Insights service at ${appUrl}. Check the service address.`,
      detail,
    );
  }
  const { what, secret } =
    "apiKey" in credentials
      ? { what: "API key", secret: credentials.apiKey }
      : { what: "client id, secret or scope", secret: credentials.clientSecret };
  const said = error.message.replaceAll(secret, "…");
  const advice = `The ${what} was refused. Check it in the planning application's settings, then connect again. (${said})`;
  return new InsightsError("unauthorized", advice, detail);
}
