/** The sandbox on a port of this machine, which no other machine can reach. */
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { readCertificate, type Certificate } from "./certificate";
import { createRefusalBody, type RefusalStatus } from "./refusal";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox";

export interface ServerOptions extends SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** @default false */
  https?: boolean;
}

export interface SandboxServer {
  url: string;
  /** A key with insights:read and plans:read. */
  apiKey: string;
  sandbox: Sandbox;
  /** Where the certificate comes from; undefined without https. */
  certificate: Certificate["origin"] | undefined;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** @throws Error with the code EADDRINUSE or EACCES if the port cannot be had. */
export async function startServer({ port, https = false, ...options }: ServerOptions): Promise<SandboxServer> {
  const sandbox = createSandbox(options);
  const certificate = https ? await readCertificate() : undefined;
  const listening = await listen((request) => stepOr(sandbox, request), port, certificate);
  return { ...listening, apiKey: sandbox.apiKey, sandbox, certificate: certificate?.origin };
}

/** Adds `POST /sandbox/step`, which is not part of the API: it simulates new results. */
const STEP = "/sandbox/step";

/** Moves the plans on, unless another web site asks for it, or answers as the API does. */
export function stepOr(sandbox: Sandbox, request: Request): Response | Promise<Response> {
  if (request.method !== "POST" || new URL(request.url).pathname !== STEP) return sandbox.fetch(request);
  if (isCrossOrigin(request))
    return refusal(403, "Only pages of this server, or programs without an origin, are allowed.");
  sandbox.step();
  return new Response(null, { status: 204 });
}

/** Browsers send the origin of the page that asks; curl and scripts send none. */
function isCrossOrigin({ headers, url }: Request): boolean {
  const origin = headers.get("Origin");
  return origin !== null && origin !== new URL(url).origin;
}

/**
 * Milliseconds until an idle connection is closed. Node's five seconds are over between two steps in a page; a browser then fails
 * if the connections that it uses again are just being closed.
 */
const KEEP_ALIVE = 120_000;

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A web site can have its own name resolved to this machine, and then read what this server answers. The name stands in the
 * Host header, which the request's URL is made from.
 */
function isLocal({ url }: Request): boolean {
  return LOCAL_HOSTS.has(new URL(url).hostname);
}

function refusal(status: RefusalStatus, message: string): Response {
  return Response.json(createRefusalBody(status, message), { status });
}

/**
 * Serves what `fetch` answers on this machine alone and under its local names alone, by https if there is a certificate.
 * @throws Error with the code EADDRINUSE or EACCES if the port cannot be had.
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  certificate?: Certificate,
): Promise<Pick<SandboxServer, "url" | "close">> {
  const serving = certificate
    ? { createServer: createSecureServer, serverOptions: { key: certificate.key, cert: certificate.cert } }
    : { createServer };
  const guarded = (request: Request) =>
    isLocal(request) ? fetch(request) : refusal(403, "This server answers at localhost only.");
  const server = createAdaptorServer({ fetch: guarded, ...serving }) as Server;
  server.keepAliveTimeout = KEEP_ALIVE;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `${certificate ? "https" : "http"}://localhost:${(server.address() as AddressInfo).port}`;
  return { url, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
