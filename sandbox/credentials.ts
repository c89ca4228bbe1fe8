/**
 * Who may have a token, and the two ways to one. Keys are fixed and no secrets: all that they open is simulated.
 * @see API specification §4.1 and §4.2
 */
import * as v from "valibot";
import { refuse } from "./refusal";
import { SCOPES, type TokenScope } from "./token";

export const KEYS = {
  full: "sandbox-key-insights-and-plans",
  insightsOnly: "sandbox-key-insights-only",
  plansOnly: "sandbox-key-plans-only",
  admin: "sandbox-key-admin",
} as const;

export const CLIENT = { id: "sandbox-client", secret: "sandbox-client-secret" } as const;

/** A proven identity. */
export interface Grant {
  subject: string;
  scopes: readonly TokenScope[];
}

const CLIENT_SCOPES: readonly TokenScope[] = ["insights:read", "plans:read"];

const SCOPES_BY_KEY: ReadonlyMap<string, readonly TokenScope[]> = new Map([
  [KEYS.full, ["insights:read", "plans:read"]],
  [KEYS.insightsOnly, ["insights:read"]],
  [KEYS.plansOnly, ["plans:read"]],
  [KEYS.admin, ["admin"]],
]);

const keyBody = v.object({ apiKey: v.pipe(v.string(), v.nonEmpty()) });

function requireType(contentType: string | undefined, accepted: string): void {
  const found = contentType?.split(";")[0]?.trim().toLowerCase() ?? "none";
  if (found !== accepted) refuse(400, `The Content-Type is '${found}'; this endpoint reads '${accepted}'.`);
}

/** API key exchange (§4.2). Refuses a malformed body with 400, an unknown key with 401. */
export function exchangeKey(contentType: string | undefined, body: string): Grant {
  requireType(contentType, "application/json");
  const read = v.safeParse(keyBody, parseJson(body));
  if (!read.success) refuse(400, `The body must be a JSON object with the text 'apiKey': {"apiKey": "<API key>"}.`);
  const scopes = SCOPES_BY_KEY.get(read.output.apiKey) ?? refuse(401, "The API key is unknown or was withdrawn.");
  return { subject: "api-key", scopes };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Client credentials (§4.1). Refuses a malformed form, an unknown grant or scope with 400, wrong credentials with 401. */
export function grantClient(contentType: string | undefined, body: string): Grant {
  requireType(contentType, "application/x-www-form-urlencoded");
  const form = new URLSearchParams(body);
  const field = (name: string): string => form.get(name) || refuse(400, `The form field '${name}' is missing.`);
  const grant = field("grant_type");
  if (grant !== "client_credentials") refuse(400, `grant_type is '${grant}'; accepted is 'client_credentials'.`);
  const [id, secret] = [field("client_id"), field("client_secret")];
  if (id !== CLIENT.id || secret !== CLIENT.secret) refuse(401, "The client_id or the client_secret is wrong.");
  return { subject: id, scopes: readScopes(form.get("scope") ?? "") };
}

/** Left out, the scope is all that the client may have, as RFC 6749 §3.3 allows. */
function readScopes(text: string): readonly TokenScope[] {
  const names = text.split(/\s+/).filter(Boolean);
  const wrong = names.find((name) => !CLIENT_SCOPES.includes(name as TokenScope));
  if (wrong === undefined) return names.length > 0 ? (names as TokenScope[]) : CLIENT_SCOPES;
  const known = SCOPES.includes(wrong as TokenScope) ? "is more than this client may have" : "is unknown";
  refuse(400, `The scope '${wrong}' ${known}; accepted are ${CLIENT_SCOPES.join(" and ")}.`);
}
