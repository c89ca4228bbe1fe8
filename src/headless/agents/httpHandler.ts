/** Serves agents over HTTP. Each request acts with the API key of its own Authorization header, and with nothing else. */
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { AgentSession } from "./agentSession";
import { createAgentServer } from "./server";
import { createSessionPool, type PoolOptions } from "./sessionPool";

export interface AgentHttpOptions extends PoolOptions {
  /** The name or address that the server listens at; a loopback one is known by all its names. */
  readonly host: string;
}

export interface HttpHandler {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Closes sessions that nobody has used for long. */
  readonly closeIdle: () => void;
  /** Cancels all that is in progress. */
  readonly close: () => Promise<void>;
}

export const MCP_PATH = "/mcp";
/** Bytes. 200 formulas of Excel's longest are more; nobody asks for those. */
const MOST_BYTES = 1_048_576;

export function createHttpHandler({ host, ...options }: AgentHttpOptions): HttpHandler {
  const pool = createSessionPool(options);
  const names = namesOf(host);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const agent = authInfo?.extra?.["agent"] as AgentSession | undefined;
      if (!agent) throw new Error("The request has no session.");
      return createAgentServer(agent);
    },
    { maxRequestBodySize: MOST_BYTES },
  );
  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== MCP_PATH) return refusal(404, `Ask ${MCP_PATH}.`);
    // A page may have this address for its own (DNS rebinding). No program but a browser sends an Origin.
    const strange =
      (names && hostHeaderValidationResponse(request, names)) ?? originValidationResponse(request, names ?? []);
    if (strange) return strange;
    const apiKey = keyOf(request);
    if (apiKey === undefined)
      return refusal(401, "Send your Insights API key: Authorization: Bearer KEY.", { "WWW-Authenticate": "Bearer" });
    const agent = pool.sessionFor(apiKey);
    if ("retryAfter" in agent)
      return refusal(429, "Too many requests. Ask again later.", { "Retry-After": String(agent.retryAfter) });
    return handler.fetch(request, { authInfo: { token: "", clientId: "", scopes: [], extra: { agent } } });
  };
  return {
    fetch: async (request) => {
      const response = await answer(request);
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
