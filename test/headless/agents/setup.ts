/** The official client, connected to the server in process. */
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createAgentSession, type AgentSession } from "../../../src/headless/agents/agentSession";
import { createAgentServer } from "../../../src/headless/agents/server";
import type { Settings } from "../../../src/numbers/functions/host";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";

export const SERVICE = "https://planning.example";

export interface ToolAnswer {
  readonly isError: boolean;
  /** As sent. */
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of any shape
  readonly json: any;
}

export interface Connected {
  readonly agent: AgentSession;
  readonly client: Client;
  readonly call: (name: string, args: object, signal?: AbortSignal) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

export interface AgentSetup {
  readonly sandbox?: Sandbox;
  readonly fetch?: typeof globalThis.fetch;
  readonly settings?: Settings;
}

export async function connectAgent({ sandbox = createSandbox(), ...given }: AgentSetup = {}): Promise<Connected> {
  const { fetch = sandbox.fetch, settings = { plan: "FY26 Plan" } } = given;
  const connection = { appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } };
  const agent = createAgentSession(connection, settings, fetch);
  const server = createAgentServer(agent);
  const client = new Client({ name: "test", version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return {
    agent,
    client,
    call: (name, args, signal) => callTool(client, name, args, signal),
    close: async () => {
      await client.close();
      agent.dispose();
    },
  };
}

/** The longest time that a timer can run. */
const NO_TIMEOUT = 2 ** 31 - 1;

export async function callTool(client: Client, name: string, args: object, signal?: AbortSignal): Promise<ToolAnswer> {
  const result = await client.callTool(
    { name, arguments: { ...args } },
    { timeout: NO_TIMEOUT, ...(signal ? { signal } : {}) },
  );
  const [content] = result.content;
  if (content?.type !== "text") throw new Error(`Expected one text, not ${JSON.stringify(result)}.`);
  const json = JSON.parse(content.text) as unknown;
  // The text says what the structure says: no more, no less.
  if (result.isError !== true) expect(json).toEqual(result.structuredContent);
  return { isError: result.isError === true, text: content.text, json };
}
