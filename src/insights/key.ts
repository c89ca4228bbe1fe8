import type { Family, Parameters } from "./endpoints";

/** One question about one scenario, fully resolved: ids, not names. */
export interface Question {
  readonly endpoint: Family;
  readonly plan: string;
  readonly scenario: string;
  readonly parameters: Parameters;
}

/** Returns equal texts for questions that can share a request, since they differ only in the scenario. */
export function parameterKey({ endpoint, plan, parameters }: Omit<Question, "scenario">): string {
  const { interval = "", dateFrom = "", dateTo = "", currency = "", groupBy = "" } = parameters;
  // Ids can hold any text, so their length marks where they end.
  return `${endpoint} ${interval} ${dateFrom} ${dateTo} ${currency} ${groupBy} ${plan.length} ${plan}`;
}

/** Returns equal texts for equal questions, whatever the order of their parameters. */
export function questionKey(question: Question): string {
  return `${parameterKey(question)} ${question.scenario}`;
}

/** Returns family, plan and scenario of a question by its key. */
export function questionInKey(key: string): Record<"endpoint" | "plan" | "scenario", string> {
  // Six words, none of which has a space, come before the length of the plan's id.
  const [, endpoint = "", length = "0", rest = ""] = /^(\S*)(?: \S*){5} (\d+) (.*)$/s.exec(key) ?? [];
  const end = Number(length);
  return { endpoint, plan: rest.slice(0, end), scenario: rest.slice(end + 1) };
}
