/**
 * The server as a protected resource of OAuth: tokens of an identity provider say who may ask.
 * @see MCP specification, Authorization; RFC 9728 for the documents, RFC 9068 for the tokens
 */
import { createHmac } from "node:crypto";
import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  oauthMetadataResponse,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
  type AuthInfo,
  type OAuthMetadata,
} from "@modelcontextprotocol/server";
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from "jose";
import { createFailure } from "../standalone/failure";
import { isLoopback } from "../standalone/loopback";

/** Which tokens let their bearer ask. */
export interface OAuthRules {
  /** The identity provider's address, as its tokens and its own documents say it. */
  readonly issuer: string;
  /** What tokens for this server have as their audience. */
  readonly audience: string;
  /** The claim that says who may read, and the value that it must have or contain. */
  readonly readers: { readonly claim: string; readonly value: string };
  /** The scope that clients ask the provider for. @default the value of the claim, if that is a claim of scopes */
  readonly scope?: string | undefined;
  /** The address at which clients reach the server. */
  readonly url: URL;
}

interface ResourceOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Makes the ids of people, which nobody without it can guess. */
  readonly secret: string;
}

export interface ProtectedResource {
  /** Returns one of the documents by which clients find the identity provider; undefined for other paths. */
  readonly document: (request: Request) => Response | undefined;
  /** Returns an id for who asks, the same at each start of the server; or the answer that refuses the request. */
  readonly admit: (request: Request) => Promise<{ readonly id: string } | Response>;
}

/** The claims whose value is a scope, which clients can ask for. */
const SCOPES: ReadonlySet<string> = new Set(["scope", "scp"]);
/** Characters of an id. */
const ID_LENGTH = 16;

/** Reads the provider's own document. Rejects with an error of usage if it is no such provider. */
export async function createProtectedResource(rules: OAuthRules, options: ResourceOptions): Promise<ProtectedResource> {
  const { issuer, audience, readers, url } = rules;
  const { jwks_uri: keys, ...oauthMetadata } = await findProvider(issuer, options.fetch);
  const jwks = createRemoteJWKSet(new URL(keys), { [customFetch]: options.fetch });
  const verifyAccessToken = async (token: string): Promise<AuthInfo> => {
    const rulesOfToken = { issuer, audience, requiredClaims: ["exp", "sub"], currentDate: new Date(options.now()) };
    const { payload, protectedHeader } = await jwtVerify(token, jwks, rulesOfToken).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (!isForAccess(payload, protectedHeader.typ)) throw new OAuthError(OAuthErrorCode.InvalidToken, NO_ACCESS_TOKEN);
    return {
      token: "",
      clientId: "",
      scopes: valuesOf(payload, readers.claim),
      expiresAt: payload.exp ?? 0,
      extra: { id: idOf(payload, options.secret) },
    };
  };
  const isOfScopes = SCOPES.has(readers.claim);
  const scope = rules.scope ?? (isOfScopes ? readers.value : undefined);
  const scopes = scope === undefined ? [] : [scope];
  const challenge = { requiredScopes: scopes, resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url) };
  const documents = {
    oauthMetadata,
    resourceServerUrl: url,
    scopesSupported: scopes,
    resourceName: "Scenario Insights",
    dangerouslyAllowInsecureIssuerUrl: isLoopback(new URL(issuer).hostname),
  };
  return {
    document: (request) => oauthMetadataResponse(request, documents),
    async admit(request) {
      try {
        const header = request.headers.get("Authorization");
        const { scopes: own, extra } = await verifyBearerToken(header, { verifier: { verifyAccessToken } });
        if (own.includes(readers.value)) return { id: String(extra?.["id"]) };
      } catch (error) {
        return bearerAuthChallengeResponse(error, challenge);
      }
      return isOfScopes ? bearerAuthChallengeResponse(notInScope(readers.value), challenge) : mayNotRead(readers.claim);
    },
  };
}

const NO_ACCESS_TOKEN = "The token says who somebody is, not what they may do. Send an access token.";

/** False for tokens of another kind, such as ID tokens: their audience is the client, which a provider may call by the server's name. */
function isForAccess(payload: JWTPayload, type = "jwt"): boolean {
  return /^(application\/)?(at\+)?jwt$/i.test(type) && !("at_hash" in payload) && payload["typ"] !== "ID";
}

function notInScope(scope: string): OAuthError {
  return new OAuthError(OAuthErrorCode.InsufficientScope, `The token lacks the scope ${scope}.`);
}

/** No token with other scopes would help, so clients do not ask for one. */
function mayNotRead(claim: string): Response {
  const words = `You have signed in, but by the claim ${claim} of your token you may not read here. Ask your administrator.`;
  return Response.json({ error: "access_denied", error_description: words }, { status: 403 });
}

/** Milliseconds for a document of the provider to arrive. */
const FIND_LIMIT = 30_000;

type Provider = OAuthMetadata & { readonly jwks_uri: string };

/** @see OpenID Connect Discovery 1.0 §4, RFC 8414 §3 */
async function findProvider(issuer: string, fetch: typeof globalThis.fetch): Promise<Provider> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const addresses = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
  let said = "it has no document of its own";
  for (const address of addresses) {
    const answer = await fetch(address, {
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(FIND_LIMIT),
    }).catch((error: unknown) => {
      throw createFailure("outage", `The identity provider cannot be reached at ${address}.`, error);
    });
    const document: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
    if (!isProvider(document)) continue;
    const { protocol, hostname } = new URL(document.jwks_uri);
    if (protocol !== "https:" && !isLoopback(hostname)) said = "its keys come without encryption";
    else if (document.issuer === issuer) return document;
    else said = `it calls itself ${document.issuer}`;
  }
  throw createFailure(
    "usage",
    `--oauth-issuer ${issuer} is no identity provider: ${said}. Use the address that its tokens name.`,
  );
}

function isProvider(document: unknown): document is Provider {
  if (typeof document !== "object" || document === null) return false;
  const texts = ["issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"] as const;
  return texts.every((name) => typeof (document as Record<string, unknown>)[name] === "string");
}

/** What jose says where the provider does not answer with its keys. */
const OF_PROVIDER: ReadonlySet<string> = new Set([
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
  errors.JOSEError.code,
]);

/** A token that is not this server's is refused; keys that cannot be had are a failure of the provider. */
function refusalOf(error: unknown): OAuthError {
  const isOfToken = error instanceof errors.JOSEError && !OF_PROVIDER.has(error.code);
  return isOfToken
    ? new OAuthError(OAuthErrorCode.InvalidToken, `The token is not one for this server: ${error.message}.`)
    : new OAuthError(OAuthErrorCode.ServerError, "The identity provider's keys cannot be had. Try again later.");
}

/** A claim is one text, which may hold several words, or a list. */
function valuesOf(payload: JWTPayload, claim: string): string[] {
  const value = payload[claim];
  if (typeof value === "string") return SCOPES.has(claim) ? value.split(" ") : [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function idOf({ iss, sub }: JWTPayload, secret: string): string {
  return createHmac("sha256", secret).update(`${iss}\n${sub}`).digest("hex").slice(0, ID_LENGTH);
}
