/** The sandbox on a port of this machine, which no other machine can reach. */
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { readCertificate, type Certificate } from "./certificate";
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

/** What a person asks of the sandbox and not of the API: `POST /sandbox/step` moves its plans on. */
const STEP = "/sandbox/step";

/** Moves the plans on, or answers as the API does. */
export function stepOr(sandbox: Sandbox, request: Request): Response | Promise<Response> {
  if (request.method !== "POST" || new URL(request.url).pathname !== STEP) return sandbox.fetch(request);
  sandbox.step();
  return new Response(null, { status: 204 });
}

/**
 * Serves what `fetch` answers on this machine alone, by https if there is a certificate.
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
  const server = createAdaptorServer({ fetch, ...serving }) as Server;
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
