/** Serves one agent over two streams. */
import { finished } from "node:stream/promises";
import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Settings } from "../../numbers/functions/host";
import type { Connection } from "../../insights";
import { createAgentSession } from "./agentSession";
import { messageLines } from "./messageLines";
import { createAgentServer } from "./server";

interface AgentConnection {
  readonly connection: Connection;
  readonly settings: Settings;
  readonly fetch: typeof globalThis.fetch;
}

/** Resolves when the input has ended. Throws an error of usage if the address is not allowed. */
export async function serveAgent(
  { connection, settings, fetch }: AgentConnection,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const agent = createAgentSession(connection, settings, fetch);
  const messages = input.pipe(messageLines(output));
  const server = serveStdio(() => createAgentServer(agent), { transport: new StdioServerTransport(messages, output) });
  try {
    await finished(messages, { writable: false }).catch(() => undefined);
  } finally {
    await server.close();
    agent.dispose();
  }
}
