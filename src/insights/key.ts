import type { Family, Parameters } from "./endpoints";

/** What a request asks about one scenario, fully resolved: ids, not names. */
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

/** The plan's id in a question's key. */
export function planInKey(key: string): string {
  // Six words, none of which has a space, come before the length of the plan's id.
  const [, length = "0", rest = ""] = /^(?:\S* ){6}(\d+) (.*)$/s.exec(key) ?? [];
  return rest.slice(0, Number(length));
}
