/** The page on agents, against the server and the command. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseCommand } from "../../src/cli/command/arguments";
import { readConnection } from "../../src/cli/command/environment";
import { connectAgent } from "./setup";

const GUIDE = readFileSync(join(__dirname, "../../docs/agents/README.md"), "utf8");

interface Server {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

test("it lists the server's tools", async () => {
  const connected = await connectAgent();
  const { tools } = await connected.client.listTools();
  await connected.close();
  const listed = [...GUIDE.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
  expect([...listed].sort()).toEqual(tools.map(({ name }) => name).sort());
});

test("its entries for clients start the server with a connection", () => {
  const files = [...GUIDE.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = ""]) => JSON.parse(text) as Record<"mcpServers" | "servers", { insights: Server } | undefined>,
  );
  expect(files).toHaveLength(2);
  for (const { mcpServers, servers } of files) {
    const { args, env } = (mcpServers ?? servers)!.insights;
    expect(parseCommand(args)).toEqual({ help: false, mcp: true });
    expect(readConnection(env)).toHaveProperty("credentials");
  }
});
