/** The tools: what each is for, and the work behind it. All only read. */
import type { McpServer } from "@modelcontextprotocol/server";
import type * as z from "zod";
import { commandFailureOf } from "../standalone/failure";
import { ENDPOINTS, FAMILIES } from "../../insights";
import { SIGN_NOTES } from "../../numbers/language/varianceSign";
import { answerText, shortenText, structured } from "./answer";
import { askNumbers } from "./ask";
import type { AgentSession, AgentTurn } from "./agentSession";
import { compactSchema } from "./compactSchema";
import { evaluateFormulas, listRows } from "./formulaTools";
import { compareNumbers, explainFormula } from "./numberTools";
import { describePlan } from "./plan";
import { TOOL_INPUTS, OUTPUTS, type ToolName } from "./schemas";
import { writeFormula } from "./writtenFormula";

interface Tool<Name extends ToolName> {
  readonly description: string;
  readonly run: (input: z.output<(typeof TOOL_INPUTS)[Name]>, turn: AgentTurn) => Promise<object>;
  /** Runs first, outside of the turn. */
  readonly before?: (input: z.output<(typeof TOOL_INPUTS)[Name]>, agent: AgentSession) => void;
}

const TOOLS: { readonly [Name in ToolName]: Tool<Name> } = {
  list_plans: {
    description: "Lists the plans: id, name, currency, number of scenarios.",
    run: ({ contains }, turn) => listRows(turn, { id: "PLANS", args: [], contains }),
    before: ({ refresh }, agent) => void (refresh && agent.session.forget()),
  },
  describe_plan: {
    description:
      "Describes a plan: its scenarios with flags and months, the current month (last of the actuals), items by grouping, and what the service does not offer.",
    run: (input, turn) => describePlan(turn, input),
  },
  list_fields: {
    description: "Lists the fields (KPIs): name, label, family, unit, meaning, better direction, how it adds up.",
    run: ({ family, contains }, turn) =>
      listRows(turn, { id: "FIELDS", args: [family, true], contains, isMeant: isOffered }),
  },
  ask: {
    description: `Answers a question about numbers in one call: lists of fields, scenarios, periods, bases and items give every combination. With base or basePeriod: variances (${SIGN_NOTES.variance}).`,
    run: (input, turn) => askNumbers(turn, input),
  },
  explain: {
    description: "Explains one number: its question in words, how rows are combined, and its parts by one dimension.",
    run: (input, turn) => explainFormula(turn, input),
  },
  compare: {
    description: `Compares a number with another scenario, period or plan: the variance (${SIGN_NOTES.variance}), its sides, its percent and its largest drivers.`,
    run: ({ item, ...input }, turn) =>
      compareNumbers(turn, { ...input, item: typeof item === "object" ? [item] : item }),
  },
  evaluate_formulas: {
    description:
      "Evaluates Excel formulas with INSIGHTS functions, without a workbook. Returns for each a value or an error with its message.",
    run: ({ formulas }, turn) => evaluateFormulas(turn, formulas),
  },
  write_formula: {
    description:
      "Writes the text of one INSIGHTS formula for a cell, checked against the service. Returns no value; fails with the message of the cell if the result would be an error.",
    run: ({ function: id, arguments: args }, turn) => writeFormula(turn, { id, args }),
  },
};

export function addTools(server: McpServer, agent: AgentSession): void {
  for (const name of Object.keys(TOOLS) as ToolName[]) addTool(server, agent, name);
}

function addTool<Name extends ToolName>(server: McpServer, agent: AgentSession, name: Name): void {
  const { description, run, before }: Tool<Name> = TOOLS[name];
  const config = {
    description,
    inputSchema: compactSchema<z.output<(typeof TOOL_INPUTS)[Name]>>(TOOL_INPUTS[name]),
    outputSchema: compactSchema(OUTPUTS[name]),
    annotations: { readOnlyHint: true },
  };
  server.registerTool(name, config, async (input, { mcpReq }) => {
    try {
      before?.(input, agent);
      const answer = structured(await agent.answer((turn) => run(input, turn), mcpReq.signal));
      return { content: [{ type: "text", text: answerText(answer) }], structuredContent: answer };
    } catch (error) {
      return { content: [{ type: "text", text: answerText({ error: describe(error) }) }], isError: true };
    }
  });
}

const ANNOUNCED: readonly string[] = FAMILIES.filter((family) => !ENDPOINTS[family].available);

function isOffered(row: readonly unknown[]): boolean {
  return !row.some((cell) => ANNOUNCED.includes(String(cell)));
}

function describe(error: unknown): { code?: string; message: string } {
  const message = shortenText(commandFailureOf(error, "usage").message);
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? { code, message } : { message };
}
