import type { Family, Parameters } from "./endpoints";

/** One fully resolved thing to know: what a request may ask about one scenario. Ids, not names. */
export interface Question {
  readonly endpoint: Family;
  readonly plan: string;
  readonly scenario: string;
  readonly parameters: Parameters;
}

/** The same text for all questions that may share a request: those that differ in the scenario alone. */
export function parameterKey({ endpoint, plan, parameters }: Omit<Question, "scenario">): string {
  const { interval = "", dateFrom = "", dateTo = "", currency = "", groupBy = "" } = parameters;
  // Ids are free texts: the length of one says where it ends.
  return `${endpoint} ${interval} ${dateFrom} ${dateTo} ${currency} ${groupBy} ${plan.length} ${plan}`;
}

/** The same text for equal questions, whatever order their parameters were written in. */
export function questionKey(question: Question): string {
  return `${parameterKey(question)} ${question.scenario}`;
}

/** The plan's id in a question's key. */
export function planInKey(key: string): string {
  // Six words, none of which has a space, come before the length of the plan's id.
  const [, length = "0", rest = ""] = /^(?:\S* ){6}(\d+) (.*)$/s.exec(key) ?? [];
  return rest.slice(0, Number(length));
}
