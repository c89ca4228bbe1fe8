import { decodeJwt } from "jose";

/** Returns the scopes of a token (API specification §2.3); undefined if it is no JWT or names none. */
export function scopesOf(token: string): readonly string[] | undefined {
  const scope = claim(token, "scope") ?? claim(token, "scp");
  if (typeof scope === "string") return scope.split(" ").filter(Boolean);
  return Array.isArray(scope) ? scope.map(String) : undefined;
}

function claim(token: string, name: string): unknown {
  try {
    return decodeJwt(token)[name];
  } catch {
    return undefined;
  }
}
