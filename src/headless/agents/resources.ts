/** What a client can read beside the tools: the skill, the functions with their arguments, and each plan. */
import { ResourceTemplate, type McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { formatCall } from "../../numbers/language/argument";
import { describeFunctions } from "../standalone/customFunctions";
import type { AgentSession } from "./agentSession";
import { answerText, shortenText, structured } from "./answer";
import { evaluateOne, valueOf } from "./formulaTools";
import { describePlan } from "./plan";
import { OFFERED_FUNCTIONS } from "./schemas";
import skill from "./skill.json";

const MARKDOWN = "text/markdown";

export function addResources(server: McpServer, agent: AgentSession): void {
  addText(
    server,
    "skill",
    "How to write INSIGHTS formulas into a workbook: the rules, and mistakes with what to write instead.",
    () => skill.text,
  );
  addText(server, "functions", "The INSIGHTS functions, with each argument and the values it takes.", functionsText);
  const template = new ResourceTemplate("insights://plans/{plan}", {
    // A key that cannot list plans can still read one by its id.
    list: async ({ mcpReq }) => ({ resources: await plansOf(agent, mcpReq.signal).catch(() => []) }),
  });
  const description =
    "A plan: its scenarios with months, the current month, items by grouping, and what is not offered.";
  server.registerResource(
    "plan",
    template,
    { description, mimeType: "application/json" },
    async (uri, { plan }, given) => {
      const name = decodeURIComponent(String(plan));
      const described = await agent.answer((turn) => describePlan(turn, { plan: name }), given.mcpReq.signal);
      return { contents: [{ uri: uri.href, mimeType: "application/json", text: answerText(structured(described)) }] };
    },
  );
}

function addText(server: McpServer, name: string, description: string, text: () => string): void {
  server.registerResource(name, `insights://${name}`, { description, mimeType: MARKDOWN }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: MARKDOWN, text: text() }],
  }));
}

interface ListedPlan {
  readonly uri: string;
  readonly name: string;
}

/** Returns all plans, however many: clients show the list to people, and it has no room for a word about a cut. */
async function plansOf(agent: AgentSession, signal: ServerContext["mcpReq"]["signal"]): Promise<ListedPlan[]> {
  const listed = await agent.answer(async (turn) => {
    return { rows: valueOf(await evaluateOne(turn, `=${formatCall("PLANS", [])}`)) };
  }, signal);
  const { rows } = structured(listed) as { rows: [id: string, name: string][] };
  const [, ...plans] = rows;
  return plans.map(([id, name]) => ({ uri: `insights://plans/${encodeURIComponent(id)}`, name: shortenText(name) }));
}

/** A section for each function, with a line for each argument. */
function functionsText(): string {
  const offered = describeFunctions().filter(({ id }) => OFFERED_FUNCTIONS.some((each) => each === id));
  return offered
    .map(({ id, description, parameters }) => {
      const lines = parameters.map((each) => `- \`${each.name}\`: ${each.description}`);
      return [`## INSIGHTS.${id}`, "", description, "", ...lines, ""].join("\n");
    })
    .join("\n");
}
