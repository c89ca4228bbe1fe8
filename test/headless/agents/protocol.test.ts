/** What stands on the lines of standard input, message by message, with no client between. */
import { PassThrough } from "node:stream";
import { serveAgent } from "../../../src/headless/agents/serveAgent";
import { createSandbox } from "../../../sandbox/sandbox";
import { SERVICE } from "./setup";

interface Reply {
  readonly id: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const INITIALIZE = request(1, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "lines", version: "1" },
});

/** Serves lines until there are `count` replies, then ends the input. Returns the replies by id. */
async function replies(lines: readonly string[], count: number): Promise<Map<unknown, Reply[]>> {
  const sandbox = createSandbox();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveAgent(
    {
      connection: { appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } },
      settings: { plan: "FY26 Plan" },
      fetch: sandbox.fetch,
    },
    { input, output },
  );
  const found: Reply[] = [];
  let text = "";
  const all = new Promise<void>((resolve) => {
    output.on("data", (data) => {
      text += String(data);
      const parts = text.split("\n");
      text = parts.pop() ?? "";
      found.push(...parts.map((line) => JSON.parse(line) as Reply));
      if (found.length >= count) resolve();
    });
  });
  for (const line of lines) input.write(`${line}\n`);
  await all;
  input.end();
  await served;
  const byId = new Map<unknown, Reply[]>();
  for (const reply of found) byId.set(reply.id, [...(byId.get(reply.id) ?? []), reply]);
  return byId;
}

test("a line that is no JSON is a parse error, and the next one is answered", async () => {
  const found = await replies([INITIALIZE, "{broken", request(2, "tools/list")], 3);
  expect(found.get(null)).toEqual([expect.objectContaining({ error: expect.objectContaining({ code: -32_700 }) })]);
  expect(found.get(2)?.[0]).toHaveProperty("result");
});

test("JSON that is no message is an invalid request, with its id if there is one", async () => {
  const lines = [INITIALIZE, "[]", "7", '{"id":5,"method":"tools/list"}', request(2, "tools/list")];
  const found = await replies(lines, 5);
  const invalid = expect.objectContaining({ error: expect.objectContaining({ code: -32_600 }) });
  expect(found.get(null)).toEqual([invalid, invalid]);
  expect(found.get(5)).toEqual([invalid]);
  expect(found.get(2)?.[0]).toHaveProperty("result");
});

/** All lines of JSON that look like a request and are none, and the id that their answer can have. */
const NO_REQUESTS: readonly [line: string, id: unknown][] = [
  ...["null", "true", '"text"', "1.5", "{}"].map((line): [string, null] => [line, null]),
  ...[null, 1.5, {}, [], true].map((id): [string, null] => [
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params: {} }),
    null,
  ]),
  ...[null, 7, "text", true].map((params): [string, number] => [
    JSON.stringify({ jsonrpc: "2.0", id: 5, method: "tools/list", params }),
    5,
  ]),
  ['{"jsonrpc":"2.0","id":5,"method":7}', 5],
  ['{"jsonrpc":"2.0","id":"five","method":null}', "five"],
  ['{"jsonrpc":"1.0","id":5,"method":"tools/list"}', 5],
];

test.each(NO_REQUESTS)("%s is answered as invalid, and the conversation goes on", async (line, id) => {
  const found = await replies([INITIALIZE, line, request(2, "tools/list")], 3);
  expect(found.get(id)).toEqual([expect.objectContaining({ error: expect.objectContaining({ code: -32_600 }) })]);
  expect(found.get(2)?.[0]).toHaveProperty("result");
});

test("a line over ten million bytes is refused, and the next one is answered", async () => {
  const long = request(3, "tools/call", { name: "list_plans", arguments: { contains: "x".repeat(10_000_001) } });
  const found = await replies([INITIALIZE, long, request(2, "tools/list")], 3);
  expect(found.get(null)).toEqual([expect.objectContaining({ error: expect.objectContaining({ code: -32_600 }) })]);
  expect(found.get(2)?.[0]).toHaveProperty("result");
});

test("parallel calls are all answered, each by its id", async () => {
  const call = (id: number) =>
    request(id, "tools/call", { name: "evaluate_formulas", arguments: { formulas: [`=${id}+1`] } });
  const ids = Array.from({ length: 20 }, (_, at) => at + 10);
  const found = await replies([INITIALIZE, ...ids.map(call)], 21);
  for (const id of ids) expect(found.get(id)?.[0]?.result?.content?.[0]?.text).toContain(`"value":${id + 1}`);
});
