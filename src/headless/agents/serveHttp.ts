/** Listens for agents on a port. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import type { Settings } from "../../numbers/functions/host";
import { secretOf, type Connection, type Session } from "../../insights";
import { openSession } from "../standalone/customFunctions";
import { createFailure } from "../standalone/failure";
import { agentOf, createAgentSession } from "./agentSession";
import { createHttpHandler, MCP_PATH, type AgentHttpOptions } from "./httpHandler";
import { isLoopback } from "../standalone/loopback";
import { createProtectedResource, type OAuthRules } from "./protectedResource";
import type { PoolOptions } from "./sessionPool";

export interface ListenAddress {
  /** A name or an address, of IPv6 without brackets. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** Where agents are served, and who may ask. */
export interface ServedAgents extends ListenAddress {
  /** The address at which clients reach the server. @default the one that it listens at */
  readonly url?: URL | undefined;
  /** Who may ask with the connection's credentials. @default each request brings its own */
  readonly oauth?: Omit<OAuthRules, "url"> | undefined;
}

interface ServedOverHttp extends ServedAgents, Pick<AgentHttpOptions, "onAsked"> {
  /** The service; without credentials if each request brings its own. */
  readonly connection: Omit<Connection, "credentials"> | Connection;
  readonly settings: Settings;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

export interface HttpServer {
  readonly url: string;
  /** Cancels all that is in progress, and resolves when no connection is left. */
  readonly close: () => Promise<void>;
}

/** Milliseconds for a whole request to arrive. */
const SLOWEST = 30_000;
const MOST_CONNECTIONS = 1_000;
/** How often idle sessions are looked for, in milliseconds. */
const SWEEP = 60_000;

/** Throws an error of usage if the address of the service is not allowed, or the port cannot be had. */
export async function serveHttp(options: ServedOverHttp): Promise<HttpServer> {
  const { now, host, port, url, onAsked } = options;
  const own = ownSession(options);
  const open = opener(options, own);
  // An address that is not allowed is told at once, not to the first request.
  open("unused", new Map()).dispose();
  const resource = await resourceOf(options);
  const handler = createHttpHandler({ open, now, host, publicHost: url?.hostname, resource, onAsked });
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => handler.fetch(request, senderOf(incoming)),
    createServer,
  }) as Server;
  Object.assign(server, { requestTimeout: SLOWEST, headersTimeout: SLOWEST, maxConnections: MOST_CONNECTIONS });
  await listen(server, { host, port });
  const sweep = setInterval(handler.closeIdle, SWEEP).unref();
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}${MCP_PATH}`,
    close: async () => {
      clearInterval(sweep);
      await handler.close();
      own?.disconnect();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** A gateway on this machine says who asks it; what others say of that counts for nothing. */
function senderOf({ headers, socket }: (HttpBindings | Http2Bindings)["incoming"]): string {
  const { remoteAddress = "" } = socket;
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  // A socket of IPv6 says the addresses of IPv4 so.
  return isLoopback(remoteAddress.replace(/^::ffff:/, "")) && forwarded ? forwarded : remoteAddress;
}

/** The one session of a server that asks with credentials of its own; undefined if each request brings its own. */
function ownSession({ connection, fetch, oauth }: ServedOverHttp): Session | undefined {
  return oauth && "credentials" in connection ? openSession(connection, fetch) : undefined;
}

/** @param own The session of all. @default one for each key */
function opener({ connection, settings, fetch }: ServedOverHttp, own: Session | undefined): PoolOptions["open"] {
  if (own) return (_id, told) => agentOf(own, settings, told);
  return (apiKey, told) => createAgentSession({ ...connection, credentials: { apiKey } }, settings, fetch, told);
}

async function resourceOf({ connection, oauth, url, fetch, now }: ServedOverHttp) {
  if (!oauth || !url || !("credentials" in connection)) return undefined;
  return createProtectedResource({ ...oauth, url }, { fetch, now, secret: secretOf(connection) });
}

function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === "EADDRINUSE" ? "another program has it" : (code ?? message);
      reject(
        createFailure("usage", `Port ${port} of ${host} cannot be had: ${reason}. Name another by --http [HOST:]PORT.`),
      );
    });
    server.listen(port, host, resolve);
  });
}
