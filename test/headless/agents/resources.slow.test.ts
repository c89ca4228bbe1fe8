/** Resources and prompts by the official client: what they hold, and that the calls which they name are answered. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox } from "../../../sandbox/sandbox";
import { connectAgent, type Connected } from "./setup";

/** April has just ended. */
const sandbox = createSandbox({ now: () => Date.UTC(2026, 4, 4) });
let connected: Connected;
beforeAll(async () => void (connected = await connectAgent({ sandbox })));
afterAll(() => connected.close());

async function read(uri: string): Promise<string> {
  const { contents } = await connected.client.readResource({ uri });
  const [first] = contents;
  if (!first || !("text" in first)) throw new Error(`Expected a text at ${uri}.`);
  return first.text;
}

test("the skill and the functions can be read, and each plan is listed", async () => {
  const { resources } = await connected.client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining(["insights://skill", "insights://functions", "insights://plans/plan_eu26"]),
  );
  expect(await read("insights://skill")).toBe(readFileSync(join(__dirname, "../../../docs/agents/SKILL.md"), "utf8"));
  const functions = await read("insights://functions");
  expect(functions).toContain("\n## INSIGHTS.VAR\n");
  expect(functions).toContain("- `basePeriod`: ");
  expect(functions).not.toContain("INSIGHTS.SUPPLY");
});

test("a plan is what describe_plan answers, by id or name", async () => {
  for (const plan of ["plan_eu26", "FY26 Europe"]) {
    const { json } = await connected.call("describe_plan", { plan });
    expect(JSON.parse(await read(`insights://plans/${encodeURIComponent(plan)}`))).toEqual(json);
  }
  await expect(read("insights://plans/none")).rejects.toThrow(/There is no plan 'none'/);
  await expect(read("insights://nothing")).rejects.toThrow();
});

test("a key that cannot list plans still reads the skill, and a plan's resource says why not", async () => {
  const limited = createSandbox();
  const other = await connectAgent({ sandbox: { ...limited, apiKey: limited.keys.insightsOnly } });
  const { resources } = await other.client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(["skill", "functions"]);
  await other.close();
});

const PROMPTS = [
  ["month_end_review", {}],
  ["month_end_review", { plan: "FY26 Europe", period: "2026-03" }],
  ["variance_comment", { field: "ebit" }],
  ["variance_comment", { field: "cogs", plan: "FY26 Europe", period: "2026-02", base: "optimistic", basis: "YTD" }],
] as const;

test.each(PROMPTS)("the calls in %s %j are answered with numbers of the month", async (name, args) => {
  const { prompts } = await connected.client.listPrompts();
  expect(prompts.map((prompt) => prompt.name)).toEqual(["month_end_review", "variance_comment"]);
  const { messages } = await connected.client.getPrompt({ name, arguments: { ...args } });
  const [message] = messages;
  if (message?.content.type !== "text") throw new Error("Expected one text.");
  const { text } = message.content;
  const calls = [...text.matchAll(/`(\w+) (\{.*\})`/g)].map(([, tool = "", json = ""]) => [tool, JSON.parse(json)]);
  expect(calls.length).toBeGreaterThanOrEqual(1);
  for (const [tool, given] of calls as [string, object][]) {
    const { json, isError } = await connected.call(tool, given);
    expect(isError ? [tool, given, json] : []).toEqual([]);
    for (const number of json.numbers ?? []) expect(number).not.toHaveProperty("error");
  }
});

test("a prompt without its field is refused", async () => {
  await expect(connected.client.getPrompt({ name: "variance_comment", arguments: {} })).rejects.toThrow(/field/);
});
