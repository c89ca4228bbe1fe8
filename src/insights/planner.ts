import { SCENARIOS_PER_REQUEST, type Family, type Parameters } from "./endpoints";
import { parameterKey, type Question } from "./key";

/** One HTTP request: one endpoint and parameter set, one to three scenarios. */
export interface Request {
  readonly endpoint: Family;
  readonly plan: string;
  readonly scenarios: readonly string[];
  readonly parameters: Parameters;
}

/**
 * Returns the fewest requests that answer all questions: for each parameter set, its distinct scenarios in threes (§8). Requests
 * and scenarios keep the order of the questions.
 */
export function planRequests(questions: Iterable<Question>): Request[] {
  const sets = new Map<string, { question: Question; scenarios: Set<string> }>();
  for (const question of questions) {
    const key = parameterKey(question);
    const set = sets.get(key) ?? { question, scenarios: new Set() };
    set.scenarios.add(question.scenario);
    sets.set(key, set);
  }
  return [...sets.values()].flatMap(({ question: { endpoint, plan, parameters }, scenarios }) =>
    inThrees([...scenarios]).map((three) => ({ endpoint, plan, parameters, scenarios: three })),
  );
}

function inThrees(scenarios: readonly string[]): string[][] {
  const count = Math.ceil(scenarios.length / SCENARIOS_PER_REQUEST);
  return Array.from({ length: count }, (_, index) =>
    scenarios.slice(index * SCENARIOS_PER_REQUEST, (index + 1) * SCENARIOS_PER_REQUEST),
  );
}
