/** The page on agents, against the server and the command. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseCommand } from "../../../src/headless/cli/command/parsedCommand";
import { readConnection } from "../../../src/headless/cli/command/environment";
import { MCP_PATH } from "../../../src/headless/agents/httpHandler";
import { LIMITS } from "../../../src/headless/agents/sessionPool";
import { connectAgent } from "./setup";

const GUIDE = readFileSync(join(__dirname, "../../../docs/agents/README.md"), "utf8");

interface Server {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly url?: string;
  readonly headers?: Record<string, string>;
}

test("it lists the server's tools", async () => {
  const connected = await connectAgent();
  const { tools } = await connected.client.listTools();
  await connected.close();
  const listed = [...GUIDE.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  expect([...listed].sort()).toEqual(tools.map(({ name }) => name).sort());
});

test("its entries for clients start the server with a connection, or send a key", () => {
  const files = [...GUIDE.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = ""]) => JSON.parse(text) as Record<"mcpServers" | "servers", { insights: Server } | undefined>,
  );
  const entries = files.map(({ mcpServers, servers }) => (mcpServers ?? servers)!.insights);
  const [started, remote] = [entries.filter(({ url }) => !url), entries.filter(({ url }) => url)];
  expect([started.length, remote.length]).toEqual([2, 2]);
  for (const { args = [], env = {} } of started) {
    expect(parseCommand(args)).toEqual({ help: false, mcp: {} });
    expect(readConnection(env)).toHaveProperty("credentials");
  }
  for (const { url, headers } of remote)
    expect({ url, headers }).toEqual({
      url: `https://insights.example.com${MCP_PATH}`,
      headers: { Authorization: expect.stringMatching(/^Bearer \$\{.+\}$/) },
    });
});

test("its limits over HTTP are the server's", () => {
  const words = GUIDE.replace(/\s+/g, " ");
  expect(words).toContain(`A key may send ${LIMITS.mostPerMinute} requests a minute, and ${LIMITS.mostSessions} keys`);
  expect(words).toContain(`unused for ${LIMITS.idleMinutes} minutes is closed`);
});
