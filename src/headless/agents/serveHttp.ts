/** Listens for agents on a port. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Settings } from "../../numbers/functions/host";
import type { Connection } from "../../insights";
import { failure } from "../standalone/failure";
import { createAgentSession } from "./agentSession";
import { createHttpHandler, MCP_PATH } from "./httpHandler";

export interface ListenAddress {
  /** A name or an address, of IPv6 without brackets. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

interface ServedOverHttp extends ListenAddress {
  /** The service, without credentials: each request brings its own. */
  readonly connection: Omit<Connection, "credentials">;
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
export async function serveHttp({ connection, settings, fetch, now, host, port }: ServedOverHttp): Promise<HttpServer> {
  const open = (apiKey: string, told?: Parameters<typeof createAgentSession>[3]) =>
    createAgentSession({ ...connection, credentials: { apiKey } }, settings, fetch, told);
  // An address that is not allowed is told at once, not to the first request.
  open("unused").dispose();
  const handler = createHttpHandler({ open, now, host });
  const server = createAdaptorServer({ fetch: handler.fetch, createServer }) as Server;
  Object.assign(server, { requestTimeout: SLOWEST, headersTimeout: SLOWEST, maxConnections: MOST_CONNECTIONS });
  await listen(server, { host, port });
  const sweep = setInterval(handler.closeIdle, SWEEP).unref();
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${own}${MCP_PATH}`,
    close: async () => {
      clearInterval(sweep);
      await handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === "EADDRINUSE" ? "another program has it" : (code ?? message);
      reject(failure("usage", `Port ${port} of ${host} cannot be had: ${reason}. Name another by --http [HOST:]PORT.`));
    });
    server.listen(port, host, resolve);
  });
}
