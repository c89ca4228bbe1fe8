/**
 * Serves agents over HTTP. Each request acts with the API key of its own Authorization header, and with nothing else; or a token of an
 * identity provider lets it ask, and all act with the server's own credentials.
 */
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { AgentSession } from "./agentSession";
import type { ProtectedResource } from "./protectedResource";
import { createAgentServer } from "./server";
import { createSessionPool, type NoSession, type PoolOptions } from "./sessionPool";

export interface AgentHttpOptions extends PoolOptions {
  /** The name or address that the server listens at; a loopback one is known by all its names. */
  readonly host: string;
  /** The name at which clients reach the server, besides `host`, by which a gateway does. */
  readonly publicHost?: string | undefined;
  /** @default each request brings an API key */
  readonly resource?: ProtectedResource | undefined;
  /** Notes that a person has asked, by an id that says nothing else of them. */
  readonly onAsked?: ((id: string) => void) | undefined;
}

export interface HttpHandler {
  /** @param sender The network address of who asks. @default all are one sender */
  readonly fetch: (request: Request, sender?: string) => Promise<Response>;
  /** Closes sessions that nobody has used for long. */
  readonly closeIdle: () => void;
  /** Cancels all that is in progress. */
  readonly close: () => Promise<void>;
}

export const MCP_PATH = "/mcp";
/** Bytes. 200 formulas of Excel's longest are more; nobody asks for those. */
const MOST_BYTES = 1_048_576;

export function createHttpHandler({ host, publicHost, resource, onAsked, ...options }: AgentHttpOptions): HttpHandler {
  const pool = createSessionPool({ ...options, isOwn: resource !== undefined });
  const names = publicHost === undefined ? namesOf(host) : [publicHost, ...(namesOf(host) ?? [])];
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const agent = authInfo?.extra?.["agent"] as AgentSession | undefined;
      if (!agent) throw new Error("The request has no session.");
      return createAgentServer(agent, resource !== undefined);
    },
    { maxRequestBodySize: MOST_BYTES },
  );
  const answer = async (request: Request, address: string): Promise<Response> => {
    // A page may have this address for its own (DNS rebinding). No program but a browser sends an Origin.
    const strange =
      (names && hostHeaderValidationResponse(request, names)) ?? originValidationResponse(request, names ?? []);
    if (strange) return strange;
    const document = resource?.document(request);
    if (document) return document;
    if (new URL(request.url).pathname !== MCP_PATH) return refusal(404, `Ask ${MCP_PATH}.`);
    const sender = await senderOf(request);
    if (sender instanceof Response) return sender;
    const agent = await pool.sessionFor(sender, address);
    if (typeof agent === "string" || "retryAfter" in agent) return withoutSession(agent);
    return handler.fetch(request, { authInfo: { token: "", clientId: "", scopes: [], extra: { agent } } });
  };
  /** Returns whose session answers: that of a person or of a key. */
  const senderOf = async (request: Request): Promise<string | Response> => {
    const admitted = await resource?.admit(request);
    if (admitted instanceof Response) return admitted;
    if (admitted) onAsked?.(admitted.id);
    return admitted?.id ?? keyOf(request) ?? withoutKey();
  };
  return {
    fetch: async (request, sender = "") => {
      const response = await answer(request, sender);
      response.headers.set("Cache-Control", "no-store");
      return response;
    },
    closeIdle: pool.closeIdle,
    close: async () => {
      await handler.close();
      pool.dispose();
    },
  };
}

const BEARER = { "WWW-Authenticate": "Bearer" };

function withoutKey(): Response {
  return refusal(401, "Send your Insights API key: Authorization: Bearer KEY.", BEARER);
}

function withoutSession(why: NoSession): Response {
  if (why === "refused") return refusal(401, "The planning service refused this API key. Send another.", BEARER);
  if (why === "unreachable") return refusal(503, "The planning service cannot be reached. Try again later.");
  return refusal(429, "Too many requests. Ask again later.", { "Retry-After": String(why.retryAfter) });
}

/** Undefined for all addresses of the machine, whose names are not known. */
function namesOf(host: string): string[] | undefined {
  if (["0.0.0.0", "::"].includes(host)) return undefined;
  const name = host.includes(":") ? `[${host}]` : host;
  const local = localhostAllowedHostnames();
  return local.includes(name) ? local : [name];
}

/** A key is printable ASCII, without blanks. */
function keyOf({ headers }: Request): string | undefined {
  return /^Bearer ([!-~]{1,4096})$/i.exec(headers.get("Authorization") ?? "")?.[1];
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status, headers });
}
