/** Questions that people ask every month, as prompts: which calls of tools answer them, and what must not be said without them. */
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { TOOL_INPUTS, ToolName } from "./schemas";

const word = (description: string) => z.string().max(200).optional().describe(description);

const SCOPE = {
  plan: word("Name or id; left out: the default plan"),
  period: word("A month such as 2026-03; left out: the current one"),
};

const SAY = `Say with each number its scenario, months, unit, currency and asOf. Give reasons only as far as drivers show them: a cause that is not in
the numbers is a question to ask, not an answer. An error, "cut", "partial" or "newRun" is named, and never passed over.`;

export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    "month_end_review",
    {
      title: "Month-end review",
      description:
        "Reviews a month of a plan: actuals against the committed plan and the year before, with the largest drivers.",
      argsSchema: z.object(SCOPE),
    },
    ({ plan, period = "current" }) => {
      const lines = ["grossFIESales", "netFIESales", "grossProfit", "supplyChainCost", "ebit", "ebitPercent"];
      const actual = { plan, scenario: "actual", field: lines, period };
      const compared = { plan, scenario: "actual", base: "committed", period };
      return ask(`Review the end of the month ${period} for the finance team.`, [
        ["Is the month in the actuals? If not, say so and stop.", call("describe_plan", { plan })],
        ["The month in numbers.", call("ask", actual)],
        ["Against the committed plan.", call("ask", { ...actual, base: "committed" })],
        ["The year to date against the committed plan.", call("ask", { ...actual, base: "committed", basis: "YTD" })],
        ["Against the year before, if the plan has it.", call("ask", { ...actual, basePeriod: "PY" })],
        ["What made the difference in EBIT.", call("compare", { ...compared, field: "ebit", by: "lines" })],
        ["Where demand differs most.", call("compare", { ...compared, field: "demandValue", by: "region" })],
        [
          "Write a page: three sentences on the result, a table of these lines, the three largest drivers, open questions.",
        ],
      ]);
    },
  );
  server.registerPrompt(
    "variance_comment",
    {
      title: "Variance comment",
      description: "Writes the comment on one variance, as it stands beside a line of a report.",
      argsSchema: z.object({
        field: z.string().max(200).describe("Such as ebit"),
        ...SCOPE,
        base: word("The scenario to compare with; left out: the committed plan"),
        basis: word("Such as YTD"),
      }),
    },
    ({ field, plan, period = "current", base = "committed", basis }) => {
      const compared = { plan, scenario: "actual", base, field, period, basis };
      return ask(`Write the comment on the variance of ${field} in ${period}.`, [
        ["The variance, its sides and its drivers.", call("compare", compared)],
        ["The same by another dimension, if the drivers leave more than a third as Other."],
        [
          "Write two sentences of at most 60 words: the variance with its percent and its direction, then the largest drivers with amounts.",
        ],
        ["Give the formula of the variance below it, for the workbook."],
      ]);
    },
  );
}

type Step = readonly [words: string, call?: string];

function ask(task: string, steps: readonly Step[]) {
  const lines = steps.map(([words, tool], at) => `${at + 1}. ${words}${tool ? ` ${tool}` : ""}`);
  const text = [task, "", ...lines, "", SAY].join("\n");
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

/** A call as a model reads it. */
function call<Name extends ToolName>(name: Name, args: z.input<(typeof TOOL_INPUTS)[Name]>): string {
  return `\`${name} ${JSON.stringify(args)}\``;
}
