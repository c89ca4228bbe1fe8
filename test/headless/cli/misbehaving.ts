/** The sandbox behind a server that can go wrong in every way of which a service or what stands before it is capable. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createSandbox } from "../../../sandbox/sandbox";

/** What is done to a request instead of answering it; undefined lets the sandbox answer. */
export type Fault = ((request: IncomingMessage, response: ServerResponse) => void) | undefined;

/** `at` is how many requests to this path there were before. */
export type Faults = (path: string, at: number) => Fault;

export interface Misbehaving {
  url: string;
  apiKey: string;
  /** The paths of all requests so far, in order. */
  requests: string[];
  close(): void;
}

const sandbox = createSandbox();
const answer = getRequestListener((request) => sandbox.fetch(request));

export async function misbehave(faults: Faults): Promise<Misbehaving> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname;
    const at = requests.filter((known) => known === path).length;
    requests.push(path);
    const fault = faults(path, at);
    if (fault) fault(request, response);
    else void answer(request, response);
  });
  // No retries but those that the faults call for, on a slow machine too: a connection that rests is not closed, and the
  // address is not a name, for which Node gives each family of addresses a quarter of a second.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, apiKey: sandbox.apiKey, requests, close };
}

/** The service's own refusal (§7). */
export function refuse(status: number, message: string, headers: () => Record<string, string> = () => ({})): Fault {
  return (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers() });
    response.end(JSON.stringify({ statusCode: status, error: "Refused", message }));
  };
}

export function reply(status: number, body: string, headers: Record<string, string> = {}): Fault {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

export const breakOff: Fault = (request) => request.socket.destroy();

/** The connection ends in the middle of a body. */
export const breakInBody: Fault = (request, response) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
  response.write('{"meta":', () => request.socket.destroy());
};
