/**
 * Bearer tokens: real JWTs, signed with a key that only this sandbox has.
 * @see API specification §5
 */
import { errors, jwtVerify, SignJWT } from "jose";
import { refuse } from "./refusal";

export type TokenScope = "insights:read" | "plans:read" | "admin";
export const SCOPES: readonly TokenScope[] = ["insights:read", "plans:read", "admin"];

/** Seconds (§8). */
const LIFETIME = 3600;

export interface Tokens {
  /** A token response without its type (§2.3). */
  issue(subject: string, scopes: readonly TokenScope[]): Promise<{ accessToken: string; expiresIn: number }>;
  /** Returns the scopes of an Authorization header. Refuses with 401 if it is missing, malformed, expired or wrongly signed. */
  read(authorization: string | undefined): Promise<TokenScope[]>;
}

/** Refuses with 403 unless the token has the scope; admin has every one. */
export function requireScope(scope: TokenScope, scopes: readonly TokenScope[], path: string): void {
  if (scopes.includes(scope) || scopes.includes("admin")) return;
  refuse(403, `The token lacks the scope '${scope}', which ${path} needs. It has: ${scopes.join(", ") || "none"}.`);
}

/** @param now Milliseconds since the epoch. */
export function createTokens(now: () => number): Tokens {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  return {
    issue: async (subject, scopes) => {
      const issued = Math.floor(now() / 1000);
      const token = new SignJWT({ scope: scopes.join(" ") })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(subject)
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIFETIME);
      return { accessToken: await token.sign(secret), expiresIn: LIFETIME };
    },
    read: async (authorization) => {
      const token = bearerOf(authorization);
      const options = { algorithms: ["HS256"], currentDate: new Date(now()), requiredClaims: ["exp", "scope"] };
      const { payload } = await jwtVerify(token, secret, options).catch(refuseToken);
      return SCOPES.filter((scope) => String(payload["scope"]).split(" ").includes(scope));
    },
  };
}

function bearerOf(authorization: string | undefined): string {
  if (!authorization) refuse(401, "The Authorization header is missing. Send 'Authorization: Bearer <access token>'.");
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  return token ?? refuse(401, "The Authorization header is malformed. Send 'Authorization: Bearer <access token>'.");
}

function refuseToken(error: unknown): never {
  if (error instanceof errors.JWTExpired) refuse(401, "The bearer token has expired. Request a new one.");
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    refuse(401, "The bearer token was not issued by this service. Request one from /api/auth/v1/token.");
  }
  if (error instanceof errors.JOSEError) refuse(401, "The bearer token is malformed. Send it as it was issued.");
  throw error;
}
